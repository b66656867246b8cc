//! What the search itself promises, checked on given positions against plain negamax.
//!
//! Every function panics with a message when a promise is broken: for tests. They need the feature `tune`, which lets
//! techniques be switched off.

use crate::active::ActiveParams;
use crate::history::History;
use crate::node::Depth;
use crate::table::Table;
use crate::window::Window;
use crate::worker::{PrincipalVariation, Shared, Worker};
use crate::{Control, Evaluator, Game, Limits, Score, Searcher, Silent, Techniques, Which};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The definition of what a search finds: every line to a depth, the evaluation at its end, nothing left out.
pub fn negamax<G: Game, E: Evaluator<G>>(
    position: &mut G::Position,
    evaluator: &mut E,
    depth: Depth,
    ply: usize,
) -> Score {
    if ply > 0
        && let Some(verdict) = G::verdict(position, ply)
    {
        return verdict;
    }
    if depth == 0 {
        return evaluation::<G, E>(position, evaluator);
    }
    let mut best = None;
    for mv in moves::<G>(position) {
        evaluator.push(position, mv);
        G::play(position, mv);
        let score = -negamax::<G, E>(position, evaluator, depth - 1, ply + 1);
        G::undo(position);
        evaluator.pop();
        best = best.max(Some(score));
    }
    best.unwrap_or_else(|| G::no_moves(position, ply))
}

/// What a search to a depth finds that deepens step by step, with these techniques.
pub fn deepen<G: Game, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    techniques: Techniques,
    position: &G::Position,
    limits: &Limits<G::Move>,
) -> Score {
    let stop = AtomicBool::new(false);
    let control = Control::untimed(&stop);
    searcher.set_techniques(techniques);
    searcher.clear();
    searcher.search(position, limits, control, &mut Silent).score
}

/// With these techniques the search finds, at every depth up to the given one, what [`negamax`] finds.
///
/// # Panics
/// When it does not.
pub fn equals_negamax<G: Game, E: Evaluator<G> + 'static>(
    position: &G::Position,
    techniques: Techniques,
    depth: usize,
    fresh: fn() -> E,
    name: &str,
) {
    let mut searcher = Searcher::new(1, 1, fresh);
    for depth in 1..=depth {
        let exact = exact::<G, E>(position, depth, fresh);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = deepen(&mut searcher, techniques, position, &limits);
        assert_eq!(found, exact, "depth {depth} of {name} with {techniques:?}");
    }
}

/// A null window, wherever it lies, tells on which side of it the exact score is, and how far at least. Holds where no
/// technique but those that leave scores as they are is used.
///
/// # Panics
/// When it does not.
pub fn null_windows_agree<G: Game, E: Evaluator<G>>(
    position: &G::Position,
    techniques: Techniques,
    depth: usize,
    fresh: fn() -> E,
    name: &str,
) {
    let exact = exact::<G, E>(position, depth, fresh);
    for alpha in [-200, -20, -2, -1, 0, 1, 20, 200].map(|offset| exact + offset) {
        let (bound, _) = probe::<G, E>(position, Window::above(alpha), depth, techniques, fresh);
        if bound > alpha {
            assert!(exact >= bound, "{bound:?} and not {exact:?} above {alpha:?}, depth {depth} of {name}");
        } else {
            assert!(exact <= bound, "{bound:?} and not {exact:?} below {alpha:?}, depth {depth} of {name}");
        }
    }
}

/// The principal variation can be played, and the position at its end is worth the score of the search. Holds where
/// nothing but the position itself decides what a leaf is worth.
///
/// # Panics
/// When it does not.
pub fn variation_ends_in_its_score<G: Game, E: Evaluator<G>>(
    position: &G::Position,
    techniques: Techniques,
    depth: usize,
    fresh: fn() -> E,
    name: &str,
) {
    let (score, variation) = probe::<G, E>(position, Window::full(), depth, techniques, fresh);
    let mut leaf = position.clone();
    for &mv in &variation {
        assert!(G::is_legal(&leaf, mv), "{mv} of {variation:?}, depth {depth} of {name}");
        G::play(&mut leaf, mv);
    }
    let ply = variation.len();
    let mut evaluator = fresh();
    evaluator.refresh(&leaf);
    // At its last ply the search does not look for moves, but quiescence does in check.
    let looks_for_moves = ply < depth || (techniques.quiescence && G::is_check(&leaf));
    let worth = match G::verdict(&leaf, ply).filter(|_| ply > 0) {
        Some(verdict) => verdict,
        None if looks_for_moves && moves::<G>(&leaf).is_empty() => G::no_moves(&leaf, ply),
        None => evaluation::<G, E>(&leaf, &mut evaluator),
    };
    let from_root = if ply.is_multiple_of(2) { worth } else { -worth };
    assert_eq!(from_root, score, "{variation:?}, depth {depth} of {name} with {techniques:?}");
}

/// What [`negamax`] finds.
fn exact<G: Game, E: Evaluator<G>>(position: &G::Position, depth: usize, fresh: fn() -> E) -> Score {
    let mut evaluator = fresh();
    evaluator.refresh(position);
    negamax::<G, E>(&mut position.clone(), &mut evaluator, depth as Depth, 0)
}

/// One search with a window, without deepening, and the variation that it found.
fn probe<G: Game, E: Evaluator<G>>(
    position: &G::Position,
    window: Window,
    depth: usize,
    techniques: Techniques,
    fresh: fn() -> E,
) -> (Score, PrincipalVariation<G::Move>) {
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let table = Table::at_most(1);
    let control = Control::untimed(&stop);
    let shared = Shared { table: &table, control, limits: &Limits::default(), nodes: &nodes };
    let (mut evaluator, mut history, mut silent) = (fresh(), History::<G>::new(), Silent);
    let settings = (ActiveParams::default(), techniques.into());
    let mut worker = Worker::new(position, &mut evaluator, &mut history, shared, settings, &mut silent, 0);
    let score = worker.search_node(window, depth as Depth, 0, false);
    (score, worker.variations.swap_remove(0))
}

fn evaluation<G: Game, E: Evaluator<G>>(position: &G::Position, evaluator: &mut E) -> Score {
    Score::evaluation(G::damped(position, evaluator.evaluate(position)))
}

fn moves<G: Game>(position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |mv| moves.push(mv));
    }
    moves
}
