//! What the engine can do beside searching: counting leaves, measuring itself, telling how it was made.
//!
//! The long ones run in the engine's thread, so that they can be stopped.

use crate::command::SpeedTest;
use crate::dialect::uci::{bench_summary, bench_text};
use crate::host::{Host, Table};
use crate::output::Output;
use crate::ranks::Ranks;
use engine::{Bench, EngineGame, bench_until, divide, speed_test};
use games::{Chess, Xiangqi};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long `speedtest` takes unless told otherwise, and how large its table is for each thread.
const SPEED_TEST_SECONDS: u32 = 10;
const SPEED_TEST_HASH: usize = 16;

impl Host {
    /// Leaves below each move, as other engines print them.
    pub fn count(&mut self, depth: u32) {
        let ranks = self.options.ranks();
        match &self.table {
            Table::Xiangqi(engine) => {
                let position = engine.position().clone();
                self.run(move |stop, output| count::<Xiangqi>(&position, depth, ranks, stop, output));
            }
            Table::Chess(engine) => {
                let position = engine.position().clone();
                self.run(move |stop, output| count::<Chess>(&position, depth, ranks, stop, output));
            }
        }
    }

    pub fn bench(&mut self, depth: usize) {
        match &self.table {
            Table::Xiangqi(engine) => {
                let judge = engine.evaluation().clone();
                self.run(move |stop, output| bench::<Xiangqi>(depth, &judge, stop, output));
            }
            Table::Chess(engine) => {
                let judge = engine.evaluation().clone();
                self.run(move |stop, output| bench::<Chess>(depth, &judge, stop, output));
            }
        }
    }

    pub fn speed_test(&mut self, test: SpeedTest) {
        match &self.table {
            Table::Xiangqi(engine) => {
                let judge = engine.evaluation().clone();
                self.run(move |stop, output| measure::<Xiangqi>(&test, &judge, stop, output));
            }
            Table::Chess(engine) => {
                let judge = engine.evaluation().clone();
                self.run(move |stop, output| measure::<Chess>(&test, &judge, stop, output));
            }
        }
    }
}

fn bench<G: EngineGame>(depth: usize, judge: &G::Evaluation, stop: &AtomicBool, output: &Output) {
    let each = |number: usize, text: &str| output.remark(&format!("Position {number}: {text}"));
    tell_bench(&bench_until::<G>(depth, judge, stop, each), stop, output);
}

fn measure<G: EngineGame>(test: &SpeedTest, judge: &G::Evaluation, stop: &AtomicBool, output: &Output) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = test.threads.unwrap_or(processors).clamp(1, 1024);
    let hash = test.hash.unwrap_or(SPEED_TEST_HASH * threads).max(1);
    let duration = Duration::from_secs(test.seconds.unwrap_or(SPEED_TEST_SECONDS).into());
    output.remark(&format!("Threads {threads}, hash {hash} MiB, {} s", duration.as_secs()));
    let each = |number: usize, text: &str| output.remark(&format!("Position {number}: {text}"));
    match speed_test::<G>(threads, hash, judge, duration, stop, each) {
        Ok(bench) => tell_bench(&bench, stop, output),
        Err(message) => {
            output.say(&format!("info string {message}"));
        }
    }
}

fn tell_bench(bench: &Bench, stop: &AtomicBool, output: &Output) {
    if stop.load(Ordering::Relaxed) {
        output.say("info string stopped before the end");
        return;
    }
    output.remark(&bench_summary(bench));
    output.say(&bench_text(bench));
}

fn count<G: EngineGame>(
    position: &G::Position,
    depth: u32,
    ranks: Ranks,
    stop: &AtomicBool,
    output: &Output,
) {
    let each = |mv: G::Move, count: u64| {
        output.say(&format!("{}: {count}", ranks.write(&G::move_text(position, mv))));
    };
    match divide::<G>(position, depth, stop, each) {
        Some(total) => output.say(&format!("\nNodes searched: {total}\n")),
        None => output.say("info string stopped before the end"),
    };
}

/// What built the program, for which machine.
pub fn compiler_text() -> String {
    let features: Vec<&str> = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, is_on)| is_on.then_some(name))
    .collect();
    format!(
        "Compiled by   : {}\nFor           : {}\nUses          : {}\nAssertions    : {}",
        env!("CHUHE_COMPILER"),
        env!("CHUHE_TARGET"),
        features.join(" "),
        if cfg!(debug_assertions) { "on" } else { "off" }
    )
}
