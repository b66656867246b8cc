//! The network as an evaluation that a search can ask.

use crate::accumulator::Accumulators;
use crate::kernels::Kernels;
use crate::network::Network;
use game::Evaluator;
use games::Xiangqi;
use games::xiangqi::Mv;
use std::sync::Arc;
use xiangqi::Position;

/// Judges positions by a network, which many of these can share.
#[derive(Clone, Debug)]
pub struct Neural {
    network: Arc<Network>,
    kernels: Kernels,
    accumulators: Accumulators,
}

impl Neural {
    /// An evaluation that asks a network; it must be refreshed before it is asked.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_kernels(network, Kernels::best())
    }

    /// The same with kernels of one's choice.
    pub fn with_kernels(network: Arc<Network>, kernels: Kernels) -> Self {
        let accumulators = Accumulators::new(&network, kernels);
        Self { network, kernels, accumulators }
    }

    /// The network that is asked.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

impl Evaluator<Xiangqi> for Neural {
    fn refresh(&mut self, position: &Position) {
        self.accumulators.restart(position.board());
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Mv) {
        self.accumulators.push(before.board(), mv.0);
    }

    fn push_pass(&mut self) {
        self.accumulators.push_pass();
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let board = position.board();
        let [own, enemy] = self.accumulators.sums(&self.network, board);
        self.network.evaluate(self.kernels, own, enemy, board.occupied().count() as usize)
    }
}
