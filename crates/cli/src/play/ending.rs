//! How a game at the table ends: by the rules, or by what people and clocks decide.

use notation::RecordedResult;
use xiangqi::rules::Language;
use xiangqi::{Colour, Outcome, Verdict};

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEnding {
    /// By the rules, which say why.
    Rules(Verdict),
    /// This side has given up.
    Resignation(Colour),
    /// Both sides have agreed to a draw.
    Agreement,
    /// The time of this side is up.
    Time(Colour),
    /// The record of the game says so and gives no reason.
    Record(Outcome),
}

impl PlayEnding {
    /// Who has won.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Rules(verdict) => verdict.outcome,
            Self::Resignation(side) | Self::Time(side) => Outcome::Win(!*side),
            Self::Agreement => Outcome::Draw,
            Self::Record(outcome) => *outcome,
        }
    }

    /// The result and its reason.
    pub fn words(&self) -> String {
        match self {
            Self::Rules(verdict) => verdict.explain(Language::English),
            Self::Resignation(side) => format!("{} wins: {side} resigns.", !*side),
            Self::Agreement => "Draw by agreement.".into(),
            Self::Time(side) => format!("{} wins: the time of {side} is up.", !*side),
            Self::Record(Outcome::Draw) => "Draw, as the record of the game says.".into(),
            Self::Record(Outcome::Win(side)) => format!("{side} wins, as the record of the game says."),
        }
    }

    /// The result as a game record has it.
    pub fn recorded(&self) -> RecordedResult {
        self.outcome().into()
    }

    /// The value of the `Termination` tag, where the moves do not say how the game ended.
    pub fn termination(&self) -> Option<&'static str> {
        match self {
            Self::Rules(_) | Self::Record(_) => None,
            Self::Resignation(_) => Some("resignation"),
            Self::Agreement => Some("agreement"),
            Self::Time(_) => Some("time forfeit"),
        }
    }

    /// The ending of a recorded game that has not ended by the rules.
    pub fn from_record(result: RecordedResult, termination: Option<&str>) -> Option<Self> {
        let outcome = result.outcome()?;
        Some(match (termination, outcome) {
            (Some("resignation"), Outcome::Win(winner)) => Self::Resignation(!winner),
            (Some("time forfeit"), Outcome::Win(winner)) => Self::Time(!winner),
            (Some("agreement"), Outcome::Draw) => Self::Agreement,
            _ => Self::Record(outcome),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_survive_a_record() {
        let endings = [
            PlayEnding::Resignation(Colour::Red),
            PlayEnding::Time(Colour::Black),
            PlayEnding::Agreement,
            PlayEnding::Record(Outcome::Win(Colour::Red)),
        ];
        for ending in endings {
            let again = PlayEnding::from_record(ending.recorded(), ending.termination());
            assert_eq!(again, Some(ending));
        }
        assert_eq!(PlayEnding::from_record(RecordedResult::Unknown, Some("resignation")), None);
    }
}
