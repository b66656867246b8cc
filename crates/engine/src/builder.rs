//! An engine with everything as it is wanted from the beginning.

use crate::{Engine, EngineGame, NoMemory, memory};
use search::{Searcher, Table};
use std::marker::PhantomData;

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
pub struct Builder<G> {
    hash: usize,
    threads: usize,
    game: PhantomData<G>,
}

impl<G> Default for Builder<G> {
    fn default() -> Self {
        Self { hash: 16, threads: 1, game: PhantomData }
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

    /// Makes the engine.
    ///
    /// # Errors
    /// If there is not the memory for it.
    pub fn build(self) -> Result<Engine<G>, NoMemory> {
        memory::check(memory::of_threads(self.threads).saturating_add(self.hash), 0)?;
        let table = Table::new(self.hash).map_err(|_| NoMemory::of(self.hash))?;
        let searcher = Searcher::with_table(table, self.threads, G::Evaluation::default);
        Ok(Engine::with_searcher(searcher, self.hash, self.threads))
    }
}
