//! The files that games are read from.

use crate::failure::Failure;
use crate::salvage::{RefusedGame, next_game, what_is_kept};
use notation::formats::{self, ReadError};
use notation::{Game, Salvaged};
use service::report::Source;
use std::fmt;
use std::path::Path;

/// A file, held whole, and what is in it.
pub struct Input {
    name: String,
    bytes: Vec<u8>,
    /// Bad games are kept as far as they are legal.
    salvages: bool,
    games: Vec<InputGame>,
    cuts: Vec<GameProblem>,
}

/// The plies of a game, or why it cannot be read.
pub type InputGame = Result<usize, RefusedGame>;

/// A game that was not analysed, or not as a whole.
pub struct GameProblem {
    pub source: Source,
    pub reason: String,
}

impl fmt::Display for GameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.source.file, self.source.number, self.reason)
    }
}

impl Input {
    pub fn read(path: &Path, salvages: bool) -> Result<Self, Failure> {
        let bytes = crate::file::read(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let (mut list, mut cuts) = (Vec::new(), Vec::new());
        for (game, number) in games(&bytes, salvages).zip(1..) {
            if let Ok(salvaged) = &game
                && let Some(cut) = salvaged.cuts.first()
            {
                let reason = format!("{cut}; {}", what_is_kept(salvaged));
                cuts.push(GameProblem { source: Source { file: name.clone(), number }, reason });
            }
            list.push(game.map(|salvaged| salvaged.plies()));
        }
        Ok(Self { name, bytes, salvages, games: list, cuts })
    }

    /// The name without its folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The plies of each game, or why it cannot be read.
    pub fn games(&self) -> &[InputGame] {
        &self.games
    }

    /// Where a game comes from: its file, and its number there, which counts from 1; the index counts from 0.
    pub fn source(&self, index: usize) -> Source {
        Source { file: self.name.clone(), number: index + 1 }
    }

    /// What was cut, since it could not be read as a whole.
    pub fn cuts(&self) -> &[GameProblem] {
        &self.cuts
    }

    /// What cannot be read.
    pub fn faults(&self) -> impl Iterator<Item = GameProblem> {
        self.games.iter().enumerate().filter_map(|(index, game)| {
            let reason = game.as_ref().err()?.to_string();
            Some(GameProblem { source: self.source(index), reason })
        })
    }
}

/// The games of a file, bad ones as far as they are legal if that is wanted.
fn games(
    bytes: &[u8],
    salvages: bool,
) -> impl Iterator<Item = Result<Salvaged<ReadError>, RefusedGame>> + Send {
    let mut reader = formats::read(bytes);
    std::iter::from_fn(move || next_game(&mut reader, salvages, true))
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
        let games = games(&input.bytes, input.salvages).enumerate();
        games.filter_map(move |(index, game)| {
            Some(Numbered { number: start + index + 1, source: input.source(index), game: game.ok()?.game })
        })
    })
}
