//! Every parser is total: no text, however long or broken, makes it panic or overflow the stack.

mod common;

use common::{board_of, random_game, read_table, rows};
use notation::pgn::{self, Dialect, Fault, Format};
use notation::{Notation, decode, parse_any};
use xiangqi::{Board, Random};

/// The text with some characters taken out, doubled or replaced.
fn mutated(random: &mut Random, text: &str, others: &[char]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(characters.len() + 1);
        match random.below(3) {
            0 if at < characters.len() => {
                characters.remove(at);
            }
            1 if at < characters.len() => characters[at] = others[random.below(others.len())],
            _ => characters.insert(at, others[random.below(others.len())]),
        }
    }
    characters.into_iter().collect()
}

fn random_text(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(12)).map(|_| random.next_u64() as u8).collect();
    decode(&bytes).into_owned()
}

fn read_as_moves(board: &Board, text: &str) {
    for notation in Notation::ALL {
        if let Err(error) = notation.parse(board, text) {
            assert!(error.offset() <= text.len() && !error.to_string().is_empty());
        }
    }
    if let Ok(mv) = parse_any(board, text) {
        assert!(board.is_legal(mv));
    }
}

#[test]
fn moves_from_broken_text() {
    let mut random = Random::new(8);
    let table = read_table("moves.tsv");
    let everything: Vec<char> = table.chars().chain(['\u{0}', '\u{10ffff}', '…']).collect();
    for row in rows(&table) {
        let board = board_of(row["fen"]);
        for column in ["move", "iccs", "wxf", "simplified", "traditional", "label"] {
            for _ in 0..200 {
                read_as_moves(&board, &mutated(&mut random, row[column], &everything));
                read_as_moves(&board, &random_text(&mut random));
            }
        }
    }
}

#[test]
fn moves_from_long_text() {
    let board = Board::start();
    for part in ["h2e2", "炮", "+", "C2=5", "9", "\u{0}", "前"] {
        read_as_moves(&board, &part.repeat(1_000_000));
    }
    let error = parse_any(&board, &"炮".repeat(1_000_000)).expect_err("this is not a move");
    assert!(error.to_string().len() < 300);
}

#[test]
fn messages_fit_on_one_line() {
    let error = parse_any(&Board::start(), "N2+\r\n3").expect_err("this is not a move");
    assert_eq!(
        error.to_string(),
        r#""N2+\r\n3" is not a move: at byte 3 there should be a digit 1-9, such as C2=5"#
    );
    let error =
        pgn::read("[Red \"Hu\r\0\n\n1. h2e2 *\n").next().and_then(Result::err).expect("this is not a tag");
    assert!(!error.to_string().contains(['\r', '\n', '\0']), "{error:?}");
}

#[test]
fn games_from_broken_text() {
    let mut random = Random::new(9);
    let punctuation: Vec<char> = "[](){};$!?*%\"\\\n\r.1…炮=-+ab<>\u{feff}\u{0}".chars().collect();
    for round in 0..3000 {
        let notation = Notation::ALL[round % 5];
        let game = random_game(&mut random, 12);
        let format = Format { notation, dialect: Dialect::Xqbase, width: 40 };
        let text = mutated(&mut random, &pgn::write(&game, &format), &punctuation);
        for result in pgn::read(&text) {
            match result {
                Ok(game) => assert_eq!(pgn::read(&pgn::write(&game, &format)).next(), Some(Ok(game))),
                Err(error) => assert!(text.is_char_boundary(error.offset()), "{error}"),
            }
        }
        let noise: String = (0..50).map(|_| punctuation[random.below(punctuation.len())]).collect();
        assert!(pgn::read(&noise).count() <= noise.len());
    }
}

#[test]
fn games_from_monstrous_text() {
    const MILLION: usize = 1_000_000;
    let check = |text: String, is_right: fn(&Fault) -> bool| {
        let error = pgn::read(&text).next().and_then(Result::err).expect("there is an error");
        assert!(is_right(error.fault()), "{error}");
        assert!(error.to_string().len() < 300);
    };
    check("(".repeat(MILLION), |fault| *fault == Fault::NothingToVary);
    check(format!("1. C2=5 {}", "(".repeat(MILLION)), |fault| *fault == Fault::NothingToVary);
    check(")".repeat(MILLION), |fault| *fault == Fault::NoVariation);
    check("{".repeat(MILLION), |fault| *fault == Fault::OpenComment);
    check(format!("1. C2=5 {{{}", "x\n".repeat(MILLION)), |fault| *fault == Fault::OpenComment);
    check(format!("[Event \"{}", "x".repeat(MILLION)), |fault| matches!(fault, Fault::Tag(_)));
    check("[A \"\"]".repeat(MILLION), |fault| *fault == Fault::TooManyTags);
    check("[".repeat(MILLION), |fault| matches!(fault, Fault::Tag(_)));
    check("x".repeat(MILLION), |fault| matches!(fault, Fault::Move(_)));
    check(format!("${}", "1".repeat(MILLION)), |fault| matches!(fault, Fault::Glyph(_)));
}

#[test]
fn variations_nest_to_the_limit() {
    // Each variation answers h9g7 with the other horse, and the next varies that.
    let nest = |depth: usize| format!("1. h2e2 h9g7 {}{} *", "(1... b9c7 ".repeat(depth), ")".repeat(depth));
    let game = pgn::read(&nest(pgn::VARIATION_DEPTH_LIMIT)).next().expect("a game").expect("it is fine");
    assert_eq!(game.node_count(), 3 + pgn::VARIATION_DEPTH_LIMIT);
    let error =
        pgn::read(&nest(pgn::VARIATION_DEPTH_LIMIT + 1)).next().and_then(Result::err).expect("too deep");
    assert_eq!(error.fault(), &Fault::TooDeep);
}

#[test]
fn a_move_may_have_much_said_about_it() {
    for part in ["{a} ", ";\n", "$1 ", "! ", "(1. h2d2) ", "(1. h2d2) {b} ", "12. ", "% \n", "(;\n) "] {
        let text = format!("1. h2e2\n{}*", part.repeat(100_000));
        let game = pgn::read(&text).next().expect("a game").expect("it is fine");
        assert_eq!(pgn::read(&pgn::write(&game, &Format::default())).next(), Some(Ok(game)));
    }
}

#[test]
fn a_game_may_be_very_long() {
    let moves = "h0g2 h9g7 g2h0 g7h9 ".repeat(50_000);
    let game = pgn::read(&moves).next().expect("a game").expect("it is fine");
    assert_eq!(game.main_line().count(), 200_000);
    let text = pgn::write(&game, &Format::default());
    assert_eq!(pgn::read(&text).next(), Some(Ok(game)));
}
