//! Who may play what, and when a game is over.
//!
//! A [`Referee`] follows one game. Moves are texts in coordinates as UCI has them, xiangqi with ranks
//! from 0 (`h2e2`), chess as usual (`e2e4`, `e7e8q`, castling as the king's move). What is not legal
//! is refused with a reason and leaves the game as it was.

mod chess;
mod xiangqi;

pub use self::chess::ChessReferee;
pub(crate) use self::chess::parse_fen as chess_board;
pub use self::xiangqi::XiangqiReferee;

use crate::record::{Ruling, Side};
use ::xiangqi::RuleSet;

/// One game, judged.
pub trait Referee {
    /// Whose turn it is.
    fn side(&self) -> Side;

    /// The position now.
    fn fen(&self) -> String;

    /// Makes a move.
    ///
    /// # Errors
    /// The text is no legal move; the message says why.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// The end of the game, if it has ended by the rules.
    fn ruling(&self) -> Option<Ruling>;
}

/// What is played, and by which rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// Xiangqi under a rule set.
    Xiangqi(RuleSet),
    /// International chess.
    Chess,
}

impl Discipline {
    /// The usual starting position.
    pub fn start(self) -> &'static str {
        match self {
            Self::Xiangqi(_) => ::xiangqi::fen::START,
            Self::Chess => chess::START,
        }
    }

    /// A referee for a game from a position.
    ///
    /// # Errors
    /// The text is no FEN; the message says why.
    pub fn referee(self, fen: &str) -> Result<Box<dyn Referee>, String> {
        Ok(match self {
            Self::Xiangqi(rules) => Box::new(XiangqiReferee::new(fen, rules.into())?),
            Self::Chess => Box::new(ChessReferee::new(fen)?),
        })
    }

    /// What a side is called.
    pub fn side_name(self, side: Side) -> &'static str {
        match (self, side) {
            (Self::Xiangqi(_), Side::First) => "Red",
            (Self::Chess, Side::First) => "White",
            (_, Side::Second) => "Black",
        }
    }
}
