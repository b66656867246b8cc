//! PGN: dialects, errors with their places, and write-then-read over random trees.

mod common;

use common::{random_game, test_data};
use notation::pgn::{self, Dialect, Fault, Format, Reader};
use notation::{Game, Notation, RecordedResult, decode};
use std::fs;
use xiangqi::Random;

fn file(name: &str) -> String {
    fs::read_to_string(test_data("pgn").join(name)).expect("the file is there")
}

fn only_game(text: &str) -> Game {
    let games: Vec<_> =
        pgn::read(text).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}: {text}"));
    let [game] = <[Game; 1]>::try_from(games).expect("there is one game");
    game
}

fn comments(game: &Game) -> Vec<(&str, &str)> {
    game.main_line().map(|(_, node)| (node.comment_before(), node.comment())).collect()
}

#[test]
fn games_of_xqbase_are_read() {
    let game = only_game(&file("xqbase.pgn"));
    assert_eq!(game.tags.get("Event"), Some("第24届\"五羊杯\"全国冠军邀请赛"));
    assert_eq!(game.tags.get("Red"), Some("赵国荣"));
    assert_eq!(game.tags.iter().map(|(name, _)| name).last(), Some("ECCO"));
    assert_eq!(game.result, RecordedResult::Draw);
    assert_eq!(game.main_line().count(), 8);
    let (_, fifth) = game.main_line().nth(4).expect("there is a fifth move");
    assert_eq!(fifth.glyphs(), [5]);
    let said: Vec<_> =
        comments(&game).into_iter().map(|(_, after)| after).filter(|c| !c.is_empty()).collect();
    assert_eq!(said, ["红方可走炮八进二", "屏风马"]);
    let (_, sixth) = game.main_line().nth(5).expect("there is a sixth move");
    assert_eq!(sixth.children().len(), 2);
}

