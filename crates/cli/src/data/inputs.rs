//! Reading files with a bar that moves, damage that is named, and an eye on Ctrl-C.

use super::Completion;
use crate::failure::Failure;
use crate::file::Source;
use crate::interrupt::interrupt_flag;
use indicatif::{ProgressBar, ProgressStyle};
use learn::datagen::positions::POSITIONS_MAGIC;
use learn::datagen::{ArchiveError, ArchiveReader, GameRecord, PackedSample, PositionReader, PositionsError};
use std::fmt::Display;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many positions are read at once.
const BLOCK: usize = 4096;

/// Whether Ctrl-C was pressed.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn new() -> Result<Self, Failure> {
        Ok(Self(interrupt_flag()?))
    }

    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What is set when it is time to end.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// A buffered file.
pub fn open(path: &Path) -> Result<BufReader<Source>, Failure> {
    let file = Source::open(path).map_err(|error| Failure::File(path.into(), error))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

/// Whether a file holds positions, not games. It is opened again afterwards, which a pipe does not bear.
pub fn is_positions(path: &Path) -> Result<bool, Failure> {
    let failed = |error| Failure::File(path.into(), error);
    if !path.metadata().map_err(failed)?.is_file() {
        return Err(Failure::Input(format!("{}: not a plain file; name one", path.display())));
    }
    let mut magic = Vec::new();
    open(path)?.take(POSITIONS_MAGIC.len() as u64).read_to_end(&mut magic).map_err(failed)?;
    Ok(magic == POSITIONS_MAGIC)
}

/// How many bytes there are in all files.
pub fn total_size(paths: &[PathBuf]) -> Result<u64, Failure> {
    let size = |path: &PathBuf| {
        std::fs::metadata(path).map(|data| data.len()).map_err(|error| Failure::File(path.clone(), error))
    };
    paths.iter().map(size).sum()
}

/// A progress bar over `bytes`, shown if standard error is a terminal.
pub fn bar(bytes: u64, verb: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(bytes);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:40} {bytes}/{total_bytes}  {bytes_per_sec}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.set_message(verb);
    bar
}

/// Names what is wrong with a file.
pub fn complain(bar: &ProgressBar, path: &Path, trouble: &impl Display) {
    bar.suspend(|| eprintln!("{}: {trouble}", path.display()));
}

/// The header of an archive, and its games.
pub fn archive(path: &Path) -> Result<ArchiveReader<BufReader<Source>>, Failure> {
    ArchiveReader::new(open(path)?).map_err(|error| match error {
        ArchiveError::Read(error) => Failure::File(path.into(), error),
        error => Failure::Input(format!("{}: {error}", path.display())),
    })
}

/// Hands out every good game of every archive; `take` says if something is wrong with it.
pub fn for_each_game(
    paths: &[PathBuf],
    interrupt: &Interrupt,
    mut take: impl FnMut(&GameRecord) -> Result<Option<String>, Failure>,
) -> Result<Completion, Failure> {
    let bar = bar(total_size(paths)?, "reading");
    let mut ending = Completion::Whole;
    for path in paths {
        let mut reader = archive(path)?;
        let begun = bar.position();
        while let Some(game) = reader.next() {
            if interrupt.is_interrupted() {
                return Ok(Completion::Interrupted);
            }
            let trouble = match game {
                Ok(game) => take(&game)?,
                Err(ArchiveError::Read(error)) => return Err(Failure::File(path.clone(), error)),
                Err(error) => Some(error.to_string()),
            };
            if let Some(trouble) = trouble {
                complain(&bar, path, &trouble);
                ending = Completion::Damaged;
            }
            bar.set_position(begun + reader.offset());
        }
    }
    bar.finish_and_clear();
    Ok(ending)
}

/// Hands out the positions of every file of positions.
pub fn for_each_position(
    paths: &[PathBuf],
    interrupt: &Interrupt,
    mut take: impl FnMut(&PackedSample) -> Result<(), Failure>,
) -> Result<Completion, Failure> {
    let bar = bar(total_size(paths)?, "reading");
    let mut ending = Completion::Whole;
    for path in paths {
        let mut reader = positions(path)?;
        let mut block = Vec::new();
        loop {
            if interrupt.is_interrupted() {
                return Ok(Completion::Interrupted);
            }
            block.clear();
            let read = reader.read_block(BLOCK, &mut block);
            block.iter().try_for_each(&mut take)?;
            bar.inc(size_of_val(&block[..]) as u64);
            match read {
                Ok(()) if block.is_empty() => break,
                Ok(()) => {}
                Err(PositionsError::Read(error)) => return Err(Failure::File(path.clone(), error)),
                Err(error) => {
                    complain(&bar, path, &error);
                    ending = Completion::Damaged;
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(ending)
}

/// The header of a file of positions, and its records.
pub fn positions(path: &Path) -> Result<PositionReader<BufReader<Source>>, Failure> {
    PositionReader::new(open(path)?).map_err(|error| match error {
        PositionsError::Read(error) => Failure::File(path.into(), error),
        error => Failure::Input(format!("{}: {error}", path.display())),
    })
}
