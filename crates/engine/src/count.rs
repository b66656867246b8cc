//! Counting leaves, move by move, in a way that can be stopped.

use crate::EngineGame;
use games::legal_moves;
use std::sync::atomic::{AtomicBool, Ordering};

/// Trees up to this depth are counted in one go.
const UNINTERRUPTED: u32 = 4;

/// Counts the lines of legal moves of a depth, and tells the count below each first move. None if it was stopped.
///
/// ```
/// use engine::divide;
/// use games::{GameText, Xiangqi};
/// use std::sync::atomic::AtomicBool;
///
/// let mut firsts = 0;
/// let total = divide::<Xiangqi>(&Xiangqi::start(), 2, &AtomicBool::new(false), |_, _| firsts += 1);
/// assert_eq!((firsts, total), (44, Some(1920)));
/// ```
pub fn divide<G: EngineGame>(
    position: &G::Position,
    depth: u32,
    stop: &AtomicBool,
    mut each: impl FnMut(G::Move, u64),
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else { return Some(1) };
    let mut total = 0;
    for mv in legal_moves::<G>(position) {
        let mut after = position.clone();
        G::play(&mut after, mv);
        let count = count::<G>(&mut after, below, stop)?;
        each(mv, count);
        total += count;
    }
    Some(total)
}

fn count<G: EngineGame>(position: &mut G::Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(G::perft(position, depth));
    }
    let mut total = 0;
    for mv in legal_moves::<G>(position) {
        G::play(position, mv);
        let count = count::<G>(position, depth - 1, stop);
        G::undo(position);
        total += count?;
    }
    Some(total)
}
