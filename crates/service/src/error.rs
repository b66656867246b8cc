//! Why a request cannot be obeyed: a code with parameters, which `words` turns into sentences.
//!
//! Texts that came from outside are quoted in the parameters, shortened if they are long. As JSON an error is
//! `{"code": …, …}` with the parameters beside the code.

use crate::messages::{MoveText, PieceLetter, RoomRefusal, Side, SquareText};
use crate::words;
use notation::TagError;
use notation::formats::Format;
use notation::pgn::PgnError;
use serde::{Serialize, Serializer};
use std::fmt;
use xiangqi::{FenError, IllegalMove, InvalidBoard};

/// Why a request cannot be obeyed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ServiceError {
    /// A text is not a position.
    BadFen {
        /// The text.
        fen: String,
        /// What is wrong with it.
        #[serde(rename = "problem", serialize_with = "as_problem")]
        #[cfg_attr(test, ts(as = "FenProblem"))]
        error: FenError,
    },
    /// A game is too long.
    TooManyMoves {
        /// The plies that it has.
        count: usize,
        /// The plies that it may have.
        max: usize,
    },
    /// A text is not a move.
    NotAMove {
        /// The ply, from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// A move is not legal.
    IllegalMove {
        /// The ply, from 1.
        number: usize,
        /// What is wrong with the move.
        #[serde(rename = "refused", serialize_with = "as_refused_move")]
        #[cfg_attr(test, ts(as = "RefusedMove"))]
        error: IllegalMove,
    },
    /// There is no such level.
    NoSuchLevel {
        /// The number that was given.
        level: u8,
        /// The strongest level.
        max: u8,
    },
    /// A number is too small or too large.
    OutOfRange {
        /// The name of the field.
        field: &'static str,
        /// The number.
        value: u64,
        /// The least that it may be.
        min: u64,
        /// The most that it may be.
        max: u64,
    },
    /// A text without content.
    NothingToRead,
    /// A text is not a game.
    UnreadableGame {
        /// The text.
        text: String,
        /// What is wrong with it.
        fault: FaultPlace,
    },
    /// A text with neither a position nor tags nor moves.
    NoGame {
        /// The text.
        text: String,
    },
    /// More tags than are written.
    TooManyTags {
        /// How many there are.
        count: usize,
        /// How many are written.
        max: usize,
    },
    /// A tag cannot be written.
    BadTag {
        /// Its name.
        name: String,
        /// Why not.
        #[serde(rename = "reason", serialize_with = "as_text")]
        #[cfg_attr(test, ts(as = "String"))]
        error: TagError,
    },
    /// What should be a file is not written in base64.
    NotBase64 {
        /// Where it goes wrong, in characters from 0.
        place: usize,
    },
    /// What should be packed with gzip is not.
    NotGzip {
        /// What is wrong with it.
        reason: String,
    },
    /// A file is too large.
    FileTooLarge {
        /// How many bytes it may have.
        max: usize,
    },
    /// Too many large files wait to be read.
    TooManyFiles {
        /// How many there may be.
        max: usize,
    },
    /// A game has more moves, variations included, than are taken.
    TooManyNodes {
        /// How many it has.
        count: usize,
        /// How many it may have.
        max: usize,
    },
    /// A line of a game is longer than is taken.
    LineTooLong {
        /// How many plies it may have.
        max: usize,
    },
    /// A move of a tree follows one that does not come before it.
    BadParent {
        /// The number of the move, from 1.
        number: usize,
        /// The number that it gives.
        parent: usize,
    },
    /// A text is not the result of a game.
    BadResult {
        /// The text.
        text: String,
    },
    /// There is nothing to write.
    NoGamesToWrite,
    /// A format holds one game.
    OneGameOnly {
        /// What it is called.
        #[serde(serialize_with = "as_format_name")]
        #[cfg_attr(test, ts(as = "String"))]
        format: Format,
    },
    /// A search that is to be stopped has not been asked for.
    NoSuchSearch {
        /// The id that was given.
        search: u64,
    },
    /// One client has too many searches.
    TooManySearches {
        /// How many it may have.
        max: usize,
    },
    /// All clients together have too many searches.
    AllSearchesTaken {
        /// How many there may be.
        max: usize,
    },
    /// The system gives no thread for a search.
    NoThread,
    /// A search failed because of an error in the program.
    SearchFailed,
    /// A request failed because of an error in the program.
    RequestFailed,
    /// A message is too long.
    MessageTooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        max: usize,
    },
    /// A message is not text.
    NotText,
    /// A message is not JSON.
    NotJson {
        /// The message.
        text: String,
        /// What the reader says.
        reason: String,
    },
    /// A message has no id.
    NoId {
        /// The message.
        text: String,
    },
    /// An id is not above the one before.
    IdNotAbove {
        /// The id.
        given: u64,
        /// The one before.
        last: u64,
    },
    /// A message is not a request.
    NotARequest {
        /// What the reader says.
        reason: String,
    },
    /// There are no rooms here: nobody asked for them.
    NotShared,
    /// Who came by the link of a room can do nothing else here.
    OnlyRooms,
    /// There are too many rooms.
    TooManyRooms {
        /// How many there may be.
        max: usize,
    },
    /// There is no such room, or the key does not fit it.
    NoSuchRoom {
        /// The name that was given.
        room: String,
    },
    /// A text is not a token of a browser.
    BadRoomToken {
        /// The text.
        token: String,
    },
    /// There is no place left in a room.
    RoomCrowded {
        /// How many places there are.
        max: usize,
    },
    /// A client has come into too many rooms.
    TooManyVisits {
        /// How many it may be in.
        max: usize,
    },
    /// A client has not come into a room in which it wants to do something.
    NotInRoom {
        /// The name that was given.
        room: String,
    },
    /// A game cannot begin where it is over.
    RoomPositionOver {
        /// The position.
        fen: String,
    },
    /// Something cannot be done in a room now.
    RoomRefused {
        /// Why not.
        #[serde(flatten)]
        refusal: RoomRefusal,
    },
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words::english::error(self))
    }
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)] // the parameters are those of `FenError` and `InvalidBoard`
pub enum FenProblem {
    Empty,
    RankCount { count: usize },
    RankLength { text: String, files: usize },
    PieceLetter { letter: char, text: String },
    SideToMove { text: String },
    QuietPlies { text: String },
    MoveNumber { text: String },
    Dash { text: String },
    Trailing { text: String },
    NoKing { side: Side },
    TooMany { piece: PieceLetter, count: u32, max: u32 },
    Misplaced { piece: PieceLetter, at: SquareText },
    KingsFace { red: SquareText, black: SquareText },
    CapturableKing { side: Side, king: SquareText, attacker: SquareText },
    Unreadable,
}