#[test]
fn games_of_winboard_are_read() {
    let game = only_game(&file("winboard.pgn"));
    assert_eq!(game.tags.get("Red"), Some("Engine A"));
    assert_eq!(game.tags.len(), 3);
    assert_eq!(
        game,
        only_game(&pgn::write(&game, &Format { dialect: Dialect::Winboard, ..Format::default() }))
    );
    assert_eq!(game.result, RecordedResult::BlackWins);
    assert_eq!(game.node(game.root()).map(notation::Node::comment), Some("a comment on\nthe game"));
    assert_eq!(game.start(), Game::default().start());
    let line: Vec<_> = game.main_line().filter_map(|(_, node)| Some(node.mv()?.to_string())).collect();
    assert_eq!(line, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5"]);
    assert_eq!(comments(&game)[5], ("back", ""));
    let (_, fourth) = game.main_line().nth(3).expect("there is a fourth move");
    let [_, quiet, other] = fourth.children() else { panic!("two variations: {:?}", fourth.children()) };
    let quiet = game.node(*quiet).expect("the node is there");
    assert_eq!((quiet.comment_before(), quiet.comment(), quiet.glyphs()), ("quiet", "or", &[5][..]));
    assert!(game.node(*other).is_some_and(|node| node.children().is_empty()));
}

#[test]
fn old_encodings_and_line_ends_are_read() {
    let text = file("xqbase.pgn");
    let game = only_game(&text);
    assert_eq!(only_game(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), game);
    let (bytes, _, had_errors) = encoding_rs::GB18030.encode(&text);
    assert!(!had_errors);
    assert_eq!(only_game(&decode(&bytes)), game);
    assert_eq!(only_game(&decode(&[b"\xEF\xBB\xBF", text.as_bytes()].concat())), game);
}

#[test]
fn a_broken_game_does_not_hide_the_next() {
    let text = file("broken.pgn");
    let mut found = Vec::new();
    for result in pgn::read(&text) {
        found.push(match result {
            Ok(game) => game.tags.get("Event").unwrap_or_default().to_owned(),
            Err(error) => {
                let line =
                    text.get(error.offset()..).and_then(|rest| rest.lines().next()).unwrap_or_default();
                assert_eq!(text[..error.offset()].matches('\n').count() + 1, error.line(), "{error}");
                format!("{}:{} {line}", error.line(), error.column())
            }
        });
    }
    assert_eq!(
        found,
        [
            "good 1",
            "10:4 C2=5 *",
            "14:9 {this never ends",
            "good 2",
            "22:9 (1. C2=4 H8+7 *",
            "26:9 ) H8+7 *",
            "30:1 (1. C2=5) *",
            "32:1 [Event \"open tag",
            "37:1 [FEN \"rnbakabnr/9/9 w\"]",
            "43:9 $256 *",
            "47:9 } *",
            "no moves, no result",
            "good 3",
        ]
    );
}

#[test]
fn words_may_stand_close() {
    let spaced = only_game("1. h2e2 h9g7 2. h0g2 *");
    for text in [
        "1.h2e2 h9g7 2.h0g2*",
        "1.h2e2 1...h9g7 2.h0g2",
        "1 . h2e2 ... h9g7\n2 h0g2",
        "1．炮二平五　马８进７ 2、马二进三",
        "1.C2.5 H8+7 2.H2+3 *",
        "h2e2 h9g7 h0g2 *",
    ] {
        assert_eq!(only_game(text), spaced, "{text}");
    }
    let pawns = "[FEN \"5k3/2P6/2P6/9/2P6/9/9/9/9/4K4 w\"]\n37.8 K6+1 2.17=8 *";
    let line: Vec<_> =
        only_game(pawns).main_line().filter_map(|(_, node)| Some(node.mv()?.to_string())).collect();
    assert_eq!(line, ["c5b5", "f9f8", "c8b8"]);
}

#[test]
fn games_without_tags_follow_each_other() {
    let results: Vec<_> =
        pgn::read("1. C2=5 1-0 1. C8=5 0-1 * ").map(|game| game.expect("fine").result).collect();
    assert_eq!(results, [RecordedResult::RedWins, RecordedResult::BlackWins, RecordedResult::Unknown]);
    for nothing in ["", " \n\n", "; only a comment\n", "{only a comment}", "% escaped\n", "\u{feff}"] {
        assert_eq!(pgn::read(nothing).count(), 0, "{nothing}");
    }
}

#[test]
fn what_is_written_reads_back() {
    let mut random = Random::new(6);
    for round in 0..300 {
        let size = 1 + random.below(80);
        let game = random_game(&mut random, size);
        for notation in Notation::ALL {
            for dialect in [Dialect::Xqbase, Dialect::Winboard] {
                let format = Format { notation, dialect, width: [80, 20, 1][round % 3] };
                let text = pgn::write(&game, &format);
                assert_eq!(only_game(&text), game, "{text}");
            }
        }
    }
}

#[test]
fn chunks_may_be_cut_anywhere() {
    let mut random = Random::new(7);
    let games: Vec<Game> = (0..20).map(|_| random_game(&mut random, 30)).collect();
    let texts: Vec<String> = games.iter().map(|game| pgn::write(game, &Format::default())).collect();
    let text = texts.join("\n");
    let characters: Vec<char> = text.chars().collect();
    for size in [1, 2, 7, 100, 5000] {
        let chunks = characters.chunks(size).map(|chunk| chunk.iter().collect::<String>());
        let read: Vec<Game> = Reader::new(chunks).collect::<Result<_, _>>().expect("the games are fine");
        assert!(read == games, "chunks of {size}");
    }
    let lines = text.split_inclusive('\n');
    assert!(Reader::new(lines).map(Result::unwrap).eq(games));
}

#[test]
fn long_games_are_refused_and_passed_over() {
    let good = "[Event \"good\"]\n1. C2=5 *\n";
    let long = format!("[Event \"long\"]\n1. C2=5 {{{}}} *\n", "x\n".repeat(5000));
    let one_line = format!("[Event \"long\"]\n1. C2=5 {{{}}} *\n", "x".repeat(10_000));
    for long in [long, one_line] {
        let text = format!("{good}{long}{good}");
        let mut reader = Reader::new(text.as_bytes().chunks(100).map(|chunk| String::from_utf8_lossy(chunk)))
            .with_limit(1000);
        assert!(reader.next().is_some_and(|game| game.is_ok()));
        let error = reader.next().and_then(Result::err).expect("the game is too long");
        assert_eq!((error.fault(), error.line(), error.column()), (&Fault::TooLong(1000), 3, 1));
        assert!(reader.next().is_some_and(|game| game.is_ok()));
        assert_eq!(reader.next(), None);
    }
}

/// What stands where PGN has no place for it is kept, and what contradicts itself is said.
#[test]
fn nothing_is_lost_without_a_word() {
    for (text, comments) in [
        ("1. C2=5 H8+7 1-0 {after result}\n", &["", "", "after result"][..]),
        ("1. C2=5 {good} 1-0 {after} ; and a line\n{the end}\n", &["", "good after and a line the end"]),
        ("[Event \"x\"]\n\n1. C2=5 * ;left open\n", &["", "left open"]),
        ("[Red \"first\"]\n[Red \"second\"]\n[Black \"B\"]\n\n{open} 1. C2=5 *\n", &["open", ""]),
        (
            "[Event \"x\"]\n[Red \"first\"]\n[White \"second\"]\n\n{open} 1. C2=5 *\n",
            &["Further tags: [White \"second\"] open", ""],
        ),
        ("[Event \"x\"]\n[Red \"same\"]\n[Red \"same\"]\n\n1. C2=5 *\n", &["", ""]),
        ("[Event \"x\"]\n[Red \"\"]\n[Red \"Hu\"]\n\n1. C2=5 *\n", &["", ""]),
        ("[Result \"1-0\"]\n\n1. C2=5 {x} 0-1\n", &["", "x The tag Result said 1-0."]),
        ("[Result \"1-0\"]\n\n1. C2=5 *\n", &["", ""]),
        ("[Result \"*\"]\n\n1. C2=5 0-1\n", &["", ""]),
        ("1. C2=5 ; line } comment\n H8+7 *\n", &["", "line } comment", ""]),
        ("[Event \"x\"]\n;one }\n[Red \"A\"]\n; two {\n\n1. C2=5 ;}\n*\n", &["one } two {", "}"]),
        ("1. C2=5 {two\nlines} ;and }\n (1. ; }x\n H2+3) *\n", &["", "two lines and }"]),
    ] {
        let games: Vec<_> = pgn::read(text).map(Result::unwrap).collect();
        let game = games.last().unwrap();
        let said: Vec<&str> = std::iter::once(game.root())
            .chain(game.main_line().map(|(id, _)| id))
            .map(|id| game.node(id).unwrap().comment())
            .collect();
        let is_repeated_first = text.starts_with("[Red");
        if is_repeated_first {
            // The first tag of a game again is the next game's.
            assert_eq!(games.len(), 2, "{text}");
            assert_eq!(games[0].tags.get("Red"), Some("first"));
        }
        assert_eq!(said, comments, "{text}");
        for width in [1, 20, 80] {
            let written = pgn::write(game, &Format { width, ..Format::default() });
            let again: Vec<_> = pgn::read(&written).map(Result::unwrap).collect();
            assert_eq!(again.iter().collect::<Vec<_>>(), [game], "{text}: {written}");
        }
    }
    let both = pgn::read("1. C2=5 1-0 {of the first}\n{of the second} 1. H2+3 *\n").map(Result::unwrap);
    let said: Vec<_> = both.map(|game| game.node(game.root()).unwrap().comment().to_owned()).collect();
    assert_eq!(said, ["", "of the second"]);
}
