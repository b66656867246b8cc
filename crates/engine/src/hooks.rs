//! What a caller lends to a search that runs in the caller's own thread.

use crate::Event;
use search::Control;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The stop flag, the clock, the checkpoint and the listener of [`Engine::search`](crate::Engine::search).
pub struct Hooks<'a, M> {
    /// Set to end the search.
    pub stop: &'a AtomicBool,
    /// The time since the search began; it answers at once.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Passed by every thread of the search each [`CHECKPOINT_INTERVAL`](crate::CHECKPOINT_INTERVAL) nodes: a scheduler
    /// may let the search wait here. A break ends the search like a stop.
    pub checkpoint: Option<&'a (dyn Fn() -> ControlFlow<()> + Sync)>,
    /// Hears lines and root moves; neither failures nor the result, which the search returns.
    pub report: Option<&'a mut dyn FnMut(Event<M>)>,
}

impl<'a, M> Hooks<'a, M> {
    /// For a search that nobody listens to and that no time limits, so that it needs no clock.
    ///
    /// ```
    /// use engine::{Engine, Hooks, Limits};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let stop = AtomicBool::new(false);
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// let limits = Limits { depth: Some(2), ..Limits::default() };
    /// assert_eq!(engine.search(&limits, Hooks::silent(&stop)).depth, 2);
    /// ```
    pub fn silent(stop: &'a AtomicBool) -> Self {
        Self { stop, elapsed: &|| Duration::ZERO, checkpoint: None, report: None }
    }

    pub(crate) fn control(&self) -> Control<'a> {
        Control { stop: self.stop, elapsed: self.elapsed, checkpoint: self.checkpoint }
    }
}
