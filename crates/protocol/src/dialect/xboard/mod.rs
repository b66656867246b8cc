//! The protocol of `XBoard` and `WinBoard`, version 2 (CECP).

mod read;
mod write;

pub use read::read;
pub use write::{event_text, introduction, refusal, result_text, status_text};
