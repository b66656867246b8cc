//! Why a game cannot be read, and where.

use crate::MoveError;
use std::fmt;
use xiangqi::FenError;

/// Why a game cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    pub(super) fault: Fault,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) offset: usize,
}

impl PgnError {
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

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A tag that is not `[Name "value"]` on one line.
    Tag(String),
    /// More tags than [`TAG_COUNT_LIMIT`](super::TAG_COUNT_LIMIT).
    TooManyTags,
    /// The `FEN` tag holds no position.
    Fen {
        /// The value of the tag, shortened if long.
        text: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move cannot be read.
    Move(MoveError),
    /// A `$` without a number from 0 to 255.
    Glyph(String),
    /// A `{` without its `}`.
    OpenComment,
    /// A `(` without its `)`.
    OpenVariation,
    /// A `)` without its `(`.
    NoVariation,
    /// A `(` where no move has been made to which there could be an alternative.
    NothingToVary,
    /// Variations nested deeper than [`VARIATION_DEPTH_LIMIT`](super::VARIATION_DEPTH_LIMIT).
    TooDeep,
    /// A character that means nothing here.
    Unexpected(char),
    /// The game is longer than this many bytes.
    TooLong(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag(text) => {
                write!(f, "{text} is not a tag; it must be [Name \"value\"] on one line")
            }
            Self::TooManyTags => {
                write!(f, "this game has more than {} tags, which is the limit", super::TAG_COUNT_LIMIT)
            }
            Self::Fen { text, error } => write!(f, "the FEN \"{text}\" is not a position: {error}"),
            Self::Move(error) => error.fmt(f),
            Self::Glyph(text) => {
                write!(f, "\"{text}\" is not a glyph; behind $ there must be a number from 0 to 255")
            }
            Self::OpenComment => f.write_str("this comment does not end; there must be a }"),
            Self::OpenVariation => f.write_str("this variation does not end; there must be a )"),
            Self::NoVariation => f.write_str("\")\" ends a variation that was not begun by \"(\""),
            Self::NothingToVary => {
                f.write_str("\"(\" begins a variation where no move has been made; it must follow a move")
            }
            Self::TooDeep => write!(
                f,
                "\"(\" nests variations deeper than {}, which is the limit",
                super::VARIATION_DEPTH_LIMIT
            ),
            Self::Unexpected(character) => write!(
                f,
                "'{}' means nothing here; moves, comments, variations, glyphs or a result may follow",
                character.escape_debug()
            ),
            Self::TooLong(limit) => write!(f, "this game is longer than {limit} bytes, which is the limit"),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Fen { error, .. } => Some(error),
            Fault::Move(error) => Some(error),
            _ => None,
        }
    }
}
