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
use clap::{Args, Subcommand};
use inputs::Watch;
use learn::datagen::Filter;
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
pub enum Ending {
    Whole,
    Damaged,
    Interrupted,
}

impl Ending {
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
    let watch = Watch::new()?;
    let ending = match &arguments.command {
        Command::Stats(arguments) => stats::run(arguments, &watch),
        Command::Validate(arguments) => validate::run(arguments, &watch),
        Command::Compare(arguments) => compare::run(arguments, &watch),
        Command::Merge(arguments) => merge::run(arguments, &watch),
        Command::Outlook(arguments) => outlook::run(arguments, &watch),
        Command::Convert(arguments) => convert::run(arguments, &watch),
        Command::Shuffle(arguments) => convert::run_shuffle(arguments, &watch),
    }?;
    Ok(match ending {
        Ending::Whole => ExitCode::SUCCESS,
        Ending::Damaged => ExitCode::from(1),
        Ending::Interrupted => ExitCode::from(130),
    })
}

/// Which positions are kept.
#[derive(Args)]
#[command(next_help_heading = "Which positions are kept")]
pub struct FilterArguments {
    /// Not before this ply, random ones included
    #[arg(long, value_name = "PLY", default_value_t = Filter::default().min_ply)]
    min_ply: u32,
    /// Not with a score further from nought than this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().max_score)]
    max_score: u16,
    /// Also positions in check
    #[arg(long)]
    keep_checks: bool,
    /// Also positions in which a capture was played
    #[arg(long)]
    keep_captures: bool,
}

impl FilterArguments {
    /// What they say.
    pub fn filter(&self) -> Filter {
        Filter {
            min_ply: self.min_ply,
            max_score: self.max_score,
            allows_checks: self.keep_checks,
            allows_captures: self.keep_captures,
        }
    }
}
