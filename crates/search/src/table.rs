//! The transposition table: what earlier visits to a position found out.
//!
//! ```text
//! cluster (64 bytes)   entry  entry  entry  entry
//! entry (16 bytes)     key xor data (64)  |  data (64)
//! data                 move 16 | score 16 | evaluation 16 | depth 8 | generation 6 | bound 2
//! ```
//!
//! All threads read and write without locks. Every word is atomic, so that a race is no undefined
//! behaviour; an entry whose halves come from two writers fails the test `first ^ data == key` (Hyatt and
//! Mann 2002) and counts as absent.

#![allow(unsafe_code)] // the prefetch instruction

use game::Score;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a kept score limits the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Only move and evaluation mean something.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The score is this.
    Exact,
}

impl Bound {
    const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The code of the best move; 0 for none.
    pub code: u16,
    /// The score as [`Score::to_table`] gives it.
    pub score: i16,
    /// The evaluation before any search.
    pub evaluation: i16,
    /// How deep the search was; 0 for quiescence.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
}

impl Entry {
    /// Whether the score settles a window: exact, or on the right side of beta.
    pub fn settles(self, score: Score, beta: Score) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score < beta,
        }
    }
}

const GENERATIONS: u8 = 64;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four slots in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

/// The table.
pub struct Table {
    clusters: Box<[Cluster]>,
    generation: u8,
}

impl Table {
    /// A table of about so many mebibytes, at least one cluster.
    pub fn new(mebibytes: usize) -> Self {
        Self::with_clusters((mebibytes.max(1) << 20) / size_of::<Cluster>())
    }

    /// The same, or nothing if there is no memory for it.
    pub fn try_new(mebibytes: usize) -> Option<Self> {
        let count = mebibytes.max(1).checked_mul(1 << 20)? / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        clusters.resize_with(count, Cluster::default);
        Some(Self { clusters: clusters.into_boxed_slice(), generation: 0 })
    }

    fn with_clusters(count: usize) -> Self {
        let clusters = std::iter::repeat_with(Cluster::default).take(count).collect();
        Self { clusters, generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.clusters.iter_mut().flat_map(|cluster| &mut cluster.0) {
            *slot = Slot::default();
        }
        self.generation = 0;
    }

    /// A new search begins: what is there grows old.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }

    /// Asks the processor to fetch what belongs to a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
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
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers a position: in its own slot, an empty one, or the one whose loss hurts least.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let slots = &self.cluster(key).0;
        let mut chosen = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                chosen = slot;
                break;
            }
            let old = unpack(data);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if entry.code == 0 {
                    entry.code = old.code;
                }
                // A shallow bound does not push out a deep one of this search.
                let is_worth = entry.bound == Bound::Exact
                    || i32::from(entry.depth) + 4 > i32::from(old.depth)
                    || age_of(data, self.generation) > 0;
                if !is_worth {
                    return;
                }
                chosen = slot;
                break;
            }
            let worth = i32::from(old.depth) - 8 * i32::from(age_of(data, self.generation));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = pack(entry, self.generation);
        chosen.check.store(key ^ data, Ordering::Relaxed);
        chosen.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn fullness(&self) -> usize {
        let sample = self.clusters.len().min(250);
        let is_used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data, self.generation) == 0
        };
        let used = self.clusters[..sample].iter().flat_map(|cluster| &cluster.0).filter(is_used).count();
        used * 1000 / (sample * 4)
    }
}

fn age_of(data: u64, generation: u8) -> u8 {
    let written = (data >> 56) as u8 >> 2;
    (generation + GENERATIONS - written) % GENERATIONS
}

fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.code)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.evaluation as u16) << 32
        | u64::from(entry.depth) << 48
        | u64::from(generation << 2 | entry.bound as u8) << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        code: data as u16,
        score: (data >> 16) as i16,
        evaluation: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound: Bound::ALL[(data >> 56) as usize & 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u16, depth: u8) -> Entry {
        Entry { code, score: -1234, evaluation: 77, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::with_clusters(64);
        for key in (1..200).map(|index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            table.store(key, entry(key as u16 | 1, 9));
            assert_eq!(table.probe(key), Some(entry(key as u16 | 1, 9)));
            assert_eq!(table.probe(key ^ 1), None);
        }
        assert!(table.fullness() > 0);
    }

    #[test]
    fn a_move_survives_an_entry_without_one() {
        let table = Table::with_clusters(64);
        table.store(5, entry(42, 3));
        table.store(5, Entry { code: 0, ..entry(0, 8) });
        assert_eq!(table.probe(5).map(|entry| (entry.code, entry.depth)), Some((42, 8)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = Table::with_clusters(64);
        // Keys of one cluster: only the low bits differ.
        (1..=4).for_each(|key| table.store(key, entry(1, 10 + key as u8)));
        table.age();
        table.store(9, entry(1, 1));
        assert_eq!(table.probe(1), None);
        assert!((2..=4).all(|key| table.probe(key).is_some()));
        table.clear();
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn threads_never_see_a_mixed_entry() {
        let table = Table::with_clusters(64);
        std::thread::scope(|scope| {
            for thread in 0..2u16 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..if cfg!(miri) { 50 } else { 20_000 } {
                        let code = thread * 2 + 1;
                        table.store(7, Entry { code, score: code as i16, ..entry(0, 5) });
                        if let Some(found) = table.probe(7) {
                            assert_eq!(found.code, found.score as u16, "round {round}");
                        }
                    }
                });
            }
        });
    }
}
