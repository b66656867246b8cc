//! `chuhe record`: what recorded games show, and whether they can be played again.

pub mod files;
pub mod replay;

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::plot::{self, PictureKind};
use clap::{Args, Subcommand};
use record::table::{Totals, csv_header, csv_rows};
use record::{GameRecord, plots};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

pub use replay::program;

/// Look at recorded games: pictures, tables, and the same game again
///
/// Records come from `chuhe play --record DIR` and `chuhe match --record DIR`: JSON with settings, seeds and a summary of each search (docs/records.md).
/// A folder stands for all the records in it.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Draw one game move by move, or several together
    Plot(PlotArguments),
    /// Sum records up: results, nodes by how they ended, the table, cut-offs, collisions
    Stats(StatsArguments),
    /// Play recorded games again, from their settings and seeds, and say whether the moves are the same
    ///
    /// Games whose searches were limited by nodes can be repeated exactly. Moves of people, scripts and programs of others are taken from the record.
    ///
    /// Exit code 0: all are the same; 1: one differs; 2: one cannot be read or replayed.
    Replay(ReplayArguments),
}

#[derive(Args)]
struct PlotArguments {
    /// Records, or folders of them
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// The picture; the ending says what: .svg or .png
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite the picture
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
struct StatsArguments {
    /// Records, or folders of them
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Write a table with a row for each move to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Overwrite the table
    #[arg(long, requires = "csv")]
    force: bool,
    /// Print the sums as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct ReplayArguments {
    /// Records, or folders of them
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.job {
        Job::Plot(arguments) => {
            PictureKind::of(&arguments.out)?;
            let records = read_all(&arguments.records)?;
            let svg = match &records[..] {
                [(_, only)] => plots::game(only),
                _ => plots::batch(&records.iter().map(|(_, record)| record.clone()).collect::<Vec<_>>()),
            };
            let inputs: Vec<PathBuf> = records.into_iter().map(|(path, _)| path).collect();
            plot::write(&arguments.out, arguments.force, &inputs, &svg)?;
            Ok(ExitCode::SUCCESS)
        }
        Job::Stats(arguments) => stats(arguments),
        Job::Replay(arguments) => replay::run(&files::named(&arguments.records)?),
    }
}

fn read_all(paths: &[PathBuf]) -> Result<Vec<(PathBuf, GameRecord)>, Failure> {
    files::named(paths)?.into_iter().map(|path| Ok((path.clone(), files::read(&path)?))).collect()
}

fn stats(arguments: &StatsArguments) -> Result<ExitCode, Failure> {
    let records = read_all(&arguments.records)?;
    let totals = Totals::of(records.iter().map(|(_, record)| record));
    if let Some(path) = &arguments.csv {
        let inputs: Vec<PathBuf> = records.iter().map(|(path, _)| path.clone()).collect();
        let mut text = csv_header();
        for (path, record) in &records {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            text.push_str(&csv_rows(&name, record));
        }
        Draft::write(path, arguments.force, &inputs, text.as_bytes())?;
    }
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &totals).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", totals.text())?;
    }
    Ok(ExitCode::SUCCESS)
}
