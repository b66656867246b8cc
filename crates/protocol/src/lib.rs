//! How GUIs talk to the engine.
//!
//! [`Dialect`] reads lines of UCI, UCCI and the `XBoard` protocol into one [`Command`] enum and writes what the engine
//! has to say; [`options`] keeps what can be set; [`run`] obeys until there is nothing more to hear. The first word of
//! a GUI chooses the language. Nothing is said before the GUI speaks, no input brings the engine down, and a command
//! that cannot be obeyed is refused with a reason and changes nothing.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod command;
mod courtesy;
mod dialect;
mod event;
mod host;
mod jobs;
mod kinds;
#[cfg(feature = "tune")]
mod numbers;
mod opening;
pub mod options;
mod output;
mod ranks;
mod searching;
mod seat;
mod session;
mod settings;
mod timing;

pub use command::{BadCommand, Command, Go, Play, SpeedTest};
pub use dialect::{Dialect, is_command_word};
pub use ranks::{Coordinates, Ranks};
pub use session::{BENCH_DEPTH, bench_summary, bench_text, obey, run};
