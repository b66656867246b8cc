//! The files that games are read from.

use crate::failure::Failure;
use notation::Game;
use notation::formats::{self, ReadError};
use service::report::Source;
use std::fmt;
use std::path::Path;

/// A file, held whole, and what is in it.
pub struct Input {
    name: String,
    bytes: Vec<u8>,
    /// The plies of each game, or why it cannot be read.
    games: Vec<Result<usize, ReadError>>,
}

/// A game that was not analysed.
pub struct BadInput {
    pub source: Source,
    pub reason: String,
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.source.file, self.source.number, self.reason)
    }
}

impl Input {
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = std::fs::read(path).map_err(|error| Failure::File(path.into(), error))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let games = formats::read(&bytes).map(|game| Ok(game?.main_line().count())).collect();
        Ok(Self { name, bytes, games })
    }

    /// The name without its folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The plies of each game, or why it cannot be read.
    pub fn games(&self) -> &[Result<usize, ReadError>] {
        &self.games
    }

    pub fn source(&self, index: usize) -> Source {
        Source { file: self.name.clone(), number: index + 1 }
    }

    /// What cannot be read.
    pub fn faults(&self) -> impl Iterator<Item = BadInput> {
        self.games.iter().enumerate().filter_map(|(index, game)| {
            let reason = game.as_ref().err()?.to_string();
            Some(BadInput { source: self.source(index), reason })
        })
    }
}

/// A game with its place among all games of all files, from 1.
pub struct Numbered {
    pub number: usize,
    pub source: Source,
    pub game: Game,
}

/// All games that can be read, in order, one after the other.
pub fn numbered_games(inputs: &[Input]) -> impl Iterator<Item = Numbered> + Send {
    let starts = inputs.iter().scan(0, |sum, input| {
        let start = *sum;
        *sum += input.games.len();
        Some(start)
    });
    inputs.iter().zip(starts).flat_map(|(input, start)| {
        let games = formats::read(&input.bytes).enumerate();
        games.filter_map(move |(index, game)| {
            Some(Numbered { number: start + index + 1, source: input.source(index), game: game.ok()? })
        })
    })
}
