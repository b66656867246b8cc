//! How GUIs talk to the engine.
//!
//! [`command`] reads lines into one [`Command`] enum, [`options`] keeps what can be set, [`uci`] runs an
//! engine by them. Nothing is said before the GUI speaks, no input brings the engine down, and a
//! command that cannot be obeyed is answered with `info string` and changes nothing.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod command;
mod format;
mod host;
mod jobs;
#[cfg(feature = "tune")]
mod numbers;
mod opening;
pub mod options;
mod output;
mod ranks;
mod timing;
pub mod uci;

pub use command::{Command, is_command_word};
pub use ranks::Ranks;
