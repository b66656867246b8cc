//! `chuhe endings`: tables of endings are built, listed, asked and verified.

mod build;
mod list;
mod probe;
mod verify;

use crate::failure::Failure;
use clap::{Args, Subcommand};
use endgame::Tables;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tables of endings: build them, ask them, verify them
///
/// An ending has all its rooks, horses, cannons and pawns on one side, and at most five men besides the kings. It is written from both kings
/// on, `KRvKAABB` for a rook against two advisors and two elephants. The program has tables of the most important endings inside; more can be
/// built into a folder, which --tables and the option `EndgamePath` then name.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Arguments),
    List(list::Arguments),
    Probe(probe::Arguments),
    Verify(verify::Arguments),
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::List(arguments) => list::run(arguments),
        Command::Probe(arguments) => probe::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
    }
}

/// Where tables are.
#[derive(Args)]
struct Folder {
    /// A folder with tables, besides those inside the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Folder {
    /// The tables inside the program and those of the folder.
    fn load(&self) -> Result<Tables, Failure> {
        let own = self.tables.as_deref().map(read).transpose()?.unwrap_or_default();
        Ok(endgame::shipped().clone().with(&own))
    }
}

fn read(folder: &Path) -> Result<Tables, Failure> {
    engine::tables::read_tables(folder).map_err(Failure::input)
}

/// A bar on a terminal; nothing elsewhere.
fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent}%  {msg}") {
        bar.set_style(style);
    }
    bar
}
