//! One puzzle as a row of text: seven fields between tabs.
//!
//! ```text
//! placement and side   solution        kind   themes      rating   source   solved by levels 1 to 10
//! 3k5/R8/… w           b1b9            m1     two-rooks   700      g        5678994311
//! ```
//!
//! The kind is `m` with the number of moves to mate, or `t` for a tactic; themes stand between commas, `-` if there are none. The
//! last field has a digit for each level: how many of its [`TRIES`] were right.

use crate::{TRIES, Theme, Tries};
use std::fmt;
use std::str::FromStr;
use xiangqi::{Fen, Move, Position, excerpt};

/// The longest text of a field that an error quotes.
const QUOTED: usize = 60;

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A mate in this many moves, proved.
    Mate(u32),
    /// A move after which the game is won.
    Tactic,
}

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A game between masters.
    Master,
    /// A game that the engine played against itself.
    Engine,
    /// A collection of mates.
    Collection,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, without a past.
    pub position: Position,
    /// The solver's moves and the defences between them.
    pub solution: Vec<Move>,
    /// What is to be found.
    pub kind: Kind,
    /// What the solution does.
    pub themes: Vec<Theme>,
    /// How hard it is.
    pub rating: u32,
    /// Where it comes from.
    pub source: Source,
    /// How often each level has solved it.
    pub solved: Tries,
}

/// What is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RowError {
    /// Not seven fields.
    #[error("{0} fields; a row has seven, between tabs")]
    Fields(usize),
    /// Not a position.
    #[error("{text:?} is not a position: {error}")]
    Position {
        /// The field.
        text: String,
        /// What is wrong with it.
        error: String,
    },
    /// Not a move of the position.
    #[error(
        "{0:?} is not a legal move here; a solution is like \"b1b9 d9d8 …\", and ends with the solver's move"
    )]
    Solution(String),
    /// Neither a mate nor a tactic.
    #[error("{0:?} is not a kind; kinds are \"m1\" to \"m99\" and \"t\"")]
    Kind(String),
    /// Not a theme.
    #[error(transparent)]
    Theme(#[from] crate::theme::UnknownTheme),
    /// Not a rating.
    #[error("{0:?} is not a rating, a whole number")]
    Rating(String),
    /// Not a source.
    #[error("{0:?} is not a source: \"m\", \"g\" or \"c\"")]
    Source(String),
    /// Not ten digits within the tries.
    #[error("{0:?} does not say how often levels 1 to 10 solved it; ten digits do, at most {TRIES:?}")]
    Solved(String),
}

impl FromStr for Kind {
    type Err = RowError;

    fn from_str(text: &str) -> Result<Self, RowError> {
        let wrong = || RowError::Kind(excerpt(text, QUOTED));
        if text == "t" {
            return Ok(Self::Tactic);
        }
        let moves: u32 = text.strip_prefix('m').and_then(|moves| moves.parse().ok()).ok_or_else(wrong)?;
        if (1..100).contains(&moves) { Ok(Self::Mate(moves)) } else { Err(wrong()) }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(moves) => write!(f, "m{moves}"),
            Self::Tactic => f.write_str("t"),
        }
    }
}

impl FromStr for Source {
    type Err = RowError;

    fn from_str(text: &str) -> Result<Self, RowError> {
        match text {
            "m" => Ok(Self::Master),
            "g" => Ok(Self::Engine),
            "c" => Ok(Self::Collection),
            _ => Err(RowError::Source(excerpt(text, QUOTED))),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Master => "m",
            Self::Engine => "g",
            Self::Collection => "c",
        })
    }
}

impl FromStr for Puzzle {
    type Err = RowError;

    fn from_str(row: &str) -> Result<Self, RowError> {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, moves, kind, themes, rating, source, solved] = fields[..] else {
            return Err(RowError::Fields(fields.len()));
        };
        let wrong = |error: xiangqi::FenError| RowError::Position {
            text: excerpt(fen, QUOTED),
            error: error.to_string(),
        };
        let position: Position = fen.parse().map_err(wrong)?;
        Ok(Self {
            solution: parse_solution(&position, moves)?,
            position,
            kind: kind.parse()?,
            themes: parse_themes(themes)?,
            rating: rating.parse().map_err(|_| RowError::Rating(excerpt(rating, QUOTED)))?,
            source: source.parse()?,
            solved: parse_solved(solved)?,
        })
    }
}

/// Reads moves that are legal one after another, an odd number of them.
pub fn parse_solution(position: &Position, text: &str) -> Result<Vec<Move>, RowError> {
    let mut position = position.clone();
    let mut solution = Vec::new();
    for word in text.split(' ') {
        let wrong = || RowError::Solution(excerpt(word, QUOTED));
        let mv: Move = word.parse().map_err(|_| wrong())?;
        position.try_play(mv).map_err(|_| wrong())?;
        solution.push(mv);
    }
    if solution.len() % 2 == 1 { Ok(solution) } else { Err(RowError::Solution(excerpt(text, QUOTED))) }
}

pub fn parse_themes(text: &str) -> Result<Vec<Theme>, RowError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?)
}

fn parse_solved(text: &str) -> Result<Tries, RowError> {
    let wrong = || RowError::Solved(excerpt(text, QUOTED));
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(10)).collect();
    let solved: Tries = digits.and_then(|digits| digits.try_into().ok()).ok_or_else(wrong)?;
    if solved.iter().zip(TRIES).all(|(&solved, tries)| solved <= tries) { Ok(solved) } else { Err(wrong()) }
}

/// Placement and side, which is all that a puzzle needs.
pub fn short_fen(position: &Position) -> String {
    let fen = Fen { board: position.board().clone(), quiet_plies: 0, move_number: 1 }.to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

pub fn joined<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

pub fn themes_text(themes: &[Theme]) -> String {
    if themes.is_empty() { "-".to_owned() } else { joined(themes, ",") }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fen, solution) = (short_fen(&self.position), joined(&self.solution, " "));
        let (themes, solved) = (themes_text(&self.themes), joined(&self.solved, ""));
        write!(f, "{fen}\t{solution}\t{}\t{themes}\t{}\t{}\t{solved}", self.kind, self.rating, self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w\tb1b9\tm1\ttwo-rooks\t700\tg\t5678994311";

    #[test]
    fn what_is_wrong_is_quoted() {
        let rows = [
            ("b1b9", "b1c9", "\"b1c9\""),
            ("b1b9", "b1b9 d9d8", "\"d9d8\""),
            ("m1", "m0", "\"m0\""),
            ("m1", "x", "\"x\""),
            ("two-rooks", "three-rooks", "\"three-rooks\""),
            ("700", "easy", "\"easy\""),
            ("\tg\t", "\tz\t", "\"z\""),
            ("5678994311", "5678994312", "\"5678994312\""),
            ("5678994311", "567", "\"567\""),
            ("4K4 w", "4K4 x", "4K4 x"),
            ("\tg", "", "6 fields"),
        ];
        assert!(ROW.parse::<Puzzle>().is_ok());
        for (part, other, quoted) in rows {
            let error = ROW.replace(part, other).parse::<Puzzle>().err().map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains(quoted)), "{other}: {error:?}");
        }
    }
}
