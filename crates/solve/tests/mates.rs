//! The mates of `testdata/mates.tsv`: found, proved, checked, and the shortest where that is known.

mod common;

use common::rows;
use solve::{Limits, MateAnswer, Solver, check};
use std::sync::atomic::AtomicBool;

const LIMITS: Limits = Limits { nodes: Some(400_000), time: None, hash: 16, any: false };

#[test]
fn mates_are_found_and_proved() {
    let mut solver = Solver::new(LIMITS);
    for row in rows() {
        let outcome = solver.solve(&row.position, None, &AtomicBool::new(false));
        let name = format!("{} ({})", row.position.fen(), row.source);
        let proved = outcome.answer.proof().map(|proof| check(&row.position, proof));
        assert_eq!(proved, outcome.answer.proof().map(|proof| Ok(proof.moves())), "{name}");
        match (row.result.as_str(), &outcome.answer) {
            ("mate", MateAnswer::Mate(proof)) => assert_eq!(proof.moves(), row.moves, "{name}"),
            ("at_most", MateAnswer::Mate(proof) | MateAnswer::AtMost(proof)) => {
                assert!(proof.moves() <= row.moves, "{name}: {} moves", proof.moves());
            }
            ("none", MateAnswer::None) => {}
            (expected, _) => panic!("{name}: {expected} expected, refuted {}", outcome.refuted),
        }
    }
}

#[test]
fn the_first_mate_will_do() {
    let mut solver = Solver::new(Limits { any: true, ..LIMITS });
    for row in rows().iter().filter(|row| row.result != "none") {
        let outcome = solver.solve(&row.position, None, &AtomicBool::new(false));
        let proof = outcome.answer.proof().expect(&row.source);
        let moves = check(&row.position, proof).expect(&row.source);
        assert!(row.result != "mate" || moves >= row.moves, "{}", row.source);
    }
}

#[test]
fn a_bound_on_the_moves_is_kept() {
    let mut solver = Solver::new(LIMITS);
    for row in rows().iter().filter(|row| row.result == "mate" && row.moves < 5) {
        let mut ask = |most| solver.solve(&row.position, Some(most), &AtomicBool::new(false)).answer;
        assert_eq!(ask(row.moves - 1), MateAnswer::None, "{}", row.source);
        let MateAnswer::Mate(proof) = ask(row.moves) else {
            panic!("{}: no mate in {}", row.source, row.moves)
        };
        assert_eq!(check(&row.position, &proof), Ok(row.moves), "{}", row.source);
    }
}

#[test]
fn lines_are_as_long_as_the_proof_says() {
    let mut solver = Solver::new(LIMITS);
    for row in rows().iter().filter(|row| row.result == "mate" && row.moves < 7) {
        let outcome = solver.solve(&row.position, None, &AtomicBool::new(false));
        let line = outcome.answer.proof().map(solve::Proof::line).unwrap_or_default();
        assert_eq!(line.len() as u32, 2 * row.moves - 1, "{}", row.source);
        let mut position = row.position.clone();
        for mv in line {
            position.try_play(mv).expect(&row.source);
        }
        assert!(!position.board().has_legal_move(), "{}", row.source);
    }
}

#[test]
fn limits_and_the_flag_are_obeyed() {
    let row = rows().into_iter().max_by_key(|row| row.moves).expect("rows");
    let mut solver = Solver::new(Limits { nodes: Some(1000), ..LIMITS });
    let outcome = solver.solve(&row.position, None, &AtomicBool::new(false));
    assert_eq!(outcome.answer, MateAnswer::Unknown);
    assert!(outcome.nodes < 1200, "{}", outcome.nodes);

    let mut solver = Solver::new(Limits { nodes: None, ..LIMITS });
    let outcome = solver.solve(&row.position, None, &AtomicBool::new(true));
    assert_eq!((outcome.answer, outcome.nodes < 100), (MateAnswer::Unknown, true));

    let no_time = Limits { nodes: None, time: Some(std::time::Duration::ZERO), ..LIMITS };
    let outcome = Solver::new(no_time).solve(&row.position, None, &AtomicBool::new(false));
    assert_eq!((outcome.answer, outcome.nodes < 10_000), (MateAnswer::Unknown, true));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut solver = Solver::new(LIMITS);
    let rows = rows();
    let mut ask = |index: usize| solver.solve(&rows[index].position, None, &AtomicBool::new(false));
    let first = ask(30);
    ask(31);
    assert_eq!(first, ask(30));
}

#[test]
fn who_has_no_move_has_no_mate() {
    let position: xiangqi::Position = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1".parse().expect("a mate");
    let outcome = Solver::new(LIMITS).solve(&position, None, &AtomicBool::new(false));
    assert_eq!((outcome.answer, outcome.refuted), (MateAnswer::None, 0));
}
