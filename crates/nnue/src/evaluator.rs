//! The network as an evaluation that a search can ask.

use crate::accumulator::Accumulators;
use crate::kernels::Kernels;
use crate::network::Network;
use std::sync::Arc;
use xiangqi::{Move, Position};

/// Judges positions by a network, which many of these can share.
///
/// ```
/// use nnue::{Kernels, Neural};
/// use std::sync::Arc;
/// use xiangqi::Position;
///
/// let network = nnue::shipped().expect("it fits");
/// let mut neural = Neural::new(Arc::clone(&network));
/// let mut position = Position::start();
/// neural.refresh(&position);
/// let before = neural.evaluate(&position);
/// // It follows the moves, and gives what a fresh look gives.
/// let mv = "h2e2".parse()?;
/// neural.push(&position, mv);
/// position.try_play(mv)?;
/// let mut fresh = Neural::with_kernels(Arc::clone(neural.network()), Kernels::best());
/// fresh.refresh(&position);
/// assert_eq!(neural.evaluate(&position), fresh.evaluate(&position));
/// neural.pop();
/// position.undo();
/// assert_eq!(neural.evaluate(&position), before);
/// neural.push_pass();
/// position.pass();
/// // From the start both sides see the same.
/// assert_eq!(neural.evaluate(&position), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Starts over from a position.
    pub fn refresh(&mut self, position: &Position) {
        self.accumulators.restart(position.board());
    }

    /// A move is about to be made on this position.
    #[inline]
    pub fn push(&mut self, before: &Position, mv: Move) {
        self.accumulators.push(before.board(), mv);
    }

    /// The turn is handed over without a move.
    pub fn push_pass(&mut self) {
        self.accumulators.push_pass();
    }

    /// The last move or pass has been taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// The score of the position in centipawns, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let board = position.board();
        let [own, enemy] = self.accumulators.sums(&self.network, board);
        self.network.evaluate(self.kernels, own, enemy, board.occupied().count() as usize)
    }
}
