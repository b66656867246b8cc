//! Principal variation search, generic over the game.
//!
//! No printing, no files, and no clock but the one that is handed in ([`Control`]). One thread and a
//! fixed limit give the same result every time.
//!
//! Read it in this order: [`iterate`](Searcher::search) deepens step by step; `node`, `shortcuts`, `moves` and
//! `learning` are the search of one node in numbered steps; `quiescence` settles captures at its leaves,
//! `picker` orders moves by what `history` remembers, `table` keeps what was found.
#![deny(unsafe_code)]

mod clock;
mod equals;
mod given;
mod history;
mod iterate;
mod learning;
mod memory;
mod moves;
mod node;
mod picker;
mod quiescence;
mod report;
mod roots;
mod shortcuts;
mod table;
mod threads;
mod time;
mod worker;

pub use clock::Clock;
pub use iterate::{Found, Searcher};
pub use report::{Control, Limits, Line, Oversight, Report, Silent};
pub use table::{Bound, Census, Collided, Entry, Keying, Plain, Table, TooLarge, Watched};
