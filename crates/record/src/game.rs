//! The record of a game: its schema as types, reading, writing, and what makes a text no record.

use crate::counts::{CountRecord, KeyRecord};
use games::{AnyPosition, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xiangqi::{RuleSet, Rules, excerpt};

/// What the field `schema` of every record says.
pub const SCHEMA: &str = "chuhe-game-record";
/// The version that is written. A reader takes this version; a field that changes its meaning makes a new one.
pub const VERSION: u32 = 1;

/// Which command played a game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `chuhe play`.
    Play,
    /// `chuhe match`.
    Match,
}

/// Whether a game has come to its end.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It goes on, or was broken off: what was recorded so far.
    Unfinished,
    /// It has a result.
    Finished,
}

/// Who has found a move.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Somebody at the keyboard, or moves that were there when the recording began.
    Person,
    /// Chance.
    Random,
    /// A script.
    Script,
    /// The opening book.
    Book,
    /// A search of this program.
    Search,
    /// A program of its own, which says what it likes.
    Engine,
}

/// A whole game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// Which command played it.
    pub source: Source,
    /// When it began, in UTC: `2026-11-17T20:15:00Z`.
    pub began: String,
    /// Whether it is over.
    pub state: State,
    /// `xiangqi` or `chess`.
    pub game: String,
    /// The rules of repetition, in games that have a choice.
    pub rules: Option<String>,
    /// Where it began, as FEN.
    pub start: String,
    /// What chance depended on.
    pub seed: Option<u64>,
    /// Which game of a match it is.
    pub round: Option<String>,
    /// Red (in chess White) and Black.
    pub players: [PlayerRecord; 2],
    /// How it ended.
    pub result: Option<ResultRecord>,
    /// The moves of the game.
    pub moves: Vec<MoveRecord>,
    /// Moves that were taken back, in the order in which that happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<MoveRecord>,
}

/// Who played a side, and with what.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct PlayerRecord {
    /// What people call it.
    pub name: String,
    /// As the command line has it: `person`, `random`, `3`, or the settings of an engine of a match.
    pub settings: String,
    /// What a move may cost, in words.
    pub limit: Option<String>,
    /// The nodes of a move, where they and nothing else limit it.
    pub nodes: Option<u64>,
    /// Whether the opening book may answer.
    pub uses_book: bool,
    /// Mebibytes of its table, if it is known to have one.
    pub hash: Option<u64>,
    /// What its table knows positions by, where that was chosen.
    pub keys: Option<KeyRecord>,
}

/// How a game ended.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct ResultRecord {
    /// `first`, `second`, or none in a draw.
    pub winner: Option<String>,
    /// The cause in a few words.
    pub cause: String,
    /// The same as a sentence.
    pub words: String,
}

/// A move with what led to it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// Which move it is, counted from 1 over both sides.
    pub ply: u64,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub text: String,
    /// Who found it.
    pub by: By,
    /// How long that took, in microseconds, as the recorder saw it.
    pub microseconds: u64,
    /// The search, if there was one.
    pub search: Option<SearchRecord>,
    /// What an engine of another program said of it: its `info` lines, the last ones if they are many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A score for the side to move.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ScoreRecord {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if the side to move is mated.
    Mate(i32),
}

impl ScoreRecord {
    /// As one number for pictures: a mate lies beyond every evaluation.
    pub fn value(self) -> f64 {
        match self {
            Self::Centipawns(value) => f64::from(value),
            Self::Mate(moves) if moves > 0 => 3000.0,
            Self::Mate(_) => -3000.0,
        }
    }
}

/// What is known of a search.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRecord {
    /// Its nodes: moves made in it.
    pub nodes: Option<u64>,
    /// How long it took by its own clock, in microseconds.
    pub microseconds: Option<u64>,
    /// The last iteration.
    pub depth: Option<u64>,
    /// The deepest ply looked at.
    pub selective_depth: Option<u64>,
    /// What it thinks of its chances.
    pub score: Option<ScoreRecord>,
    /// The line that it expects.
    pub line: Vec<String>,
    /// Each iteration that was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<IterationRecord>,
    /// What was counted, if it counted.
    pub counts: Option<CountRecord>,
}

