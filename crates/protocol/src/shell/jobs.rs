//! What the engine can do beside searching for a GUI: counting leaves, measuring itself.
//!
//! Jobs run in the engine's thread, so that they can be stopped, and say what they find themselves.

use crate::command::{BenchLimit, BenchOrder, BenchPositions, SpeedTest};
use crate::core::Job;
use crate::dialect::uci;
use crate::options::Ranks;
use crate::shell::Output;
use engine::{Bench, Engine, EngineGame, Hooks, Limits, NoMemory, SearchFailure, divide, speed_test};
use games::{AnyPosition, GameText};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

/// How long `speedtest` takes unless told otherwise, and how large its table is for each thread.
const SPEED_TEST_SECONDS: u32 = 10;
const SPEED_TEST_HASH: usize = 16;

/// Why a job has not been done.
#[derive(Debug, thiserror::Error)]
enum JobError<G: GameText> {
    /// A text is not a position of the game.
    #[error(transparent)]
    Position(G::PositionError),
    /// The file with the positions cannot be read.
    #[error("cannot read \"{}\": {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// There is not the memory for it.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// It has failed by a mistake of the program.
    #[error(transparent)]
    Failed(SearchFailure),
}

/// Does a job, and says what has come of it. One that panics has failed, which is said, too.
pub fn run<G: EngineGame>(job: Job, evaluation: &G::Evaluation, stop: &AtomicBool, output: &Output) {
    let work = || match job {
        Job::Perft { position, depth, ranks } => count::<G>(&position, depth, ranks, stop, output),
        Job::Bench { order, current } => bench::<G>(&order, &current, evaluation, stop, output),
        Job::SpeedTest(test) => measure::<G>(&test, evaluation, stop, output),
        #[cfg(test)]
        Job::Panic => super::panics::panic_now(),
    };
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|panic| Err(JobError::Failed(SearchFailure::from_panic(&*panic))));
    if let Err(error) = done {
        output.say(&uci::failure_text(&error.to_string()));
    }
}

fn count<G: EngineGame>(
    position: &AnyPosition,
    depth: u32,
    ranks: Ranks,
    stop: &AtomicBool,
    output: &Output,
) -> Result<(), JobError<G>> {
    let position = read::<G>(&position.fen())?;
    let each = |mv: G::Move, count: u64| {
        output.say(&uci::count_text(&G::move_text(&position, mv), count, ranks));
    };
    match divide::<G>(&position, depth, stop, each) {
        Some(total) => output.say(&uci::total_text(total)),
        None => output.say(&uci::stopped_text()),
    };
    Ok(())
}

fn read<G: EngineGame>(fen: &str) -> Result<G::Position, JobError<G>> {
    G::parse_position(fen).map_err(JobError::Position)
}

fn bench<G: EngineGame>(
    order: &BenchOrder,
    current: &AnyPosition,
    evaluation: &G::Evaluation,
    stop: &AtomicBool,
    output: &Output,
) -> Result<(), JobError<G>> {
    let fens: Vec<String> = match &order.positions {
        BenchPositions::OfGame => G::BENCH.iter().map(ToString::to_string).collect(),
        BenchPositions::Current => vec![current.fen()],
        BenchPositions::File(path) => {
            let text =
                fs::read_to_string(path).map_err(|reason| JobError::File { path: path.clone(), reason })?;
            text.lines().map(str::trim).filter(|line| !line.is_empty()).map(ToString::to_string).collect()
        }
    };
    let positions: Vec<G::Position> = fens.iter().map(|fen| read::<G>(fen)).collect::<Result<_, _>>()?;
    let builder = Engine::<G>::builder().hash(order.hash).threads(order.threads);
    let mut engine = builder.evaluation(evaluation.clone()).build()?;
    let mut bench = Bench { nodes: 0, elapsed: Duration::ZERO };
    for (number, (position, fen)) in (1..).zip(positions.into_iter().zip(&fens)) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        output.remark(&format!("Position {number}: {fen}"));
        let began = Instant::now();
        bench.nodes += examine(&mut engine, position, order.limit, stop);
        bench.elapsed += began.elapsed();
    }
    tell(&bench, stop, output);
    Ok(())
}

/// The nodes of one position of a bench.
fn examine<G: EngineGame>(
    engine: &mut Engine<G>,
    position: G::Position,
    limit: BenchLimit,
    stop: &AtomicBool,
) -> u64 {
    let limits = match limit {
        BenchLimit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        BenchLimit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        BenchLimit::MoveTime(time) => Limits { hard_time: Some(time), ..Limits::default() },
        BenchLimit::Perft(depth) => return divide::<G>(&position, depth, stop, |_, _| {}).unwrap_or(0),
    };
    engine.new_game();
    engine.set_position(position);
    let began = Instant::now();
    let elapsed = || began.elapsed();
    engine.search(&limits, Hooks { elapsed: &elapsed, ..Hooks::silent(stop) }).nodes
}

fn measure<G: EngineGame>(
    test: &SpeedTest,
    evaluation: &G::Evaluation,
    stop: &AtomicBool,
    output: &Output,
) -> Result<(), JobError<G>> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = test.threads.unwrap_or(processors).clamp(1, 1024);
    let hash = test.hash.unwrap_or(SPEED_TEST_HASH * threads).max(1);
    let duration = Duration::from_secs(test.seconds.unwrap_or(SPEED_TEST_SECONDS).into());
    output.remark(&format!("Threads {threads}, hash {hash} MiB, {} s", duration.as_secs()));
    let each = |number: usize, text: &str| output.remark(&format!("Position {number}: {text}"));
    let bench = speed_test::<G>(threads, hash, evaluation, duration, stop, each);
    tell(&bench?, stop, output);
    Ok(())
}

fn tell(bench: &Bench, stop: &AtomicBool, output: &Output) {
    if stop.load(Ordering::Relaxed) {
        output.say(&uci::stopped_text());
        return;
    }
    output.remark(&uci::bench_summary(bench));
    output.say(&uci::bench_text(bench));
}
