//! Why a move was weak, and a move that is tried instead.
//!
//! In the sentences `{reply}` stands for the first move of the punishing line and `{better}` for that of the better one: whoever shows them
//! writes them in the notation of its reader. Of a place such as `{c7=file 3}` one side of the sign is said: the square to readers of
//! coordinates, the file, as the owner of the piece counts it, to all others.

use super::{Chances, MoveClass, MoveText, NotedMove, PieceLetter, Score, SquareText};
use crate::words::Words;
use serde::Serialize;

/// What a move costs, or what it missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum WhyKind {
    /// A mate that stands in the line.
    Mate,
    /// Material that is lost or won in the line.
    Material,
    /// Nothing of the kind: only the points are known.
    Points,
}

/// How the piece falls that is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum WhyCause {
    /// It moved to where it is taken.
    MovedInto,
    /// The piece that moved was its defence.
    DefenceGone,
    /// The move opened the way to it.
    Opened,
    /// The piece that moved became the screen of the cannon that takes it.
    Screen,
    /// It stands undefended.
    Undefended,
    /// It is taken at once.
    Taken,
    /// It is attacked together with another.
    Fork,
    /// It falls after a check.
    Check,
    /// It is attacked and taken next.
    Attacked,
    /// It falls later in the line.
    Later,
}

/// What is said of one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WhyLine {
    /// What it is.
    pub kind: WhyKind,
    /// In words.
    #[serde(flatten)]
    pub words: Words,
    /// How many moves of the line show it; 0 where only the points are known.
    pub plies: usize,
    /// The moves to a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mate_in: Option<usize>,
    /// The piece that falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub piece: Option<PieceLetter>,
    /// Where it is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub square: Option<SquareText>,
    /// How it comes to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cause: Option<WhyCause>,
    /// What the side that moved loses in all, without what is the same on both sides.
    pub lost: Vec<PieceLetter>,
    /// What it takes in all.
    pub taken: Vec<PieceLetter>,
}

/// Why a move was weak.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Why {
    /// What it costs, by the punishing line.
    pub cost: WhyLine,
    /// What the better move would have had, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub missed: Option<WhyLine>,
}

/// Why a move was weak, with both lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WhyLines {
    /// Why.
    #[serde(flatten)]
    pub why: Why,
    /// The line that punishes it; empty if the game is over.
    pub punishment: Vec<NotedMove>,
    /// The line of the better move.
    pub better: Vec<NotedMove>,
}

/// What a move is worth that was tried instead of a mistake.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TriedMove {
    /// Whether it is good enough: not weak.
    pub ok: bool,
    /// Its class.
    pub class: MoveClass,
    /// How many points of a hundred it gives away.
    pub loss: f64,
    /// The score after it.
    pub score: Score,
    /// The chances after it.
    pub wdl: Chances,
    /// The best answer to it; none if the game is over.
    pub reply: Option<MoveText>,
    /// Why it is weak, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub why: Option<Box<WhyLines>>,
}
