//! `chuhe bench`: the signature of the search, and its speed.

use crate::evaluation::EvaluationArguments;
use crate::failure::Failure;
use crate::variant::variant;
use clap::Args;
use engine::{bench, bench_until};
use games::{Chess, Variant, Xiangqi};
use protocol::{BENCH_DEPTH, bench_summary, bench_text};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Search fixed positions to a fixed depth
///
/// The number of nodes is the same on every machine and changes whenever the search or the evaluation
/// does. The last line of standard output is `N nodes N nps`; the timing goes to standard error.
#[derive(Args)]
pub struct Arguments {
    /// The depth of the searches
    #[arg(default_value_t = BENCH_DEPTH as u8, value_parser = clap::value_parser!(u8).range(1..=40))]
    depth: u8,
    /// The game
    #[arg(long, value_name = "GAME", default_value_t, value_parser = variant())]
    game: Variant,
    #[command(flatten)]
    evaluation: EvaluationArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let depth = usize::from(arguments.depth);
    let result = match arguments.game {
        Variant::Xiangqi => {
            let evaluation = arguments.evaluation.load()?;
            bench_until::<Xiangqi>(depth, &evaluation, &AtomicBool::new(false), |_, _| {})
        }
        Variant::Chess => bench::<Chess>(depth),
    };
    eprintln!("{}", bench_summary(&result));
    writeln!(std::io::stdout().lock(), "{}", bench_text(&result))?;
    Ok(ExitCode::SUCCESS)
}
