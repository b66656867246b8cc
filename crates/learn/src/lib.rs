//! What the engine learns from its own games.
//!
//! [`datagen`] plays the games and keeps them: self-play, archives, packed positions. [`train`] makes networks
//! of the positions, [`fit`] the weights of the classical evaluation. [`tune`] finds values for parameters by the
//! results of games.
//!
//! The crate reads from and writes to what it is handed; it opens no files, prints nothing and has no clock. Every
//! result depends on the data, the settings and the seed, never on the number of threads.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod adam;
mod adjudicate;
pub mod datagen;
pub mod fit;
mod game;
mod real;
pub mod train;
pub mod tune;

pub use adjudicate::{Adjudicated, AdjudicationThresholds};
pub use game::{ChosenMove, Conclusion, play_game};
pub use real::sigmoid;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
