//! What a search is given, and what it tells.

use crate::table::Bound;
use game::{Game, Score};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits<M> {
    /// The deepest iteration.
    pub depth: Option<usize>,
    /// So many nodes, over all threads.
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Begin no new iteration after this, and cut one short if the best move stands.
    pub soft_time: Option<Duration>,
    /// Stop at once.
    pub hard_time: Option<Duration>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<i32>,
    /// Look at these moves only; all if there are none.
    pub moves: Vec<M>,
    /// How many lines to find.
    pub lines: usize,
}

/// What the outside lends to a search: a clock and a way to stop it.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set to stop.
    pub stop: &'a AtomicBool,
    /// The time since the search began.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
}

/// One line of an iteration.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// The iteration.
    pub depth: usize,
    /// The deepest ply that was looked at.
    pub selective_depth: usize,
    /// Which line it is, the best being 1.
    pub number: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// Thousandths of the table in use.
    pub fullness: usize,
    /// The moves.
    pub moves: Vec<M>,
}

/// Takes note of how a search goes.
pub trait Report<G: Game> {
    /// A line has been found.
    fn line(&mut self, line: &Line<G::Move>);
}

/// Takes note of nothing.
pub struct Silent;

impl<G: Game> Report<G> for Silent {
    fn line(&mut self, _: &Line<G::Move>) {}
}
