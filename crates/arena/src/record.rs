//! A game that has been played: its moves, how it ended and why.

use crate::engine::ReportedScore;
use crate::schedule::ScheduledGame;
use games::{Cause, Ending, Side};
use std::time::Duration;
use xiangqi::rules::Language;

/// Why a game ended: by the rules, or otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Termination {
    /// In check, without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// A position came back too often.
    Repetition,
    /// Too many moves without progress.
    MoveRule,
    /// Neither side can win.
    Material,
    /// The loser gave up by itself.
    Resignation,
    /// The loser's own scores were hopeless for long enough.
    AdjudicatedWin,
    /// Both sides' scores were near zero for long enough.
    AdjudicatedDraw,
    /// The longest game allowed.
    MaxPlies,
    /// The loser overstepped its time.
    TimeLoss,
    /// The loser played an illegal move, or gave no move.
    IllegalMove,
    /// The loser's process ended or could not be started.
    Crash,
    /// The loser did not answer at all.
    Hang,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::MoveRule,
        Self::Material,
        Self::Resignation,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::MaxPlies,
        Self::TimeLoss,
        Self::IllegalMove,
        Self::Crash,
        Self::Hang,
    ];

    /// As the PGN tag `Termination` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::MoveRule => "move rule",
            Self::Material => "material",
            Self::Resignation => "resignation",
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::MaxPlies => "longest game",
            Self::TimeLoss => "time loss",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

    /// The termination of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Who wins; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub termination: Termination,
    /// The same as a sentence.
    pub sentence: String,
}

impl From<Ending> for Ruling {
    fn from(ending: Ending) -> Self {
        let sentence = ending.explain(Language::English);
        let termination = match ending.cause {
            Cause::Checkmate => Termination::Checkmate,
            Cause::Stalemate => Termination::Stalemate,
            Cause::Repetition(_) => Termination::Repetition,
            Cause::MoveRule(_) => Termination::MoveRule,
            Cause::Material => Termination::Material,
        };
        Self { winner: ending.winner, termination, sentence }
    }
}

/// A move with what its engine said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move in coordinates.
    pub text: String,
    /// What the engine thought of its chances.
    pub score: Option<ReportedScore>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How long it took.
    pub elapsed: Duration,
}

impl PlayedMove {
    /// The comment in the PGN: `+0.35/12 0.10s`.
    pub fn comment(&self) -> String {
        let seconds = self.elapsed.as_secs_f64();
        match (self.score, self.depth) {
            (Some(score), depth) => format!("{score}/{} {seconds:.2}s", depth.unwrap_or(0)),
            (None, _) => format!("{seconds:.2}s"),
        }
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Which game of the schedule it is.
    pub game: ScheduledGame,
    /// Where it began.
    pub fen: String,
    /// What was played.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ruling: Ruling,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminations_read_back() {
        for termination in Termination::ALL {
            assert_eq!(Termination::from_name(termination.name()), Some(termination));
        }
        assert_eq!(Termination::from_name("boredom"), None);
    }

    #[test]
    fn comments_as_other_runners_write_them() {
        let elapsed = Duration::from_millis(104);
        let played = |score, depth| PlayedMove { text: "h2e2".into(), score, depth, elapsed };
        assert_eq!(played(Some(ReportedScore::Centipawns(35)), Some(12)).comment(), "+0.35/12 0.10s");
        assert_eq!(played(Some(ReportedScore::Mate(-2)), None).comment(), "-M2/0 0.10s");
        assert_eq!(played(None, Some(3)).comment(), "0.10s");
    }
}
