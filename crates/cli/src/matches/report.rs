//! The state of a match, as table and JSON show it.

use super::plan::MatchPlan;
use arena::elo::{EloEstimate, estimate};
use arena::ratings::{Ratings, ratings};
use arena::sprt::{Decision, Sprt};
use arena::{Crosstable, Pairing, Performance};

/// The state of a match.
pub struct MatchReport<'a> {
    pub engines: Vec<EngineStanding<'a>>,
    pub pairings: Vec<Encounter<'a>>,
    /// The rating table; nothing for two engines, whose difference says it all.
    pub ratings: Option<Ratings>,
    pub sequential: Option<Sequential>,
    pub games: u64,
    /// How many of them are move for move the same as an earlier one.
    pub repeats: u64,
    /// Whether everything has been played that was to be.
    pub is_whole: bool,
}

/// An engine in the table.
pub struct EngineStanding<'a> {
    pub name: &'a str,
    pub performance: Performance,
}

/// Two engines against each other.
pub struct Encounter<'a> {
    pub names: [&'a str; 2],
    pub pairing: Pairing,
    pub estimate: Option<EloEstimate>,
}

/// A sequential test and where it stands.
pub struct Sequential {
    pub test: Sprt,
    pub ratio: f64,
    pub decision: Decision,
}

impl<'a> MatchReport<'a> {
    pub fn new(plan: &'a MatchPlan, tally: &Crosstable, is_whole: bool) -> Self {
        let name = |engine: usize| plan.entrants[engine].name.as_str();
        let meetings = tally.meetings();
        let pairings = meetings.iter().map(|meeting| {
            let pairing = tally.pairing(meeting.first, meeting.second);
            let names = [name(meeting.first), name(meeting.second)];
            Encounter { names, pairing, estimate: estimate(&pairing.pairs) }
        });
        let count = plan.entrants.len();
        let standing = |(engine, performance): (usize, &Performance)| EngineStanding {
            name: name(engine),
            performance: *performance,
        };
        Self {
            engines: tally.performances().iter().enumerate().map(standing).collect(),
            pairings: pairings.collect(),
            ratings: (count > 2).then(|| ratings(count, &meetings)),
            sequential: plan.sprt.map(|test| super::sequential(test, tally)),
            games: tally.games(),
            repeats: 0,
            is_whole,
        }
    }
}
