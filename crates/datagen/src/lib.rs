//! Training data: self-play, archives of games, packed positions.
//!
//! [`Player`] plays games of the engine against itself, [`generate`] many at once. A [`GameRecord`] is
//! kept in an archive at four bytes a ply ([`record`] and [`archive`] draw the layout), from which a
//! [`Reader`] gives it back; its positions can be filtered anew for every purpose ([`Filter`]).
//!
//! The crate reads from and writes to what it is handed; it opens no files, prints nothing and has no clock.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudicate;
pub mod archive;
mod checksum;

mod generate;
mod opening;
pub mod packed;
pub mod record;
mod replay;
mod selfplay;

pub use adjudicate::Adjudication;
pub use archive::{ArchiveError, Fault, Header, Reader};
pub use generate::generate;
pub use opening::Openings;
pub use packed::{BadPacking, PackedBoard};
pub use record::{BadGame, End, GameRecord, MATE_SCORE, Step};
pub use replay::{Filter, IllegalStep, Positions, Sample};
pub use selfplay::{Player, Settings};
