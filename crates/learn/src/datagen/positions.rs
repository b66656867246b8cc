//! Files of positions: what a trainer reads, 32 bytes each, little-endian.
//!
//! ```text
//! header    0..8    "CHUHEPOS"
//!           8..10   the version, 1
//!          10..12   the size of a record, 32
//!          12..16   CRC-32 of all records
//!          16..24   the number of records
//!          24..32   the seed of the shuffle, 0 if the positions are in the order of the games
//! record    0..28   the board and the side to move (see `packed`)
//!          28..30   the score in centipawns (i16), for the side to move; a mate is ±30000
//!          30       the result for the side to move: 0 lost, 1 drawn, 2 won
//!          31       plies since the starting position, 255 if more
//! ```
//!
//! A reader gives the records one by one or in blocks, and notices at the end if any was lost or damaged.

use crate::datagen::archive::fill;
use crate::datagen::packed::{PACKED_SIZE, PackedBoard};
use crate::datagen::record::MATE_SCORE;
use crate::datagen::replay::Sample;
use crc32fast::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use thiserror::Error;

/// What every file of positions begins with.
pub const POSITIONS_MAGIC: [u8; 8] = *b"CHUHEPOS";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 32;
/// How many bytes a position takes.
pub const SAMPLE_SIZE: usize = PACKED_SIZE + 4;

/// A position as a trainer wants it, all from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedSample {
    /// The pieces and whose turn it is.
    pub board: PackedBoard,
    /// The score in centipawns; a mate is [`MATE_SCORE`].
    pub score: i16,
    /// 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// Plies since the starting position, 255 if more.
    pub ply: u8,
}

const _: () = assert!(size_of::<PackedSample>() == SAMPLE_SIZE);

impl From<&Sample> for PackedSample {
    fn from(sample: &Sample) -> Self {
        Self {
            board: PackedBoard::from(&sample.board),
            score: sample.score,
            result: sample.result,
            ply: sample.ply.min(u32::from(u8::MAX)) as u8,
        }
    }
}

impl PackedSample {
    /// The record.
    #[inline]
    pub fn to_bytes(&self) -> [u8; SAMPLE_SIZE] {
        let mut bytes = [0; SAMPLE_SIZE];
        bytes[..PACKED_SIZE].copy_from_slice(self.board.bytes());
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = (self.result + 1) as u8;
        bytes[31] = self.ply;
        bytes
    }

    /// Reads a record, if score and result are possible; the board is not looked at.
    #[inline]
    pub fn from_bytes(bytes: &[u8; SAMPLE_SIZE]) -> Option<Self> {
        let (board, _) = bytes.split_first_chunk()?;
        let score = i16::from_le_bytes([bytes[28], bytes[29]]);
        let result = match bytes[30] {
            0 => -1,
            1 => 0,
            2 => 1,
            _ => return None,
        };
        let is_possible = score.unsigned_abs() <= MATE_SCORE.unsigned_abs();
        let sample = Self { board: PackedBoard::from_bytes(*board), score, result, ply: bytes[31] };
        is_possible.then_some(sample)
    }
}

/// Writes a file of positions.
#[derive(Debug)]
pub struct PositionWriter<W> {
    sink: W,
    sum: Hasher,
    count: u64,
    seed: u64,
}

impl<W: Write + Seek> PositionWriter<W> {
    /// Begins a file. Give it a buffered sink; `seed` is that of the shuffle, 0 for none.
    ///
    /// # Errors
    /// If the sink takes nothing.
    pub fn new(mut sink: W, seed: u64) -> io::Result<Self> {
        sink.write_all(&[0; HEADER_SIZE])?;
        Ok(Self { sink, sum: Hasher::new(), count: 0, seed })
    }

    /// Adds a position.
    ///
    /// # Errors
    /// If the sink takes no more.
    pub fn push(&mut self, sample: &PackedSample) -> io::Result<()> {
        let bytes = sample.to_bytes();
        self.sum.update(&bytes);
        self.count += 1;
        self.sink.write_all(&bytes)
    }

