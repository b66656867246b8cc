//! Games in any file format, found by content.
//!
//! [`read`] takes the bytes of a file and gives its games; which format it is, [`detect`] sees from the content and
//! never from a name. A game that cannot be read is an error in its place, and reading goes on with the next.
//!
//! ```
//! use notation::formats::{self, Format};
//! let file = b"[Game \"Chinese Chess\"]\r[Red \"\xBA\xFA\"]\r\r1. C2=5 H8+7 *\r";
//! assert_eq!(formats::detect(file), Some(Format::Pgn));
//! for game in formats::read(file) {
//!     let game: notation::Game = game?;
//!     assert_eq!(game.tags.get("Red"), Some("胡"));
//!     assert_eq!(game.main_line().count(), 2);
//! }
//! # Ok::<(), formats::ReadError>(())
//! ```
//!
//! A file larger than memory goes through [`Reader::new`] in chunks of any size: PGN and move lists are read as they
//! arrive, one game at a time; the other formats are held whole, up to [`FILE_SIZE_LIMIT`].
//!
//! Every reader is total: no bytes make it panic, recurse, or take more than proportional time and memory.

mod detect;
mod error;
mod lists;
mod reader;
mod text;

pub use detect::detect;
pub use error::ReadError;
pub use reader::{FILE_SIZE_LIMIT, Reader, read};

/// A file format of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Portable Game Notation, see [`pgn`](crate::pgn).
    Pgn,
    /// Moves and nothing else, in any notation, from the start or behind a FEN.
    Moves,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Pgn, Self::Moves];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Moves => "move list",
        }
    }
}
