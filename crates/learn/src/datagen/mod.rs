//! Training data: self-play, archives of games, packed positions.
//!
//! [`SelfPlayer`] plays games of the engine against itself, [`generate`] many at once. A [`GameRecord`] is
//! kept in an archive at four bytes per ply ([`record`] and [`archive`] draw the layout), from which a
//! [`ArchiveReader`] gives it back. Its positions ([`ArchiveReader::samples`], [`GameRecord::positions`]) can be filtered
//! anew for every purpose ([`PositionFilter`]) and packed into 32 bytes each for a trainer ([`positions`]).
//!
//! The crate reads from and writes to what it is handed; it opens no files, prints nothing and has no clock.
#![forbid(unsafe_code)]

pub mod archive;
mod check;
mod generate;
mod opening;
mod outlook;
pub mod packed;
pub mod positions;
pub mod record;
mod replay;
mod selfplay;
pub mod statistics;

pub use archive::{ArchiveError, ArchiveHeader, ArchiveReader, FrameFault};
pub use check::GameFlaw;
pub use generate::generate;
pub use opening::Openings;
pub use outlook::ResultCounts;
pub use packed::{BadPacking, PackedBoard};
pub use positions::{PackedSample, PositionReader, PositionWriter, PositionsError};
pub use record::{BadFrame, EndReason, GameRecord, MATE_SCORE, RecordedMove};
pub use replay::{ArchiveSamples, GamePositions, IllegalMoveInGame, PositionFilter, Sample, SampleError};
pub use selfplay::{SelfPlaySettings, SelfPlayer};
pub use statistics::Statistics;
