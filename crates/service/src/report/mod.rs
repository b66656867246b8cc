//! The report of a game: what a review finds, kept as JSON, as annotated PGN and as a page of its own.
//!
//! [`analyse`] walks through a game with an engine and gives a [`GameReport`]; at a limit in nodes or depth the same game gives the
//! same report every time, for the engine forgets everything before it begins. [`annotated`] adds the report to the game: comments,
//! glyphs and variations, with all that was in it before. [`page`] is one HTML file that loads nothing. The JSON is described in
//! `docs/analyse.md`; [`VERSION`] changes when a reader of it would have to.

mod annotate;
mod game;
mod html;
mod own;

pub use annotate::annotated;
pub use game::{Analyst, analyse, analyse_position};
pub use html::{IndexRow, index, page};

use crate::messages::{
    Chances, GameEnd, MoveClass, NotedMove, OpeningName, PieceLetter, RuleSet, Score, Side, Sides, Why,
};
use engine::Limits;
use engine::budget::ending_early;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use xiangqi::Move;

/// What the JSON calls itself.
pub const SCHEMA: &str = "chuhe-analysis";
/// The version of the JSON.
pub const VERSION: u32 = 1;

/// When the search of a position ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SearchLimit {
    /// After this many nodes.
    Nodes(u64),
    /// After this iteration.
    Depth(usize),
    /// After this many milliseconds.
    Movetime(u64),
}

impl SearchLimit {
    /// The limits of a search for this many lines that ends there; where time is the limit, as soon as more of it would not change the move.
    pub fn limits(self, lines: usize) -> Limits<Move> {
        let limits = Limits { lines, ..Limits::default() };
        ending_early(match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits },
            Self::Depth(depth) => Limits { depth: Some(depth), ..limits },
            Self::Movetime(millis) => Limits { hard_time: Some(Duration::from_millis(millis)), ..limits },
        })
    }
}

/// How a game was analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisSettings {
    /// When each search ended.
    pub limit: SearchLimit,
    /// How many lines were looked for.
    pub lines: usize,
    /// The rules of the game.
    pub rules: RuleSet,
    /// What judged positions.
    pub evaluation: String,
    /// Mebibytes of the transposition table.
    pub hash: usize,
}

/// Where a game was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// The name of the file, without its folders.
    pub file: String,
    /// Which game of the file, from 1.
    pub number: usize,
}

/// A game and how it was played, without its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// Where the game was found.
    pub source: Source,
    /// What is known about it.
    pub tags: BTreeMap<String, String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What the opening is called.
    pub opening: Option<OpeningName>,
    /// How well each side played, of a hundred.
    pub accuracy: Sides<f64>,
    /// How many moves of each class a side made.
    pub counts: Sides<BTreeMap<MoveClass, usize>>,
}

/// A line of moves and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineReport {
    /// Its score.
    pub score: Score,
    /// Its chances.
    pub wdl: Chances,
    /// The moves.
    pub moves: Vec<NotedMove>,
}

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionReport {
    /// The position.
    pub fen: String,
    /// What it is worth.
    pub score: Score,
    /// Its chances.
    pub wdl: Chances,
    /// The last iteration of the search; 0 where the game is over.
    pub depth: usize,
    /// How many nodes the search took.
    pub nodes: u64,
    /// The best lines, the best first.
    pub lines: Vec<LineReport>,
}

/// When a rule speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// What it comes to if the moves are repeated once more.
    Impending,
    /// The game is over.
    Over,
}

/// What the rules say of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleEvent {
    /// Whether it has happened.
    pub kind: EventKind,
    /// The end, why, and in words.
    #[serde(flatten)]
    pub end: GameEnd,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// From 1; the move leads from the position before to that of this number.
    pub ply: usize,
    /// The number of the move in the game.
    pub number: u32,
    /// Who made it.
    pub side: Side,
    /// The move.
    #[serde(flatten)]
    pub text: NotedMove,
    /// What it captured.
    pub capture: Option<PieceLetter>,
    /// Whether it gave check.
    pub check: bool,
    /// How many points of a hundred it gave away.
    pub loss: f64,
    /// What it is called.
    pub class: MoveClass,
    /// What should have been played, if the move was weak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<LineReport>,
    /// The line that punishes it, if the move was weak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub punished_by: Option<LineReport>,
    /// Why it was weak, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What the rules say of the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<RuleEvent>,
}

/// Everything that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReport {
    /// The game without its moves.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// How it was analysed.
    pub settings: AnalysisSettings,
    /// All positions, one more than moves.
    pub positions: Vec<PositionReport>,
    /// All moves.
    pub moves: Vec<MoveReport>,
}

/// A score as people read it: pawns with a sign, or `#` and moves to mate.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Cp(0) => "0.00".into(),
        Score::Cp(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}
