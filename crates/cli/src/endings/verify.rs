//! `chuhe endings verify`: whether tables are whole, and say what follows from the legal moves.

use super::{Folder, bar};
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use clap::Args;
use endgame::{BuildError, Inconsistent, Material, Tables, audit, verify};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Verify tables
///
/// Every block is unpacked, and positions are compared with what their legal moves lead to. With --repetition it is shown besides that
/// perpetual check and chase change nothing, which takes several times as long as building.
///
/// Exit code 0: all hold; 1: something does not; 2: the input cannot be used; 130: interrupted.
#[derive(Args)]
pub struct Arguments {
    /// The endings [default: all tables]
    #[arg(value_name = "ENDING", value_parser = parse)]
    endings: Vec<Material>,
    #[command(flatten)]
    folder: Folder,
    /// Compare about this many placements of each table
    #[arg(long, value_name = "N", default_value_t = 20_000, conflicts_with = "all")]
    sample: usize,
    /// Compare every position
    #[arg(long)]
    all: bool,
    /// Also show that the rules about repetition change nothing
    #[arg(long)]
    repetition: bool,
}

fn parse(text: &str) -> Result<Material, endgame::MaterialError> {
    text.parse()
}

/// Strides without small factors see all squares of all men.
fn stride(size: usize, sample: usize) -> usize {
    let least = size / sample.max(1) + 1;
    (least..least + 2310).find(|stride| [2, 3, 5, 7, 11].iter().all(|prime| stride % prime != 0)).unwrap_or(1)
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tables = arguments.folder.load()?;
    let endings = if arguments.endings.is_empty() {
        tables.iter().map(endgame::Table::material).collect()
    } else {
        arguments.endings.clone()
    };
    let stop = interrupt_flag()?;
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for material in endings {
        let said = match one(arguments, material, &tables, &stop) {
            Ok(words) => words,
            Err(Fault::Interrupted) => return Ok(interrupted()),
            Err(Fault::Wrong(words)) => {
                code = ExitCode::from(1);
                words
            }
        };
        writeln!(out, "{material:<12} {said}")?;
    }
    Ok(code)
}

enum Fault {
    Interrupted,
    Wrong(String),
}

fn one(
    arguments: &Arguments,
    material: Material,
    tables: &Tables,
    stop: &AtomicBool,
) -> Result<String, Fault> {
    let flow =
        || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let size = tables.get(material).map_or(0, |table| table.unpacked_size() / 2 * 3);
    let stride = if arguments.all { 1 } else { stride(size, arguments.sample) };
    let bar = bar(size as u64);
    bar.set_message(material.to_string());
    let verified = verify(material, tables, stride, |done, of| {
        bar.set_length(of);
        bar.set_position(done);
        flow()
    });
    bar.finish_and_clear();
    let positions = verified.map_err(|error| match error {
        Inconsistent::Interrupted(_) => Fault::Interrupted,
        other => Fault::Wrong(format!("WRONG: {other}")),
    })?;
    let mut words = format!("{positions} positions hold");
    if arguments.repetition {
        let audited = audit(material, tables, |_| flow()).map_err(|error| match error {
            BuildError::Interrupted(_) => Fault::Interrupted,
            other => Fault::Wrong(format!("{other}")),
        })?;
        if audited.is_clean() {
            words.push_str("; repetition changes nothing");
        } else {
            let endgame::Audit { strong_doubts, weak_doubts } = audited;
            return Err(Fault::Wrong(format!(
                "{words}; {weak_doubts} draws may rest on threats and {strong_doubts} on checks or threats repeated for ever"
            )));
        }
    }
    Ok(words)
}
