//! The transposition table: what earlier visits to a position found out.
//!
//! ```text
//! cluster (64 bytes)   slot  slot  slot  slot
//! slot (16 bytes)      check: key xor data (64)  |  data (64), drawn in `entry.rs`
//! ```
//!
//! All threads read and write without locks. Every word is atomic, so that a race is not undefined
//! behaviour; an entry whose halves come from two writers fails the test `check ^ data == key` (Hyatt and
//! Mann 2002) and counts as absent.
//!
//! What a key is, and what a slot keeps of it, is up to the [`Keying`]: [`Plain`] (drawn above) plays,
//! [`Watched`] is the laboratory's: keys of any width, confirmed if that is wanted, and a search that counts.

#![allow(unsafe_code)] // the prefetch instruction

mod entry;
mod keying;
mod watched;

pub use entry::{Bound, Entry};
pub use keying::{Keying, Plain};
pub use watched::{Census, Confirmation, Keys, Watched};

use crate::Game;
use crate::memory::{self, Memory, Zeroed};
use entry::{GENERATIONS, age_of};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 4;
/// A bound of this search gives way to another of the same position that is at most this many plies less deep.
const DEPTH_TOLERANCE: i32 = 3;
/// For each search that an entry is old it counts as this many plies less deep.
const AGE_WEIGHT: i32 = 8;

/// How many clusters are looked at to say how many entries there are.
const MAX_SAMPLE: usize = 1 << 14;

struct Slot<C> {
    check: C,
    data: AtomicU64,
}

/// The slots in which a position can be kept: one cache line of a plain table.
#[repr(align(64))]
struct Cluster<C>([Slot<C>; SLOTS]);

const _: () = assert!(size_of::<Cluster<<Plain as Keying>::Check>>() == 64);

// SAFETY: a cluster consists of checks and atomic words, of which zeros are a value.
unsafe impl<C: Zeroed> Zeroed for Cluster<C> {}

/// There is no room for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no room for a table of {} MiB; ask for less", self.mebibytes)
    }
}

impl std::error::Error for TooLarge {}

/// The table.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::{Heap, Nim};
/// use search::{Bound, Entry, Score, Table};
///
/// let mut table: Table = Table::new(1)?;
/// let key = table.key::<Nim>(&Heap::of(7));
/// assert_eq!(table.probe(key), None);
/// let score = Score::evaluation(50);
/// let entry =
///     Entry { code: 3, score: score.to_table(0), evaluation: 10, depth: 4, bound: Bound::Lower, was_pv: false };
/// table.store(key, entry);
/// let found = table.probe(key).expect("it was kept a moment ago");
/// assert!(found.improves(score, 10) && found.settles(score, Score::evaluation(40)));
/// assert!(table.capacity() > 1_000 && table.occupied() == 1 && table.fullness() <= 1000);
/// table.clear(1);
/// assert_eq!(table.probe(key), None);
/// # Ok::<(), search::TooLarge>(())
/// ```
pub struct Table<K: Keying = Plain> {
    keying: K,
    clusters: Memory<Cluster<K::Check>>,
    generation: u8,
}

impl Table {
    /// A table of about this many mebibytes, at least one.
    ///
    /// # Errors
    /// When there is no room for it.
    pub fn new(mebibytes: usize) -> Result<Self, TooLarge> {
        Self::sized(mebibytes, Plain)
    }

    /// A table of about this many mebibytes, or half as many, as often as it takes to find room.
    ///
    /// # Panics
    /// When there is no room for a single mebibyte.
    #[doc(hidden)]
    pub fn at_most(mebibytes: usize) -> Self {
        match Self::new(mebibytes) {
            Ok(table) => table,
            Err(_) if mebibytes > 1 => Self::at_most(mebibytes / 2),
            Err(error) => panic!("{error}"),
        }
    }
}

