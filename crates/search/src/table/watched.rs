//! The laboratory's keying: keys of any width, collisions counted, and a search that counts what it does.
//!
//! Two positions whose keys are equal are one position to a table, and the score of one is taken for
//! that of the other. A table of this keying uses the game's own keys, or keys of any width up to 128 bits from the key set
//! of a seed. If confirmation is wanted it keeps with each entry two more keys of 64 bits from two other sets. An entry
//! whose key fits and whose confirmations do not is a collision.
//!
//! One confirmation shows that an entry is somebody else's, and that is enough to correct it: with
//! [`Confirmation::Refuses`] such an entry is absent, for probes and for stores, and both positions can live
//! in their cluster side by side. The second confirmation watches the first: `unnoticed` counts the
//! collisions that one confirmation alone would have missed.
//!
//! With the game's own keys in full and no confirmation a search does to the last node what it does with a
//! [`Plain`](super::Plain) table of as many entries. Counts are exact with one thread. With more, an entry whose words come from two writers can pass for
//! a collision.

use super::keying::Keying;
use crate::{Counts, Game};
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether entries are confirmed by further keys, and what is done with one that belongs to another position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Confirmation {
    /// There are no further keys: nobody knows.
    #[default]
    None,
    /// It is counted and used, as a table without confirmations would.
    Counts,
    /// It is counted and counts as absent.
    Refuses,
}

/// What positions are known by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Keys {
    /// How wide the keys are, 1 to 128 bits; the game's own have at most 64.
    pub bits: u32,
    /// The seed of the key sets; none for the game's own keys.
    pub seed: Option<u64>,
    /// Whether further keys confirm them.
    pub confirmation: Confirmation,
}

impl Default for Keys {
    /// What plays: the game's own keys of 64 bits.
    fn default() -> Self {
        Self { bits: u64::BITS, seed: None, confirmation: Confirmation::None }
    }
}

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// How often the table was asked.
    pub probes: u64,
    /// How often it had an answer.
    pub hits: u64,
    /// How often an entry of another position was found under the same key.
    pub collisions: u64,
    /// How many of them the first confirmation did not tell.
    pub unnoticed: u64,
    /// How often a key was compared with that of an entry of another position: each time there could have been a collision.
    pub compared: u64,
}

impl Census {
    /// What was counted since an earlier census.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            probes: self.probes - earlier.probes,
            hits: self.hits - earlier.hits,
            collisions: self.collisions - earlier.collisions,
            unnoticed: self.unnoticed - earlier.unnoticed,
            compared: self.compared - earlier.compared,
        }
    }

    /// How many collisions chance predicts for keys of this width in a table of this many entries. Keys that
    /// are compared belong to the same cluster, and of the keys there are each cluster has an equal share. Where entries of other positions are used this
    /// is an upper bound: a position takes the place of one that it was mistaken for, and does not meet it again.
    pub fn expected(&self, bits: u32, capacity: usize) -> f64 {
        let clusters = (capacity / super::SLOTS) as f64;
        self.compared as f64 * (clusters / f64::from(bits).exp2()).min(1.0)
    }
}

#[derive(Default)]
struct Counters {
    probes: AtomicU64,
    hits: AtomicU64,
    collisions: AtomicU64,
    unnoticed: AtomicU64,
    compared: AtomicU64,
}

/// Keys of a chosen width, confirmed and counted.
pub struct Watched {
    keys: Keys,
    counters: Counters,
}

/// The key that counts, in the highest bits, and those that confirm it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WatchedKey {
    key: u128,
    confirmations: [u64; 2],
}

/// The two halves of the key and the two confirmations, each xor the data.
pub type WatchedCheck = [AtomicU64; 4];

impl Watched {
    /// Such keys; a width that does not exist becomes the nearest that does.
    pub fn new(keys: Keys) -> Self {
        let widest = if keys.seed.is_some() { u128::BITS } else { u64::BITS };
        let keys = Keys { bits: keys.bits.clamp(1, widest), ..keys };
        Self { keys, counters: Counters::default() }
    }

