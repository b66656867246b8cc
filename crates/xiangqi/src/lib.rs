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
mod random;
mod types;

pub use board::{Board, BoardBuilder, Danger, Generate, InvalidBoard};
pub use fen::{Fen, FenError};
pub use perft::{divide, perft};
pub use random::Random;
pub use types::*;
