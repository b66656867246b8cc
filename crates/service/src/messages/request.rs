//! What a front door asks.

use super::{FileFormat, GameFormat, GameTree, MoveClass, RoomAct, RoomTerms, RuleSet, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game as requests give it: where it began, its moves, the rules it is judged by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameDescription {
    /// The position it began with; none for the starting position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Its moves.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Vec<super::MoveText>"))]
    pub moves: Vec<String>,
    /// The rules.
    #[serde(default)]
    pub rules: RuleSet,
}

/// Both clocks in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockTimes {
    /// What Red has left.
    pub red: u64,
    /// What Black has left.
    pub black: u64,
    /// What Red gains with every move.
    #[serde(default)]
    pub red_inc: u64,
    /// What Black gains with every move.
    #[serde(default)]
    pub black_inc: u64,
}

/// What is to be searched, and when to stop. Without any limit the whole engine takes the time that a move, or a hint, usually has.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(clippy::struct_excessive_bools)] // each is a field of its own on the wire
pub struct GoRequest {
    /// The game.
    #[serde(flatten)]
    pub game: GameDescription,
    /// 1 to 10, the last being the whole engine.
    pub level: u8,
    /// Stop after this many milliseconds.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub millis: Option<u64>,
    /// Stop after this many nodes.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub nodes: Option<u64>,
    /// Stop after this iteration.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub depth: Option<usize>,
    /// Use the time as in a game.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockTimes>,
    /// Analyse: go on until told to stop, or until one of the limits above but for the clock is reached; time counts only while
    /// the search computes.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub infinite: bool,
    /// How many threads the whole engine searches with, at most as many as searches compute at once; one if not given.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub threads: Option<usize>,
    /// The most mebibytes for the table of the whole engine; less where less is free.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub memory: Option<usize>,
    /// How many lines to find, 1 to 5.
    #[serde(default = "one")]
    pub lines: usize,
    /// Whether a move of the opening book will do.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub use_book: bool,
    /// Whether it is a hint to somebody who plays, which is found by thinking and in less time than a move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub hint: bool,
    /// Whether it goes on beside the client's other searches, and ends none of them.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub aside: bool,
}

/// A move that a review has judged before.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownMove {
    /// What it gave away.
    pub loss: f64,
    /// Its class.
    pub class: MoveClass,
}

fn one() -> usize {
    1
}

impl Request {
    /// Whether it is about rooms, which a front door keeps, and not for the workbench.
    pub fn is_about_rooms(&self) -> bool {
        matches!(
            self,
            Self::Rooms
                | Self::RoomOpen { .. }
                | Self::RoomEnter { .. }
                | Self::RoomAct { .. }
                | Self::RoomLinks { .. }
        )
    }
}

/// From a front door to the workbench.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Request {
    /// Who are you?
    Hello,
    /// What does this game look like?
    Look(GameDescription),
    /// Search.
    Go(GoRequest),
    /// End a search.
    Stop {
        /// The id of its request.
        search: u64,
    },
    /// Class every move of a game.
    Review {
        /// The game.
        #[serde(flatten)]
        game: GameDescription,
        /// How many nodes to search in each position.
        nodes: u64,
        /// The first moves, if a review that ended early is to go on behind them.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        known: Vec<KnownMove>,
    },
    /// Is the last move of a game good enough? Each position is searched as in a review, so that the same move has the same class.
    TryMove {
        /// The game.
        #[serde(flatten)]
        game: GameDescription,
        /// How many nodes to search in each position.
        nodes: u64,
    },
    /// Is this a position?
    CheckFen {
        /// The text.
        fen: String,
    },
    /// Read a game in whatever form it is.
    ReadGame {
        /// The text.
        text: String,
    },
    /// Write a game.
    WriteGame {
        /// The game.
        #[serde(flatten)]
        game: GameDescription,
        /// The form.
        format: GameFormat,
        /// Tags of a PGN.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        tags: BTreeMap<String, String>,
    },
    /// Read all games of a file, whatever its format and encoding.
    ReadFile {
        /// Its bytes in base64.
        data: String,
        /// Whether the bytes are packed with gzip, so that a large file fits into a message.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        packed: bool,
    },
    /// Write whole games as a file.
    WriteFile {
        /// The games.
        games: Vec<GameTree>,
        /// The format.
        format: FileFormat,
    },
    /// How are the moves of this tree written?
    NoteTree {
        /// The tree.
        tree: GameTree,
    },
    /// What does the opening book know here?
    Explore(GameDescription),
    /// Does this move of a puzzle win?
    PuzzleMove {
        /// The position of the puzzle.
        fen: String,
        /// The moves so far. The last is the solver's; if it is the defender's, or there are none, help is asked for.
        #[cfg_attr(test, ts(as = "Vec<super::MoveText>"))]
        moves: Vec<String>,
        /// Within how many moves the solver was to mate before the last move; none if a move that wins is asked for.
        #[serde(default)]
        mate_in: Option<u32>,
    },
    /// The side to move offers a draw. Whatever the level of the other side, its answer is that of the whole engine.
    OfferDraw {
        /// The game.
        #[serde(flatten)]
        game: GameDescription,
    },
    /// What do the rules say of this game?
    Judge(GameDescription),
    /// Can the side to move force mate?
    Solve {
        /// The game.
        #[serde(flatten)]
        game: GameDescription,
        /// Look for a mate in at most this many moves; in any number if this is not said.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        mate_in: Option<u32>,
        /// How long to look for it.
        millis: u64,
    },
    /// By which addresses do other devices come here?
    Addresses,
    /// Are there rooms here, and how many?
    Rooms,
    /// Make a room.
    RoomOpen {
        /// What is played in it.
        terms: RoomTerms,
        /// The side that who makes it has in the first game.
        side: Side,
    },
    /// Come into a room, and hear of it until `stop` names this request.
    RoomEnter {
        /// The name of the room.
        room: String,
        /// One of its keys.
        key: String,
        /// What this browser is known by in the room: 32 random hexadecimal digits, the same each time.
        token: String,
    },
    /// Do something in a room that this client has come into.
    RoomAct {
        /// The name of the room.
        room: String,
        /// What.
        act: RoomAct,
    },
    /// What are the ways into a room in which this client plays?
    RoomLinks {
        /// The name of the room.
        room: String,
    },
}