impl From<&FenError> for FenProblem {
    fn from(error: &FenError) -> Self {
        let quote = |text: &String| shortened(text);
        match error {
            FenError::Empty => Self::Empty,
            FenError::RankCount(count) => Self::RankCount { count: *count },
            FenError::RankLength { text, files } => Self::RankLength { text: quote(text), files: *files },
            FenError::PieceLetter { letter, text } => {
                Self::PieceLetter { letter: *letter, text: quote(text) }
            }
            FenError::Side(text) => Self::SideToMove { text: quote(text) },
            FenError::QuietPlies(text) => Self::QuietPlies { text: quote(text) },
            FenError::MoveNumber(text) => Self::MoveNumber { text: quote(text) },
            FenError::Dash(text) => Self::Dash { text: quote(text) },
            FenError::Trailing(text) => Self::Trailing { text: quote(text) },
            FenError::Board(invalid) => Self::from(*invalid),
            // The enum may grow.
            _ => Self::Unreadable,
        }
    }
}

impl From<InvalidBoard> for FenProblem {
    fn from(invalid: InvalidBoard) -> Self {
        match invalid {
            InvalidBoard::NoKing(side) => Self::NoKing { side: side.into() },
            InvalidBoard::TooMany { piece, count } => {
                Self::TooMany { piece: PieceLetter(piece), count, max: piece.kind().set_size() }
            }
            InvalidBoard::Misplaced { piece, square } => {
                Self::Misplaced { piece: PieceLetter(piece), at: SquareText(square) }
            }
            InvalidBoard::KingsFace { red, black } => {
                Self::KingsFace { red: SquareText(red), black: SquareText(black) }
            }
            InvalidBoard::CapturableKing { side, king, attacker } => Self::CapturableKing {
                side: side.into(),
                king: SquareText(king),
                attacker: SquareText(attacker),
            },
        }
    }
}

/// A move and why it is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusedMove {
    #[serde(rename = "move")]
    mv: MoveText,
    because: IllegalBecause,
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum IllegalBecause {
    /// The side to move has no piece there.
    NoPiece,
    /// The piece does not go there.
    Unreachable,
    /// The king would be left in check, or facing the other king.
    KingInDanger,
}

impl From<&IllegalMove> for RefusedMove {
    fn from(error: &IllegalMove) -> Self {
        let (mv, because) = match error {
            IllegalMove::NoPiece(mv) => (mv, IllegalBecause::NoPiece),
            IllegalMove::Unreachable(mv) => (mv, IllegalBecause::Unreachable),
            IllegalMove::KingInDanger(mv) => (mv, IllegalBecause::KingInDanger),
        };
        Self { mv: MoveText(*mv), because }
    }
}

/// Where in a text a game cannot be read, and what the reader says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultPlace {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// In English.
    pub fault: String,
    /// In Chinese.
    pub fault_zh: String,
}

impl From<&PgnError> for FaultPlace {
    fn from(error: &PgnError) -> Self {
        let fault = error.fault();
        let fault_zh = words::chinese_faults::pgn_fault(fault);
        Self { line: error.line(), column: error.column(), fault: fault.to_string(), fault_zh }
    }
}

/// Why only the beginning of a game was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReadStop {
    /// What follows cannot be read.
    Fault(FaultPlace),
    /// The game has more moves than are read.
    TooLong {
        /// The plies that are read.
        max: usize,
    },
}

/// The beginning of a text, enough to recognise it.
pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 100;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn as_problem<S: Serializer>(error: &FenError, serializer: S) -> Result<S::Ok, S::Error> {
    FenProblem::from(error).serialize(serializer)
}

#[allow(clippy::trivially_copy_pass_by_ref)] // a reference is what serde gives
fn as_refused_move<S: Serializer>(error: &IllegalMove, serializer: S) -> Result<S::Ok, S::Error> {
    RefusedMove::from(error).serialize(serializer)
}

#[allow(clippy::trivially_copy_pass_by_ref)] // a reference is what serde gives
fn as_format_name<S: Serializer>(format: &Format, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(format.name())
}

fn as_text<S: Serializer>(error: &TagError, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}
