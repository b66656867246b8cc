//! Matches between engines.
//!
//! [`Match`] plays a [`Schedule`] of game pairs between [`EngineSpec`]s that speak UCI or UCCI, a
//! [`games::AnyPosition`] judges every move by the full rules, and each finished
//! [`PlayedGame`] is handed to the caller, who counts it in a [`Crosstable`] and keeps it as PGN
//! ([`archive`]). [`elo`], [`sprt`] and [`ratings`] say what the results mean.
//!
//! Promises: an engine that plays an illegal move, crashes, hangs or oversteps its time loses that
//! game and nothing else happens; every engine process is ended when the match is; the same seed
//! gives the same schedule however many games are played at once. Refuses: to print, to open files,
//! to guess what a malformed setting means.
//!
//! This crate starts processes and reads the clock, for that is its work.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod adjudicate;
pub mod archive;
mod crosstable;
mod duel;
pub mod elo;
mod engine;
mod limit;
mod opening;
mod play;
pub mod ratings;
mod record;
mod run;
mod schedule;
mod settings;
pub mod sprt;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use crosstable::{Crosstable, Pairing, Performance};
pub use duel::Duel;
pub use engine::{
    EngineFault, EngineSpec, Offer, OfferKind, OptionRefusal, Protocol, RankNumbering, ReportedScore,
};
pub use games::{Side, Variant};
pub use limit::Limit;
pub use opening::{BadOpening, Opening, OpeningError, OpeningOrder, read_openings};
pub use play::Conditions;
pub use record::{PlayedGame, PlayedMove, Ruling, Termination};
pub use run::{GameWatcher, Match, StopFlag};
pub use schedule::{GameId, Schedule, ScheduledGame, Tournament};
pub use settings::SettingError;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
