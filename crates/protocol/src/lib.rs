//! How GUIs talk to the engine.
//!
//! A dialect ([`Dialect`]: UCI, UCCI, the `XBoard` protocol) reads lines into one [`Command`] enum and writes what there
//! is to tell. In between stands a state machine that knows neither threads nor engines: what is heard goes in, what is
//! to be done comes out. [`run`] is the shell around it, which reads lines, searches and says. The first word of a GUI
//! chooses the language. Nothing is said before the GUI speaks, no input brings the engine down, every `go` is answered,
//! and any other command that cannot be obeyed is refused with a reason and changes nothing.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod command;
mod core;
mod dialect;
mod draws;
mod options;
mod shell;

pub use command::{BENCH_DEPTH, BadCommand, BenchLimit, BenchOrder, BenchPositions, Command, Go, SpeedTest};
pub use dialect::uci::{bench_summary, bench_text};
pub use dialect::xboard::Play;
pub use dialect::{Dialect, is_command_word};
pub use options::DEFAULT_HASH;
pub use shell::{Interrupter, obey, obey_until_interrupted, run, run_laboratory};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
