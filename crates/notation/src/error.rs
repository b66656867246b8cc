//! Why a text is not a move of a position.

use thiserror::Error;
use xiangqi::{Colour, Move, PieceKind, Square, excerpt};

/// Why a text is not a move of a position. `text` is always the offending text, shortened if long.
///
/// ```
/// use notation::{Missing, MoveError, Notation};
/// use xiangqi::{Board, Colour, PieceKind};
///
/// let board = Board::start();
/// let error = Notation::Wxf.parse(&board, "R3+1").unwrap_err();
/// assert_eq!((error.text(), error.offset()), ("R3+1", 0));
/// let (side, kind) = (Colour::Red, Some(PieceKind::Rook));
/// assert_eq!(error, MoveError::NoPiece { text: "R3+1".into(), side, kind, place: Missing::File(3) });
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("\"{text}\" is not a move: at byte {offset} there should be {expected}")]
    Syntax {
        /// The text that was to be read.
        text: String,
        /// The byte in the text at which it goes wrong.
        offset: usize,
        /// What would have been right.
        expected: &'static str,
    },
    /// The side to move has no such piece there.
    #[error("\"{text}\" is not possible: {}", .place.missing(*.side, .kind.map_or("piece", PieceKind::name)))]
    NoPiece {
        /// The text that was to be read.
        text: String,
        /// The side to move.
        side: Colour,
        /// The piece that the text speaks of, unless it only names a square.
        kind: Option<PieceKind>,
        /// Where it was looked for.
        place: Missing,
    },
    /// The piece is there and cannot go there.
    #[error("\"{text}\" is not possible: the {} on {from} cannot move like that", .kind.name())]
    CannotReach {
        /// The text that was to be read.
        text: String,
        /// The piece.
        kind: PieceKind,
        /// Where it stands.
        from: Square,
    },
    /// The piece can go there, but then its king could be captured.
    #[error("\"{text}\" is not legal: {mv} would leave its own king in check")]
    LeavesKingInCheck {
        /// The text that was to be read.
        text: String,
        /// The move.
        mv: Move,
    },
    /// The text fits more than one legal move.
    #[error("\"{text}\" is ambiguous between {}; say which piece is meant", joined(.moves))]
    Ambiguous {
        /// The text that was to be read.
        text: String,
        /// The moves it fits.
        moves: Vec<Move>,
    },
}

/// Where a piece was looked for in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// On this square.
    Square(Square),
    /// On this file, counted from the mover's right.
    File(u8),
    /// On a file that holds two or more of them.
    Tandem,
    /// On a file, by its letter.
    FileLetter(char),
    /// On a rank, counted from 0.
    Rank(usize),
    /// On the whole board.
    Anywhere,
}

impl Missing {
    /// That a side has no such piece there.
    fn missing(self, side: Colour, name: &str) -> String {
        match self {
            Self::Square(square) => format!("{side}, whose turn it is, has no {name} on {square}"),
            Self::File(file) => {
                format!("{side} has no such {name} on file {file}; files count from {side}'s own right")
            }
            Self::Tandem => format!("{side} has no such {name} on a file with two or more of them"),
            Self::FileLetter(file) => format!("{side}, whose turn it is, has no {name} on file {file}"),
            Self::Rank(rank) => format!("{side}, whose turn it is, has no {name} on rank {rank}"),
            Self::Anywhere => format!("{side}, whose turn it is, has no {name}"),
        }
    }
}

fn joined(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" and ")
}

impl MoveError {
    /// The byte of the text at which it goes wrong; 0 if the text is well formed.
    pub fn offset(&self) -> usize {
        if let Self::Syntax { offset, .. } = self { *offset } else { 0 }
    }

    /// The offending text, shortened if long.
    pub fn text(&self) -> &str {
        match self {
            Self::Syntax { text, .. }
            | Self::NoPiece { text, .. }
            | Self::CannotReach { text, .. }
            | Self::LeavesKingInCheck { text, .. }
            | Self::Ambiguous { text, .. } => text,
        }
    }

    pub(crate) fn syntax(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Syntax { text: quote(text), offset, expected }
    }
}

/// How many characters of a text a message shows.
const QUOTE_LENGTH: usize = 24;

/// The text as a message shows it: the beginning is enough.
pub(crate) fn quote(text: &str) -> String {
    excerpt(text, QUOTE_LENGTH)
}