    /// Writes the header, without which nobody reads the file, and says how many positions there are.
    ///
    /// # Errors
    /// If the sink takes no more.
    pub fn finish(mut self) -> io::Result<u64> {
        let mut header = [0; HEADER_SIZE];
        header[..8].copy_from_slice(&POSITIONS_MAGIC);
        header[8..10].copy_from_slice(&VERSION.to_le_bytes());
        header[10..12].copy_from_slice(&(SAMPLE_SIZE as u16).to_le_bytes());
        header[12..16].copy_from_slice(&self.sum.clone().finalize().to_le_bytes());
        header[16..24].copy_from_slice(&self.count.to_le_bytes());
        header[24..32].copy_from_slice(&self.seed.to_le_bytes());
        self.sink.seek(SeekFrom::Start(0))?;
        self.sink.write_all(&header)?;
        self.sink.flush()?;
        Ok(self.count)
    }
}

/// Why a file of positions cannot be read, or not further.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is something else.
    #[error("not a file of positions; those begin with \"CHUHEPOS\"")]
    NotPositions,
    /// It is of a version that this program does not know.
    #[error("positions of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// A record that cannot be.
    #[error("good up to byte {}, then a record that cannot be", offset_of(*.index))]
    Record {
        /// Which, from 0.
        index: u64,
    },
    /// The file ends early, or does not end where it should.
    #[error("the header promises {promised} positions, but there are {found}")]
    Count {
        /// How many records the header promises.
        promised: u64,
        /// How many are there.
        found: u64,
    },
    /// The records are all there, but not as they were written.
    #[error("the checksum is wrong: a position somewhere is damaged")]
    Checksum,
}

/// Where a record begins in a file.
fn offset_of(index: u64) -> u64 {
    HEADER_SIZE as u64 + index * SAMPLE_SIZE as u64
}

/// Reads a file of positions.
#[derive(Debug)]
pub struct PositionReader<R> {
    source: R,
    promised: u64,
    promised_sum: u32,
    seed: u64,
    found: u64,
    sum: Hasher,
    buffer: Vec<u8>,
    is_over: bool,
}

impl<R: Read> PositionReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not a file of positions, or cannot be read.
    pub fn new(mut source: R) -> Result<Self, PositionsError> {
        let mut header = [0; HEADER_SIZE];
        if fill(&mut source, &mut header)? < HEADER_SIZE || header[..8] != POSITIONS_MAGIC {
            return Err(PositionsError::NotPositions);
        }
        let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let long = |at: usize| (0..4).map(|index| u64::from(word(at + 2 * index)) << (16 * index)).sum();
        if word(8) != VERSION || usize::from(word(10)) != SAMPLE_SIZE {
            return Err(PositionsError::Version(word(8)));
        }
        Ok(Self {
            source,
            promised: long(16),
            promised_sum: u32::from(word(12)) | u32::from(word(14)) << 16,
            seed: long(24),
            found: 0,
            sum: Hasher::new(),
            buffer: Vec::new(),
            is_over: false,
        })
    }

    /// How many positions there should be.
    pub fn promised(&self) -> u64 {
        self.promised
    }

    /// The seed of the shuffle, 0 if the positions are in the order of the games.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Adds up to `limit` positions to a block; adds none when there are no more.
    ///
    /// # Errors
    /// What is wrong with the file. What was good before that is in the block, and nothing follows.
    pub fn read_block(&mut self, limit: usize, block: &mut Vec<PackedSample>) -> Result<(), PositionsError> {
        if self.is_over {
            return Ok(());
        }
        self.is_over = true;
        self.buffer.resize(limit.max(1) * SAMPLE_SIZE, 0);
        let got = fill(&mut self.source, &mut self.buffer)?;
        let (records, rest) = self.buffer[..got].as_chunks::<SAMPLE_SIZE>();
        for record in records {
            let sample = PackedSample::from_bytes(record);
            block.push(sample.ok_or(PositionsError::Record { index: self.found })?);
            self.found += 1;
        }
        self.sum.update(records.as_flattened());
        let is_at_end = got < self.buffer.len();
        if !rest.is_empty() || self.found > self.promised || (is_at_end && self.found < self.promised) {
            return Err(PositionsError::Count { promised: self.promised, found: self.found });
        }
        if is_at_end && self.sum.clone().finalize() != self.promised_sum {
            return Err(PositionsError::Checksum);
        }
        self.is_over = is_at_end;
        Ok(())
    }
}

impl<R: Read> Iterator for PositionReader<R> {
    type Item = Result<PackedSample, PositionsError>;

    /// One at a time; [`PositionReader::read_block`] is faster.
    fn next(&mut self) -> Option<Self::Item> {
        let mut block = Vec::with_capacity(1);
        match self.read_block(1, &mut block) {
            Err(error) => Some(Err(error)),
            Ok(()) => block.pop().map(Ok),
        }
    }
}
