//! Under which rules the values hold.

mod slow;

use endgame::{Material, Value, audit, shipped};
use std::ops::ControlFlow;
use xiangqi::rules::MaterialRule;
use xiangqi::{Fen, Piece, Position, RuleSet, Rules};

/// Endings that the computer rules call drawn because of their material have no other wins than what those rules let stand: a mate in one.
#[test]
fn the_cannon_draws_of_the_computer_rules_are_draws_of_the_tables() {
    let mut drawn = 0;
    for men in [
        vec![Piece::RedCannon],
        vec![Piece::RedCannon, Piece::BlackAdvisor],
        vec![Piece::RedCannon, Piece::RedElephant],
        vec![Piece::RedCannon, Piece::BlackAdvisor, Piece::BlackAdvisor],
    ] {
        for board in slow::boards(&[vec![Piece::RedKing, Piece::BlackKing], men].concat()) {
            if MaterialRule::Computer.is_draw(&board)
                && let Some(value) = shipped().probe(&board)
            {
                assert!(matches!(value, Value::Draw | Value::Loss(0)), "{board:?}: {value:?}");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 100_000, "{drawn}");
    // The larger ones by their longest win.
    for name in ["KCvKAABB", "KCvKAAB", "KCBvKA", "KCBBvKA", "KCvKBB", "KCBBvK"] {
        let table = shipped().get(name.parse::<Material>().unwrap()).unwrap();
        assert!(table.summary().longest <= 1, "{name}");
    }
}

/// Nothing in these tables rests on perpetual check or chase.
#[test]
fn repetition_changes_nothing() {
    for name in ["KPvKA", "KPvKAA", "KNvKB", "KNvKA", "KCvKAA", "KCAvKA", "KRvKB"] {
        let audit = audit(name.parse().unwrap(), shipped(), |_| ControlFlow::Continue(())).unwrap();
        assert!(audit.is_clean(), "{name}: {audit:?}");
    }
}

#[test]
fn a_win_that_comes_too_late_for_the_move_rule_is_not_promised() {
    let mut fen: Fen = "3aka3/9/9/9/9/9/9/9/R8/3K5 w".parse().unwrap();
    let Some(Value::Win(plies)) = shipped().probe(&fen.board) else { panic!("a rook beats two advisors") };
    for set in RuleSet::ALL {
        for (quiet_plies, is_in_time) in [(0, true), (120 - plies, true), (121 - plies, false)] {
            fen.quiet_plies = quiet_plies;
            let mut position = Position::from(fen.clone());
            position.set_rules(Rules::from(set));
            let expected = (is_in_time || set == RuleSet::Simple).then_some(Value::Win(plies));
            assert_eq!(shipped().probe_under_rules(&position), expected, "{set} after {quiet_plies}");
        }
    }
}
