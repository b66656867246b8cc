//! The games that the search plays, and all that front doors ask of a game.
//!
//! [`Xiangqi`] is the game that everything is built for; [`Chess`] keeps the seam honest. Each brings its rules behind
//! [`search::Game`], its tuned parameters and a classical evaluation, and is defined once, in three small traits:
//! [`GameText`] reads and writes positions and moves, [`GameRules`] says when a game is over and why, [`GameData`] has the
//! numbers that belong to a game. Where the game is chosen at run time, [`Variant`] names it and [`AnyPosition`] holds it.
//!
//! Nothing here prints, opens a file or reads a clock; bad text gets an error that quotes it and changes nothing.
#![forbid(unsafe_code)]

mod any;
pub mod chess;
mod data;
mod ending;
mod side;
mod sums;
mod text;
mod variant;
mod win_draw_loss;
pub mod xiangqi;

pub use any::{AnyMoveError, AnyPosition, AnyPositionError};
pub use chess::Chess;
pub use data::{GameData, legal_moves};
pub use ending::{Cause, Ending, GameRules};
pub use side::Side;
pub use text::{GameText, PositionError};
pub use variant::{UnknownVariant, Variant};
pub use win_draw_loss::{WinDrawLoss, WinDrawLossModel};
pub use xiangqi::Xiangqi;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
