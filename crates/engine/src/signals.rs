//! How a running search is spoken to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The flags that an engine and its search share.
#[derive(Default)]
pub struct Signals {
    pub stop: AtomicBool,
    /// Whether the other side is to move. The search looks at it, too.
    pub pondering: Arc<AtomicBool>,
    gate: Mutex<()>,
    bell: Condvar,
}

impl Signals {
    /// Before a new search.
    pub fn reset(&self, is_pondering: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(is_pondering, Ordering::Relaxed);
    }

    pub fn stop(&self) {
        self.set(&self.stop, true);
    }

    pub fn ponder_hit(&self) {
        self.set(&self.pondering, false);
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        // The gate makes sure that nobody falls asleep between looking at the flag and waiting for the bell.
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// Sleeps until the search is told to stop, or (if that is what is waited for) the expected move is made.
    pub fn wait(&self, until_hit: bool) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let is_over = || is_set(&self.stop) || (until_hit && !is_set(&self.pondering));
        while !is_over() {
            gate = self.bell.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Ends the search of an engine from any thread. It may be kept and cloned; it does not keep the engine alive.
///
/// ```
/// use engine::{Engine, Limits, Mode};
/// use games::Xiangqi;
///
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// let handle = engine.stop_handle();
/// engine.go(Limits::default(), Mode::Analyse, |_| {});
/// std::thread::spawn(move || handle.stop());
/// engine.wait();
/// ```
#[derive(Clone)]
pub struct StopHandle(pub(crate) Arc<Signals>);

impl StopHandle {
    /// Tells the search that runs now to end; returns at once. Without a search nothing happens.
    pub fn stop(&self) {
        self.0.stop();
    }
}
