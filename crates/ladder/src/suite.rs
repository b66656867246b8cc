//! Positions with known answers, graded: what the rungs are measured on.
//!
//! A suite is text: a row for each position with its grade, the position, the moves that solve it and what it is about, between tabs. Lines
//! that begin with `#` are remarks.

use games::{GameData, GameText, Variant};
use serde::Serialize;
use std::fmt;

/// How hard a position is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// A few plies show it.
    Easy,
    /// Between the two.
    Medium,
    /// Many plies, or a move that does not look like one.
    Hard,
}

impl Grade {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A position with its answers.
#[derive(Clone)]
pub struct Exercise<G: GameText> {
    /// How hard it is.
    pub grade: Grade,
    /// The position as text.
    pub fen: String,
    /// The position.
    pub position: G::Position,
    /// The moves that solve it, at least one.
    pub answers: Vec<G::Move>,
    /// What it is about.
    pub what: String,
}

/// Why a text is not a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SuiteError {
    /// A row is not a position with its answers.
    #[error("line {line}: {reason}")]
    Row {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
    /// There is no row, or none of the grade that was asked for.
    #[error(
        "no position: a row has a grade (easy, medium or hard), a position, its answers and what it is about, with tabs between"
    )]
    Empty,
}

/// The suite of a game that is part of the program.
pub const fn shipped(game: Variant) -> &'static str {
    match game {
        Variant::Xiangqi => include_str!("../../../testdata/ladder/xiangqi.tsv"),
        Variant::Chess => include_str!("../../../testdata/ladder/chess.tsv"),
    }
}

/// Reads a suite.
///
/// ```
/// use games::Chess;
/// let suite = ladder::read_suite::<Chess>("easy\t6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ta1a8\tmate in 1");
/// assert_eq!(suite.map(|suite| suite.len()), Ok(1));
/// let message = ladder::read_suite::<Chess>("simple\t6k1/8 w\ta1a8\t").err().map(|error| error.to_string());
/// assert!(message.is_some_and(|message| message.contains("line 1") && message.contains("\"simple\"")));
/// ```
///
/// # Errors
/// Quotes what cannot be read and says in which line.
pub fn read_suite<G: GameText + GameData>(text: &str) -> Result<Vec<Exercise<G>>, SuiteError> {
    let rows = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let suite: Vec<_> = rows
        .map(|(line, row)| read_row(row).map_err(|reason| SuiteError::Row { line, reason }))
        .collect::<Result<_, _>>()?;
    if suite.is_empty() { Err(SuiteError::Empty) } else { Ok(suite) }
}

fn read_row<G: GameText>(row: &str) -> Result<Exercise<G>, String> {
    let fields: Vec<&str> = row.split('\t').collect();
    let [grade, fen, answers, what] = fields[..] else {
        return Err(format!(
            "{} fields; a row has four with tabs between: grade, position, answers, what it is about",
            fields.len()
        ));
    };
    let grade = Grade::ALL.into_iter().find(|known| known.name() == grade);
    let grade = grade.ok_or_else(|| format!("grade \"{}\"; it is easy, medium or hard", fields[0]))?;
    let position = G::parse_position(fen).map_err(|error| error.to_string())?;
    let answers: Vec<G::Move> = answers
        .split_whitespace()
        .map(|text| G::parse_move(&position, text).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    if answers.is_empty() {
        return Err("no answer; give the moves that solve the position, with blanks between".to_owned());
    }
    Ok(Exercise { grade, fen: fen.to_owned(), position, answers, what: what.to_owned() })
}
