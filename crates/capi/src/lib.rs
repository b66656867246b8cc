//! The engine for C. `include/chuhe.h` is the same for readers of C, `docs/c.md` the chapter.
//!
//! Promises: every function answers with a [`ChuheStatus`] and leaves everything as it was unless that is OK; a null pointer, a text that is
//! not UTF-8, a number that stands for nothing and a move that is not legal are answers, not crashes; no panic leaves the library. Refuses: pointers
//! that are neither null nor valid, which no library can tell.
//!
//! Handles come in as references, null as `None`. Raw pointers are left where C has no references: texts, lists of moves, and what is freed;
//! all of these are looked at in `pointers`.
#![deny(unsafe_code)]
#![allow(clippy::doc_markdown)] // comments are those of the header
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod choices;
mod engine_handle;
mod moves;
mod pointers;
mod position;
mod searching;
mod status;

pub use status::ChuheStatus;
