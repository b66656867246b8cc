//! One ending: its values, packed in blocks that are unpacked when they are first asked for.
//!
//! Kept are positions with the strong side to move; what the weak side's are worth follows from its moves.
//! A block that cannot be unpacked answers nothing.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use crate::layout::{Layout, Squares};
use crate::material::Material;
use crate::value::{Value, from_byte};
use core::fmt;
use flate2::read::DeflateDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::sync::OnceLock;

/// Values in a block; the last block of a table may have fewer.
pub(crate) const BLOCK: usize = 1 << 15;

/// How many positions of a side to move are won, drawn and lost for it.
///
/// ```
/// assert_eq!(endgame::Tally { wins: 1, draws: 2, losses: 3 }.total(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
}

impl Tally {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// What is known of a table as a whole. Mirror images count as two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// With the strong side to move.
    pub strong: Tally,
    /// With the weak side to move.
    pub weak: Tally,
    /// The longest win of the strong side, in plies, whoever is to move.
    pub longest: u16,
}

/// The values of a block once it was asked for; none if it could not be unpacked.
type Block = OnceLock<Option<Box<[u8]>>>;

/// The table of one ending.
///
/// ```
/// use endgame::{Summary, Table, shipped};
///
/// let table: &Table = shipped().get("KRvK".parse()?).expect("it is shipped");
/// assert_eq!(table.material().to_string(), "KRvK");
/// let summary: Summary = table.summary();
/// assert!(summary.longest > 0 && summary.strong.wins > 0);
/// assert!(table.has_valid_checksums() && table.is_sound());
/// assert!(table.packed_size() < table.unpacked_size());
/// // As a file, and back.
/// let same = Table::read(table.bytes().to_vec())?;
/// assert_eq!(same.material(), table.material());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    pub(crate) material: Material,
    pub(crate) layout: Layout,
    pub(crate) summary: Summary,
    /// The packed blocks, each with its checksum, in the bytes of a file.
    pub(crate) packed: Vec<(Range<usize>, u32)>,
    pub(crate) bytes: Cow<'static, [u8]>,
    blocks: Vec<Block>,
}

impl Table {
    pub(crate) fn new(
        material: Material,
        layout: Layout,
        summary: Summary,
        packed: Vec<(Range<usize>, u32)>,
        bytes: Cow<'static, [u8]>,
    ) -> Self {
        let blocks = (0..packed.len()).map(|_| OnceLock::new()).collect();
        Self { material, layout, summary, packed, bytes, blocks }
    }

    /// Which men it is about.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many positions are won, and how long it takes.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Bytes of its file.
    pub fn packed_size(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes that it takes in memory when all of it has been asked for, besides those of its file.
    pub fn unpacked_size(&self) -> usize {
        self.layout.stored()
    }

    /// Whether the checksums of all blocks hold: much quicker than [`Table::is_sound`], and nearly as certain.
    pub fn has_valid_checksums(&self) -> bool {
        self.packed.iter().all(|(range, checksum)| {
            self.bytes.get(range.clone()).is_some_and(|packed| crc32fast::hash(packed) == *checksum)
        })
    }

    /// Whether every block is as it was written and can be unpacked.
    pub fn is_sound(&self) -> bool {
        (0..self.packed.len()).all(|number| self.unpack(number).is_some())
    }

    /// The value of a placement with the strong side to move. It must belong to a position.
    pub(crate) fn value(&self, squares: &Squares) -> Option<Value> {
        let index = self.layout.stored_index(squares);
        let block = self.blocks.get(index / BLOCK)?.get_or_init(|| self.unpack(index / BLOCK));
        block.as_ref()?.get(index % BLOCK).map(|&byte| from_byte(byte))
    }

    fn unpack(&self, number: usize) -> Option<Box<[u8]>> {
        let (range, checksum) = self.packed.get(number)?;
        let packed = self.bytes.get(range.clone())?;
        if crc32fast::hash(packed) != *checksum {
            return None;
        }
        let length = self.layout.stored().checked_sub(number * BLOCK)?.min(BLOCK);
        let mut values = Vec::with_capacity(length);
        // One more than there may be, so that too much is noticed.
        DeflateDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut values).ok()?;
        (values.len() == length).then(|| values.into_boxed_slice())
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({})", self.material)
    }
}
