//! Why a game cannot be read, and where.

use super::scan::Located;
use super::{TAG_COUNT_LIMIT, VARIATION_DEPTH_LIMIT};
use crate::MoveError;
use thiserror::Error;
use xiangqi::FenError;

/// Why a game cannot be read, and where.
///
/// ```
/// use notation::pgn::{self, Fault};
///
/// let error = pgn::read("1. C2=5\nC9=9 *").next().unwrap().unwrap_err();
/// assert_eq!((error.line(), error.column(), error.offset()), (2, 1, 8));
/// assert!(matches!(error.fault(), Fault::Move(_)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnError {
    #[source]
    pub(super) fault: Fault,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) offset: usize,
}

impl PgnError {
    /// The error at a byte of a text, which itself begins at this line and byte of the whole.
    pub(super) fn locate(text: &str, (line, start): (usize, usize), (offset, fault): Located) -> Self {
        let before = text.get(..offset).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            fault,
            line: line + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: 1 + before.get(line_start..).unwrap_or_default().chars().count(),
            offset: start + offset,
        }
    }

    /// What is wrong.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The byte in the whole text, counted from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Fault {
    /// Whether it is a move of two squares that is not possible: its ranks may count from 1.
    pub(super) fn is_squares(&self) -> bool {
        let Self::Move(error) = self else { return false };
        let text = error.text().as_bytes();
        matches!(text, [b'A'..=b'I' | b'a'..=b'i', b'0'..=b'9', ..])
    }
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A tag that is not `[Name "value"]` on one line.
    #[error("{0} is not a tag; it must be [Name \"value\"] on one line")]
    Tag(String),
    /// More tags than [`TAG_COUNT_LIMIT`](super::TAG_COUNT_LIMIT).
    #[error("this game has more than {TAG_COUNT_LIMIT} tags, which is the limit")]
    TooManyTags,
    /// The `FEN` tag holds no position.
    #[error("the FEN \"{text}\" is not a position: {error}")]
    Fen {
        /// The value of the tag, shortened if long.
        text: String,
        /// What is wrong with it.
        #[source]
        error: FenError,
    },
    /// A move cannot be read.
    #[error(transparent)]
    Move(MoveError),
    /// A `$` without a number from 0 to 255.
    #[error("\"{0}\" is not a glyph; behind $ there must be a number from 0 to 255")]
    Glyph(String),
    /// A `{` without its `}`.
    #[error("this comment does not end; there must be a }}")]
    OpenComment,
    /// A `(` without its `)`.
    #[error("this variation does not end; there must be a )")]
    OpenVariation,
    /// A `)` without its `(`.
    #[error("\")\" ends a variation that was not begun by \"(\"")]
    NoVariation,
    /// A `(` where no move has been made to which there could be an alternative.
    #[error("\"(\" begins a variation where no move has been made; it must follow a move")]
    NothingToVary,
    /// Variations nested deeper than [`VARIATION_DEPTH_LIMIT`](super::VARIATION_DEPTH_LIMIT).
    #[error("\"(\" nests variations deeper than {VARIATION_DEPTH_LIMIT}, which is the limit")]
    TooDeep,
    /// A character that means nothing here.
    #[error("'{}' means nothing here; moves, comments, variations, glyphs or a result may follow", .0.escape_debug())]
    Unexpected(char),
    /// The game is longer than this many bytes.
    #[error("this game is longer than {0} bytes, which is the limit")]
    TooLong(usize),
}
