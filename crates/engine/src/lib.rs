//! The facade that every front door uses.
//!
//! An [`Engine`] holds a position of one game and searches it in a thread of its own: [`Engine::go`] returns at
//! once, lines and the result arrive as [`Event`]s, [`Engine::stop`] ends the search and waits for it, and a
//! [`StopHandle`] ends it from any other thread. Bad input leaves the engine as it was.
//!
//! ```
//! use engine::{Engine, Limits};
//! use games::Xiangqi;
//!
//! let mut engine = Engine::<Xiangqi>::builder().hash(16).threads(1).build()?;
//! engine.set_position(None, ["h2e2", "h9g7"])?;
//! let answer = engine.think(&Limits { depth: Some(4), ..Limits::default() });
//! assert!(answer.best.is_some() && answer.depth == 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A panic inside a search is a bug. Where panics unwind, as in tests, the search ends with [`Event::Failed`] and
//! some legal move, and the engine goes on; the release profile aborts the program instead, with a message.
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bench;
mod builder;
mod collisions;
mod count;
mod evaluation;
mod event;
mod facade;
mod game;
mod level;
mod memory;
mod recall;
mod signals;
mod task;

pub use bench::{Bench, bench, bench_until, speed_test};
pub use builder::Builder;
pub use collisions::{Survey, Surveyed};
pub use count::divide;
pub use evaluation::{Evaluation, EvaluationChoice, EvaluationError};
pub use event::{Answer, Event, Line};
pub use facade::{Engine, Listener, Mode};
pub use game::{EngineGame, ProofLimits, ProvedMate};
pub use games::WinDrawLoss;
pub use level::{Level, RATINGS, STRONGEST};
pub use memory::NoMemory;
pub use nnue::kernels::Kernels;
pub use recall::Recalled;
pub use search::{Blindness, Bound, Census, Clock, Collided, Limits, TooLarge};
pub use signals::StopHandle;
