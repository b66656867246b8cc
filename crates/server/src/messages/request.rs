//! What a browser asks.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A game as requests give it: where it began, its moves, the rules it is judged by.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GameText {
    /// The position it began with; none for the usual one.
    #[serde(default)]
    pub fen: Option<String>,
    /// Its moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// `asian`, `computer` or `simple`.
    #[serde(default = "usual_rules")]
    pub rules: String,
}

fn usual_rules() -> String {
    "asian".into()
}

/// Both clocks in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct ClockText {
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

/// What is to be searched, and when to stop.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GoText {
    /// The game.
    #[serde(flatten)]
    pub game: GameText,
    /// 1 to 10, the last being the whole engine.
    pub level: u8,
    /// Stop after so many milliseconds.
    #[serde(default)]
    pub millis: Option<u64>,
    /// Stop after so many nodes.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Stop after this iteration.
    #[serde(default)]
    pub depth: Option<usize>,
    /// Use the time as in a game.
    #[serde(default)]
    pub clock: Option<ClockText>,
    /// Go on until told to stop.
    #[serde(default)]
    pub infinite: bool,
    /// How many lines to find, 1 to 5.
    #[serde(default = "one")]
    pub lines: usize,
    /// Whether a move of the opening book will do.
    #[serde(default)]
    pub use_book: bool,
}

fn one() -> usize {
    1
}

/// From the browser to the server.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Who are you?
    Hello,
    /// What does this game look like?
    Look(GameText),
    /// Search.
    Go(GoText),
    /// End a search.
    Stop {
        /// The id of its request.
        search: u64,
    },
    /// Evaluation every move of a game.
    Review {
        /// The game.
        #[serde(flatten)]
        game: GameText,
        /// How long to look at each position.
        millis: u64,
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
        game: GameText,
        /// `fen`, `iccs`, `wxf`, `chinese` or `pgn`.
        format: String,
        /// Tags of a PGN.
        #[serde(default)]
        tags: BTreeMap<String, String>,
    },
    /// What does the opening book know here?
    Explore(GameText),
    /// Is this the way to mate?
    PuzzleMove {
        /// The position of the puzzle.
        fen: String,
        /// The moves so far. The last is the solver's; if it is the defender's, or there are none, help is asked for.
        moves: Vec<String>,
        /// Within how many moves the solver was to mate before the last move.
        mate_in: u32,
    },
    /// The side to move offers a draw.
    OfferDraw {
        /// The game.
        #[serde(flatten)]
        game: GameText,
        /// The level of the other side.
        level: u8,
    },
}
