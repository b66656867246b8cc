//! The signature of the engine: the nodes of searches to a fixed depth over fixed positions.

use crate::Spoken;
use search::{Control, Limits, Searcher, Silent};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a bench found.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Nodes of all searches: the same on every machine.
    pub nodes: u64,
    /// How long they took.
    pub elapsed: Duration,
}

/// Searches the game's fixed positions to a depth, one thread, everything forgotten between them.
pub fn bench<G: Spoken>(depth: usize) -> Bench {
    let began = Instant::now();
    let mut searcher = Searcher::<G, _>::new(16, 1, G::Classical::default);
    let stop = AtomicBool::new(false);
    let elapsed = || began.elapsed();
    let mut nodes = 0;
    for position in G::BENCH.iter().filter_map(|text| G::parse_position(text).ok()) {
        searcher.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let control = Control { stop: &stop, elapsed: &elapsed };
        nodes += searcher.search(&position, &limits, control, &mut Silent).nodes;
    }
    Bench { nodes, elapsed: began.elapsed() }
}
