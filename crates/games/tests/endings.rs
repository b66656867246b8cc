//! When games are over and why, by the one definition that every front door uses.

use games::{AnyPosition, Cause, Side, Variant};
use xiangqi::rules::Language;
use xiangqi::{RuleSet, Rules};

/// Plays moves, none of which ends the game but the last, and gives what that comes to.
fn ending(variant: Variant, fen: Option<&str>, moves: &str) -> Option<(Option<Side>, Cause)> {
    let mut position = fen.map_or_else(
        || AnyPosition::start(variant),
        |fen| AnyPosition::parse(variant, fen).unwrap_or_else(|error| panic!("{error}")),
    );
    for text in moves.split_whitespace() {
        assert_eq!(position.ending(), None, "before {text}");
        position.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    position.ending().map(|ending| (ending.winner, ending.cause))
}

#[test]
fn games_of_chess_end() {
    let ending = |fen, moves| ending(Variant::Chess, fen, moves);
    let queen = Some("7k/8/6K1/8/8/8/5Q2/8 w - - 99 90");
    assert_eq!(ending(None, "f2f3 e7e5 g2g4 d8h4"), Some((Some(Side::Second), Cause::Checkmate)));
    assert_eq!(ending(Some("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"), "f2f7"), Some((None, Cause::Stalemate)));
    assert_eq!(ending(queen, "f2f1"), Some((None, Cause::MoveRule(100))));
    assert_eq!(ending(queen, "f2f8"), Some((Some(Side::First), Cause::Checkmate)));
    assert_eq!(ending(queen, "f2f7"), Some((None, Cause::Stalemate)));
    assert_eq!(ending(Some("7k/8/6K1/8/8/8/5p2/6B1 w - - 0 1"), "g1f2"), Some((None, Cause::Material)));
    assert_eq!(ending(None, "e2e4"), None);
}

#[test]
fn chess_repeats_what_the_rules_call_the_same() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    assert_eq!(ending(Variant::Chess, None, shuffle), Some((None, Cause::Repetition(None))));
    // No pawn can capture in passing, so that the position after the double step is the one that comes back.
    let after_a_double_step = "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";
    assert_eq!(ending(Variant::Chess, None, after_a_double_step), Some((None, Cause::Repetition(None))));
    // Here one can, once.
    let capturable = Some("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    let moves = "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";
    assert_eq!(ending(Variant::Chess, capturable, moves), None);
    let moves = format!("{moves} g8f6");
    assert_eq!(ending(Variant::Chess, capturable, &moves), Some((None, Cause::Repetition(None))));
}

#[test]
fn material_that_mates_nobody() {
    for (placement, is_dead) in [
        ("k7/8/8/8/8/8/8/K7", true),
        ("k7/8/8/8/8/8/8/KN6", true),
        ("kn6/8/8/8/8/8/8/KN6", false),
        ("kb6/8/8/8/8/8/8/K1B5", true),
        ("kb6/8/8/8/8/8/8/KB6", false),
        ("k1b5/8/8/8/8/8/8/KB6", true),
        ("k7/8/8/8/8/8/P7/K7", false),
    ] {
        let found = ending(Variant::Chess, Some(&format!("{placement} w - -")), "");
        assert_eq!(found, is_dead.then_some((None, Cause::Material)), "{placement}");
    }
}

#[test]
fn games_of_xiangqi_end() {
    let ending = |fen, moves| ending(Variant::Xiangqi, fen, moves);
    assert_eq!(ending(None, "h2e2"), None);
    let mated = Some("R2k5/1R7/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(ending(mated, ""), Some((Some(Side::First), Cause::Checkmate)));
    let stalemated = Some("3k5/9/3P5/9/9/9/9/9/9/4K4 b");
    assert_eq!(ending(stalemated, ""), Some((Some(Side::First), Cause::Stalemate)));
    let there_and_back = "h2e2 h7e7 e2h2 e7h7 ".repeat(2);
    let drawn = ending(None, &there_and_back);
    assert!(matches!(drawn, Some((None, Cause::Repetition(Some(_))))), "{drawn:?}");
}

#[test]
fn perpetual_check_loses_and_the_rules_decide() {
    let fen = "9/4k4/9/9/9/9/9/9/9/3K1R3 w - - 0 1";
    let checks = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8";
    for (rules, winner, words) in [
        (RuleSet::Computer, Some(Side::Second), "check on every move"),
        (RuleSet::Asian, Some(Side::Second), "check on every move"),
        (RuleSet::Simple, None, "simple rules"),
    ] {
        let mut position = AnyPosition::parse(Variant::Xiangqi, fen).expect("a position");
        position.set_rules(Rules::from(rules));
        for text in checks.split(' ') {
            assert_eq!(position.ending(), None, "before {text}");
            position.play(text).expect("a legal move");
        }
        let ending = position.ending().expect("a third occurrence");
        assert_eq!(ending.winner, winner);
        let text = ending.explain(Language::English);
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn endings_are_told_in_both_languages() {
    let told = |variant, fen: &str, language| {
        let position = AnyPosition::parse(variant, fen).expect("a position");
        position.ending().expect("an end").explain(language)
    };
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(told(Variant::Chess, mate, Language::English), "White wins: Black is checkmated.");
    assert_eq!(told(Variant::Chess, mate, Language::Chinese), "白方胜：黑方被将死。");
    let mate = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(told(Variant::Xiangqi, mate, Language::English), "Red wins: Black is checkmated.");
    assert_eq!(told(Variant::Xiangqi, mate, Language::Chinese), "红方胜：黑方被将死。");
    let fifty = "7k/8/6K1/8/8/8/5Q2/8 b - - 100 90";
    assert_eq!(
        told(Variant::Chess, fifty, Language::English),
        "Draw: 50 moves on each side without a capture or a pawn move."
    );
}

#[test]
fn what_is_refused_changes_nothing() {
    let rows: [(Variant, &[&str]); 2] = [
        (Variant::Xiangqi, &["", "h2", "h2h8", "a0a3", "e2e4", "h2e2x", "将军"]),
        (Variant::Chess, &["", "e1g1", "e2e5", "e1g2x", "e7e5", "日本"]),
    ];
    for (variant, texts) in rows {
        let mut position = AnyPosition::start(variant);
        for &text in texts {
            let refused = position.play(text).map_err(|error| error.to_string());
            assert!(refused.is_err_and(|message| message.contains(text)), "{text}");
            assert_eq!(position.fen(), variant.start_fen());
        }
        let refused = AnyPosition::parse(variant, "nonsense").map_err(|error| error.to_string());
        assert!(refused.is_err_and(|message| message.starts_with("FEN \"nonsense\": ")));
    }
}

#[test]
fn castling_is_written_in_one_way() {
    let position = AnyPosition::parse(Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
    for text in ["e1g1", "e1h1"] {
        assert_eq!(position.canonical(text).as_deref(), Ok("e1g1"));
    }
}

#[test]
fn kings_that_touch_are_refused() {
    for fen in ["8/8/8/3kK3/8/8/8/R7 w - - 0 1", "8/8/3k4/4K3/8/8/8/R7 b - - 0 1"] {
        assert!(AnyPosition::parse(Variant::Chess, fen).is_err(), "{fen}");
    }
}
