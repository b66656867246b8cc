//! `chuhe data validate`: every byte, every move, every end.

use super::Completion;
use super::inputs::{Interrupt, archive, bar, complain, is_positions, positions};
use crate::failure::Failure;
use clap::Args;
use indicatif::ProgressBar;
use learn::datagen::{ArchiveError, PositionsError};
use std::io::Write;
use std::path::{Path, PathBuf};
use xiangqi::counted;

/// Check files: checksums, legality of every move, range of every score, truth of every result
///
/// Says of each file how much is good, and of a bad one at which byte the trouble begins. Reads archives
/// of games and files of positions.
#[derive(Args)]
pub struct Arguments {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let mut ending = Completion::Whole;
    for path in &arguments.files {
        let size = std::fs::metadata(path).map_err(|error| Failure::File(path.clone(), error))?.len();
        let bar = bar(size, "checking");
        let checked = if is_positions(path)? {
            check_positions(path, interrupt, &bar)?
        } else {
            check_games(path, interrupt, &bar)?
        };
        bar.finish_and_clear();
        ending = ending.and(match checked {
            None => return Ok(Completion::Interrupted),
            Some(Checked { count, trouble: None }) => {
                writeln!(std::io::stdout(), "{}: good, {count}", path.display())?;
                Completion::Whole
            }
            Some(Checked { count, trouble: Some(trouble) }) => {
                writeln!(std::io::stdout(), "{}: BAD, {count}; {trouble}", path.display())?;
                Completion::Damaged
            }
        });
    }
    Ok(ending)
}

/// What has been found in a file: how much is good, and the first thing that is not.
struct Checked {
    count: String,
    trouble: Option<String>,
}

fn check_games(path: &Path, interrupt: &Interrupt, bar: &ProgressBar) -> Result<Option<Checked>, Failure> {
    let mut reader = archive(path)?;
    let (mut games, mut plies, mut trouble) = (0_u64, 0_u64, None);
    loop {
        if interrupt.is_interrupted() {
            return Ok(None);
        }
        let offset = reader.offset();
        bar.set_position(offset);
        let found = match reader.next() {
            None => break,
            Some(Ok(game)) => match game.check() {
                Ok(()) => {
                    games += 1;
                    plies += game.moves.len() as u64;
                    continue;
                }
                Err(flaw) => format!("game {} at byte {offset}: {flaw}", game.number),
            },
            Some(Err(ArchiveError::Read(error))) => return Err(Failure::File(path.into(), error)),
            Some(Err(error)) => error.to_string(),
        };
        if trouble.is_some() {
            complain(bar, path, &found);
        }
        trouble = trouble.or(Some(found));
    }
    Ok(Some(Checked {
        count: format!("{}, {}", counted(games, "game"), counted(plies, "position")),
        trouble,
    }))
}

fn check_positions(
    path: &Path,
    interrupt: &Interrupt,
    bar: &ProgressBar,
) -> Result<Option<Checked>, Failure> {
    let mut reader = positions(path)?;
    let (mut good, mut trouble) = (0_u64, None);
    let mut block = Vec::new();
    while trouble.is_none() {
        if interrupt.is_interrupted() {
            return Ok(None);
        }
        block.clear();
        let read = reader.read_block(4096, &mut block);
        for sample in &block {
            match sample.board.unpack() {
                Ok(_) => good += 1,
                Err(error) => {
                    trouble = Some(format!("position {good} from 0: {error}"));
                    break;
                }
            }
        }
        bar.inc(size_of_val(&block[..]) as u64);
        match read {
            Ok(()) if block.is_empty() => break,
            Ok(()) => {}
            Err(PositionsError::Read(error)) => return Err(Failure::File(path.into(), error)),
            Err(error) => trouble = trouble.or(Some(error.to_string())),
        }
    }
    Ok(Some(Checked { count: counted(good, "position"), trouble }))
}