    /// What positions are known by.
    pub fn keys(&self) -> Keys {
        self.keys
    }

    /// What has been counted so far.
    pub fn census(&self) -> Census {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Census {
            probes: read(&self.counters.probes),
            hits: read(&self.counters.hits),
            collisions: read(&self.counters.collisions),
            unnoticed: read(&self.counters.unnoticed),
            compared: read(&self.counters.compared),
        }
    }

    /// The same, if entries are confirmed: otherwise nobody knows.
    pub fn confirmed_census(&self) -> Option<Census> {
        (self.keys.confirmation != Confirmation::None).then(|| self.census())
    }

    /// A key from four words of 64 random bits.
    fn trim(&self, words: [u64; 4]) -> WatchedKey {
        let [high, low, first, second] = words;
        let whole = u128::from(high) << 64 | u128::from(low);
        WatchedKey { key: whole & u128::MAX << (u128::BITS - self.keys.bits), confirmations: [first, second] }
    }
}

fn words(key: WatchedKey) -> [u64; 4] {
    [(key.key >> 64) as u64, key.key as u64, key.confirmations[0], key.confirmations[1]]
}

/// Which words of a check fit.
fn fits(check: &WatchedCheck, data: u64, key: WatchedKey) -> [bool; 4] {
    let words = words(key);
    std::array::from_fn(|index| check[index].load(Ordering::Relaxed) ^ data == words[index])
}

