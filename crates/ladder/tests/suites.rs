//! The suites: large enough, graded, and every answer that can be proved here is proved.

use engine::EngineGame;
use games::{Chess, GameText, Xiangqi};
use ladder::pawn_ending::{PawnEndings, square_text};
use ladder::proof::mating_moves;
use ladder::{Exercise, Grade, read_suite, shipped};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Nodes of a proof by trying everything.
const PROOF_NODES: u64 = 20_000_000;

fn suite<G: EngineGame>() -> Vec<Exercise<G>> {
    read_suite::<G>(shipped(G::VARIANT)).expect("a suite")
}

fn is_large_enough<G: EngineGame>() {
    let suite = suite::<G>();
    assert!(suite.len() >= 50);
    for grade in Grade::ALL {
        assert!(suite.iter().filter(|exercise| exercise.grade == grade).count() >= 15, "{grade}");
    }
    let different: BTreeSet<_> = suite.iter().map(|exercise| &exercise.fen).collect();
    assert_eq!(different.len(), suite.len());
}

#[test]
fn suites_are_large_and_graded() {
    is_large_enough::<Xiangqi>();
    is_large_enough::<Chess>();
}

/// The number in "mate in 3".
fn mate_in(what: &str) -> Option<usize> {
    what.strip_prefix("mate in ")?.split_whitespace().next()?.parse().ok()
}

#[test]
fn mates_of_chess_are_proved_by_trying_everything() {
    let mut proved = 0;
    for exercise in suite::<Chess>() {
        let Some(moves) = mate_in(&exercise.what) else { continue };
        let prove =
            |moves| mating_moves::<Chess>(&exercise.position, moves, PROOF_NODES).expect("a short proof");
        assert_eq!(prove(moves), exercise.answers, "mate in {moves}: {}", exercise.fen);
        assert!(prove(moves - 1).is_empty(), "a faster mate: {}", exercise.fen);
        proved += 1;
    }
    assert!(proved >= 40);
}

#[test]
fn pawn_endings_are_proved_backward_from_the_end() {
    let solved = PawnEndings::solve();
    let only: Vec<_> = solved.only_moves().collect();
    let mut proved = 0;
    for exercise in suite::<Chess>().iter().filter(|exercise| exercise.what.starts_with("pawn ending")) {
        let (ending, mv, _) =
            only.iter().find(|(one, ..)| one.fen() == exercise.fen).expect("one move that wins");
        assert!(solved.is_won(*ending));
        let text = square_text(mv.squares.0) + &square_text(mv.squares.1);
        assert_eq!(Chess::move_text(&exercise.position, exercise.answers[0]), text, "{}", exercise.fen);
        proved += 1;
    }
    assert!(proved >= 10);
}

#[test]
fn mates_of_xiangqi_are_proved_by_the_solver() {
    let mut proved = 0;
    for exercise in suite::<Xiangqi>() {
        let Some(moves) = mate_in(&exercise.what).filter(|&moves| moves <= 5) else { continue };
        let limits = solve::Limits { nodes: Some(2_000_000), time: None, hash: 16, any: true };
        let outcome =
            solve::Solver::new(limits).solve(&exercise.position, Some(moves as u32), &AtomicBool::new(false));
        let proof = outcome.answer.proof().expect("a mate");
        assert!(solve::check(&exercise.position, proof).is_ok(), "{}", exercise.fen);
        let first = proof.line().into_iter().next().expect("a move");
        assert!(exercise.answers.contains(&first), "{first} in {}", exercise.fen);
        proved += 1;
    }
    assert!(proved >= 20);
}
