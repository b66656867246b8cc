//! Games for a book, from PGN or from tables.
//!
//! A table has a line for each game and tabs between its columns; the first line names them, and `result` and `moves`
//! must be among them. Everything else is PGN, of which the main lines count. A game that comes twice counts once.

use crate::data::Completion;
use crate::data::inputs::{Interrupt, bar, complain, total_size};
use crate::failure::Failure;
use notation::pgn::{self, PgnError};
use notation::{MoveError, RecordedResult};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use xiangqi::{Board, Move, Outcome};

/// The beginning of a game.
pub struct OpeningLine {
    pub start: Board,
    pub moves: Vec<Move>,
    /// None where it is not known.
    pub outcome: Option<Outcome>,
}

/// What has been read.
#[derive(Default)]
pub struct Gathered {
    pub lines: Vec<OpeningLine>,
    pub repeated: u64,
    pub refused: u64,
    seen: HashSet<u64>,
}

/// How files begin that have to be decompressed first.
const COMPRESSED: [(&[u8], &str); 3] =
    [(b"\xFD7zXZ\0", "xz -d"), (b"\x1F\x8B", "gzip -d"), (b"\x28\xB5\x2F\xFD", "zstd -d")];

impl Gathered {
    /// Reads the first plies of all games in some files; nothing if it was interrupted.
    pub fn read(
        paths: &[PathBuf],
        plies: usize,
        interrupt: &Interrupt,
    ) -> Result<Option<(Self, Completion)>, Failure> {
        let bar = bar(total_size(paths)?, "reading");
        let mut gathered = Self::default();
        for path in paths {
            let bytes = crate::file::read(path)?;
            if let Some((_, tool)) = COMPRESSED.iter().find(|(magic, _)| bytes.starts_with(magic)) {
                let name = path.display();
                return Err(Failure::Input(format!(
                    "{name} is compressed; decompress it first: {tool} {name}"
                )));
            }
            let text = notation::decode(&bytes);
            let mut take = |game: Result<(OpeningLine, u64), BadGame>| {
                match game {
                    Ok((line, key)) if gathered.seen.insert(key) => gathered.lines.push(line),
                    Ok(_) => gathered.repeated += 1,
                    Err(trouble) => {
                        gathered.refused += 1;
                        complain(&bar, path, &trouble.to_string());
                    }
                }
                !interrupt.is_interrupted()
            };
            let is_table = text.lines().next().is_some_and(|line| line.contains('\t'));
            let goes_on =
                if is_table { table(path, &text, plies, &mut take)? } else { games(&text, plies, &mut take) };
            if !goes_on {
                return Ok(None);
            }
            bar.inc(bytes.len() as u64);
        }
        bar.finish_and_clear();
        let ending = if gathered.refused == 0 { Completion::Whole } else { Completion::Damaged };
        Ok(Some((gathered, ending)))
    }
}

/// Why a game is left out.
#[derive(Debug, thiserror::Error)]
pub enum BadGame {
    #[error("line {number}: the result \"{text}\" should be 1-0, 0-1, 1/2-1/2 or *; left out")]
    Result { number: usize, text: String },
    #[error("line {number}: {reason}; left out")]
    Move { number: usize, reason: MoveError },
    #[error("{0}; the game is left out")]
    Pgn(#[from] PgnError),
}

/// Takes a game and a number that it is known by, or says what is wrong with it; false to end.
type Take<'a> = &'a mut dyn FnMut(Result<(OpeningLine, u64), BadGame>) -> bool;

fn table(path: &Path, text: &str, plies: usize, take: Take<'_>) -> Result<bool, Failure> {
    let mut rows = text.lines().zip(1..);
    let header: Vec<&str> = rows.next().map(|(line, _)| line.split('\t').collect()).unwrap_or_default();
    let column = |name: &str| {
        header.iter().position(|column| *column == name).ok_or_else(|| {
            Failure::Input(format!(
                "{}: a table without a column \"{name}\"; its first line names the columns, and result and moves \
                 must be among them",
                path.display()
            ))
        })
    };
    let (result, moves) = (column("result")?, column("moves")?);
    for (row, number) in rows.filter(|(row, _)| !row.is_empty()) {
        let columns: Vec<&str> = row.split('\t').collect();
        let cell = |place: usize| columns.get(place).copied().unwrap_or_default();
        let result = RecordedResult::from_text(cell(result))
            .ok_or_else(|| BadGame::Result { number, text: cell(result).to_owned() });
        let game = result.map(RecordedResult::outcome).and_then(|outcome| {
            let moves_made =
                moves_of(cell(moves), plies).map_err(|reason| BadGame::Move { number, reason })?;
            let line = OpeningLine { start: Board::start(), moves: moves_made, outcome };
            Ok((line, key(&Board::start(), cell(moves).split_whitespace(), outcome)))
        });
        if !take(game) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The first moves of a game from the starting position, in any notation.
pub fn moves_of(text: &str, plies: usize) -> Result<Vec<Move>, MoveError> {
    let mut board = Board::start();
    let read = |word: &str| {
        let mv = notation::parse_any(&board, word)?;
        board.play_unchecked(mv);
        Ok(mv)
    };
    text.split_whitespace().take(plies).map(read).collect()
}

fn games(text: &str, plies: usize, take: Take<'_>) -> bool {
    pgn::read(text).all(|game| {
        take(match game {
            Err(error) => Err(error.into()),
            Ok(game) => {
                let all: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
                let (start, outcome) = (game.start().board.clone(), game.result.outcome());
                let key = key(&start, all.iter().map(Move::to_string), outcome);
                let moves = all.into_iter().take(plies).collect();
                Ok((OpeningLine { start, moves, outcome }, key))
            }
        })
    })
}

/// The same for the same game, whichever file it is in.
fn key(start: &Board, moves: impl Iterator<Item = impl AsRef<str>>, outcome: Option<Outcome>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (start.key(), outcome.map(Outcome::name)).hash(&mut hasher);
    for word in moves {
        word.as_ref().hash(&mut hasher);
    }
    hasher.finish()
}
