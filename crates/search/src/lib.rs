//! Principal variation search, generic over the game.
//!
//! No printing, no files, and no clock but the one that is handed in ([`Control`]), which also says where a search may
//! be held up. One thread and a
//! fixed limit give the same result every time.
//!
//! The seam comes first: [`Game`] is all that the search asks of a game, [`Evaluator`] all that it asks of an
//! evaluation, [`Params`] the tuned parameters that a game brings along, and [`contract`] checks what an
//! implementation promises. Then read on in this order: [`iterate`](Searcher::search) deepens step by step; `node`,
//! `shortcuts`, `moves` and `learning` are the search of one node in numbered steps; `quiescence` settles captures at
//! its leaves, `picker` orders moves by what `history` remembers, `table` keeps what was found.
#![deny(unsafe_code)]

mod active;
mod clock;
pub mod contract;
mod equals;
mod evaluator;
mod game;
mod history;
mod iterate;
mod learning;
mod memory;
mod move_buffer;
mod moves;
mod node;
mod params;
mod picker;
mod quiescence;
mod report;
mod roots;
mod score;
mod shortcuts;
mod table;
mod tally;
mod techniques;
mod threads;
mod time;
mod window;
mod worker;

pub use active::ShippedTechniques;
pub use clock::Clock;
pub use evaluator::Evaluator;
pub use game::{Game, MAX_MOVES, QuietMove, Which};
pub use iterate::{SearchResult, Searcher};
pub use params::{Param, Params};
pub use report::{Blindness, CHECKPOINT_INTERVAL, Control, Limits, PvLine, Report, Silent};
pub use score::{MAX_PLY, Score};
pub use table::{Bound, Entry, Table, TooLarge};

// The laboratory's: how positions are known, what searches count of themselves, what can be switched off.
#[doc(hidden)]
pub use active::{ActiveTechniques, ChosenTechniques};
#[doc(hidden)]
pub use table::{Census, Confirmation, Keying, Keys, Plain, Watched};
#[doc(hidden)]
pub use tally::{BOUND_NAMES, CUT_NUMBERS, Counted, Counts, DEPTHS, MoveSkip, NodeEnd, Tally};
#[doc(hidden)]
pub use techniques::Techniques;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
