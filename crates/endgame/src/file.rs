//! The file of tables, little-endian: one table after the other, each
//!
//! ```text
//!  0..8    "CHUHEEND"
//!  8..10   the version, 1
//! 10..11   length of the name
//! 11..12   0
//! 12..16   blocks
//! 16..24   values, of all blocks together
//! 24..26   the longest win, in plies
//! 26..74   positions won, drawn and lost with the strong side to move, then with the weak side, 8 bytes each
//! then     the name, such as KRvKAABB
//! then     for each block: its packed length, the CRC-32 of its packed bytes (4 bytes each)
//! then     the CRC-32 of everything before
//! then     the blocks: raw deflate of 32,768 values, the last of what is left
//! ```
//!
//! A reader refuses whatever is not exactly so and says what is wrong. Blocks are checked when they are unpacked, or all at once by
//! [`Table::is_sound`].

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use crate::layout::Layout;
use crate::material::Material;
use crate::table::{BLOCK, Summary, Table, Tally};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::borrow::Cow;
use std::io::Write;
use thiserror::Error;

const MAGIC: [u8; 8] = *b"CHUHEEND";
const VERSION: u16 = 1;

/// Why this program cannot use the bytes as a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BadTable {
    /// It is something else.
    #[error("not a table of an ending: it begins with \"{}\", not \"CHUHEEND\"", .0.escape_ascii())]
    NoTable(Vec<u8>),
    /// The version is not known.
    #[error("a table of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// The file ends too soon.
    #[error("{found} bytes, but by its header the file has at least {least}")]
    Short {
        /// Its length.
        found: usize,
        /// The length that it has at least by its header.
        least: usize,
    },
    /// There are bytes after the end.
    #[error("{0} bytes too many after the last block")]
    Long(usize),
    /// The header is not as it was written.
    #[error("damaged: the header has the checksum {found:08x}, not {expected:08x} as when written")]
    Header {
        /// The checksum of the bytes.
        found: u32,
        /// What the file says it should be.
        expected: u32,
    },
    /// The name of the ending makes no sense.
    #[error("the table's name: {0}")]
    Name(String),
    /// The number of values or blocks is not that of the ending.
    #[error("{name} has {expected} values, but the header says {found}")]
    Size {
        /// The ending.
        name: String,
        /// What the header says.
        found: u64,
        /// What it has.
        expected: u64,
    },
    /// A block is not as it was written.
    #[error("damaged: a block of {0} is not as it was written")]
    Block(String),
}

/// Takes numbers off the front of bytes; behind the end it is short.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], BadTable> {
        let end = self.offset.saturating_add(length);
        let taken = self.bytes.get(self.offset..end);
        let taken = taken.ok_or(BadTable::Short { found: self.bytes.len(), least: end })?;
        self.offset = end;
        Ok(taken)
    }

    fn number(&mut self, length: usize) -> Result<u64, BadTable> {
        Ok(self.take(length)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

/// The first table of the bytes, and how many of them it takes.
pub(crate) fn read_one(bytes: Cow<'static, [u8]>) -> Result<(Table, usize), BadTable> {
    let mut reader = Reader { bytes: &bytes, offset: 0 };
    let magic = bytes.get(..MAGIC.len()).unwrap_or(&bytes);
    if magic != MAGIC {
        return Err(BadTable::NoTable(magic.to_vec()));
    }
    reader.take(MAGIC.len())?;
    let version = reader.number(2)? as u16;
    if version != VERSION {
        return Err(BadTable::Version(version));
    }
    let name_length = reader.number(2)? as usize;
    let blocks = reader.number(4)? as usize;
    let size = reader.number(8)?;
    let longest = reader.number(2)? as u16;
    let mut counts = [0; 6];
    for count in &mut counts {
        *count = reader.number(8)?;
    }
    let name = String::from_utf8_lossy(reader.take(name_length)?).into_owned();
    let mut directory = Reader { bytes: reader.take(blocks.saturating_mul(8))?, offset: 0 };
    let found = crc32fast::hash(bytes.get(..reader.offset).unwrap_or_default());
    let expected = reader.number(4)? as u32;
    if found != expected {
        return Err(BadTable::Header { found, expected });
    }
    let material: Material = name.parse().map_err(|error| BadTable::Name(format!("{error}")))?;
    let expected = Layout::size_of(material) / 9 * 6;
    if size != expected as u64 || blocks != expected.div_ceil(BLOCK) {
        return Err(BadTable::Size { name, found: size, expected: expected as u64 });
    }
    let mut packed = Vec::with_capacity(blocks);
    for _ in 0..blocks {
        let length = directory.number(4)? as usize;
        let checksum = directory.number(4)? as u32;
        let begin = reader.offset;
        reader.take(length)?;
        packed.push((begin..reader.offset, checksum));
    }
    let end = reader.offset;
    let [wins, draws, losses, weak_wins, weak_draws, weak_losses] = counts;
    let strong = Tally { wins, draws, losses };
    let weak = Tally { wins: weak_wins, draws: weak_draws, losses: weak_losses };
    let summary = Summary { strong, weak, longest };
    let own = match bytes {
        Cow::Borrowed(all) => Cow::Borrowed(all.get(..end).unwrap_or(all)),
        Cow::Owned(mut all) => {
            all.truncate(end);
            Cow::Owned(all)
        }
    };
    Ok((Table::new(material, Layout::new(material), summary, packed, own), end))
}

/// All tables of a file that lives as long as the program.
pub(crate) fn read_all(mut bytes: &'static [u8]) -> Result<Vec<Table>, BadTable> {
    let mut tables = Vec::new();
    while !bytes.is_empty() {
        let (table, end) = read_one(Cow::Borrowed(bytes))?;
        tables.push(table);
        bytes = bytes.get(end..).unwrap_or_default();
    }
    Ok(tables)
}

impl Table {
    /// Reads the file of one table. What is in its blocks is looked at when it is asked for; [`Table::is_sound`] looks at all.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn read(bytes: Vec<u8>) -> Result<Self, BadTable> {
        let length = bytes.len();
        let (table, end) = read_one(Cow::Owned(bytes))?;
        if end == length { Ok(table) } else { Err(BadTable::Long(length - end)) }
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The file of a table with these values.
pub(crate) fn write(material: Material, summary: &Summary, values: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut directory = Vec::new();
    let mut body = Vec::new();
    let mut blocks = 0_u32;
    for block in values.chunks(BLOCK) {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(block)?;
        let packed = encoder.finish()?;
        directory.extend((packed.len() as u32).to_le_bytes());
        directory.extend(crc32fast::hash(&packed).to_le_bytes());
        body.extend(packed);
        blocks += 1;
    }
    let name = material.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend(blocks.to_le_bytes());
    bytes.extend((values.len() as u64).to_le_bytes());
    bytes.extend(summary.longest.to_le_bytes());
    for Tally { wins, draws, losses } in [summary.strong, summary.weak] {
        for count in [wins, draws, losses] {
            bytes.extend(count.to_le_bytes());
        }
    }
    bytes.extend(name.as_bytes());
    bytes.extend(directory);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(body);
    Ok(bytes)
}
