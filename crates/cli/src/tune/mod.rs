//! `chuhe tune`: parameters that win more games, by simultaneous perturbation.
//!
//! The tuned parameters go to standard output at the end, as lines of the engine's table; progress to
//! standard error. Every outcome is in the journal as soon as it is known, so that an interrupted
//! tuning loses at most the games under way.

mod engines;
mod journal;
#[cfg(feature = "tune")]
mod own;
mod plan;
mod progress;

use crate::argument::BadArgument;
use crate::failure::Failure;
use crate::interrupt::{interrupted, on_interrupt};
use crate::lock::Claim;
use arena::StopFlag;
use clap::{Args, ValueEnum};
use engine::EngineGame;
use engines::EnginePair;
use journal::{EarlierRun, TuningJournal};
use learn::tune::{NoOpening, TrialOpenings, TrialPlayer, Tuner};
#[cfg(feature = "tune")]
use own::player as own_player;
use plan::{TuningPlan, TuningSettings};
use progress::TuningProgress;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Tune parameters by games between slightly different settings (SPSA)
///
/// Each iteration changes all parameters at once, up or down at random, and plays a pair of games
/// (one opening, colours reversed) against the opposite change. The winner pulls every parameter a
/// little its way. After thousands of iterations the values settle where neither direction wins more.
///
/// Ctrl-C ends with the values so far; --resume goes on exactly where a tuning was, also after a kill.
///
/// Exit code 0: all iterations are done; 2: the input cannot be used; 130: interrupted.
#[derive(Args)]
#[command(after_help = "\
Parameters are `all` of the engine, some of them by name, or a file of lines
  name, value, low, high, step        or        name = value, low..high, step;
A step is how far a parameter is changed, either way, in the last iterations (2.5 times as far at
the start of 10000): choose it so that being two steps off would cost a few Elo. A pair won 2-0
moves a parameter by twice the rate times its step in the end, up to 2.6 times as much before. The
result is the mean over the second half of the iterations.

The engine's own parameters can be changed in a build with `--features tune` only. Another engine is
described by settings as in `chuhe match` and told the values as its options of the same names.

Examples:
  chuhe tune --params all --iterations 20000 --threads 2 --openings book.epd --out tune.jsonl
  chuhe tune --resume --out tune.jsonl --threads 2
  chuhe tune --engine 'cmd=./engine option.Hash=8' --params params.txt --nodes 5000 --out tune.jsonl")]
pub struct Arguments {
    /// What to tune: `all`, names separated by commas, or a file
    #[arg(long, value_name = "FILE|all|NAME,NAME", required_unless_present = "resume")]
    params: Option<String>,
    /// How many iterations [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    iterations: Option<u32>,
    /// Pairs of games in each iteration [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: Option<u32>,
    /// Nodes per move [default: 4000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games played at once; up to 8 the values do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Openings: lines of FEN or EPD, or games in PGN [default: random plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Without openings: random plies at the start of a game [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100), conflicts_with = "openings")]
    random_plies: Option<u32>,
    /// How many steps a parameter moves, at the end, for each game won more than lost [default: 0.7
    /// divided by the square root of the iterations: 0.007 for 10000]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f64>,
    /// The seed of all random choices [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The game [default: xiangqi]
    #[arg(long, value_enum)]
    game: Option<GameName>,
    /// Mebibytes of each table [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    /// A draw after this many plies [default: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Tune another engine through its options
    #[arg(long, value_name = "SETTINGS")]
    engine: Option<String>,
    /// The journal: settings, every outcome, and the values now and then, as JSON lines
    #[arg(long, value_name = "FILE", required = true)]
    out: PathBuf,
    /// Go on with the journal if it exists
    #[arg(long)]
    resume: bool,
    /// Report, and write values to the journal, every N iterations
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// A game on the command line and in the journal.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GameName {
    /// Xiangqi
    #[default]
    Xiangqi,
    /// International chess
    Chess,
}

