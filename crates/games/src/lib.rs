//! The games that the search plays.
//!
//! [`Xiangqi`] is the game that everything is built for; [`Chess`] keeps the seam honest. Each brings its
//! rules behind [`search::Game`], its tuned numbers, and a classical evaluation.
#![forbid(unsafe_code)]

mod chances;
pub mod chess;
mod sums;
pub mod xiangqi;

pub use chances::Chances;
pub use chess::Chess;
pub use xiangqi::Xiangqi;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
