//! The time, as whoever opens the workbench gives it: not every machine that it runs on has the same clock.

use std::time::{Duration, Instant};

/// Tells the time.
pub trait TimeSource: Send + Sync {
    /// The time since some moment in the past, always the same one. It never goes back.
    fn now(&self) -> Duration;
}

/// The clock of the operating system.
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl TimeSource for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
