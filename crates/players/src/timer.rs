//! The time of a search that knows no pondering: it stands still until the other side has made its move.

use search::Limits;
use std::cell::Cell;
use std::time::Duration;

/// Counts the time of a search from when its clock runs.
pub struct Timer<'a, M> {
    limits: &'a Limits<M>,
    elapsed: &'a (dyn Fn() -> Duration + Sync),
    began: Cell<Option<Duration>>,
}

impl<'a, M> Timer<'a, M> {
    /// Begins now, or as soon as the other side has moved.
    pub fn new(limits: &'a Limits<M>, elapsed: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        let began = (!limits.is_pondering()).then_some(Duration::ZERO);
        Self { limits, elapsed, began: Cell::new(began) }
    }

    /// The time that counts.
    pub fn read(&self) -> Duration {
        let now = (self.elapsed)();
        if self.began.get().is_none() && !self.limits.is_pondering() {
            self.began.set(Some(now));
        }
        self.began.get().map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }
}