fn rate(text: &str) -> Result<f64, BadArgument> {
    let rate = text.parse::<f64>().ok().filter(|rate| *rate > 0.0 && *rate <= 10.0);
    rate.ok_or(BadArgument::Rate)
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let _claim = Claim::beside(&arguments.out)?;
    let earlier = if arguments.resume { EarlierRun::read(&arguments.out)? } else { None };
    let settings = TuningSettings::new(arguments, earlier.as_ref().map(|earlier| &earlier.settings))?;
    if let Some(earlier) = &earlier {
        earlier.check(&arguments.out, &settings)?;
    }
    let plan = TuningPlan::new(settings, arguments.resume)?;
    let mut tuner = Tuner::new(plan.settings.parameters.clone(), plan.schedule());
    if let Some(earlier) = &earlier {
        earlier.replay(&arguments.out, &mut tuner)?;
    }
    let halt = StopFlag::default();
    let interrupt = halt.clone();
    on_interrupt(move || interrupt.raise())?;
    let threads = arguments.threads.min(u16::try_from(plan.settings.ahead).unwrap_or(u16::MAX));
    let mut players = players(&plan, &halt, threads)?;
    let mut journal = TuningJournal::open(&arguments.out, &plan, earlier.as_ref(), arguments.every)?;
    let mut progress = TuningProgress::new(&tuner, arguments.every);
    let mut failure = None;
    let played = learn::tune::run(&mut tuner, &mut players, |tuner, outcome| {
        progress.show(tuner, outcome);
        failure = failure.take().or(journal.write(tuner, outcome).err());
        failure.is_none()
    });
    progress.finish(&tuner);
    let mut out = std::io::stdout().lock();
    for parameter in tuner.tuned() {
        writeln!(out, "{parameter}")?;
    }
    played.map_err(|error| Failure::Input(error.to_string()))?;
    match failure {
        Some(failure) => Err(failure),
        None if tuner.is_done() => Ok(ExitCode::SUCCESS),
        None => Ok(interrupted()),
    }
}

/// Why the games of a trial cannot be played.
#[derive(Debug, Error)]
pub enum TrialFailure {
    #[cfg(feature = "tune")]
    #[error(transparent)]
    Own(#[from] learn::tune::OwnGameError),
    #[error(transparent)]
    Opening(#[from] NoOpening),
    #[error("{0}")]
    Engine(arena::EngineFault),
    /// An engine broke a rule or broke down, so that the game says nothing about the values.
    #[error("iteration {iteration}, game from \"{fen}\": {sentence}")]
    Broken { iteration: u32, fen: String, sentence: String },
}

/// A player of any kind.
type AnyPlayer<'a> = Box<dyn TrialPlayer<Error = TrialFailure> + 'a>;

fn players<'a>(
    plan: &'a TuningPlan,
    halt: &'a StopFlag,
    threads: u16,
) -> Result<Vec<AnyPlayer<'a>>, Failure> {
    let Some(spec) = &plan.engine else { return (0..threads).map(|_| own_player(plan, halt)).collect() };
    engines::check_options(plan, spec, halt)?;
    let player = |_| -> Result<AnyPlayer, Failure> { Ok(Box::new(EnginePair::new(plan, spec, halt)?)) };
    (0..threads).map(player).collect()
}

/// The openings of a plan.
fn trial_openings<G: EngineGame>(plan: &TuningPlan) -> Result<TrialOpenings<'_, G>, Failure> {
    TrialOpenings::new(&plan.openings, plan.settings.random_plies)
        .map_err(|error| Failure::Input(error.to_string()))
}

#[cfg(not(feature = "tune"))]
fn own_player<'a>(_: &'a TuningPlan, _: &'a StopFlag) -> Result<AnyPlayer<'a>, Failure> {
    Err(Failure::Input(
        "in this build the engine's parameters are constants; build with `cargo build --release --features tune` \
         or tune another engine with --engine"
            .into(),
    ))
}
