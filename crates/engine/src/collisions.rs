//! How often positions with equal keys are taken for each other: fixed positions searched by the laboratory's engine, which counts it.

use crate::EngineGame;
use search::{Census, Control, Keys, Limits, Searcher, Silent, Table, Watched};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// What positions are known by.
    pub keys: Keys,
    /// How many entries the table has.
    pub entries: usize,
    /// How deep each position is searched.
    pub depth: usize,
    /// Go through the positions again, from a ply deeper each time, until the table has been asked this often; once if nothing is said.
    pub probes: Option<u64>,
}

/// One search of a survey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurveyedSearch<M> {
    /// What was counted in it.
    pub census: Census,
    /// Its nodes.
    pub nodes: u64,
    /// The depth it was to reach.
    pub depth: usize,
    /// The best move, with its score as the search counts it.
    pub found: (Option<M>, i32),
    /// Whether that move can be played: nothing that a table says may bring about another.
    pub is_legal: bool,
    /// Entries of the table after it.
    pub filled: usize,
}

/// What a survey found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surveyed<M> {
    /// Its searches, in their order.
    pub searches: Vec<SurveyedSearch<M>>,
    /// What was counted in all of them.
    pub census: Census,
    /// How many entries the table has room for.
    pub capacity: usize,
}

impl<M> Surveyed<M> {
    /// Nodes of all searches.
    pub fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum()
    }
}

impl Survey {
    /// Searches the game's fixed positions one after the other, one thread, the table kept between them. `each` hears of each search
    /// and may end the survey, as may the flag, in the middle of a search. Nothing if there is no room for the table.
    pub fn run<G: EngineGame>(
        &self,
        evaluation: &G::Evaluation,
        stop: &AtomicBool,
        mut each: impl FnMut(&SurveyedSearch<G::Move>, &Census) -> ControlFlow<()>,
    ) -> Option<Surveyed<G::Move>> {
        let table = Table::with_entries(self.entries, Watched::new(self.keys))?;
        let evaluation = evaluation.clone();
        let mut searcher = Searcher::<G, _, Watched>::with_table(table, 1, move || evaluation.clone());
        let positions: Vec<G::Position> =
            G::BENCH.iter().filter_map(|text| G::parse_position(text).ok()).collect();
        let mut searches = Vec::new();
        let census = |searcher: &Searcher<G, G::Evaluation, Watched>| searcher.table().keying().census();
        let capacity = searcher.table().capacity();
        'rounds: for depth in self.depth.. {
            for position in &positions {
                let before = census(&searcher);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let result = searcher.search(position, &limits, Control::untimed(stop), &mut Silent);
                let (best, after) = (result.line.first().copied(), census(&searcher));
                searches.push(SurveyedSearch {
                    census: after.since(&before),
                    nodes: result.nodes,
                    depth,
                    found: (best, result.score.value()),
                    is_legal: best.is_none_or(|mv| G::is_legal(position, mv)),
                    filled: searcher.table().occupied(),
                });
                let is_ended = searches.last().is_some_and(|search| each(search, &after).is_break());
                if is_ended || self.probes.is_some_and(|probes| after.probes >= probes) {
                    break 'rounds;
                }
            }
            if self.probes.is_none() || depth >= search::MAX_PLY {
                break;
            }
        }
        Some(Surveyed { searches, census: census(&searcher), capacity })
    }
}
