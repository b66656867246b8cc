//! The workbench as a WebAssembly program, for workers in a browser or Node.js; `npm/` is the half of it that is written in TypeScript.
//!
//! A worker that computes hears nothing. So there are several, each with an instance of this program: the [`Desk`] reads every message,
//! answers what is short and knows what is going on; what takes time is done by a [`Seat`], one for each kind of task. A seat asks its host
//! at every checkpoint of a search whether it is to stop. Messages are those of the websocket, as text.
//!
//! Promised: no message brings an instance down, and if a mistake of ours does, only that one is lost; its host begins another and tells who
//! asked. Refused: files, sockets, and threads of its own making, but for those that a search is given.
#![deny(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod desk;
#[cfg(target_arch = "wasm32")]
mod host;
mod seat;

pub use desk::{Desk, Effect};
pub use seat::{Host, Seat};

use service::Resources;

/// What one instance gives to its searches: this many threads, and a table of at most this many mebibytes. There is one
/// search at a time, and the budget lends half of what it has.
fn resources(threads: usize, hash: usize) -> Resources {
    let (threads, hash) = (threads.max(1), hash.max(1));
    Resources { threads, hash: hash.saturating_mul(2).saturating_sub(1), max_searches: 1 }
}
