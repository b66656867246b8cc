//! The binary `chuhe`: one program, a command for each job.
//!
//! What a command prints on standard output is its result; progress and timings go to standard
//! error. Exit codes: 0 done, 1 done and something did not hold, 2 the command line or the input
//! cannot be used.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod failure;
mod judge;
mod perft;
mod play;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Chuhe (楚河): a xiangqi engine and workbench.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Judge(judge::Arguments),
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
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
