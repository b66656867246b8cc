//! The session, driven without a terminal.
#![allow(clippy::expect_used, clippy::panic)]

use super::{Given, PlayEffect, PlayRefusal, PlaySession, Settings};
use crate::play::clock::TimeControl;
use crate::play::command::PlayCommand;
use crate::play::ending::PlayEnding;
use crate::play::game::GameError;
use crate::play::player::Player;
use crate::play::thinker::{Instruments, News, Thinker};
use engine::draws::Gesture;
use engine::opening::OpeningBook;
use notation::{Notation, pgn};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::{Colour, Random, RuleSet};

/// Terms for tests: a short thought, and somebody to ask.
pub fn settings(fen: &str) -> Settings {
    Settings {
        start: fen.parse().expect("a FEN"),
        rules: RuleSet::Asian.into(),
        notation: Notation::Coordinates,
        move_time: Duration::from_millis(50),
        hint_time: Duration::from_millis(50),
        nodes: None,
        uses_book: false,
        time: None,
        asks: true,
        today: || "2026.02.28".to_owned(),
    }
}

/// A game between two players, named as on the command line.
pub fn session(players: [&str; 2], seed: u64) -> PlaySession {
    let players = players.map(|name| name.parse().expect("a player"));
    PlaySession::new(settings(xiangqi::fen::START), players, seed)
}

fn obey(session: &mut PlaySession, line: &str) -> Result<Vec<PlayEffect>, PlayRefusal> {
    session.obey(PlayCommand::parse(line).expect("a command"))
}

