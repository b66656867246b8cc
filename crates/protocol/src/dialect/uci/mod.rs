//! UCI as xiangqi programs use it.

mod read;
mod write;

pub use read::read;
pub use write::{bench_summary, bench_text, diagram, event_text, introduction};
