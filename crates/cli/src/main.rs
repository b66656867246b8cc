//! The binary `chuhe`: one program, a command for each job.
//!
//! What a command prints on standard output is its result; progress and timings go to standard
//! error. Exit codes: 0 done, 1 done and something did not hold, 2 the command line or the input
//! cannot be used.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bench;
mod collisions;
mod data;
mod datagen;
mod failure;
mod fit;
mod judge;
mod matches;
mod perft;
mod play;
mod tune;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Chuhe (楚河): a xiangqi engine and workbench
///
/// Without a command it speaks UCI on standard input and output, as GUIs expect.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Judge(judge::Arguments),
    Fit(fit::Arguments),
    Match(Box<matches::Arguments>),
    Tune(Box<tune::Arguments>),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Collisions(collisions::Arguments),
    Datagen(Box<datagen::Arguments>),
    Data(data::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => speak(),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Judge(arguments)) => judge::run(&arguments),
        Some(Command::Fit(arguments)) => fit::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Tune(arguments)) => tune::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Collisions(arguments)) => collisions::run(&arguments),
        Some(Command::Datagen(arguments)) => datagen::run(&arguments),
        Some(Command::Data(arguments)) => data::run(&arguments),
    };
    match done {
        Ok(code) => code,
        // Whoever reads has had enough, `head` for example: not our failure.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Talks to a GUI until it has enough.
fn speak() -> Result<ExitCode, Failure> {
    protocol::uci::run(std::io::stdin().lock(), std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
