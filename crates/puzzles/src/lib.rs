//! Puzzles: positions in which one move wins and no other does.
//!
//! [`Miner`] finds and verifies them, [`themes()`] names what a solution does, [`rate()`] has the engine's levels try them and
//! [`rating()`] makes a number of that; a [`Puzzle`] is one row of the shipped file. The same input gives the same rows. The crate
//! opens no files and reads no clock.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod mates;
mod mine;
mod rate;
mod row;
mod tactics;
mod theme;
mod twin;

pub use mine::{Candidate, Miner, NOT_WON, WON};
pub use rate::{TRIES, Tries, chance, rate, rating};
pub use row::{Kind, Puzzle, RowError, Source};
pub use tactics::themes;
pub use theme::Theme;
pub use twin::twin_key;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
