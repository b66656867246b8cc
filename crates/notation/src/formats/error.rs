//! Why games cannot be read from a file, and where.

use super::{FILE_SIZE_LIMIT, Format};
use crate::pgn::PgnError;
use thiserror::Error;

/// Why a game cannot be read from a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The content is of none of the formats that are read.
    #[error(
        "this is not a file of games: it begins with \"{0}\", and PGN, a move list or a known binary format should"
    )]
    Unknown(String),
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// A game in a text, with its line and column.
    #[error(transparent)]
    Text(#[from] PgnError),
    /// A file that has to be held whole, and is too large for that.
    #[error("this {} file is larger than {FILE_SIZE_LIMIT} bytes, which is the limit", .0.name())]
    TooLarge(Format),
}

impl ReadError {
    /// The line of the text, counted from 1; nothing in a binary file.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Text(error) => Some(error.line()),
            _ => None,
        }
    }
}
