//! `chuhe collisions`: how often the transposition table takes one position for another.

use crate::failure::Failure;
use clap::Args;
use engine::{Collided, Survey, Surveyed};
use games::Xiangqi;
use std::io::Write;
use std::process::ExitCode;

/// Count hash collisions by key width
///
/// Searches the bench positions with keys of each width and, in the table, two more keys of 64 bits that
/// tell whether an entry really belongs to the position. Where it does not it is a collision: the entry is
/// used all the same, or refused. The last column counts positions whose best move or score differs from
/// that of the first row.
#[derive(Args)]
pub struct Arguments {
    /// How deep to search each position
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=40))]
    depth: u8,
    /// The widths to try, in bits, the one to compare with first
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "128,64,32,16",
        value_parser = clap::value_parser!(u32).range(1..=128))]
    bits: Vec<u32>,
    /// Where the keys come from: the same seed gives the same counts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many entries the table has
    #[arg(long, value_name = "N", default_value_t = 1 << 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    entries: u64,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    let Arguments { depth, seed, entries, .. } = *arguments;
    writeln!(out, "depth {depth}, seed {seed}, {entries} entries")?;
    writeln!(
        out,
        "{:>4}  {:8}{:>10}{:>10}{:>10}{:>12}{:>11}{:>9}",
        "bits", "entry is", "nodes", "probes", "hits", "collisions", "unnoticed", "changed"
    )?;
    let mut reference = None;
    for &bits in &arguments.bits {
        for (collided, name) in [(Collided::Used, "used"), (Collided::Refused, "refused")] {
            let survey = Survey { bits, seed, collided, entries: entries as usize, depth: depth.into() };
            let no_room = || Failure::Input(format!("there is no room for {entries} entries; ask for fewer"));
            let surveyed = survey.run::<Xiangqi>().ok_or_else(no_room)?;
            let first = reference.get_or_insert_with(|| surveyed.found.clone());
            let changed = first.iter().zip(&surveyed.found).filter(|(one, other)| one != other).count();
            let Surveyed { census, nodes, .. } = surveyed;
            writeln!(
                out,
                "{bits:>4}  {name:8}{nodes:>10}{:>10}{:>10}{:>12}{:>11}{changed:>9}",
                census.probes, census.hits, census.collisions, census.unnoticed
            )?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
