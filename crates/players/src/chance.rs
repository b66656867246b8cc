//! Any legal move.

use engine::{EngineGame, Hooks, Method, Resources};
use games::legal_moves;
use search::{Limits, Score, SearchResult};
use std::hash::{BuildHasher, RandomState};
use xiangqi::Random;

/// Moves at random: by the seed of the limits, the position and the number of the move, or without a seed by chance alone.
pub struct Chance;

impl<G: EngineGame> Method<G> for Chance {
    fn equip(&mut self, _: &Resources<'_, G>) {}

    fn clear(&mut self) {}

    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        _: Hooks<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let seed = if limits.seed == 0 { RandomState::new().hash_one(0) } else { limits.seed };
        let made = u64::from(G::moves_made(position));
        let mut random = Random::new(Random::nth(seed, made) ^ G::key(position));
        let mut moves = legal_moves::<G>(position);
        let score = if moves.is_empty() { G::no_moves(position, 0) } else { Score::DRAW };
        moves.retain(|mv| limits.allows(mv));
        let line: Vec<_> = random.choose(&moves).into_iter().collect();
        SearchResult { depth: line.len(), line, score, nodes: 0 }
    }
}
