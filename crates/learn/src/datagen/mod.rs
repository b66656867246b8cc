//! Training data: self-play, archives of games, packed positions.
//!
//! [`Player`] plays games of the engine against itself, [`generate`] many at once. A [`GameRecord`] is
//! kept in an archive at four bytes a ply ([`record`] and [`archive`] draw the layout), from which a
//! [`Reader`] gives it back. Its positions ([`Reader::samples`], [`GameRecord::positions`]) can be filtered
//! anew for every purpose ([`Filter`]) and packed into 32 bytes each for a trainer ([`positions`]).
//!
//! The crate reads from and writes to what it is handed; it opens no files, prints nothing and has no clock.
#![forbid(unsafe_code)]

mod adjudicate;
pub mod archive;
mod check;
mod checksum;
mod generate;
mod opening;
mod outlook;
pub mod packed;
pub mod positions;
pub mod record;
mod replay;
mod selfplay;
pub mod statistics;

pub use adjudicate::{Adjudication, Watch};
pub use archive::{ArchiveError, Fault, Header, Reader};
pub use check::Flaw;
pub use generate::generate;
pub use opening::Openings;
pub use outlook::Tally;
pub use packed::{BadPacking, PackedBoard};
pub use positions::{PackedSample, PositionReader, PositionWriter, PositionsError};
pub use record::{BadGame, End, GameRecord, MATE_SCORE, Step};
pub use replay::{Filter, IllegalStep, Positions, Sample, SampleError, Samples};
pub use selfplay::{Player, Settings};
pub use statistics::Statistics;
