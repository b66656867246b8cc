//! `chuhe endings build`: makes tables, each with all that captures make of it, the smallest first.
//!
//! A table is a file that appears when it is whole. What is there already is kept, so that an interrupted build goes on where it stopped.

use super::bar;
use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use crate::lock::Claim;
use clap::Args;
use endgame::{BuildError, Material, Progress, SHIPPED, Table, Tables, build, build_memory};
use engine::tables::{TABLE_EXTENSION, read_table};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Build tables of endings into a folder
///
/// Builds the endings that are named and all that captures make of them, as far as they are neither inside the program nor in the folder.
/// After Ctrl-C the same command goes on with the table that was being built.
///
/// Exit code 0: all are there; 2: the input cannot be used; 130: interrupted.
#[derive(Args)]
pub struct Arguments {
    /// The endings, such as `KNPvKAB`
    #[arg(value_name = "ENDING", required_unless_present = "shipped", conflicts_with = "shipped", value_parser = parse)]
    endings: Vec<Material>,
    /// The folder; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
    /// Build those that the program has inside, without using them
    #[arg(long)]
    shipped: bool,
    /// Refuse endings that need more memory than this
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u64,
}

fn parse(text: &str) -> Result<Material, endgame::MaterialError> {
    text.parse()
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut tables = if arguments.shipped { Tables::new() } else { endgame::shipped().clone() };
    let wanted = wanted(arguments)?;
    if wanted.iter().all(|&material| tables.get(material).is_some()) {
        let names: Vec<String> = arguments.endings.iter().map(ToString::to_string).collect();
        writeln!(std::io::stdout(), "{}: inside the program already, nothing to build", names.join(", "))?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = &arguments.tables;
    std::fs::create_dir_all(folder).map_err(|error| Failure::File(folder.clone(), error))?;
    let _claim = Claim::beside(folder)?;
    let stop = interrupt_flag()?;
    let mut out = std::io::stdout().lock();
    for (number, &material) in wanted.iter().enumerate() {
        if tables.get(material).is_some() {
            continue;
        }
        let path = folder.join(format!("{material}.{TABLE_EXTENSION}"));
        let began = Instant::now();
        let (table, deed) = if path.exists() {
            (kept(&path, material)?, "kept")
        } else {
            let head = format!("{material}, {} of {}", number + 1, wanted.len());
            match make(material, &tables, &head, &stop) {
                Ok(table) => {
                    Draft::write(&path, false, &[], table.bytes())?;
                    (table, "built")
                }
                Err(BuildError::Interrupted(_)) => {
                    eprintln!("{material} was not finished; the same command goes on with it");
                    return Ok(interrupted());
                }
                Err(error) => return Err(Failure::input(error)),
            }
        };
        let (summary, bytes) = (table.summary(), table.packed_size());
        let total = summary.strong.total() + summary.weak.total();
        let moves = summary.longest.div_ceil(2);
        let seconds = began.elapsed().as_secs_f64();
        writeln!(
            out,
            "{material:<12} {deed}: {total} positions, longest win {moves} moves, {bytes} bytes, {seconds:.1} s"
        )?;
        tables.insert(table);
    }
    Ok(ExitCode::SUCCESS)
}

/// All tables that have to be there in the end, in the order in which they can be built.
fn wanted(arguments: &Arguments) -> Result<Vec<Material>, Failure> {
    let shipped = SHIPPED.iter().filter_map(|name| name.parse::<Material>().ok());
    let named: Vec<Material> = if arguments.shipped { shipped.collect() } else { arguments.endings.clone() };
    let mut wanted: Vec<Material> = named.iter().flat_map(|material| material.family()).collect();
    wanted.sort_by_key(|&material| (material.men(), material));
    wanted.dedup();
    for &material in &wanted {
        let needed = build_memory(material).div_ceil(1 << 20);
        if needed > arguments.memory {
            let most = arguments.memory;
            return Err(Failure::Input(format!(
                "{material} needs {needed} MiB of memory to build, more than the {most} that --memory allows"
            )));
        }
    }
    Ok(wanted)
}

/// A table that is there already.
fn kept(path: &Path, material: Material) -> Result<Table, Failure> {
    let table = read_table(path)
        .map_err(|error| Failure::Input(format!("{error}; remove the file to have it built anew")))?;
    if table.material() == material {
        return Ok(table);
    }
    let found = table.material();
    Err(Failure::Input(format!("{} has the table of {found}, not of {material}", path.display())))
}

fn make(material: Material, tables: &Tables, head: &str, stop: &AtomicBool) -> Result<Table, BuildError> {
    let bar = bar(1);
    let made = build(material, tables, |progress| {
        match progress {
            Progress::Start { done, of } => {
                bar.set_length(of);
                bar.set_position(done);
                bar.set_message(format!("{head}: moves"));
            }
            Progress::Level { plies } => {
                bar.set_position(bar.length().unwrap_or_default());
                bar.set_message(format!("{head}: ends in {plies} plies"));
            }
        }
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    made
}
