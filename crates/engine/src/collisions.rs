//! How often positions with equal keys are taken for each other: the bench positions searched with a
//! table that counts it.

use crate::EngineGame;
use search::{Census, Collided, Control, Limits, Searcher, Silent, Table, Watched};
use std::sync::atomic::AtomicBool;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// How wide the keys are, 1 to 128 bits.
    pub bits: u32,
    /// The seed of the key sets.
    pub seed: u64,
    /// What happens to an entry of another position.
    pub collided: Collided,
    /// How many entries the table has.
    pub entries: usize,
    /// How deep each position is searched.
    pub depth: usize,
}

/// What a survey found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surveyed<M> {
    /// What was counted.
    pub census: Census,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The best move of each position, with its score as the search counts it.
    pub found: Vec<(Option<M>, i32)>,
}

impl Survey {
    /// Searches the game's fixed positions one after the other, one thread, the table kept between them.
    /// Nothing if there is no room for the table.
    pub fn run<G: EngineGame>(&self) -> Option<Surveyed<G::Move>> {
        let watched = Watched::new(self.bits, self.seed, self.collided);
        let table = Table::with_entries(self.entries, watched)?;
        let mut searcher = Searcher::<G, _, Watched>::with_table(table, 1, G::Evaluation::default);
        let stop = AtomicBool::new(false);
        let mut nodes = 0;
        let mut found = Vec::new();
        for position in G::BENCH.iter().filter_map(|text| G::parse_position(text).ok()) {
            let limits = Limits { depth: Some(self.depth), ..Limits::default() };
            let result = searcher.search(&position, &limits, Control::untimed(&stop), &mut Silent);
            nodes += result.nodes;
            found.push((result.line.first().copied(), result.score.value()));
        }
        Some(Surveyed { census: searcher.table().keying().census(), nodes, found })
    }
}
