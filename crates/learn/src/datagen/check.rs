//! Whether a game is what it says: every move legal, and the end the one that the rules find.

use crate::datagen::record::{EndReason, GameRecord, outcome};
use games::{GameRules, Xiangqi};
use thiserror::Error;
use xiangqi::{Colour, IllegalMove, Outcome, Position, RuleSet};

/// What is wrong with a game. Plies count from the beginning of the game, from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFlaw {
    /// A move is not legal.
    #[error("at ply {ply}, {error}")]
    Illegal {
        /// Which.
        ply: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// The rules end the game before its last ply.
    #[error("it is over by {} after ply {ply}, and goes on", .end.name())]
    Overrun {
        /// The ply after which it is over.
        ply: usize,
        /// Why.
        end: EndReason,
    },
    /// The rules end the game, but not as it says.
    #[error("it says {}, the rules say {}", named(*.said), named(*.found))]
    OtherEnd {
        /// What it says.
        said: (Outcome, EndReason),
        /// What the rules say.
        found: (Outcome, EndReason),
    },
    /// It says that the rules end the game, and they do not.
    #[error("it says {}, but by the rules it is not over", named(*.said))]
    NotOver {
        /// What it says.
        said: (Outcome, EndReason),
    },
    /// The last score is that of the loser.
    #[error("its last score is {score}, that of the loser")]
    Score {
        /// The score for the side that moved last.
        score: i16,
    },
}

fn named((outcome, end): (Outcome, EndReason)) -> String {
    format!("{} by {}", outcome.name(), end.name())
}

impl GameRecord {
    /// Replays the game and judges it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), GameFlaw> {
        let mut position = Position::from(self.start.clone());
        position.set_rules(RuleSet::Computer.into());
        let mut found = None;
        for (ply, played) in self.moves.iter().enumerate() {
            if let Some((_, end)) = found {
                return Err(GameFlaw::Overrun { ply: ply - 1, end });
            }
            position.try_play(played.mv).map_err(|error| GameFlaw::Illegal { ply, error })?;
            found = Xiangqi::ending(&position)
                .map(|ending| (outcome(ending.winner), EndReason::from(&ending.cause)));
        }
        let said = (self.outcome, self.end);
        let is_agreed =
            matches!(self.end, EndReason::DecidedScore | EndReason::LevelScore | EndReason::Length);
        match found {
            Some(found) if found != said => return Err(GameFlaw::OtherEnd { said, found }),
            None if !is_agreed => return Err(GameFlaw::NotOver { said }),
            _ => {}
        }
        match (self.moves.last(), self.outcome) {
            (Some(last), Outcome::Win(winner))
                if self.end == EndReason::DecidedScore && !leads(!position.side(), last.score, winner) =>
            {
                Err(GameFlaw::Score { score: last.score })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a score of a side is one that makes the winner win.
fn leads(side: Colour, score: i16, winner: Colour) -> bool {
    if side == winner { score > 0 } else { score < 0 }
}
