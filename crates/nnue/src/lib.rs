//! The network that judges positions of xiangqi.
//!
//! A position is seen from both sides. Each view is a set of inputs, one for each piece on its square
//! ([`features`]); their rows of the first layer are added up ([`Accumulators`], which follow the moves), and weighed by
//! one of eight sets of [`layers`] behind it, chosen by the number of pieces. A [`Network`] is the weights as whole numbers, read from a file that is refused if it does not fit. [`Neural`] is the evaluation that
//! a search asks.
//!
//! All arithmetic is on whole numbers, and every kernel gives the same result to the last bit.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod accumulator;
mod evaluator;
#[doc(hidden)]
pub mod features;
mod file;
#[doc(hidden)]
pub mod kernels;
#[doc(hidden)]
pub mod layers;
mod network;
mod shipped;

pub use accumulator::Accumulators;
pub use evaluator::Neural;
pub use file::BadNetwork;
pub use kernels::Kernels;
pub use layers::OutputWeights;
pub use network::{HIDDEN_STEP, MAX_HIDDEN, Network, Weights};
pub use shipped::shipped;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
