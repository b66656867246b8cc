//! `chuhe laboratory`: the engine as `chuhe match` starts it to record what its searches count.
//!
//! A program of its own, and not a player inside the match, so that clocks, crashes and hangs are judged as those of every other engine.

use crate::failure::Failure;
use crate::keys::KeyChoice;
use clap::Args;
use std::process::ExitCode;

/// Speak a protocol like the engine, and tell a summary of each search
///
/// UCI or UCCI, whichever the GUI begins with. It plays as the engine without a command does, move for move at equal nodes, with a table that takes three times
/// the memory; before each move it tells `info string summary` with what was counted as JSON, which `chuhe match --record`
/// keeps (docs/records.md).
#[derive(Args)]
#[command(after_help = "Example:
  chuhe match --engine \"name=wide cmd='chuhe laboratory'\" \\
      --engine \"name=narrow cmd='chuhe laboratory --keys bits=16,seed=1,confirm=counts'\" \\
      --games 20 --nodes 2000 --record games")]
pub struct Arguments {
    /// What its table knows positions by: bits=1..128, seed=N, confirm=none, counts or refuses, with commas between [default: the game's own
    /// keys of 64 bits]
    #[arg(long, value_name = "KEYS")]
    keys: Option<KeyChoice>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let input = std::io::BufReader::new(std::io::stdin());
    let keys = arguments.keys.map(|choice| choice.0).unwrap_or_default();
    protocol::run_laboratory(input, std::io::stdout(), std::io::stderr(), keys)?;
    Ok(ExitCode::SUCCESS)
}
