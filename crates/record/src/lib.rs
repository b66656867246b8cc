//! Games with everything that was counted in their searches: settings, seeds, and for each move a summary of its search.
//!
//! A [`GameRecord`] is one JSON text with a schema and a version ([`GameRecord::read`], [`GameRecord::write`]); what was written reads back as the same
//! record. [`table`] sums records up in numbers, [`plots`] draws them. A record of another schema, of a later version or with moves that cannot be
//! played is refused with the reason. Opens no file and reads no clock.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod counts;
mod game;
mod lines;
pub mod plots;
pub mod table;

pub use counts::{CollisionRecord, CountRecord, KeyRecord, TableRecord};
pub use game::{
    BadRecord, By, GameRecord, IterationRecord, MoveRecord, PlayerRecord, ResultRecord, SCHEMA, ScoreRecord,
    SearchRecord, Source, State, VERSION,
};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
