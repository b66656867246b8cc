//! What an implementation of [`Game`] promises, checked on given positions. What the search itself promises is in
//! `laws`, in builds with the feature `tune`.
//!
//! Every function panics with a message when a promise is broken: for tests.

#[cfg(feature = "tune")]
pub mod laws;

use crate::{Evaluator, Game, QuietMove, Which};
use std::collections::HashSet;

/// Checks all promises in a position and in those up to `depth` plies after it. `fresh` builds an evaluator;
/// `describe` names a position in messages, and must tell different ones apart.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::{Even, Heap, Nim};
/// // The game of the example at `Game` keeps its promises.
/// search::contract::check::<Nim, Even>(&Heap::of(7), 3, &|| Even, &|heap| format!("{heap:?}"));
/// ```
///
/// # Panics
/// When a promise is broken.
pub fn check<G: Game, E: Evaluator<G>>(
    position: &G::Position,
    depth: usize,
    fresh: &impl Fn() -> E,
    describe: &impl Fn(&G::Position) -> String,
) {
    let mut evaluator = fresh();
    evaluator.refresh(position);
    check_below::<G, E>(&mut position.clone(), depth, &mut evaluator, fresh, describe);
}

fn check_below<G: Game, E: Evaluator<G>>(
    position: &mut G::Position,
    depth: usize,
    evaluator: &mut E,
    fresh: &impl Fn() -> E,
    describe: &impl Fn(&G::Position) -> String,
) {
    let name = describe(position);
    let (key, parts, is_check) = (G::key(position), G::part_keys(position), G::is_check(position));
    let seeded = G::seeded_key(position, 1);
    let mut recomputed = fresh();
    recomputed.refresh(position);
    let score = recomputed.evaluate(position);
    assert_eq!(evaluator.evaluate(position), score, "incremental evaluation of {name}");

    let moves = list::<G>(position, Which::Noisy, Which::Quiet);
    let checks = list::<G>(position, Which::QuietChecks, Which::QuietChecks);
    check_quiet_moves::<G>(position, &name);
    for code in 0..=u16::MAX {
        let listed = G::from_code(code).is_some_and(|mv| moves.contains(&mv));
        let legal = G::from_code(code).is_some_and(|mv| G::is_legal(position, mv));
        assert_eq!(legal, listed, "move code {code} in {name}");
    }
    assert!(!G::is_legal(position, G::Move::default()), "no move is legal in {name}");
    for &mv in &moves {
        assert_eq!(G::from_code(G::code(mv)), Some(mv), "the code of {mv} in {name}");
        assert!(G::from_to(mv) < G::FROM_TO && G::piece_to(position, mv) < G::PIECE_TO, "{mv} in {name}");
        assert!(G::victim(position, mv) < G::VICTIMS, "{mv} in {name}");
        let gives_check = G::gives_check(position, mv);
        let is_quiet_check = gives_check && !G::is_noisy(position, mv);
        assert_eq!(checks.contains(&mv), is_quiet_check, "quiet check {mv} in {name}");
        let key_after = G::key_after(position, mv);
        evaluator.push(position, mv);
        G::play(position, mv);
        assert!(key_after.is_none_or(|key| key == G::key(position)), "the key after {mv} in {name}");
        assert_eq!(G::is_check(position), gives_check, "{mv} gives check in {name}");
        if depth > 0 {
            check_below::<G, E>(position, depth - 1, evaluator, fresh, describe);
        }
        G::undo(position);
        evaluator.pop();
        assert_eq!(describe(position), name, "{mv} taken back");
        assert_eq!((G::key(position), G::part_keys(position)), (key, parts), "{mv} taken back in {name}");
        assert_eq!(G::seeded_key(position, 1), seeded, "{mv} taken back in {name}");
        assert_eq!(G::is_check(position), is_check, "{mv} taken back in {name}");
    }
    if !is_check {
        evaluator.push_pass();
        G::pass(position);
        assert_ne!(G::key(position), key, "the key knows whose turn it is in {name}");
        assert_ne!(G::seeded_key(position, 1), seeded, "the seeded key knows whose turn it is in {name}");
        G::undo(position);
        evaluator.pop();
        assert_eq!(G::key(position), key, "a pass taken back in {name}");
    }
    assert_eq!(evaluator.evaluate(position), score, "evaluation after everything was taken back in {name}");
}

/// Quiet moves are listed with what the questions about single moves say of them.
fn check_quiet_moves<G: Game>(position: &G::Position, name: &str) {
    for which in [Which::Quiet, Which::QuietChecks] {
        let (mut moves, mut listed, mut threats) = (Vec::new(), Vec::new(), None);
        G::generate(position, which, |mv| moves.push(mv));
        G::generate_quiet(position, which, &mut threats, |quiet| listed.push(quiet));
        assert!(threats.is_some() || listed.is_empty(), "threats against moves in {name}");
        let threats = G::threats(position);
        let described = moves.into_iter().map(|mv| QuietMove {
            mv,
            piece_to: G::piece_to(position, mv),
            threat_class: G::threat_class(&threats, mv),
            escape: G::escape(&threats, position, mv),
            gives_check: G::gives_check(position, mv),
        });
        assert_eq!(listed, described.collect::<Vec<_>>(), "{which:?} in {name}");
    }
}

/// Two lists of moves joined (or one), none twice.
fn list<G: Game>(position: &G::Position, first: Which, second: Which) -> HashSet<G::Move> {
    let mut moves = HashSet::new();
    let mut add = |mv: G::Move| assert!(moves.insert(mv), "{mv} is listed twice");
    G::generate(position, first, &mut add);
    if second != first {
        G::generate(position, second, &mut add);
    }
    moves
}
