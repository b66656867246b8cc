//! UCI as xiangqi programs use it.

mod read;
mod write;

pub use read::read;
pub use write::{bench_summary, bench_text, count_text, failure_text, stopped_text, total_text, write};
