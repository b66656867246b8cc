//! Archives of games: a header, then one frame after another (see [`crate::datagen::record`]).
//!
//! ```text
//!  0..8    "CHUHEGAM"
//!  8..10   the version, 1
//! 10..12   n, the length of what follows up to the checksum
//! 12..20   the seed
//! 20..28   nodes per move
//! 28       the length of the evaluation's name, then the name
//!  ..      the length of the settings (2 bytes), then the settings as text
//! 12+n..   CRC-32 of everything before
//! ```
//!
//! An archive only grows, by whole frames, each with its own checksum. A reader gives the games in their
//! order and stops at the first byte that cannot be trusted: everything before [`ArchiveReader::offset`] is good.

use crate::datagen::record::{BadFrame, FRAME_HEAD, FRAME_TAIL, GameRecord, MARK, MOVE_SIZE};
use std::io::{self, Read};
use thiserror::Error;

/// What every archive begins with.
pub const MAGIC: [u8; 8] = *b"CHUHEGAM";
const VERSION: u16 = 1;
const FIXED: usize = 12;

/// How the games of an archive were made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveHeader {
    /// The seed of the random numbers; 0 for archives put together from others.
    pub seed: u64,
    /// Nodes per move; 0 if that differs.
    pub nodes: u64,
    /// The evaluation, at most 255 bytes.
    pub evaluation: String,
    /// Everything else that the games depend on, in words.
    pub settings: String,
}

/// Why an archive cannot be read, or not further.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is something else.
    #[error("not an archive of games; those begin with \"CHUHEGAM\"")]
    NotAnArchive,
    /// It is of a version that this program does not know.
    #[error("an archive of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// The header is cut off or damaged.
    #[error("the header is cut off or damaged")]
    Header,
    /// The games are good up to a byte.
    #[error("good up to byte {offset}, then {fault}")]
    Broken {
        /// Where the first game that is not good begins.
        offset: u64,
        /// What is wrong with it.
        fault: FrameFault,
    },
}

/// What is wrong with a frame.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FrameFault {
    /// The file ends in the middle of it, and nothing good follows.
    #[error("a game that is cut off")]
    Torn,
    /// There is something else than a frame.
    #[error("something that is not a game")]
    Mark,
    /// The checksum differs.
    #[error("a game whose checksum is wrong")]
    Checksum,
    /// The checksum is right, but the content is not.
    #[error("a game that cannot be: {0}")]
    Content(BadFrame),
}

impl ArchiveHeader {
    /// The bytes that an archive begins with. Texts that do not fit are cut.
    pub fn encode(&self) -> Vec<u8> {
        let evaluation = cut(&self.evaluation, usize::from(u8::MAX));
        let settings = cut(&self.settings, 60_000);
        let mut body = Vec::new();
        body.extend(self.seed.to_le_bytes());
        body.extend(self.nodes.to_le_bytes());
        body.push(evaluation.len() as u8);
        body.extend(evaluation.as_bytes());
        body.extend((settings.len() as u16).to_le_bytes());
        body.extend(settings.as_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u16).to_le_bytes());
        bytes.extend(body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn read(source: &mut impl Read) -> Result<(Self, u64), ArchiveError> {
        let mut bytes = vec![0; FIXED];
        let got = fill(source, &mut bytes)?;
        if got < FIXED || bytes[..8] != MAGIC {
            // The beginning of the magic and no more is a header that was cut off.
            let is_start = got > 0 && got < FIXED && bytes[..got.min(8)] == MAGIC[..got.min(8)];
            return Err(if is_start { ArchiveError::Header } else { ArchiveError::NotAnArchive });
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(ArchiveError::Version(version));
        }
        let length = usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
        bytes.resize(FIXED + length + 4, 0);
        if fill(source, &mut bytes[FIXED..])? < length + 4 {
            return Err(ArchiveError::Header);
        }
        let (checked, sum) = bytes.split_at(FIXED + length);
        if crc32fast::hash(checked).to_le_bytes() != sum {
            return Err(ArchiveError::Header);
        }
        let header = Self::parse(&checked[FIXED..]).ok_or(ArchiveError::Header)?;
        Ok((header, bytes.len() as u64))
    }

    fn parse(body: &[u8]) -> Option<Self> {
        let (seed, rest) = body.split_first_chunk()?;
        let (nodes, rest) = rest.split_first_chunk()?;
        let (&length, rest) = rest.split_first()?;
        let (evaluation, rest) = rest.split_at_checked(usize::from(length))?;
        let (&length, rest) = rest.split_first_chunk()?;
        let settings = rest.get(..usize::from(u16::from_le_bytes(length)))?;
        Some(Self {
            seed: u64::from_le_bytes(*seed),
            nodes: u64::from_le_bytes(*nodes),
            evaluation: line(evaluation)?,
            settings: line(settings)?,
        })
    }
}

/// Bytes that are text on one line: it is printed.
fn line(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(char::is_control)).then(|| text.to_string())
}

