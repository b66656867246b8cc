//! Whether a game is what it says: every move legal, and the end the one that the rules find.

use crate::datagen::record::{End, GameRecord};
use std::fmt;
use xiangqi::{Colour, IllegalMove, Outcome, Position, RuleSet, Rules};

/// What is wrong with a game. Plies count from the beginning of the game, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A move is not legal.
    Illegal {
        /// Which.
        ply: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// The rules end the game before its last ply.
    Overrun {
        /// The ply after which it is over.
        ply: usize,
        /// Why.
        end: End,
    },
    /// The rules do not end the game as it says.
    End {
        /// What it says.
        said: (Outcome, End),
        /// What the rules say, if anything.
        found: Option<(Outcome, End)>,
    },
    /// The last score is that of the loser.
    Score {
        /// The score for the side that moved last.
        score: i16,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |(outcome, end): (Outcome, End)| format!("{} by {}", outcome.name(), end.name());
        match self {
            Self::Illegal { ply, error } => write!(f, "at ply {ply}, {error}"),
            Self::Overrun { ply, end } => {
                write!(f, "it is over by {} after ply {ply}, and goes on", end.name())
            }
            Self::End { said, found: Some(found) } => {
                write!(f, "it says {}, the rules say {}", named(*said), named(*found))
            }
            Self::End { said, found: None } => {
                write!(f, "it says {}, but by the rules it is not over", named(*said))
            }
            Self::Score { score } => write!(f, "its last score is {score}, that of the loser"),
        }
    }
}

impl std::error::Error for Flaw {}

impl GameRecord {
    /// Replays the game and judges it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Flaw> {
        let rules = Rules::from(RuleSet::Computer);
        let mut position = Position::from(self.start.clone());
        let mut found = None;
        for (ply, step) in self.steps.iter().enumerate() {
            if let Some((_, end)) = found {
                return Err(Flaw::Overrun { ply: ply - 1, end });
            }
            position.try_play(step.mv).map_err(|error| Flaw::Illegal { ply, error })?;
            found = rules.verdict(&position).map(|verdict| (verdict.outcome, End::from(&verdict.reason)));
        }
        let said = (self.outcome, self.end);
        let is_agreed = matches!(self.end, End::DecidedScore | End::LevelScore | End::Length);
        if found.map_or(!is_agreed, |found| found != said) {
            return Err(Flaw::End { said, found });
        }
        match (self.steps.last(), self.outcome) {
            (Some(step), Outcome::Win(winner))
                if self.end == End::DecidedScore && !leads(!position.side(), step.score, winner) =>
            {
                Err(Flaw::Score { score: step.score })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a score of a side is one that makes the winner win.
fn leads(side: Colour, score: i16, winner: Colour) -> bool {
    if side == winner { score > 0 } else { score < 0 }
}
