//! A game that has been played: its moves, how it ended and why.

use crate::engine::Score;
use crate::schedule::ScheduledGame;
use std::time::Duration;

/// Who moves first at the usual starting position, and who second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Red; in chess White.
    First,
    /// Black.
    Second,
}

impl Side {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
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
    /// Both sides' scores were near nought for long enough.
    AdjudicatedDraw,
    /// The longest game allowed.
    MaxPlies,
    /// The loser overstepped its time.
    TimeLoss,
    /// The loser played a move that is none, or gave no move.
    IllegalMove,
    /// The loser's process ended or could not be started.
    Crash,
    /// The loser did not answer at all.
    Hang,
}

impl Cause {
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

    /// The cause of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name() == name)
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Who wins; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
    /// The same as a sentence.
    pub sentence: String,
}

/// A move with what its engine said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move in coordinates.
    pub text: String,
    /// What the engine thought of its chances.
    pub score: Option<Score>,
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
pub struct GameRecord {
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
    fn causes_read_back() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_name(cause.name()), Some(cause));
        }
        assert_eq!(Cause::from_name("boredom"), None);
    }

    #[test]
    fn comments_as_other_runners_write_them() {
        let elapsed = Duration::from_millis(104);
        let played = |score, depth| PlayedMove { text: "h2e2".into(), score, depth, elapsed };
        assert_eq!(played(Some(Score::Centipawns(35)), Some(12)).comment(), "+0.35/12 0.10s");
        assert_eq!(played(Some(Score::Mate(-2)), None).comment(), "-M2/0 0.10s");
        assert_eq!(played(None, Some(3)).comment(), "0.10s");
    }
}
