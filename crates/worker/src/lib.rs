//! The workbench as lines of JSON: jobs in, answers out.
//!
//! A [`Request`] is one line. [`perform`] does what it asks, in the caller's thread; [`serve`] reads lines from one stream, does several jobs at once
//! and writes an [`Answer`] to each on another, as they are ready. It promises: every line gets exactly one last answer, with its
//! id where one can be read; no line brings it down; a job limited by nodes or depth has the same answer whoever does it, whatever was done
//! before and whatever is done beside it, for its engines are its own. It keeps nothing from job to job.
//!
//! It refuses what it does not know: fields, types and names that do not exist are errors, not guesses. It opens no files but networks that jobs
//! name, and writes none: whoever opens the worker stores archives ([`Store`]).
//!
//! Where to read: `job` and `answer` have the types, from which `docs/worker.schema.json` is made; `perform` says who does what; `desk` keeps
//! several jobs going.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod analysis;
mod answer;
mod contest;
mod desk;
mod games_file;
mod job;
mod lines;
mod perform;
#[cfg(test)]
mod schema;

pub use answer::{
    Answer, ErrorCode, GamePlayed, GamesGenerated, JobError, LineSoFar, MovePlayed, Progress, Reply,
    Termination,
};
pub use contest::draw_openings;
pub use desk::{Desk, serve};
pub use games_file::exists_already;
pub use job::{
    Adjudication, AnalyseGame, AnalysePosition, Cancel, GameText, GenerateGames, Hello, JobId, PlayGame,
    PlayerText, RandomOpening, Request, SolveMate,
};
pub use perform::{Store, Work, perform};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