/// An iteration of a search.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct IterationRecord {
    /// Its depth.
    pub depth: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far, in microseconds.
    pub microseconds: u64,
    /// The score.
    pub score: ScoreRecord,
}

/// Why a text is not a record that can be used.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// It is not JSON.
    #[error("this is not JSON: {0}")]
    Json(serde_json::Error),
    /// It is something else.
    #[error("this is not the record of a game: \"schema\" is {0} and should be \"{SCHEMA}\"")]
    Schema(String),
    /// It has another version.
    #[error("this record has version {0}, and this program reads version {VERSION}")]
    Version(String),
    /// A field is missing or wrong.
    #[error("this record is not whole: {0}")]
    Field(serde_json::Error),
    /// Its game cannot be played.
    #[error("this record does not hold together: {0}")]
    Game(String),
}

impl GameRecord {
    /// Reads a record, and plays its moves to see that they are legal.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn read(text: &str) -> Result<Self, BadRecord> {
        let value: Value = serde_json::from_str(text).map_err(BadRecord::Json)?;
        let field = |name: &str| {
            value.get(name).map_or_else(|| "missing".to_owned(), |value| excerpt(&value.to_string(), 60))
        };
        if value.get("schema").and_then(Value::as_str) != Some(SCHEMA) {
            return Err(BadRecord::Schema(field("schema")));
        }
        if value.get("version").and_then(Value::as_u64) != Some(VERSION.into()) {
            return Err(BadRecord::Version(field("version")));
        }
        let record: Self = serde_json::from_value(value).map_err(BadRecord::Field)?;
        record.check()?;
        Ok(record)
    }

    /// The record as text: a line for each move, so that people and line tools find their way.
    pub fn write(&self) -> String {
        // Strings and whole numbers can always be written. Inside a string the quotes would have backslashes before them.
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace("{\"ply\":", "\n{\"ply\":") + "\n"
    }

    /// Which game it is.
    ///
    /// # Errors
    /// There is no game of that name.
    pub fn variant(&self) -> Result<Variant, BadRecord> {
        let known =
            [Variant::Xiangqi, Variant::Chess].into_iter().find(|variant| variant.name() == self.game);
        known.ok_or_else(|| BadRecord::Game(format!("there is no game \"{}\"", excerpt(&self.game, 40))))
    }

    /// The rules, in games that have a choice.
    ///
    /// # Errors
    /// There are no rules of that name.
    pub fn rule_set(&self) -> Result<Option<RuleSet>, BadRecord> {
        let parsed = self.rules.as_ref().map(|name| name.parse::<RuleSet>()).transpose();
        parsed.map_err(|error| BadRecord::Game(error.to_string()))
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// The start is not a position, or the rules do not exist.
    pub fn first_position(&self) -> Result<AnyPosition, BadRecord> {
        let mut position = AnyPosition::parse(self.variant()?, &self.start).map_err(|error| {
            BadRecord::Game(format!("\"start\" \"{}\": {error}", excerpt(&self.start, 100)))
        })?;
        if let Some(rules) = self.rule_set()? {
            position.set_rules(Rules::from(rules));
        }
        Ok(position)
    }

    /// Whether the game holds together: every move is legal, counted from 1, and the result fits the state.
    fn check(&self) -> Result<(), BadRecord> {
        let mut position = self.first_position()?;
        for (ply, mv) in (1..).zip(&self.moves) {
            let wrong = |reason: String| {
                BadRecord::Game(format!("move {ply}, \"{}\": {reason}", excerpt(&mv.text, 20)))
            };
            if mv.ply != ply {
                return Err(wrong(format!("its \"ply\" is {}", mv.ply)));
            }
            position.play(&mv.text).map_err(|error| wrong(error.to_string()))?;
        }
        match (self.state, &self.result) {
            (State::Finished, None) => Err(BadRecord::Game("it is finished and has no result".into())),
            (State::Unfinished, Some(_)) => {
                Err(BadRecord::Game("it has a result and is not finished".into()))
            }
            (_, Some(ResultRecord { winner: Some(winner), .. }))
                if winner != "first" && winner != "second" =>
            {
                let winner = excerpt(winner, 20);
                Err(BadRecord::Game(format!(
                    "\"winner\" is \"{winner}\"; it is \"first\", \"second\" or null"
                )))
            }
            _ => Ok(()),
        }
    }
}
