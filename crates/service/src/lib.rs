//! The workbench without a wire: what the app can do, for whoever asks.
//!
//! [`messages`] has the requests and replies as typed values; a [`Workbench`] answers them, synchronously and without
//! knowing by which way they came. It promises: no input brings it down, what cannot be obeyed gets a [`ServiceError`] with a
//! code and a sentence in two languages, no search waits for another to end, memory is bounded. It keeps nothing but what its
//! searches have learnt: a game is whole in every request. It opens no sockets and no files, starts no threads, and reads no clock but the one
//! that it is given.
//!
//! ```
//! use service::messages::{Reply, Request};
//! use service::{Resources, SystemClock, Work, Workbench};
//! use std::sync::Arc;
//!
//! let resources = Resources { threads: 1, hash: 16, max_searches: 4 };
//! let workbench = Workbench::new(resources, Arc::new(SystemClock::default()));
//! let fen = "4k4/9/9/9/9/9/9/9/9/4K4 w".into();
//! let Ok(Work::Done(Reply::FenChecked(checked))) = workbench.prepare(Request::CheckFen { fen }) else { panic!() };
//! assert_eq!(checked.problems.len(), 1); // the kings face each other
//! ```
//!
//! Where to read: `workbench` says who answers what, `scheduler` shares the processors among searches, `table_budget` the
//! memory, `sliced` runs one search; `words` has all sentences.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod base64;
mod check;
mod clock;
mod error;
mod explore;
mod file_queue;
mod files;
mod game;
mod go;
mod judge;
mod look;
pub mod messages;
mod order;
mod permits;
mod puzzle;
mod read;
pub mod report;
mod retry;
mod review;
pub mod room;
mod scheduler;
mod sliced;
mod solve_mate;
mod table_budget;
#[cfg(test)]
mod typescript;
mod why;
mod words;
mod workbench;
mod write;

pub use clock::{SystemClock, TimeSource};
pub use error::{FaultPlace, FenProblem, IllegalBecause, ReadStop, RefusedMove, ServiceError, shortened};
pub use game::{MAX_MOVES, replay};
pub use permits::SearchPermit;
pub use words::Words;
pub use workbench::{Resources, Run, Task, TaskKind, Work, Workbench};
