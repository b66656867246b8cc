//! An engine with everything as it is wanted from the beginning.

use crate::facade::cloner;
use crate::processors::max_threads;
use crate::{Engine, EngineGame, NoMemory, memory};
use search::{Searcher, Table};

/// What an engine is made with.
///
/// ```
/// use engine::Engine;
/// use games::Chess;
///
/// let engine = Engine::<Chess>::builder().hash(8).threads(2).build()?;
/// assert_eq!((engine.hash(), engine.threads()), (8, 2));
/// // More than any machine has: refused, not a crash.
/// assert!(Engine::<Chess>::builder().hash(1 << 40).build().is_err());
/// # Ok::<(), engine::NoMemory>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder<G: EngineGame> {
    hash: usize,
    threads: usize,
    evaluation: G::Evaluation,
}

impl<G: EngineGame> Default for Builder<G> {
    fn default() -> Self {
        Self { hash: 16, threads: 1, evaluation: G::Evaluation::default() }
    }
}

impl<G: EngineGame> Builder<G> {
    /// Mebibytes of the transposition table; 16 unless told otherwise.
    pub fn hash(mut self, mebibytes: usize) -> Self {
        self.hash = mebibytes;
        self
    }

    /// Threads of a search; 1 unless told otherwise.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// What judges positions.
    ///
    /// ```
    /// use engine::{Engine, Evaluation, EvaluationChoice};
    ///
    /// let classical = Evaluation::new(&EvaluationChoice { by_network: false, ..Default::default() })?;
    /// let engine = Engine::<games::Xiangqi>::builder().evaluation(classical).build()?;
    /// assert_eq!(engine.evaluation().name(), "classical");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluation(mut self, evaluation: G::Evaluation) -> Self {
        self.evaluation = evaluation;
        self
    }

    /// Makes the engine.
    ///
    /// # Errors
    /// If there is not the memory for it.
    pub fn build(self) -> Result<Engine<G>, NoMemory> {
        let threads = self.threads.min(max_threads());
        memory::check_memory(memory::of_threads(threads).saturating_add(self.hash), 0)?;
        let table = Table::new(self.hash).map_err(|_| NoMemory::of(self.hash))?;
        let searcher = Searcher::with_table(table, threads, cloner(&self.evaluation));
        Ok(Engine::with_searcher(searcher, self.evaluation, self.hash, self.threads))
    }
}
