//! The rules of xiangqi: board, moves, attacks, FEN, and verdicts with their reasons.
//!
//! [`Board`] is a placement with a side to move; it lists legal moves and answers questions about
//! them. [`Position`] is a board with its past. [`Rules`] says when a game is over, who has won, and
//! why. The crate has no dependencies, does no I/O, and needs no standard library.
//!
//! ```
//! use xiangqi::{Position, RuleSet, Rules, rules::Language};
//!
//! let mut position: Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".parse()?;
//! position.try_play("b1b9".parse()?)?;
//! assert!(position.is_check());
//! let verdict = Rules::from(RuleSet::Asian).verdict(&position).expect("the game is over");
//! assert_eq!(verdict.explain(Language::English), "Red wins: Black is checkmated.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod attacks;
pub mod board;
mod excerpt;
pub mod fen;
mod perft;
mod position;
mod random;
pub mod rules;
mod types;

pub use board::{Board, BoardBuilder, Danger, Generate, InvalidBoard};
#[doc(hidden)]
pub use excerpt::{counted, excerpt};
pub use fen::{Fen, FenError};
pub use perft::{divide, perft};
pub use position::{COUNTED_CHECKS, IllegalMove, Ply, Position};
pub use random::Random;
pub use rules::{Outcome, Reason, RuleSet, Rules, Verdict};
pub use types::*;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
