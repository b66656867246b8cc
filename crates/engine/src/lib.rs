//! The facade that every front door uses, and the only way in to a search.
//!
//! An [`Engine`] holds a position of one game and takes and gives moves of that game: [`Engine::go`] searches in a thread of
//! its own and returns at once, lines and the result arrive as [`Event`]s, [`Engine::stop`] ends the search and waits for
//! it, and a [`StopHandle`] ends it from any other thread. [`Engine::think`] searches in the caller's thread;
//! [`Engine::search`] does so with the caller's own stop flag, clock and checkpoint ([`Hooks`]). What is refused changes
//! nothing. Text of moves and positions is read and written by those who need it ([`games::GameText`]).
//!
//! Decisions that every front door has to make are made here, once: when to accept or offer a draw ([`draws`]), what a move
//! gave away ([`review`]), when a book answers ([`opening`]), how strong a [`Level`] is, what a move may cost ([`budget`]), what a
//! [`Clock`] allows.
//!
//! ```
//! use engine::{Engine, Limits};
//! use games::{GameText, Xiangqi};
//!
//! let mut engine = Engine::<Xiangqi>::builder().hash(16).threads(1).build()?;
//! for text in ["h2e2", "h9g7"] {
//!     engine.play(Xiangqi::parse_move(engine.position(), text)?)?;
//! }
//! let answer = engine.think(&Limits { depth: Some(4), ..Limits::default() });
//! assert!(answer.best.is_some() && answer.depth == 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A panic inside a search is a bug. The search then ends with [`Event::Failed`] and the move of its last line, or some
//! legal move if there was none, and the engine goes on. That needs panics that unwind: the program refuses to be built with others.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ablation;
mod bench;
pub mod budget;
mod builder;
mod collisions;
mod count;
mod custom;
pub mod draws;
pub mod ending;
mod evaluation;
mod event;
mod facade;
mod file;
mod game;
mod hooks;
mod level;
mod mate;
mod memory;
mod method;
pub mod opening;
mod processors;
mod recall;
pub mod review;
mod signals;
mod summary;
pub mod tables;
mod task;

pub use bench::{Bench, bench, bench_until, speed_test};
pub use builder::Builder;
pub use count::divide;
pub use custom::CustomEvaluation;
pub use evaluation::{Evaluation, EvaluationChoice, EvaluationError};
pub use event::{Answer, Event, Line, SearchFailure};
pub use facade::{Engine, IllegalMove, Mode};
pub use game::{EngineGame, ProofLimits, ProvedMate};
pub use games::WinDrawLoss;
pub use hooks::Hooks;
pub use level::{Level, RATINGS, STRONGEST};
pub use memory::{NoMemory, check_memory};
pub use method::{Listener, Method, Resources};
pub use nnue::kernels::Kernels;
pub use processors::max_threads;
pub use recall::Recalled;
pub use search::{Blindness, Bound, CHECKPOINT_INTERVAL, Clock, Control, Limits, Score};
pub use signals::StopHandle;

// The laboratory's: colliding keys, techniques switched off, what searches count of themselves.
#[doc(hidden)]
pub use ablation::Ablation;
#[doc(hidden)]
pub use collisions::{Survey, Surveyed, SurveyedSearch};
#[doc(hidden)]
pub use search::{
    BOUND_NAMES, CUT_NUMBERS, Census, Confirmation, Counted, DEPTHS, Keying, Keys, MoveSkip, NodeEnd, Plain,
    Techniques, Watched,
};
#[doc(hidden)]
pub use summary::Summary;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
