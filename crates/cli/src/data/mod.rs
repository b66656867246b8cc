//! `chuhe data`: looks at what `chuhe datagen` has written, and makes of it what a trainer reads.
//!
//! A file that is damaged is named with the byte where the damage begins; what is before it is used. What
//! is written appears under its name only when it is whole.

mod compare;
mod convert;
pub mod draft;
pub mod inputs;
mod merge;
mod outlook;
mod stats;
mod validate;

use crate::failure::Failure;
use crate::interrupt::interrupted;
use clap::{Args, Subcommand};
use inputs::Interrupt;
use learn::datagen::PositionFilter;
use std::process::ExitCode;

/// Look at, check, merge, convert and shuffle training data
///
/// Archives of games come from `chuhe datagen`; files of positions, 32 bytes each, from `chuhe data
/// convert`.
///
/// Exit code 0: done; 1: done, but an input is damaged (the good part before the damage was used);
/// 2: the input cannot be used; 130: interrupted, nothing was written.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Stats(stats::Arguments),
    Validate(validate::Arguments),
    Merge(merge::Arguments),
    Compare(compare::Arguments),
    Outlook(outlook::Arguments),
    Convert(convert::ConvertArguments),
    Shuffle(convert::ShuffleArguments),
}

/// How a command ended, if no failure stopped it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    Whole,
    Damaged,
    Interrupted,
}

impl Completion {
    /// The worse of two.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Interrupted, _) | (_, Self::Interrupted) => Self::Interrupted,
            (Self::Damaged, _) | (_, Self::Damaged) => Self::Damaged,
            (Self::Whole, Self::Whole) => Self::Whole,
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let interrupt = Interrupt::new()?;
    let ending = match &arguments.command {
        Command::Stats(arguments) => stats::run(arguments, &interrupt),
        Command::Validate(arguments) => validate::run(arguments, &interrupt),
        Command::Compare(arguments) => compare::run(arguments, &interrupt),
        Command::Merge(arguments) => merge::run(arguments, &interrupt),
        Command::Outlook(arguments) => outlook::run(arguments, &interrupt),
        Command::Convert(arguments) => convert::run(arguments, &interrupt),
        Command::Shuffle(arguments) => convert::run_shuffle(arguments, &interrupt),
    }?;
    Ok(match ending {
        Completion::Whole => ExitCode::SUCCESS,
        Completion::Damaged => ExitCode::from(1),
        Completion::Interrupted => interrupted(),
    })
}

/// Which positions are kept.
#[derive(Args)]
#[command(next_help_heading = "Which positions are kept")]
pub struct FilterArguments {
    /// Not before this ply, random ones included
    #[arg(long, value_name = "PLY", default_value_t = PositionFilter::default().min_ply)]
    min_ply: u32,
    /// Not with a score beyond ± this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = PositionFilter::default().max_score)]
    max_score: u16,
    /// Also positions in check
    #[arg(long)]
    keep_checks: bool,
    /// Also positions in which a capture was played
    #[arg(long)]
    keep_captures: bool,
}

impl FilterArguments {
    pub fn filter(&self) -> PositionFilter {
        PositionFilter {
            min_ply: self.min_ply,
            max_score: self.max_score,
            allows_checks: self.keep_checks,
            allows_captures: self.keep_captures,
        }
    }
}
