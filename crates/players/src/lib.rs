//! Players by name: what can move a side beside the engine's own search.
//!
//! An [`Algorithm`] is a way to find moves; [`Algorithm::method`] makes it one that an engine thinks by
//! ([`engine::Engine::set_method`]), so that GUIs, matches and games at the terminal get it through the one facade. A
//! [`ComputerPlayer`] is an algorithm with what it may spend on a move, as one text: `mcts:2000`, `minimax:3`, `5`.
//!
//! Nothing here prints or opens a file. The tree searches are those of `mcts` and `ladder`; none is written here.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod algorithm;
mod chance;
mod player;
mod rung;
mod timer;
mod tree_search;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use player::{Budget, ComputerPlayer, PLAYERS_HELP, UnknownPlayer};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
