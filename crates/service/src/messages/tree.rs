//! Whole games: a tree of moves with all that is said about them, and the files that hold such games.
//!
//! The nodes of a tree are one list in which each names its parent, so that neither a long line nor deep variations nest JSON.

use super::OpeningName;
use crate::words::Words;
use notation::formats::Format;
use serde::{Deserialize, Serialize};

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeMove {
    /// `h2e2`
    #[serde(rename = "move")]
    #[cfg_attr(test, ts(as = "super::MoveText"))]
    pub mv: String,
    /// The move that it follows, by its number in the list from 1, which is before its own; 0 for a first move. The first of those that follow a
    /// move continues the line, the others are variations.
    #[serde(default)]
    pub parent: usize,
    /// The comment before the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub before: String,
    /// The comment behind the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub glyphs: Vec<u8>,
}

/// A game with its variations, comments, glyphs and tags.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTree {
    /// The position it began with; none for the starting position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Its tags in order, without those that say where it began and how it ended.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    pub result: String,
    /// The comment before the first move.
    #[serde(default)]
    pub comment: String,
    /// Its moves.
    #[serde(default)]
    pub nodes: Vec<TreeMove>,
}

/// A file format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FileFormat {
    /// Portable Game Notation.
    Pgn,
    /// `XQStudio`.
    Xqf,
    /// `DhtmlXQ`.
    Dhtml,
    /// Moves and nothing else.
    Moves,
}

impl From<FileFormat> for Format {
    fn from(format: FileFormat) -> Self {
        match format {
            FileFormat::Pgn => Self::Pgn,
            FileFormat::Xqf => Self::Xqf,
            FileFormat::Dhtml => Self::Dhtml,
            FileFormat::Moves => Self::Moves,
        }
    }
}

/// A game of a file, or why it cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The game.
    pub game: Option<GameTree>,
    /// What its opening is called.
    pub opening: Option<OpeningName>,
    /// Why it cannot be read.
    pub fault: Option<Words>,
}

/// A file that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileRead {
    /// What its format is called; none if it is of no format.
    pub format: Option<String>,
    /// How many games were read.
    pub games: usize,
    /// How many could not be read.
    pub faults: usize,
    /// Whether there are more games: than are read at once, or than were read until it was stopped.
    pub stopped: bool,
}

/// Games as a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileWritten {
    /// The file, if it is text.
    pub text: Option<String>,
    /// The file in base64, if it is not.
    pub data: Option<String>,
    /// The usual ending of its name.
    pub extension: String,
    /// What of the games the format does not hold.
    pub losses: Vec<Words>,
}

/// The moves of a tree in the notations that are shown, in the order of its list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNoted {
    /// The moves in WXF.
    pub wxf: Vec<String>,
    /// The moves in Chinese.
    pub chinese: Vec<String>,
}
