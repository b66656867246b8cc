//! The notations of a single move under one name.

use crate::error::MoveError;
use crate::{Style, chinese, coordinates, wxf};
use std::fmt;
use xiangqi::{Board, Move};

/// A way to write a move down.
///
/// Every notation is read and written against the position *before* the move, and the side to move
/// decides whose files and whose "forward" are meant. The text is the move and nothing else: no
/// spaces, no number, no annotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `h2e2`, as the protocols write it.
    Coordinates,
    /// `H2-E2`. Reading, this and [`Notation::Coordinates`] accept the same texts.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`. Reading, every style accepts the characters of all.
    Chinese(Style),
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 5] = [
        Self::Coordinates,
        Self::Iccs,
        Self::Wxf,
        Self::Chinese(Style::Simplified),
        Self::Chinese(Style::Traditional),
    ];

    /// The move as text.
    ///
    /// A move that no piece of the side to move can make has no name but its coordinates, and is
    /// written with them in every notation.
    ///
    /// ```
    /// use notation::{Notation, Style};
    /// let board = xiangqi::Board::start();
    /// let mv = "b0c2".parse()?;
    /// assert_eq!(Notation::Wxf.format(&board, mv), "H8+7");
    /// assert_eq!(Notation::Chinese(Style::Traditional).format(&board, mv), "馬八進七");
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn format(self, board: &Board, mv: Move) -> String {
        self.display(board, mv).to_string()
    }

    /// [`Notation::format`] without the `String`.
    pub fn display(self, board: &Board, mv: Move) -> impl fmt::Display {
        MoveText { notation: self, board, mv }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// The text is not in this notation, or is not a legal move here, or fits more than one; see
    /// [`MoveError`].
    pub fn parse(self, board: &Board, text: &str) -> Result<Move, MoveError> {
        match self {
            Self::Coordinates | Self::Iccs => coordinates::parse(board, text),
            Self::Wxf => wxf::parse(board, text),
            Self::Chinese(_) => chinese::parse(board, text),
        }
    }
}

/// Reads a legal move in whichever notation the text is. No text is well formed in two of them.
///
/// ```
/// use notation::parse_any;
/// let board = xiangqi::Board::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "c2.5", "炮二平五", "砲2平5"] {
///     assert_eq!(parse_any(&board, text)?.to_string(), "h2e2");
/// }
/// let error = parse_any(&board, "C3=5").unwrap_err();
/// assert!(error.to_string().contains("no such cannon on file 3"));
/// # Ok::<(), notation::MoveError>(())
/// ```
///
/// # Errors
/// As [`Notation::parse`].
pub fn parse_any(board: &Board, text: &str) -> Result<Move, MoveError> {
    let notation = if !text.is_ascii() {
        Notation::Chinese(Style::Simplified)
    } else if coordinates::looks_like(text) {
        Notation::Iccs
    } else {
        Notation::Wxf
    };
    notation.parse(board, text)
}

struct MoveText<'a> {
    notation: Notation,
    board: &'a Board,
    mv: Move,
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Coordinates => self.mv.fmt(f),
            Notation::Iccs => coordinates::write_iccs(f, self.mv),
            Notation::Wxf => wxf::write(f, self.board, self.mv),
            Notation::Chinese(style) => chinese::write(f, self.board, self.mv, style),
        }
    }
}
