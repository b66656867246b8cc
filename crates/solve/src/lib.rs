//! Proved mates in xiangqi.
//!
//! [`Solver`] looks for a forced win of the side to move, by mate or stalemate, and gives a [`Proof`]: one move for
//! every position of the attacker, every defence to it, and ends that are mates. [`check()`] examines a proof
//! with nothing but the rules at hand. The crate does no I/O and reads the clock only if a time limit is set.
//!
//! ```
//! use solve::{MateAnswer, Limits, Solver};
//! use std::sync::atomic::AtomicBool;
//!
//! let position: xiangqi::Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".parse()?;
//! let mut solver = Solver::new(Limits { nodes: Some(100_000), hash: 1, ..Limits::default() });
//! let outcome = solver.solve(&position, None, &AtomicBool::new(false));
//! let MateAnswer::Mate(proof) = outcome.answer else { panic!("no mate") };
//! assert_eq!(proof.line().len(), 1);
//! assert_eq!(solve::check(&position, &proof), Ok(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod check;
mod extract;
mod meter;
mod proof;
mod search;
mod solver;
mod table;

pub use check::{Flaw, check};
pub use meter::{CHECKPOINT_NODES, Checkpoint};
pub use proof::{Proof, ProofStep};
pub use solver::{Limits, MateAnswer, Solution, Solver, TablesTooLarge};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
