//! Games in any file format, found by content, and in several of them written.
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
//! [`Writer`] gives bytes, and says what of a game its format cannot hold ([`Losses`]).
//!
//! Every reader is total: no bytes make it panic, recurse, or take more than proportional time and memory.

mod bytes;
mod cbr;
mod detect;
mod dhtml;
mod error;
mod lists;
mod losses;
mod pieces;
mod reader;
mod records;
mod servers;
mod text;
mod tree;
mod write;
mod xqf;

pub use detect::detect;
pub use error::{FileFault, Place, ReadError};
pub use losses::{Loss, Losses};
pub use reader::{FILE_SIZE_LIMIT, Reader, read};
pub use tree::{FORK_LIMIT, NODE_LIMIT};
pub use write::{WriteError, Writer};

/// A file format of games.
///
/// ```
/// use notation::formats::Format;
///
/// let written: Vec<_> = Format::ALL.into_iter().filter(|format| format.is_written()).map(Format::name).collect();
/// assert_eq!(written.len(), 4);
/// assert!(Format::Pgn.holds_many() && !Format::Xqf.holds_many());
/// assert_eq!(Format::Xqf.extension(), "xqf");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Portable Game Notation, see [`pgn`](crate::pgn).
    Pgn,
    /// `XQStudio`.
    Xqf,
    /// `CCBridge`, a game.
    Cbr,
    /// `CCBridge`, a library of games.
    Cbl,
    /// Pages and forums of dpxq.com, also called UBB.
    Dhtml,
    /// Records of WXF, as `PlayOK` gives them out.
    Record,
    /// The game server 中游.
    Ccm,
    /// The game server QQ.
    Che,
    /// The game server 联众.
    Chn,
    /// The game server 弈天.
    Mxq,
    /// Moves and nothing else, in any notation, from the start or behind a FEN.
    Moves,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 11] = [
        Self::Pgn,
        Self::Xqf,
        Self::Cbr,
        Self::Cbl,
        Self::Dhtml,
        Self::Record,
        Self::Ccm,
        Self::Che,
        Self::Chn,
        Self::Mxq,
        Self::Moves,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Xqf => "XQF",
            Self::Cbr => "CBR",
            Self::Cbl => "CBL",
            Self::Dhtml => "DhtmlXQ",
            Self::Record => "WXF record",
            Self::Ccm => "CCM",
            Self::Che => "CHE",
            Self::Chn => "CHN",
            Self::Mxq => "MXQ",
            Self::Moves => "move list",
        }
    }

    /// Whether it is written too.
    pub fn is_written(self) -> bool {
        write::Written::of(self).is_some()
    }

    /// Whether a file can hold more than one game.
    pub fn holds_many(self) -> bool {
        matches!(self, Self::Pgn | Self::Cbl | Self::Dhtml | Self::Record | Self::Moves)
    }

    /// The usual ending of the names of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
            Self::Dhtml => "ubb",
            Self::Record => "wxf",
            Self::Ccm => "ccm",
            Self::Che => "che",
            Self::Chn => "chn",
            Self::Mxq => "mxq",
            Self::Moves => "txt",
        }
    }
}
