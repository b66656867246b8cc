//! The rules of xiangqi.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod attacks;
pub mod board;
pub mod fen;
mod perft;
mod position;
mod random;
pub mod rules;
mod types;

pub use board::{Board, BoardBuilder, Danger, Generate, InvalidBoard};
pub use fen::{Fen, FenError};
pub use perft::{divide, perft};
pub use position::{COUNTED_CHECKS, IllegalMove, Ply, Position};
pub use random::Random;
pub use rules::{Outcome, Reason, RuleSet, Rules, Verdict};
pub use types::*;
