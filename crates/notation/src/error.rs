//! Why a text is not a move of a position.

use std::fmt;
use xiangqi::{Colour, Move, PieceKind, Square};

/// Why a text is not a move of a position. `text` is always the offending text, shortened if long.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    Syntax {
        /// The text that was to be read.
        text: String,
        /// The byte in the text at which it goes wrong.
        offset: usize,
        /// What would have been right.
        expected: &'static str,
    },
    /// The side to move has no such piece there.
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
    CannotReach {
        /// The text that was to be read.
        text: String,
        /// The piece.
        kind: PieceKind,
        /// Where it stands.
        from: Square,
    },
    /// The piece can go there, but then its king could be captured.
    LeavesKingInCheck {
        /// The text that was to be read.
        text: String,
        /// The move.
        mv: Move,
    },
    /// The text fits more than one legal move.
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
}

impl MoveError {
    /// The byte of the text at which it goes wrong; 0 if the text is well formed.
    pub fn offset(&self) -> usize {
        if let Self::Syntax { offset, .. } = self { *offset } else { 0 }
    }

    pub(crate) fn syntax(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Syntax { text: quote(text), offset, expected }
    }
}

/// The text as a message shows it: the beginning is enough.
pub(crate) fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text, offset, expected } => {
                write!(f, "\"{text}\" is not a move: at byte {offset} there should be {expected}")
            }
            Self::NoPiece { text, side, kind, place } => {
                let name = kind.map_or("piece", PieceKind::name);
                write!(f, "\"{text}\" is not possible: ")?;
                match place {
                    Missing::Square(square) => {
                        write!(f, "{side}, whose turn it is, has no {name} on {square}")
                    }
                    Missing::File(file) => write!(
                        f,
                        "{side} has no such {name} on file {file}; files count from {side}'s own right"
                    ),
                    Missing::Tandem => {
                        write!(f, "{side} has no such {name} on a file with two or more of them")
                    }
                }
            }
            Self::CannotReach { text, kind, from } => {
                write!(f, "\"{text}\" is not possible: the {} on {from} cannot move like that", kind.name())
            }
            Self::LeavesKingInCheck { text, mv } => {
                write!(f, "\"{text}\" is not legal: {mv} would leave its own king in check")
            }
            Self::Ambiguous { text, moves } => {
                write!(f, "\"{text}\" is ambiguous between ")?;
                for (index, mv) in moves.iter().enumerate() {
                    let gap = if index == 0 { "" } else { " and " };
                    write!(f, "{gap}{mv}")?;
                }
                f.write_str("; say which piece is meant")
            }
        }
    }
}

impl std::error::Error for MoveError {}
