//! Processor time, so that what else runs on the machine does not count.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time that this thread has computed, where the system tells (Linux, in steps of some milliseconds), or else the time that has passed.
pub fn processor_time() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let began = *BEGAN;
    scheduled().unwrap_or_else(|| began.elapsed())
}

/// The first number of this file is nanoseconds on a processor.
fn scheduled() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