/// The beginning of a text, in whole characters.
fn cut(text: &str, limit: usize) -> &str {
    let end = (0..=limit.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or_default()]
}

/// Reads until the buffer is full or the source at its end, and says how much there was.
pub(crate) fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match source.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(count) => got += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

/// Reads the games of an archive one by one. Give it a buffered source.
#[derive(Debug)]
pub struct ArchiveReader<R> {
    source: R,
    header: ArchiveHeader,
    offset: u64,
    frame: Vec<u8>,
    is_over: bool,
}

impl<R: Read> ArchiveReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not an archive, or cannot be read.
    pub fn new(mut source: R) -> Result<Self, ArchiveError> {
        let (header, offset) = ArchiveHeader::read(&mut source)?;
        Ok(Self { source, header, offset, frame: Vec::new(), is_over: false })
    }

    /// How the games were made.
    pub fn header(&self) -> &ArchiveHeader {
        &self.header
    }

    /// Where the next game begins: everything before is good.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_game(&mut self) -> Result<Option<GameRecord>, ArchiveError> {
        let broken = |fault| ArchiveError::Broken { offset: self.offset, fault };
        self.frame.resize(FRAME_HEAD, 0);
        let got = fill(&mut self.source, &mut self.frame)?;
        if got == 0 {
            return Ok(None);
        }
        if self.frame[..got.min(2)] != MARK[..got.min(2)] {
            return Err(broken(FrameFault::Mark));
        }
        if got < FRAME_HEAD {
            return Err(broken(FrameFault::Torn));
        }
        let plies = usize::from(u16::from_le_bytes([self.frame[2], self.frame[3]]));
        let length = FRAME_HEAD + plies * MOVE_SIZE;
        self.frame.resize(length + FRAME_TAIL, 0);
        let got = FRAME_HEAD + fill(&mut self.source, &mut self.frame[FRAME_HEAD..])?;
        if got < self.frame.len() {
            // A damaged length can reach beyond the end as well.
            let is_torn = !has_whole_frame(&self.frame[MARK.len()..got]);
            return Err(broken(if is_torn { FrameFault::Torn } else { FrameFault::Checksum }));
        }
        if crc32fast::hash(&self.frame[..length]).to_le_bytes() != self.frame[length..] {
            return Err(broken(FrameFault::Checksum));
        }
        let game = GameRecord::decode(&self.frame).map_err(|error| broken(FrameFault::Content(error)))?;
        self.offset += self.frame.len() as u64;
        Ok(Some(game))
    }
}

/// Whether a frame with a right checksum is anywhere in there.
fn has_whole_frame(bytes: &[u8]) -> bool {
    let at = |start: usize| {
        let bytes = &bytes[start..];
        let plies = u16::from_le_bytes(*bytes.get(2..)?.first_chunk()?);
        let length = FRAME_HEAD + usize::from(plies) * MOVE_SIZE;
        let sum = bytes.get(length..)?.first_chunk()?;
        Some(bytes.starts_with(&MARK) && crc32fast::hash(&bytes[..length]).to_le_bytes() == *sum)
    };
    (0..bytes.len()).any(|start| at(start) == Some(true))
}

impl<R: Read> Iterator for ArchiveReader<R> {
    type Item = Result<GameRecord, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read_game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}
