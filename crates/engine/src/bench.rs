//! The signature of the engine, and its speed.

use crate::{EngineGame, NoMemory, memory};
use search::{Control, Limits, Searcher, Silent, Table};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a bench found.
///
/// ```
/// use engine::Bench;
/// use std::time::Duration;
///
/// let bench = Bench { nodes: 3_000, elapsed: Duration::from_secs(2) };
/// assert!((bench.speed() - 1_500.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Nodes of all searches: the same on every machine.
    pub nodes: u64,
    /// How long they took.
    pub elapsed: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Searches the game's fixed positions to a depth, one thread, everything forgotten between them.
///
/// ```
/// use engine::bench;
/// assert_eq!(bench::<games::Xiangqi>(2).nodes, bench::<games::Xiangqi>(2).nodes);
/// ```
pub fn bench<G: EngineGame>(depth: usize) -> Bench {
    bench_until::<G>(depth, &G::Evaluation::default(), &AtomicBool::new(false), |_, _| {})
}

/// The same with a judge of one's choice; it ends when it is told to stop, and tells the number and the text of each
/// position before.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// let mut seen = 0;
/// let judge = engine::Evaluation::default();
/// let stop = AtomicBool::new(false);
/// let bench = engine::bench_until::<games::Xiangqi>(1, &judge, &stop, |_, _| seen += 1);
/// assert!(seen > 0 && bench.nodes > 0);
/// ```
pub fn bench_until<G: EngineGame>(
    depth: usize,
    judge: &G::Evaluation,
    stop: &AtomicBool,
    each: impl FnMut(usize, &str),
) -> Bench {
    let judge = judge.clone();
    let mut searcher = Searcher::<G, _>::new(16, 1, move || judge.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search_all::<G>(&mut searcher, &limits, true, stop, each)
}

/// Searches the fixed positions one after the other for this long in all, with this many threads and mebibytes, and
/// remembers from one to the next, as in a game: how fast the engine is on this machine.
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// let stop = AtomicBool::new(false);
/// let judge = engine::Evaluation::default();
/// let speed = engine::speed_test::<games::Xiangqi>(1, 1, &judge, Duration::from_millis(50), &stop, |_, _| {})?;
/// assert!(speed.speed() > 0.0);
/// # Ok::<(), engine::NoMemory>(())
/// ```
///
/// # Errors
/// If there is no memory for it.
pub fn speed_test<G: EngineGame>(
    threads: usize,
    mebibytes: usize,
    judge: &G::Evaluation,
    duration: Duration,
    stop: &AtomicBool,
    each: impl FnMut(usize, &str),
) -> Result<Bench, NoMemory> {
    memory::check_memory(memory::of_threads(threads).saturating_add(mebibytes), 0)?;
    let table = Table::new(mebibytes).map_err(|_| NoMemory::of(mebibytes))?;
    let judge = judge.clone();
    let mut searcher = Searcher::<G, _>::with_table(table, threads, move || judge.clone());
    let share = duration / G::BENCH.len() as u32;
    let limits = Limits { hard_time: Some(share), ..Limits::default() };
    Ok(search_all::<G>(&mut searcher, &limits, false, stop, each))
}

fn search_all<G: EngineGame>(
    searcher: &mut Searcher<G, G::Evaluation>,
    limits: &Limits<G::Move>,
    forgets: bool,
    stop: &AtomicBool,
    mut each: impl FnMut(usize, &str),
) -> Bench {
    let mut bench = Bench { nodes: 0, elapsed: Duration::ZERO };
    for (number, text) in (1..).zip(G::BENCH) {
        let Ok(position) = G::parse_position(text) else { continue };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        each(number, text);
        let began = Instant::now();
        if forgets {
            searcher.clear();
        }
        let elapsed = || began.elapsed();
        bench.nodes += searcher
            .search(&position, limits, Control { stop, elapsed: &elapsed, checkpoint: None }, &mut Silent)
            .nodes;
        bench.elapsed += began.elapsed();
    }
    bench
}
