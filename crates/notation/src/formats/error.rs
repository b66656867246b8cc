//! Why games cannot be read from a file, and where.

use super::tree::{FORK_LIMIT, NODE_LIMIT};
use super::{FILE_SIZE_LIMIT, Format};
use crate::MoveError;
use crate::pgn::{PgnError, VARIATION_DEPTH_LIMIT};
use thiserror::Error;
use xiangqi::{FenError, InvalidBoard, Square};

/// Why a game cannot be read from a file, and where.
///
/// ```
/// use notation::formats::{self, FileFault, Place};
///
/// let error = formats::read(b"startpos moves h2e2 h9g7 h0h9").next().unwrap().unwrap_err();
/// assert_eq!(error.line(), Some(1));
/// assert_eq!((Place::Line(1).to_string(), Place::Byte(7).to_string()), ("line 1".into(), "byte 7".into()));
/// assert!(FileFault::Version(99).to_string().contains("99"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The content is of none of the formats that are read.
    #[error(
        "this is not a file of games: it begins with \"{0}\"; PGN, XQF, CBR, CBL, DhtmlXQ, WXF records, CCM, CHE, CHN, \
         MXQ and move lists are read"
    )]
    Unknown(String),
    /// A library of `CCBridge` from before its second version, which is compressed and whose layout is not published.
    #[error(
        "this is a library of CCBridge from before its second version, which is not read; CCBridge itself can save its games anew"
    )]
    OldLibrary,
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// A game in a text, with its line and column.
    #[error(transparent)]
    Text(#[from] PgnError),
    /// A game in a file of another format.
    #[error("{place}: {fault}")]
    File {
        /// Where it goes wrong.
        place: Place,
        /// What is wrong.
        #[source]
        fault: FileFault,
    },
    /// A file that has to be held whole, and is too large for that.
    #[error("this {} file is larger than {FILE_SIZE_LIMIT} bytes, which is the limit", .0.name())]
    TooLarge(Format),
}

/// Where in a file something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The byte of a binary file, counted from 0.
    Byte(usize),
    /// The line of a text, counted from 1.
    Line(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// What is wrong with a game in a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file ends too early.
    #[error("the file is cut off: at least {missing} more bytes should follow")]
    Truncated {
        /// How many bytes are missing at least.
        missing: usize,
    },
    /// A version of the format that is not known.
    #[error("version {0} of this format is not known")]
    Version(u8),
    /// A number that should name a square.
    #[error("{0} does not name a square")]
    Square(u32),
    /// A text that should be the digits of a square, in a list of the squares on which the pieces stand.
    #[error(
        "square {number}, \"{text}\", should be two digits, file 0-8 and row 0-9, or 99 for off the board"
    )]
    SquareDigits {
        /// What stands there.
        text: String,
        /// Which of the squares it is, counted from 1.
        number: usize,
    },
    /// A list of the squares on which the pieces stand that is too short or too long.
    #[error("the start position names {0} squares; it must be 32, one for each piece")]
    SquareCount(usize),
    /// A text that should be the digits of a move.
    #[error(
        "move {number}, \"{text}\", should be four digits: the square from and another to, each file 0-8 and row 0-9"
    )]
    MoveDigits {
        /// What stands there.
        text: String,
        /// Which of the moves of its line it is, counted from 1.
        number: usize,
    },
    /// A text that should be a move such as `7C-4C`.
    #[error(
        "\"{0}\" is not a move; it must be the square from and another to, each a file 0-8 and a rank A-J, such as 7C-4C"
    )]
    LetteredMove(String),
    /// A piece on a square that another stands on.
    #[error("two pieces stand on {0}")]
    Occupied(Square),
    /// A number that should name a piece.
    #[error("{0} does not name a piece")]
    Piece(u8),
    /// The start position cannot occur in a game.
    #[error("the start position is not possible: {0}")]
    Board(InvalidBoard),
    /// The start position is given as a FEN that cannot be read.
    #[error("the FEN \"{text}\" is not a position: {error}")]
    Fen {
        /// What was to be read.
        text: String,
        /// What is wrong with it.
        #[source]
        error: FenError,
    },
    /// A move is not legal.
    #[error(transparent)]
    Move(MoveError),
    /// A variation of a line that is not there.
    #[error("the variation \"{0}\" branches off where there is no move")]
    Branch(String),
    /// A field without its end.
    #[error("the field \"{0}\" does not end")]
    OpenField(String),
    /// More moves than [`NODE_LIMIT`].
    #[error("the game has more than {NODE_LIMIT} moves, which is the limit")]
    TooManyMoves,
    /// More open variations than [`FORK_LIMIT`], or nested deeper than
    /// [`VARIATION_DEPTH_LIMIT`](crate::pgn::VARIATION_DEPTH_LIMIT).
    #[error(
        "variations are nested deeper than {VARIATION_DEPTH_LIMIT}, or more than {FORK_LIMIT} are open at once"
    )]
    TooDeep,
}

impl FileFault {
    /// The fault with its place in the bytes of a file.
    pub(super) fn at_byte(self, offset: usize) -> ReadError {
        ReadError::File { place: Place::Byte(offset), fault: self }
    }
}

impl ReadError {
    /// The line of the text, counted from 1; nothing in a binary file.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Text(error) => Some(error.line()),
            Self::File { place: Place::Line(line), .. } => Some(*line),
            _ => None,
        }
    }
}
