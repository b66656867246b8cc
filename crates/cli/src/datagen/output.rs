//! The archive that is written: created, or checked, cut after its last whole game and continued.
//!
//! An archive of other settings is refused, for it could not say what its games are; so is one that
//! another process is writing.

use crate::data::draft::check_name;
use crate::failure::Failure;
use crate::lock;
use learn::datagen::{ArchiveError, ArchiveHeader, ArchiveReader, FrameFault, GameRecord};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xiangqi::{Colour, Outcome, counted};

/// The open archive.
pub struct ArchiveOutput {
    path: PathBuf,
    file: File,
    seed: u64,
}

/// What an archive held when it was opened.
#[derive(Default)]
pub struct ArchiveContents {
    pub games: u64,
    pub positions: u64,
    /// Won by Red, drawn, won by Black.
    pub results: [u64; 3],
    /// No game has this number or a greater one.
    pub next_number: u32,
}

impl ArchiveOutput {
    /// Opens an archive for games made as the header says. The seed is that of the archive if there is one,
    /// which must be the one asked for, if any is.
    pub fn open(
        path: &Path,
        wanted: &ArchiveHeader,
        seed: Option<u64>,
    ) -> Result<(Self, ArchiveContents), Failure> {
        let failed = |error| Failure::File(path.into(), error);
        check_name(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        lock::claim(&file, path)?;
        let length = file.metadata().map_err(failed)?.len();
        let (earlier, length, seed) = match ArchiveReader::new(BufReader::new(&file)) {
            Ok(reader) => continued(path, wanted, seed, reader)?,
            // A process that was ended before the header was whole has written no game.
            Err(ArchiveError::NotAnArchive) if length == 0 => (ArchiveContents::default(), 0, wanted.seed),
            Err(ArchiveError::Header) if length < wanted.encode().len() as u64 => {
                (ArchiveContents::default(), 0, wanted.seed)
            }
            Err(error) => return Err(Failure::Input(format!("{}: {error}", path.display()))),
        };
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if length == 0 {
            file.write_all(&wanted.encode()).map_err(failed)?;
        }
        Ok((Self { path: path.into(), file, seed }, earlier))
    }

    /// What the random numbers begin from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Adds a game, at once and as a whole.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), Failure> {
        self.file.write_all(&game.encode()).map_err(|error| Failure::File(self.path.clone(), error))
    }
}

/// The place of a game's result among those won by Red, drawn and won by Black.
pub fn result_place(game: &GameRecord) -> usize {
    match game.outcome {
        Outcome::Win(Colour::Red) => 0,
        Outcome::Draw => 1,
        Outcome::Win(Colour::Black) => 2,
    }
}

/// Looks through an archive: what is in it, how long its good part is, and its seed.
fn continued(
    path: &Path,
    wanted: &ArchiveHeader,
    seed: Option<u64>,
    mut reader: ArchiveReader<BufReader<&File>>,
) -> Result<(ArchiveContents, u64, u64), Failure> {
    let refuse = |message: String| Err(Failure::Input(format!("{}: {message}", path.display())));
    let found = reader.header().clone();
    let expected = ArchiveHeader { seed: seed.unwrap_or(found.seed), ..wanted.clone() };
    if found.seed == 0 {
        return refuse("it was put together from several archives and cannot be continued".to_string());
    }
    if found != expected {
        let describe = |header: &ArchiveHeader| {
            format!(
                "{} nodes, {}, seed {}; {}",
                header.nodes, header.evaluation, header.seed, header.settings
            )
        };
        return refuse(format!(
            "it exists already, with games of other settings; name another file, or give the same settings\n  \
             there: {}\n  asked: {}",
            describe(&found),
            describe(&expected)
        ));
    }
    let mut earlier = ArchiveContents::default();
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                earlier.games += 1;
                earlier.positions += game.moves.len() as u64;
                earlier.results[result_place(&game)] += 1;
                earlier.next_number = earlier.next_number.max(game.number.saturating_add(1));
            }
            Err(error @ ArchiveError::Broken { fault: FrameFault::Torn, .. }) => {
                eprintln!("{}: {error}; cut off there", path.display());
                break;
            }
            Err(error) => {
                return refuse(format!(
                    "{error}; it cannot be continued. `chuhe data merge` copies the good part to another file"
                ));
            }
        }
    }
    if earlier.games > 0 {
        eprintln!("{}: {} there already", path.display(), counted(earlier.games, "game"));
    }
    Ok((earlier, reader.offset(), found.seed))
}
