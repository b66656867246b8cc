//! The examples that a stranger starts from do what they say.

#[path = "../examples/analyse_pgn.rs"]
mod analyse_pgn;
#[path = "../examples/bot.rs"]
mod bot;
#[path = "../examples/custom_evaluation.rs"]
mod custom_evaluation;

use engine::Limits;

#[test]
fn the_bot_answers_moves_and_refuses_nonsense() {
    let mut output = Vec::new();
    bot::play(1, "C2=5\nnonsense\nh2h9\n".as_bytes(), &mut output).expect("a game");
    let output = String::from_utf8(output).expect("text");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].is_ascii() && lines[0].len() == 4, "{output}");
    assert!(lines[1].contains("nonsense"), "{output}");
    // The cannon has left h2.
    assert!(lines[2].contains("h2h9"), "{output}");
    assert_eq!(lines.len(), 3, "{output}");
    assert!(bot::play(11, "".as_bytes(), Vec::new()).is_err());
}

#[test]
fn the_bot_is_thirty_lines_long() {
    let source = include_str!("../examples/bot.rs");
    let (_, body) = source.split_once("fn play").expect("the function");
    let lines = body.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//"));
    assert!(lines.count() <= 32);
}

#[test]
fn the_blunder_of_a_game_is_found() {
    // The cannon takes a pawn that the horse protects.
    let pgn = "[Red \"A\"]\n[Black \"B\"]\n1. C2=5 H8+7 2. C5+4 H7+5 *";
    let mut output = Vec::new();
    analyse_pgn::analyse(pgn.as_bytes(), 3_000, &mut output).expect("a review");
    let output = String::from_utf8(output).expect("text");
    assert!(output.starts_with("A - B\n"), "{output}");
    assert!(output.contains("\nply 3: e2e6 is a "), "{output}");
    assert!(output.contains("\naccuracy: Red "), "{output}");
    assert!(analyse_pgn::analyse(b"1. nonsense", 1, Vec::new()).is_err());
}

#[test]
fn the_evaluation_of_ones_own_plays() {
    let mut engine = custom_evaluation::engine().expect("memory");
    assert_eq!(engine.evaluation().name(), "mobility");
    assert_eq!(engine.evaluate(), 0, "the start is even");
    let answer = engine.think(&Limits { depth: Some(4), ..Limits::default() });
    assert!(answer.best.is_some());
    engine.set_position("4k4/9/9/9/9/9/9/9/R8/3K5 w".parse().expect("a position"));
    assert!(engine.evaluate() > 900);
}
