//! The same search from plain minimax upward, one technique at a time, and what each of them buys.
//!
//! The lower rungs are written out in [`rungs`], each the file before it and some ten lines more, over a [`Tree`](tree::Tree) that makes moves and
//! counts them and the [`memory`] of the later ones; docs/ladder.md walks through them. The upper ones are the engine's own
//! search with some of its techniques switched off ([`engine::Ablation`]). [`rungs_of`] lists them all, a [`Course`] lets them search the
//! positions of a suite ([`read_suite`]), and [`plot`] draws what came of it.
//!
//! Nothing here prints, opens a file, or reads a clock that it was not given.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod any;
mod measure;
pub mod memory;
mod minimum;
pub mod pawn_ending;
mod plot;
pub mod proof;
pub mod rungs;
mod steps;
mod suite;
pub mod tree;

pub use any::{AnyCourse, Suite};
pub use measure::{Attempt, Course, Effort, RungReport};
pub use minimum::{effective_branching, median, minimum_leaves};
pub use plot::plot;
pub use steps::{Method, Rung, Taught, rungs_of};
pub use suite::{Exercise, Grade, SuiteError, read_suite, shipped};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
