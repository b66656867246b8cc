//! Monte Carlo tree search as a player, with the evaluation, the memory and the threads of the engine.

use engine::{EngineGame, Hooks, Listener, Method, Resources};
use mcts::Searcher;
use search::{Limits, SearchResult};
use xiangqi::Random;

/// Monte Carlo tree search.
pub struct TreeSearch<G: EngineGame> {
    searcher: Searcher<G, G::Evaluation>,
    /// The mebibytes that the searcher has.
    hash: usize,
}

impl<G: EngineGame> TreeSearch<G> {
    /// One that ends after this many playouts, if a number is given.
    pub fn new(playouts: Option<u64>) -> Self {
        let mut searcher = Searcher::new(1, vec![G::Evaluation::default()], past::<G>);
        searcher.set_playouts(playouts);
        Self { searcher, hash: 1 }
    }
}

/// A number for a position and all that is known of how it came about.
fn past<G: EngineGame>(position: &G::Position) -> u64 {
    let mut earlier = position.clone();
    let mut sum = u64::from(G::quiet_plies(position)) ^ u64::from(G::move_number(position)) << 32;
    // Both sides have made at least as many moves as this.
    for _ in 0..2 * G::moves_made(position) {
        sum = Random::mix(sum ^ G::key(&earlier));
        G::undo(&mut earlier);
    }
    Random::mix(sum ^ G::key(&earlier))
}

impl<G: EngineGame> Method<G> for TreeSearch<G> {
    fn equip(&mut self, resources: &Resources<'_, G>) {
        // Where there is no room it goes on with what it has.
        if resources.hash != self.hash && self.searcher.set_memory(resources.hash).is_ok() {
            self.hash = resources.hash;
        }
        self.searcher.set_evaluators(vec![resources.evaluation.clone(); resources.threads.max(1)]);
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }

    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        mut hooks: Hooks<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let (mut listener, control) = Listener::<G>::new(position, &mut hooks);
        self.searcher.search(position, limits, control, &mut listener)
    }
}
