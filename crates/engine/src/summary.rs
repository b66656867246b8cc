//! What the laboratory's engine has counted of a search.

use crate::EngineGame;
use search::{Census, Counted, Keying, Keys, Limits, Searcher, Table, Tally};

/// What was counted of a search, and what it started from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary<M> {
    /// Visits by how they ended, moves left out, answers of the table, cut-offs.
    pub counted: Counted,
    /// The moves that were found as good as the best, it included; none where they were not looked for, which takes a seed.
    pub equals: Vec<M>,
    /// What positions were known by.
    pub keys: Keys,
    /// Collisions of this search, where entries are confirmed.
    pub census: Option<Census>,
    /// Entries of the table before and after; of a large table an estimate.
    pub filled: [usize; 2],
    /// How many entries there is room for.
    pub capacity: usize,
    /// Nodes that the search was limited to, if it was.
    pub node_limit: Option<u64>,
    /// The depth that it was limited to, if it was.
    pub depth_limit: Option<usize>,
    /// What chance depended on; 0 if there was none.
    pub seed: u64,
}

/// The table before a search.
#[derive(Clone, Copy)]
pub struct Before {
    filled: usize,
    census: Option<Census>,
}

impl Before {
    /// As it is now.
    pub fn of<K: Keying>(table: &Table<K>) -> Self {
        Self {
            filled: table.occupied(),
            census: table.keying().watched().and_then(search::Watched::confirmed_census),
        }
    }
}

impl<M> Summary<M> {
    /// Of the search that has just ended; nothing if it did not count.
    pub(crate) fn of<G: EngineGame<Move = M>, K: Keying>(
        searcher: &Searcher<G, G::Evaluation, K>,
        limits: &Limits<M>,
        before: Before,
    ) -> Option<Self> {
        let (table, counted) = (searcher.table(), searcher.tally().counted()?);
        let watched = table.keying().watched()?;
        let census =
            watched.confirmed_census().zip(before.census).map(|(after, before)| after.since(&before));
        Some(Self {
            equals: counted.equals.iter().filter_map(|&code| G::from_code(code)).collect(),
            keys: watched.keys(),
            census,
            filled: [before.filled, table.occupied()],
            capacity: table.capacity(),
            node_limit: limits.nodes,
            depth_limit: limits.depth,
            seed: limits.seed,
            counted,
        })
    }

    /// The same with moves as text, or otherwise as the caller likes.
    pub fn map_moves<N>(self, text: impl FnMut(M) -> N) -> Summary<N> {
        let Self { counted, equals, keys, census, filled, capacity, node_limit, depth_limit, seed } = self;
        let equals = equals.into_iter().map(text).collect();
        Summary { counted, equals, keys, census, filled, capacity, node_limit, depth_limit, seed }
    }
}
