//! Positions as text.
//!
//! Read: eight or nine dialects of one idea. The placement comes first, ranks from Black's side down,
//! with the letters `rnbakabnr` or `rheakaehr`; then, all of it optional, the side (`w` or `r` for
//! Red, `b` for Black), two dashes, the plies since the last capture, the number of the move.
//! `placement`, `placement w`, `placement w 0 1` and `placement w - - 0 1` are all fine, and so is
//! an empty pocket `[]` after the placement. Written: always the full form with `rnbakabnr`. What is written is read
//! again, however large its numbers are.
//!
//! Refused, with the offending text in the message: anything else, and every board that cannot
//! occur in a game ([`InvalidBoard`]).

use crate::board::{Board, BoardBuilder, InvalidBoard};
use crate::excerpt::{counted, excerpt};
use crate::types::{Colour, FILES, Piece, RANKS, Square};
use alloc::string::{String, ToString};
use core::{fmt, str::FromStr};

/// The starting position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A board with the two numbers that a FEN carries beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// Pieces and side to move.
    pub board: Board,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the move, counted from 1.
    pub move_number: u32,
}

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenError {
    /// There is nothing to read.
    Empty,
    /// The placement does not have ten ranks.
    RankCount(usize),
    /// A rank does not have nine files.
    RankLength {
        /// The rank as written.
        text: String,
        /// How many files it describes.
        files: usize,
    },
    /// A character in the placement that is neither a piece nor a digit.
    PieceLetter {
        /// The character.
        letter: char,
        /// The rank it stands in.
        text: String,
    },
    /// The side is none of `w`, `r`, `b`.
    Side(String),
    /// The counter of plies since the last capture is not a number of a possible size.
    QuietPlies(String),
    /// The move number is not a number of a possible size.
    MoveNumber(String),
    /// A field where only a dash may stand.
    Dash(String),
    /// Something follows after the last field.
    Trailing(String),
    /// The text is well formed and the board cannot occur in a game.
    Board(InvalidBoard),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No part of a FEN is longer.
        let quote = |text: &str| excerpt(text, 40);
        match self {
            Self::Empty => write!(f, "the FEN is empty; the starting position is \"{START}\""),
            Self::RankCount(count) => {
                write!(f, "the placement has {}; it needs 10, separated by '/'", counted(count, "rank"))
            }
            Self::RankLength { text, files } => {
                write!(f, "the rank \"{}\" describes {}; it needs 9", quote(text), counted(files, "file"))
            }
            Self::PieceLetter { letter, text } => write!(
                f,
                "'{}' in the rank \"{}\" is not a piece; the letters are k a b n r c p \
                 (also e for b, h for n), and the digits 1-9 count empty points",
                quote(letter.encode_utf8(&mut [0; 4])),
                quote(text)
            ),
            Self::Side(text) => {
                write!(f, "the side to move is \"{}\"; it must be w, r or b", quote(text))
            }
            Self::QuietPlies(text) => write!(
                f,
                "the counter of plies since the last capture is \"{}\"; it must be a number from 0 to 65535",
                quote(text)
            ),
            Self::MoveNumber(text) => {
                write!(f, "the move number is \"{}\"; it must be a number from 0 to 4294967295", quote(text))
            }
            Self::Dash(text) => write!(f, "\"{}\" stands where FEN has '-' for xiangqi", quote(text)),
            Self::Trailing(text) => {
                write!(f, "\"{}\" follows after the move number, where the FEN ends", quote(text))
            }
            Self::Board(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

impl From<InvalidBoard> for FenError {
    fn from(error: InvalidBoard) -> Self {
        Self::Board(error)
    }
}

impl Fen {
    /// The starting position.
    ///
    /// ```
    /// use xiangqi::{Fen, fen};
    /// assert_eq!(Fen::start().to_string(), fen::START);
    /// ```
    pub fn start() -> Self {
        Self { board: Board::start(), quiet_plies: 0, move_number: 1 }
    }
}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace().peekable();
        let mut builder = placement(fields.next().ok_or(FenError::Empty)?)?;
        builder.side(fields.next().map_or(Ok(Colour::Red), side)?);
        if fields.next_if_eq(&"-").is_some() {
            if let Some(field) = fields.next_if(|&field| field != "-") {
                return Err(FenError::Dash(field.to_string()));
            }
            fields.next();
        }
        let quiet_plies = fields.next().map_or(Ok(0), |field| {
            number(field, u16::MAX.into()).ok_or_else(|| FenError::QuietPlies(field.to_string()))
        })?;
        let move_number = fields.next().map_or(Ok(1), |field| {
            number(field, u32::MAX).ok_or_else(|| FenError::MoveNumber(field.to_string()))
        })?;
        if let Some(field) = fields.next() {
            return Err(FenError::Trailing(field.to_string()));
        }
        Ok(Self { board: builder.build()?, quiet_plies: quiet_plies as u16, move_number: move_number.max(1) })
    }
}

fn placement(text: &str) -> Result<BoardBuilder, FenError> {
    let text = text.strip_suffix("[]").unwrap_or(text);
    let count = text.split('/').count();
    if count != RANKS {
        return Err(FenError::RankCount(count));
    }
    let mut builder = BoardBuilder::new();
    for (row, rank) in text.split('/').zip((0..RANKS).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|&digit| digit > 0) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter)
                .ok_or_else(|| FenError::PieceLetter { letter, text: row.to_string() })?;
            if let Some(square) = Square::at(file, rank) {
                builder.place(piece, square);
            }
            file += 1;
        }
        if file != FILES {
            return Err(FenError::RankLength { text: row.to_string(), files: file });
        }
    }
    Ok(builder)
}

fn side(text: &str) -> Result<Colour, FenError> {
    match text {
        "w" | "W" | "r" | "R" => Ok(Colour::Red),
        "b" | "B" => Ok(Colour::Black),
        _ => Err(FenError::Side(text.to_string())),
    }
}

/// A plain decimal number up to a limit: no sign, no spaces.
fn number(text: &str, limit: u32) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= limit)
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} - - {} {}", BoardText(&self.board), self.quiet_plies, self.move_number)
    }
}

/// Placement and side to move, the first two fields of a FEN.
pub(crate) struct BoardText<'a>(pub &'a Board);

impl fmt::Display for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for file in 0..FILES {
                match Square::at(file, rank).and_then(|square| self.0.piece(square)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.0.side() {
            Colour::Red => "w",
            Colour::Black => "b",
        })
    }
}