fn play(session: &mut PlaySession, moves: &str) {
    for text in moves.split_whitespace() {
        obey(session, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// Lets all players think until a person is to move or the game is over, or has this many plies.
fn play_out(session: &mut PlaySession, effects: Vec<PlayEffect>, plies: usize) {
    let mut thinker = Thinker::new(Instruments::default()).expect("memory");
    let mut waiting = VecDeque::from(effects);
    while let Some(effect) = waiting.pop_front() {
        if let PlayEffect::Ask(question) = effect
            && session.game().plies() < plies
        {
            for (id, news) in thinker.answer(*question) {
                waiting.extend(session.heard(id, news));
            }
        }
    }
}

fn said(effects: &[PlayEffect]) -> String {
    let said = effects.iter().filter_map(|effect| match effect {
        PlayEffect::Say(words) => Some(words.as_str()),
        _ => None,
    });
    said.collect::<Vec<_>>().join(" ")
}

fn asked(effects: &[PlayEffect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        PlayEffect::Ask(question) => Some(question.id),
        _ => None,
    })
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |players: [&str; 2], nodes, seed| {
        let players = players.map(|name| name.parse().expect("a player"));
        let settings = Settings { nodes, ..settings(xiangqi::fen::START) };
        let mut session = PlaySession::new(settings, players, seed);
        let effects = session.begin();
        play_out(&mut session, effects, 40);
        assert!(session.pgn().contains(&format!("[Seed \"{seed}\"]")));
        session.move_texts()
    };
    for (players, nodes) in [(["1", "2"], None), (["random", "3"], None), (["10", "random"], Some(300))] {
        let first = game(players, nodes, 7);
        assert_eq!(game(players, nodes, 7), first, "{players:?}");
        assert_ne!(game(players, nodes, 8), first, "{players:?}");
        // The full engine mates a random player soon.
        assert!(first.len() > 4, "{first:?}");
    }
}

#[test]
fn the_engine_plays_from_the_book_where_it_may() {
    let game = |players: [&str; 2], uses_book: bool, seed: u64| {
        let players = players.map(|name| name.parse().expect("a player"));
        let settings = Settings { uses_book, ..settings(xiangqi::fen::START) };
        let mut session = PlaySession::new(settings, players, seed);
        let effects = session.begin();
        play_out(&mut session, effects, 6);
        session
    };
    // Whether the book knows every move of a game.
    let is_known = |session: &PlaySession| {
        let mut position = session.game().position().clone();
        while let Some(ply) = position.undo() {
            let known = OpeningBook::default().moves(&position);
            if !known.iter().any(|known| Some(known.mv) == ply.mv) {
                return false;
            }
        }
        true
    };
    for players in [["1", "3"], ["9", "2"]] {
        let with = game(players, true, 7);
        assert!(is_known(&with) && with.game().plies() == 6, "{:?}", with.move_texts());
        assert_eq!(game(players, true, 7).move_texts(), with.move_texts());
        assert!((8..40).any(|seed| game(players, true, seed).move_texts() != with.move_texts()));
        assert!(with.terms().contains(&"book".to_owned()), "{:?}", with.terms());
    }
    let without = game(["1", "1"], false, 7);
    assert!(!is_known(&without), "{:?}", without.move_texts());
    assert!(without.terms().contains(&"no book".to_owned()));
    // The choice goes with a kept game.
    let record = pgn::read(&without.pgn()).next().expect("a game").expect("readable");
    let mut again = game(["person", "person"], true, 1);
    assert!(!again.terms().iter().any(|term| term.contains("book")), "nobody would ask it");
    again.adopt(record, Given::default()).expect("short");
    assert!(again.terms().contains(&"no book".to_owned()));
    let words = said(&obey(&mut again, "book on").expect("a choice"));
    assert!(words.starts_with("The engine plays from the opening book"), "{words}");
    assert!(again.terms().contains(&"book".to_owned()) && !again.pgn().contains("[OpeningBook "));
    assert_eq!(obey(&mut again, "book maybe").expect_err("no"), PlayRefusal::NoSuchBook("maybe".into()));
}

#[test]
fn words_without_what_they_need_are_not_called_moves() {
    let mut session = session(["person", "3"], 1);
    let rows = [
        ("red", "`red` needs somebody to move Red from now on"),
        ("black", "it is level 3 now"),
        ("level", "`level` needs a number from 1 to 10"),
        ("rules", "`rules` needs a name"),
        ("save", "`save` needs the name of a file"),
        ("load", "`load game.pgn`"),
        ("undo twice", "`undo` stands alone; \"twice\" is too much"),
    ];
    for (line, words) in rows {
        let refusal = obey(&mut session, line).expect_err(line).to_string();
        assert!(refusal.contains(words), "{line}: {refusal}");
    }
    assert_eq!(session.player(Colour::Black).to_string(), "3");
}

#[test]
fn hints_and_undo_do_not_change_the_answers() {
    let answer = |wanders: bool| {
        let mut session = session(["person", "4"], 11);
        if wanders {
            let effects = obey(&mut session, "hint").expect("a turn");
            play_out(&mut session, effects, 100);
            assert!(session.hint().is_some());
            let effects = obey(&mut session, "h2e2").expect("legal");
            play_out(&mut session, effects, 100);
            obey(&mut session, "undo").expect("a move");
            assert_eq!((session.game().plies(), session.game().ahead()), (0, 2));
        }
        let effects = obey(&mut session, "h2e2").expect("legal");
        play_out(&mut session, effects, 100);
        session.move_texts()
    };
    assert_eq!(answer(true), answer(false));
}

#[test]
fn a_stale_answer_is_passed_over() {
    let mut session = session(["person", "3"], 1);
    let effects = obey(&mut session, "h2e2").expect("legal");
    let id = asked(&effects).expect("Black is asked");
    assert!(matches!(obey(&mut session, "h9g7"), Err(PlayRefusal::NotYours(Colour::Black))));
    let effects = obey(&mut session, "undo").expect("a move");
    assert!(matches!(effects[..], [PlayEffect::Stop, PlayEffect::Keep, PlayEffect::Board]), "{effects:?}");
    let late = News::Move { mv: "h9g7".parse().ok(), gesture: Gesture::None };
    assert!(session.heard(id, late).is_empty());
    assert_eq!(session.game().plies(), 0);
    assert!(session.is_persons_turn());
}

#[test]
fn a_move_that_loses_by_repetition_is_asked_about() {
    let fen = "c1bak4/4a4/R3b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w";
    let players = || [Player::Person, Player::Person];
    let mut session = PlaySession::new(settings(fen), players(), 1);
    play(&mut session, "a7a8 a9b9 a8b8 b9a9 b8a8 a9b9");
    assert!(
        session.status().contains("If these moves are repeated once more, Red loses."),
        "{}",
        session.status()
    );
    play(&mut session, "a8b8 b9a9");
    let question = said(&obey(&mut session, "b8a8").expect("a legal move"));
    assert!(question.starts_with("b8a8 loses at once. Black wins:"), "{question}");
    assert!(question.contains("chases the same cannon") && session.is_asking(), "{question}");
    assert_eq!(session.game().plies(), 8, "it is not played yet");
    // Anything else takes the question back.
    obey(&mut session, "board").expect("nothing to refuse");
    assert_eq!(obey(&mut session, "yes").expect_err("the question is gone"), PlayRefusal::NothingAsked);
    obey(&mut session, "b8a8").expect("a legal move");
    obey(&mut session, "yes").expect("asked");
    assert!(session.status().contains("Black wins"), "{}", session.status());
    // Where nobody can be asked it is played.
    let mut silent = PlaySession::new(Settings { asks: false, ..settings(fen) }, players(), 1);
    play(&mut silent, "a7a8 a9b9 a8b8 b9a9 b8a8 a9b9 a8b8 b9a9 b8a8");
    assert!(silent.game().is_over());
}

#[test]
fn the_clock_runs_for_the_side_to_move() {
    let control: TimeControl = "1+2".parse().expect("a time");
    let settings = Settings { time: Some(control), ..settings(xiangqi::fen::START) };
    let mut session = PlaySession::new(settings, [Player::Person, Player::Person], 1);
    let left = |session: &PlaySession| session.clock().map(|clock| clock.left.map(|left| left.as_secs()));
    assert!(session.tick(Duration::from_secs(10)).is_empty());
    play(&mut session, "h2e2");
    session.tick(Duration::from_secs(5));
    assert_eq!(left(&session), Some([52, 55]));
    obey(&mut session, "undo").expect("a move");
    assert_eq!(left(&session), Some([50, 60]), "the time comes back with the move");
    obey(&mut session, "redo").expect("a move");
    assert_eq!(left(&session), Some([52, 55]));
    obey(&mut session, "pause").expect("always");
    session.tick(Duration::from_secs(500));
    assert_eq!(left(&session), Some([52, 55]));
    obey(&mut session, "pause").expect("always");
    session.tick(Duration::from_secs(55));
    assert_eq!(session.game().ending(), Some(&PlayEnding::Time(Colour::Black)));
    assert!(session.status().ends_with("Red wins: the time of Black is up."), "{}", session.status());
    assert!(!session.is_running());
    // A kept game has its clock, which waits.
    obey(&mut session, "undo").expect("a move");
    let record = pgn::read(&session.pgn()).next().expect("a game").expect("readable");
    let mut again = self::session(["random", "random"], 5);
    again.adopt(record, Given::default()).expect("short");
    assert_eq!((left(&again), again.is_paused()), (Some([50, 60]), true));
    assert_eq!((again.game().plies(), again.game().ahead()), (0, 1));
}

#[test]
fn a_kept_game_comes_back_as_it_was() {
    let mut session = session(["person", "3"], 99);
    for line in ["rules simple", "pause", "h2e2", "h9g7", "h0g2", "undo", "b0c2", "b9c7", "undo", "undo"] {
        obey(&mut session, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }
    let text = session.pgn();
    let record = pgn::read(&text).next().expect("a game").expect("readable");
    assert_eq!(record.tags.get("Date"), Some("2026.02.28"));
    let mut again = self::session(["person", "person"], 1);
    again.adopt(record.clone(), Given::default()).expect("short");
    assert_eq!(again.pgn(), text);
    assert_eq!((again.seed(), again.player(Colour::Black).to_string()), (99, "3".into()));
    assert_eq!(again.game().ahead(), 2);
    // What was given on the command line stays.
    let mut other = self::session(["person", "7"], 1);
    let given = Given { players: [false, true], seed: true, ..Given::default() };
    other.adopt(record, given).expect("short");
    assert_eq!((other.seed(), other.player(Colour::Black).to_string()), (1, "7".into()));
}

#[test]
fn giving_up_after_an_undo_is_kept() {
    let mut session = session(["person", "person"], 4);
    for line in ["h2e2", "h9g7", "h0g2", "i9h9", "undo", "undo", "resign"] {
        obey(&mut session, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }
    let text = session.pgn();
    for tag in ["[Result \"0-1\"]", "[Termination \"resignation\"]", "[TakenBack \"2. H0-G2 I9-H9 *\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    assert!(!text.contains("MovesAhead"), "{text}");
    assert!(text.ends_with("1. H2-E2 H9-G7 {Black wins: Red resigns.} 0-1\n"), "{text}");
    let record = pgn::read(&text).next().expect("a game").expect("readable");
    let mut again = self::session(["person", "person"], 1);
    again.adopt(record, Given::default()).expect("short");
    assert_eq!(again.game().ending(), Some(&PlayEnding::Resignation(Colour::Red)));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!((sorted(&again.pgn()), again.game().ahead()), (sorted(&text), 2));
}

#[test]
fn a_flag_before_the_first_move_offers_a_new_game() {
    let settings = Settings { time: "1".parse().ok(), ..settings(xiangqi::fen::START) };
    let mut session = PlaySession::new(settings, [Player::Person, Player::Person], 1);
    session.tick(Duration::from_secs(61));
    for line in ["undo", "h2e2", "resign"] {
        let refusal = obey(&mut session, line).expect_err("over").to_string();
        assert!(refusal.ends_with("new begins another game") && !refusal.contains("undo"), "{refusal}");
    }
    assert!(session.game().is_over());
}

#[test]
fn a_game_from_elsewhere_keeps_its_date_and_its_people() {
    let mut session = session(["person", "3"], 1);
    assert_eq!(session.seat_name(Colour::Red), "person");
    for (date, kept) in [("[Date \"1999.09.09\"]\n", "[Date \"1999.09.09\"]\n"), ("", "")] {
        let text = format!("{date}[Red \"张三\"]\n[Black \"?\"]\n\n1. H2-E2 *\n");
        let record = pgn::read(&text).next().expect("a game").expect("readable");
        session.adopt(record, Given::default()).expect("short");
        let again = session.pgn();
        assert!(again.contains(kept) && again.contains("[Date") != date.is_empty(), "{again}");
        for _ in 0..2 {
            assert_eq!(Colour::ALL.map(|side| session.seat_name(side)), ["张三 (person)", "level 3"]);
            let record = pgn::read(&again).next().expect("a game").expect("readable");
            session.adopt(record, Given::default()).expect("short");
        }
    }
    obey(&mut session, "new").expect("always");
    assert!(session.pgn().contains("[Date \"2026.02.28\"]"), "{}", session.pgn());
    assert_eq!(session.seat_name(Colour::Red), "person");
    let effects = obey(&mut session, "save \"my game.pgn\"").expect("a name");
    assert!(matches!(&effects[..], [PlayEffect::Save { path, .. }] if path.as_os_str() == "my game.pgn"));
}

#[test]
fn people_decide() {
    let mut session = session(["person", "3"], 1);
    assert_eq!(obey(&mut session, "undo").expect_err("none"), PlayRefusal::Game(GameError::NothingToUndo));
    let effects = obey(&mut session, "draw").expect("a turn");
    let id = asked(&effects).expect("the engine is asked");
    assert_eq!(said(&session.heard(id, News::Draw { is_accepted: false })), "Black declines the draw.");
    assert_eq!(obey(&mut session, "draw").expect_err("once"), PlayRefusal::Game(GameError::OfferedAlready));
    play(&mut session, "h2e2");
    // The engine is thinking: it is the person who gives up.
    obey(&mut session, "resign").expect("open");
    assert_eq!(session.game().ending(), Some(&PlayEnding::Resignation(Colour::Red)));
    assert_eq!(obey(&mut session, "h0g2").expect_err("over"), PlayRefusal::Game(GameError::Over));
    assert_eq!(obey(&mut session, "resign").expect_err("over"), PlayRefusal::Game(GameError::Over));
}

#[test]
fn an_offer_of_the_engine_can_be_taken() {
    let mut session = session(["person", "3"], 1);
    let id = asked(&obey(&mut session, "h2e2").expect("legal")).expect("Black is asked");
    session.heard(id, News::Move { mv: "h9g7".parse().ok(), gesture: Gesture::Draw });
    assert!(session.status().contains("Black offers a draw."), "{}", session.status());
    obey(&mut session, "draw").expect("an offer stands");
    assert_eq!(session.game().ending(), Some(&PlayEnding::Agreement));
}

#[test]
fn levels_change_between_moves() {
    let mut session = session(["person", "3"], 1);
    obey(&mut session, "level 5").expect("an engine plays");
    assert_eq!(session.player(Colour::Black).to_string(), "5");
    for wrong in ["level 11", "level 0", "level x"] {
        assert!(matches!(obey(&mut session, wrong), Err(PlayRefusal::NoSuchLevel(_))), "{wrong}");
    }
    obey(&mut session, "black person").expect("a player");
    assert_eq!(obey(&mut session, "level 5").expect_err("none"), PlayRefusal::NoEngine);
    assert!(matches!(obey(&mut session, "red nobody"), Err(PlayRefusal::Player(_))));
}

#[test]
fn a_script_plays_and_hands_over() {
    let path = std::env::temp_dir().join(format!("chuhe-{}-script.txt", std::process::id()));
    std::fs::write(&path, "1. h9g7 2. i9h9 3. a0a9\n").expect("a file");
    let name = format!("script:{}", path.display());
    let mut session = session(["person", &name], 1);
    for text in ["h2e2", "h0g2"] {
        let effects = obey(&mut session, text).expect("legal");
        play_out(&mut session, effects, 100);
    }
    assert_eq!(session.move_texts(), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    let effects = obey(&mut session, "i0h0").expect("legal");
    let id = asked(&effects).expect("the script is asked");
    let question = effects.into_iter().find_map(|effect| match effect {
        PlayEffect::Ask(question) => Some(question),
        _ => None,
    });
    let news = Thinker::new(Instruments::default()).expect("memory").answer(*question.expect("asked"));
    let words = said(&session.heard(id, news.into_iter().next().expect("news").1));
    assert!(words.contains("\"a0a9\"") && words.ends_with("Black is yours now."), "{words}");
    assert!(session.is_persons_turn());
    std::fs::remove_file(path).expect("ours");
}

#[test]
fn another_game_leaves_the_file_of_the_old_one() {
    let mut session = session(["person", "person"], 1);
    session.saved(PathBuf::from("a.pgn"));
    play(&mut session, "h2e2");
    let effects = obey(&mut session, "new").expect("always");
    assert!(
        matches!(effects[0], PlayEffect::SetAside) && said(&effects).contains("a.pgn holds the game before")
    );
    assert_eq!((session.file(), session.game().plies(), session.seed()), (None, 0, Random::mix(1)));
    // A file with something in it is asked about first.
    assert!(said(&session.file_exists(PathBuf::from("b.pgn"))).starts_with("b.pgn exists. Overwrite it"));
    let effects = obey(&mut session, "no").expect("asked");
    assert!(!effects.iter().any(|effect| matches!(effect, PlayEffect::Save { .. })));
    session.file_exists(PathBuf::from("b.pgn"));
    let effects = obey(&mut session, "yes").expect("asked");
    assert!(matches!(&effects[..], [PlayEffect::Save { overwrite: true, .. }]), "{effects:?}");
    assert_eq!(obey(&mut session, "save").expect_err("no name"), PlayRefusal::NoFile("save"));
}

#[test]
fn watched_players_pause_when_a_move_is_taken_back() {
    let mut session = session(["1", "random"], 3);
    let effects = session.begin();
    play_out(&mut session, effects, 6);
    let effects = obey(&mut session, "undo").expect("a move");
    assert!(session.is_paused() && asked(&effects).is_none());
    assert_eq!(session.game().plies(), 5);
    let effects = obey(&mut session, "pause").expect("always");
    assert!(asked(&effects).is_some());
}