impl<K: Keying> Table<K> {
    /// A table of as many entries as a plain one of this many mebibytes has, at least one mebibyte: whatever else is kept
    /// with an entry comes on top, so that a search with a table of any kind has the same room.
    ///
    /// # Errors
    /// When there is no room for it.
    #[doc(hidden)]
    pub fn sized(mebibytes: usize, keying: K) -> Result<Self, TooLarge> {
        let too_large = TooLarge { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        Self::with_clusters(bytes / size_of::<Cluster<AtomicU64>>(), keying).ok_or(too_large)
    }

    /// A table of about this many entries, whatever their size; none if there is no room for it.
    #[doc(hidden)]
    pub fn with_entries(entries: usize, keying: K) -> Option<Self> {
        Self::with_clusters(entries.div_ceil(SLOTS), keying)
    }

    fn with_clusters(count: usize, keying: K) -> Option<Self> {
        Some(Self { keying, clusters: Memory::zeros(count)?, generation: 0 })
    }

    /// How positions are known again.
    #[doc(hidden)]
    pub fn keying(&self) -> &K {
        &self.keying
    }

    /// Forgets everything, with this many threads at work.
    pub fn clear(&mut self, threads: usize) {
        self.generation = 0;
        let share = self.clusters.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            let mut parts = self.clusters.chunks_mut(share);
            let own = parts.next();
            for part in parts {
                scope.spawn(|| memory::zero(part));
            }
            own.map(memory::zero);
        });
    }

    /// A new search begins: what is there grows old.
    #[doc(hidden)]
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What a position is known by.
    #[inline]
    pub fn key<G: Game>(&self, position: &G::Position) -> K::Key {
        self.keying.key::<G>(position)
    }

    #[inline]
    fn cluster(&self, key: K::Key) -> &Cluster<K::Check> {
        &self.clusters[K::index(key, self.clusters.len())]
    }

    /// Asks the processor to fetch what belongs to a key.
    #[doc(hidden)]
    #[inline]
    pub fn prefetch(&self, key: K::Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = std::ptr::from_ref(self.cluster(key));
            // SAFETY: a prefetch has no effect on memory, and the address is that of a live cluster.
            unsafe { _mm_prefetch(cluster.cast::<i8>(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: K::Key) -> Option<Entry> {
        self.keying.begin_probe();
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && self.keying.is_hit(&slot.check, data, key) {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Remembers a position: in its own slot, an empty one, or the one whose loss hurts least.
    #[inline]
    pub fn store(&self, key: K::Key, mut entry: Entry) {
        let slots = &self.cluster(key).0;
        let mut chosen = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                chosen = slot;
                break;
            }
            let old = Entry::unpack(data);
            if self.keying.is_same(&slot.check, data, key) {
                if entry.code == 0 {
                    entry.code = old.code;
                }
                // A shallow bound does not push out a deep one of this search.
                let is_worth = entry.bound == Bound::Exact
                    || i32::from(entry.depth) + DEPTH_TOLERANCE >= i32::from(old.depth)
                    || age_of(data, self.generation) > 0;
                if !is_worth {
                    return;
                }
                chosen = slot;
                break;
            }
            let worth = i32::from(old.depth) - AGE_WEIGHT * i32::from(age_of(data, self.generation));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = entry.pack(self.generation);
        K::write(&chosen.check, data, key);
        chosen.data.store(data, Ordering::Relaxed);
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.clusters.len() * SLOTS
    }

    /// How many entries there are, of this search and of earlier ones. Of a large table a part is looked at, spread evenly.
    pub fn occupied(&self) -> usize {
        let step = self.clusters.len().div_ceil(MAX_SAMPLE);
        let sample = self.clusters.iter().step_by(step);
        let looked_at = sample.len() * SLOTS;
        let is_used = |slot: &&Slot<K::Check>| slot.data.load(Ordering::Relaxed) != 0;
        let used = sample.flat_map(|cluster| &cluster.0).filter(is_used).count();
        (used as u128 * self.capacity() as u128 / looked_at as u128) as usize
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn fullness(&self) -> usize {
        let sample = self.clusters.len().min(250);
        let is_used = |slot: &&Slot<K::Check>| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data, self.generation) == 0
        };
        let used = self.clusters[..sample].iter().flat_map(|cluster| &cluster.0).filter(is_used).count();
        used * 1000 / (sample * SLOTS)
    }
}

#[cfg(test)]
mod tests;
