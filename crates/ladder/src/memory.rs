//! What the later rungs remember from node to node.

use search::{Bound, Score};

/// For each ply the last two quiet moves that refuted a node.
pub type Killers<M> = Vec<[Option<M>; 2]>;

/// By side, origin and target: how often a quiet move was good, deep nodes counting more.
pub type History = Vec<i32>;

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    key: u64,
    /// The depth to which it was searched.
    pub depth: i32,
    /// Its score, mates counted from the position.
    score: i16,
    /// Whether the score is exact, or how it was cut short.
    pub bound: Bound,
    /// The best move.
    pub mv: Option<M>,
}

impl<M> Known<M> {
    /// The score, if it settles a node of this depth and window.
    pub fn settles(&self, depth: i32, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        let score = Score::from_table(self.score, ply);
        let is_settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        };
        (is_settled && self.depth >= depth).then_some(score)
    }
}

/// Places in the table.
const PLACES: usize = 1 << 18;

/// Positions that have been searched: one in each place, the last one that came.
pub struct Table<M> {
    places: Vec<Option<Known<M>>>,
}

impl<M> Default for Table<M> {
    fn default() -> Self {
        Self { places: Vec::new() }
    }
}

impl<M: Copy> Table<M> {
    /// What is known of a position.
    pub fn probe(&self, key: u64) -> Option<Known<M>> {
        let place = self.places.get(key as usize % PLACES).copied().flatten();
        place.filter(|known| known.key == key)
    }

    /// Remembers what was found of a position at this ply, searched with this window.
    pub fn store(
        &mut self,
        key: u64,
        depth: i32,
        ply: usize,
        (score, mv): (Score, Option<M>),
        (alpha, beta): (Score, Score),
    ) {
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        let bound = match score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.places[key as usize % PLACES] =
            Some(Known { key, depth, score: score.to_table(ply), bound, mv });
    }
}
