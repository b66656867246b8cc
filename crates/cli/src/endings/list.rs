//! `chuhe endings list`: which tables there are, and what they hold.

use super::Folder;
use crate::failure::Failure;
use clap::Args;
use endgame::{Table, Tally};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

/// List the tables with what they hold
///
/// Shares are those of all positions: with the stronger side to move that it wins, and with the weaker side to move that it loses.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// Print JSON, one line for each table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    ending: String,
    men: usize,
    strong_to_move: Shares,
    weak_to_move: Shares,
    /// In moves of the winner.
    longest_win: u16,
    bytes: usize,
    unpacked_bytes: usize,
}

#[derive(Serialize)]
struct Shares {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl From<Tally> for Shares {
    fn from(Tally { wins, draws, losses }: Tally) -> Self {
        Self { wins, draws, losses }
    }
}

impl Row {
    fn new(table: &Table) -> Self {
        let summary = table.summary();
        Self {
            ending: table.material().to_string(),
            men: table.material().men(),
            strong_to_move: summary.strong.into(),
            weak_to_move: summary.weak.into(),
            longest_win: summary.longest.div_ceil(2),
            bytes: table.packed_size(),
            unpacked_bytes: table.unpacked_size(),
        }
    }
}

fn percent(part: u64, tally: Tally) -> f64 {
    100.0 * part as f64 / tally.total().max(1) as f64
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tables = arguments.folder.load()?;
    let mut sorted: Vec<&Table> = tables.iter().collect();
    sorted.sort_by_key(|table| (table.material().men(), table.material()));
    let mut out = std::io::stdout().lock();
    if !arguments.json {
        writeln!(out, "ending         positions  won by stronger  lost by weaker  longest  bytes")?;
    }
    for table in sorted {
        if arguments.json {
            serde_json::to_writer(&mut out, &Row::new(table))
                .map_err(|error| Failure::Output(error.into()))?;
            writeln!(out)?;
            continue;
        }
        let summary = table.summary();
        writeln!(
            out,
            "{:<12} {:>11}  {:>13.2} %  {:>12.2} %  {:>7}  {:>6}",
            table.material(),
            summary.strong.total() + summary.weak.total(),
            percent(summary.strong.wins, summary.strong),
            percent(summary.weak.losses, summary.weak),
            summary.longest.div_ceil(2),
            table.packed_size()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
