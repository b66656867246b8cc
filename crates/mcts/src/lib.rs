//! Monte Carlo tree search (PUCT), generic over the game: the other way to search, beside alpha-beta.
//!
//! It stands on the same seam as `search`: [`search::Game`] for moves and rules, [`search::Evaluator`] for what a position is
//! worth, [`search::Limits`] and [`search::Control`] for when to stop, [`search::Report`] for what it tells. No printing, no files,
//! no clock but the one that is handed in.
//!
//! Read in this order: `tree` keeps visits, values and proofs; `visit` follows a path to its end and says what is there, by the
//! rules, by a quiescence search (`quiescence`) or by the transposition table; `policy` says which moves look good before anything
//! is tried; `searcher` plays one playout after the other, `stop` says when it is enough, `pool` shares the visits among
//! threads; `reuse` finds the last tree again. docs/mcts.md explains it all.
//!
//! What it promises: the rules are asked at every position of every playout; a win or a loss is called proved only if it is
//! forced to a position without legal moves; memory is bounded by what was given; one seed, one number of threads and one number of playouts give one
//! answer.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod policy;
mod pool;
mod quiescence;
mod reuse;
mod searcher;
mod settings;
mod stop;
mod tree;
mod visit;

pub use searcher::Searcher;
pub use settings::{Policy, Settings};
pub use tree::{Node, Proof, Tree};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
