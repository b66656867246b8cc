//! The facade that every front door uses.
//!
//! An [`Engine`] holds a position and searches it in a thread of its own: [`Engine::go`] returns at once,
//! lines and the result arrive as [`Event`]s, [`Engine::stop`] ends the search and waits for it. Bad
//! input leaves the engine as it was.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bench;
mod collisions;
mod spoken;

pub use bench::{Bench, bench};
pub use collisions::{Survey, Surveyed};
pub use search::{Bound, Census, Collided, Limits, TooLarge};
pub use spoken::Spoken;

use game::Score;
use search::{Control, Line, Report, Searcher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a search tells, with moves as text.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of an iteration.
    Line {
        /// The line; its moves are in `text`.
        depth: usize,
        /// The deepest ply looked at.
        selective_depth: usize,
        /// Which line it is.
        number: usize,
        /// Its score.
        score: Score,
        /// Nodes so far.
        nodes: u64,
        /// Time so far.
        elapsed: Duration,
        /// Thousandths of the table in use.
        fullness: usize,
        /// Its moves.
        text: Vec<String>,
    },
    /// The search is over. No move if there is none.
    Done {
        /// The move to make.
        best: Option<String>,
        /// The reply that is expected.
        ponder: Option<String>,
        /// The score of a position without moves.
        score: Score,
    },
}

/// Takes events; it is called from the thread of the search.
pub type Listener = Box<dyn FnMut(Event) + Send>;

/// An engine for one game.
pub struct Engine<G: Spoken> {
    position: G::Position,
    searcher: Arc<Mutex<Searcher<G, G::Classical>>>,
    stop: Arc<AtomicBool>,
    running: Option<JoinHandle<()>>,
}

impl<G: Spoken> Engine<G> {
    /// An engine with a table of so many mebibytes and so many threads.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        let searcher = Searcher::new(mebibytes, threads, G::Classical::default);
        Self {
            position: G::start(),
            searcher: Arc::new(Mutex::new(searcher)),
            stop: Arc::new(AtomicBool::new(false)),
            running: None,
        }
    }

    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Sets a position (the usual start if no FEN is given) and makes moves on it.
    ///
    /// # Errors
    /// Says which text is wrong and why; the position stays as it was.
    pub fn set_position<'a>(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), String> {
        let mut position = match fen {
            Some(fen) => G::parse_position(fen).map_err(|error| format!("FEN \"{fen}\": {error}"))?,
            None => G::start(),
        };
        for text in moves {
            let mv = G::parse_move(&position, text)?;
            G::play(&mut position, mv);
        }
        self.finish();
        self.position = position;
        Ok(())
    }

    /// Turns the board round: the sides change places.
    pub fn flip(&mut self) {
        if let Some(flipped) = G::flipped(&self.position) {
            self.finish();
            self.position = flipped;
        }
    }

    /// The evaluation of the position in centipawns, for the side to move.
    pub fn evaluate(&self) -> i32 {
        use game::Evaluator;
        let mut evaluator = G::Classical::default();
        evaluator.refresh(&self.position);
        evaluator.evaluate(&self.position)
    }

    /// Forgets everything that earlier searches found.
    pub fn new_game(&mut self) {
        self.with_searcher(Searcher::clear);
    }

    /// Changes the size of the table.
    ///
    /// # Errors
    /// When there is no room for a table of this size; the old one stays.
    pub fn set_table(&mut self, mebibytes: usize) -> Result<(), TooLarge> {
        self.with_searcher(|searcher| searcher.set_table(mebibytes))
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.with_searcher(|searcher| searcher.set_threads(threads));
    }

    /// Searches by other numbers than those of the game.
    #[cfg(feature = "tune")]
    pub fn set_numbers(&mut self, numbers: game::Numbers) {
        self.with_searcher(|searcher| searcher.set_numbers(numbers));
    }

    fn with_searcher<T>(&mut self, act: impl FnOnce(&mut Searcher<G, G::Classical>) -> T) -> T {
        self.finish();
        act(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a search and returns at once. A search that still runs is stopped first. With `waits` the
    /// result is held back until [`Engine::stop`], as GUIs expect of infinite analysis.
    pub fn go(&mut self, limits: Limits<G::Move>, waits: bool, mut listener: Listener) {
        self.finish();
        self.stop.store(false, Ordering::Relaxed);
        let began = Instant::now();
        let (searcher, stop, position) =
            (Arc::clone(&self.searcher), Arc::clone(&self.stop), self.position.clone());
        self.running = Some(std::thread::spawn(move || {
            let elapsed = || began.elapsed();
            let control = Control { stop: &stop, elapsed: &elapsed };
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let mut report = Teller { position: position.clone(), listener: &mut listener };
            let found = searcher.search(&position, &limits, control, &mut report);
            drop(searcher);
            while waits && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let mut text = line_text::<G>(&position, &found.line).into_iter();
            listener(Event::Done { best: text.next(), ponder: text.next(), score: found.score });
        }));
    }

    /// Ends the search, if one runs, and waits until its result has been told.
    pub fn stop(&mut self) {
        self.finish();
    }

    /// Waits for a search to end by itself.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A thread that panicked has nothing more to tell.
            let _ = running.join();
        }
    }

    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wait();
    }
}

impl<G: Spoken> Drop for Engine<G> {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Passes lines on as text.
struct Teller<'a, G: Spoken> {
    position: G::Position,
    listener: &'a mut Listener,
}

impl<G: Spoken> Report<G> for Teller<'_, G> {
    fn line(&mut self, line: &Line<G::Move>) {
        (self.listener)(Event::Line {
            depth: line.depth,
            selective_depth: line.selective_depth,
            number: line.number,
            score: line.score,
            nodes: line.nodes,
            elapsed: line.elapsed,
            fullness: line.fullness,
            text: line_text::<G>(&self.position, &line.moves),
        });
    }
}

/// The moves of a line as text.
fn line_text<G: Spoken>(position: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut text = Vec::with_capacity(moves.len());
    for &mv in moves {
        text.push(G::move_text(&position, mv));
        G::play(&mut position, mv);
    }
    text
}
