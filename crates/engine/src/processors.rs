//! How many threads are worth running on this machine.

use std::num::NonZero;
use std::thread::available_parallelism;

/// Threads for each processor: with more of them every thread, also the one that looks at the clock, waits for its turn so long
/// that answers come late.
const THREADS_PER_PROCESSOR: usize = 4;

/// How many threads a search runs at most, however many are asked for. Where the system does not say how many processors there
/// are, as many as are asked for.
///
/// ```
/// assert!(engine::max_threads() >= 1);
/// ```
pub fn max_threads() -> usize {
    available_parallelism().map_or(usize::MAX, NonZero::get).saturating_mul(THREADS_PER_PROCESSOR)
}