/// Adds one to a counter that all threads share.
fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Keying for Watched {
    type Key = WatchedKey;
    type Check = WatchedCheck;
    type Tally = Counts;

    // Confirmed keys are worked out from the whole position.
    const PREFETCHES: bool = false;

    fn renewed(&self) -> Self {
        Self::new(self.keys)
    }

    fn key<G: Game>(&self, position: &G::Position) -> WatchedKey {
        let Keys { bits, seed, confirmation } = self.keys;
        let seeded = |number: u64, is_wanted: bool| {
            // The confirmations of the game's own keys come from the sets of seed 0.
            let set = seed.unwrap_or(0).wrapping_mul(4).wrapping_add(number);
            if is_wanted { G::seeded_key(position, set) } else { 0 }
        };
        let first = if seed.is_some() { seeded(0, true) } else { G::key(position) };
        let is_confirmed = confirmation != Confirmation::None;
        self.trim([first, seeded(1, bits > u64::BITS), seeded(2, is_confirmed), seeded(3, is_confirmed)])
    }

    fn index(key: WatchedKey, limit: usize) -> usize {
        (((key.key >> 64) * limit as u128) >> 64) as usize
    }

    fn write(check: &WatchedCheck, data: u64, key: WatchedKey) {
        for (kept, word) in check.iter().zip(words(key)) {
            kept.store(word ^ data, Ordering::Relaxed);
        }
    }

    fn is_same(&self, check: &WatchedCheck, data: u64, key: WatchedKey) -> bool {
        let [high, low, first, second] = fits(check, data, key);
        high && low && (self.keys.confirmation == Confirmation::Counts || first && second)
    }

    fn watched(&self) -> Option<&Self> {
        Some(self)
    }

    fn begin_probe(&self) {
        count(&self.counters.probes);
    }

    fn is_hit(&self, check: &WatchedCheck, data: u64, key: WatchedKey) -> bool {
        let [high, low, first, second] = fits(check, data, key);
        let is_confirmed = first && second;
        if !is_confirmed {
            count(&self.counters.compared);
        }
        if !(high && low) {
            return false;
        }
        if !is_confirmed {
            count(&self.counters.collisions);
            if first {
                count(&self.counters.unnoticed);
            }
        }
        let is_hit = is_confirmed || self.keys.confirmation == Confirmation::Counts;
        if is_hit {
            count(&self.counters.hits);
        }
        is_hit
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bound, Entry, Table};
    use super::*;
    use xiangqi::Random;

    const ENTRY: Entry =
        Entry { code: 1, score: 2, evaluation: 3, depth: 4, bound: Bound::Exact, was_pv: false };

    fn table(entries: usize, bits: u32, confirmation: Confirmation) -> Table<Watched> {
        Table::with_entries(entries, Watched::new(Keys { bits, seed: Some(0), confirmation }))
            .expect("a small table")
    }

    /// Keys as random as those of positions.
    fn random_keys(watched: &Watched, count: usize, seed: u64) -> Vec<WatchedKey> {
        let mut random = Random::new(seed);
        (0..count).map(|_| watched.trim([(); 4].map(|()| random.next_u64()))).collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "chance needs numbers that are too large for Miri")]
    fn collisions_are_as_many_as_chance_makes_them() {
        let (count, bits) = (20_000, 22);
        for confirmation in [Confirmation::Counts, Confirmation::Refuses] {
            // So large that hardly anything is pushed out.
            let table = table(16 * count, bits, confirmation);
            let keys = random_keys(table.keying(), 2 * count, 7);
            let (stored, others) = keys.split_at(count);
            for &key in stored {
                table.store(key, ENTRY);
            }
            for &key in others {
                table.probe(key);
            }
            let census = table.keying().census();
            assert_eq!(census.probes, count as u64);
            // Each of the others meets each of the stored with a chance of one in two to the bits.
            let expected = (count * count) as f64 / f64::from(bits).exp2();
            let deviation = (census.collisions as f64 - expected).abs();
            assert!(deviation < 5.0 * expected.sqrt(), "{census:?}, expected {expected}");
            // What the census itself predicts is the same, but for the few that were pushed out.
            let predicted = census.expected(bits, table.capacity());
            assert!((predicted / expected - 1.0).abs() < 0.1, "{predicted} and {expected}");
            assert_eq!(census.unnoticed, 0);
            let hits = if confirmation == Confirmation::Counts { census.collisions } else { 0 };
            assert_eq!(census.hits, hits);
        }
    }

    #[test]
    fn wide_keys_do_not_collide() {
        let count = if cfg!(miri) { 64 } else { 20_000 };
        for bits in [64, 128, 1000] {
            let table = table(16 * count, bits, Confirmation::Counts);
            let keys = random_keys(table.keying(), 2 * count, 8);
            let (stored, others) = keys.split_at(count);
            for &key in stored {
                table.store(key, ENTRY);
            }
            assert!(others.iter().all(|&key| table.probe(key).is_none()));
            let found = stored.iter().filter(|&&key| table.probe(key) == Some(ENTRY)).count();
            assert!(found * 100 > count * 95, "{found} of {count}");
            let census = table.keying().census();
            assert_eq!((census.hits, census.collisions), (found as u64, 0));
        }
    }

    #[test]
    fn a_refused_collision_leaves_both_positions_their_own_entry() {
        let [first, second] = [1, 2].map(|word| WatchedKey { key: 5 << 112, confirmations: [word, 9] });
        let other = Entry { code: 77, ..ENTRY };
        let refusing = table(64, 16, Confirmation::Refuses);
        refusing.store(first, ENTRY);
        assert_eq!(refusing.probe(second), None);
        refusing.store(second, other);
        assert_eq!((refusing.probe(first), refusing.probe(second)), (Some(ENTRY), Some(other)));

        let using = table(64, 16, Confirmation::Counts);
        using.store(first, ENTRY);
        assert_eq!(using.probe(second), Some(ENTRY), "the wrong entry");
        assert_eq!(
            using.keying().census(),
            Census { probes: 1, hits: 1, collisions: 1, unnoticed: 0, compared: 1 }
        );
    }

    #[test]
    fn the_second_confirmation_watches_the_first() {
        let [first, second] = [1, 2].map(|word| WatchedKey { key: 5 << 112, confirmations: [9, word] });
        let table = table(64, 16, Confirmation::Refuses);
        table.store(first, ENTRY);
        assert_eq!(table.probe(second), None);
        assert_eq!(
            table.keying().census(),
            Census { probes: 1, hits: 0, collisions: 1, unnoticed: 1, compared: 1 }
        );
    }
}
