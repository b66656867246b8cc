//! What the search remembers, in memory of a fixed size.
//!
//! Two tables. [`Facts`] holds what is certain of a position and depends on no path: a mate in a number of moves
//! with its first move, or that there is none within a number. [`Estimates`] holds the proof and disproof
//! numbers of what is not decided yet; losing one costs time and nothing else. Both have buckets of four and
//! give up what took the least work; a new question ages all that is in them at once.
//!
//! Positions are told apart by 64 bits less the eight that hold the age. A mistaken fact could make a proof
//! that does not hold, which the checker finds, or hide a mate.

use std::collections::TryReserveError;
use xiangqi::Move;

const BUCKET: usize = 4;
/// The bits of a key that hold the age of an entry: the number of the bucket says what they were.
const AGE: u64 = 0xFF;
/// That there is no mate at all is written as this many moves.
pub const NEVER: u8 = u8::MAX;

/// What is certain of a position.
#[derive(Clone, Copy, Default)]
pub struct Fact {
    key: u64,
    /// The attacker mates in at most this number of moves, counted from 1; 0 if that is not known.
    distance: u16,
    /// The code of the attacker's move.
    mv: u16,
    /// Below this number of moves there is no mate by checks, and no mate at all.
    refuted: [u8; 2],
    /// The work in it: the logarithm of its nodes.
    effort: u8,
}

impl Fact {
    /// In how many moves the attacker mates at most.
    pub fn distance(&self) -> Option<u16> {
        self.distance.checked_sub(1)
    }

    pub fn mv(&self) -> Option<Move> {
        Move::from_code(self.mv)
    }

    /// Below how many moves there is no mate by checks (0) or at all (1); [`NEVER`] if there is none.
    pub fn refuted(&self, set: usize) -> u8 {
        self.refuted[set]
    }
}

#[derive(Clone, Copy, Default)]
pub struct Estimate {
    key: u64,
    pub proof: u32,
    pub disproof: u32,
}

pub struct Facts {
    entries: Vec<Fact>,
    age: u64,
}

pub struct Estimates {
    entries: Vec<Estimate>,
    age: u64,
}

/// How many entries of a size fit, a power of two so that bits of the key number the buckets.
fn room(bytes: usize, size: usize) -> usize {
    let entries = (bytes / size).max(BUCKET << AGE.count_ones());
    1 << entries.ilog2()
}

#[inline]
fn bucket(key: u64, len: usize) -> usize {
    // The low bits, those of the age among them, number the bucket.
    (key as usize % (len / BUCKET)) * BUCKET
}

#[inline]
fn aged(key: u64, age: u64) -> u64 {
    key & !AGE | age
}

/// The age after this one, and whether all entries must be forgotten because ages begin again.
fn next_age(age: u64) -> (u64, bool) {
    if age == AGE { (1, true) } else { (age + 1, false) }
}

/// Empty entries of a table of about this many bytes; an error if the memory does not hold them.
fn empty<T: Copy + Default>(bytes: usize) -> Result<Vec<T>, TryReserveError> {
    let count = room(bytes, size_of::<T>());
    let mut entries = Vec::new();
    entries.try_reserve_exact(count)?;
    entries.resize(count, T::default());
    Ok(entries)
}

impl Facts {
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { entries: empty(bytes)?, age: 1 })
    }

    /// Forgets everything.
    pub fn renew(&mut self) {
        let (age, is_round) = next_age(self.age);
        self.age = age;
        if is_round {
            self.entries.fill(Fact::default());
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Fact {
        let first = bucket(key, self.entries.len());
        let wanted = aged(key, self.age);
        let found = self.entries[first..first + BUCKET].iter().find(|entry| entry.key == wanted);
        found.copied().unwrap_or_default()
    }

    /// The entry of a position, made new at the cost of another if there is none.
    fn entry(&mut self, key: u64, effort: u8) -> &mut Fact {
        let first = bucket(key, self.entries.len());
        let wanted = aged(key, self.age);
        let bucket = &mut self.entries[first..first + BUCKET];
        let worth = |entry: &Fact| match entry.key {
            found if found == wanted => 0,
            found if found & AGE != self.age => 1,
            _ => 2 + u32::from(entry.effort),
        };
        let mut chosen = 0;
        for index in 1..BUCKET {
            if worth(&bucket[index]) < worth(&bucket[chosen]) {
                chosen = index;
            }
        }
        let entry = &mut bucket[chosen];
        if entry.key != wanted {
            *entry = Fact { key: wanted, ..Fact::default() };
        }
        entry.effort = entry.effort.max(effort);
        entry
    }

    pub fn prove(&mut self, key: u64, distance: u16, mv: Option<Move>, nodes: u64) {
        // Proofs are what everything else is for: they count double.
        let effort = 2 * log(nodes);
        let entry = self.entry(key, effort);
        if entry.distance == 0 || distance + 1 < entry.distance {
            entry.distance = distance + 1;
            entry.mv = mv.map_or(0, Move::code);
        }
    }

    pub fn refute(&mut self, key: u64, set: usize, below: u8, nodes: u64) {
        let entry = self.entry(key, log(nodes));
        // What no move does, no check does.
        for refuted in &mut entry.refuted[..=set] {
            *refuted = below.max(*refuted);
        }
    }
}

fn log(nodes: u64) -> u8 {
    nodes.max(1).ilog2() as u8
}

impl Estimates {
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { entries: empty(bytes)?, age: 1 })
    }

    /// Forgets everything.
    pub fn renew(&mut self) {
        let (age, is_round) = next_age(self.age);
        self.age = age;
        if is_round {
            self.entries.fill(Estimate::default());
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Estimate> {
        let first = bucket(key, self.entries.len());
        let wanted = aged(key, self.age);
        self.entries[first..first + BUCKET].iter().find(|entry| entry.key == wanted).copied()
    }

    pub fn put(&mut self, key: u64, proof: u32, disproof: u32) {
        let first = bucket(key, self.entries.len());
        let wanted = aged(key, self.age);
        let age = self.age;
        let bucket = &mut self.entries[first..first + BUCKET];
        // Large numbers stand for much work.
        let worth = |entry: &Estimate| match entry.key {
            found if found == wanted => 0,
            found if found & AGE != age => 1,
            _ => 2 + u64::from(entry.proof.min(entry.disproof)),
        };
        if let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) {
            *entry = Estimate { key: wanted, proof, disproof };
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn what_the_memory_does_not_hold_is_an_error() {
        assert!(Facts::new(usize::MAX / 2).is_err() && Estimates::new(usize::MAX / 2).is_err());
    }

    #[test]
    fn facts_are_kept_and_aged() {
        let mut facts = Facts::new(1 << 16).expect("little");
        let mv = Move::from_code(5 | 7 << 7);
        facts.prove(0xABCD_EF00_1234_5678, 4, mv, 100);
        facts.prove(0xABCD_EF00_1234_5678, 6, None, 100);
        facts.refute(0xABCD_EF00_1234_5678, 0, 3, 10);
        let fact = facts.get(0xABCD_EF00_1234_5678);
        assert_eq!((fact.distance(), fact.mv()), (Some(4), mv));
        assert_eq!((fact.refuted(0), fact.refuted(1)), (3, 0));
        assert_eq!(facts.get(0xABCD_EF00_1234_5679).distance(), None);
        for _ in 0..300 {
            facts.renew();
            assert_eq!(facts.get(0xABCD_EF00_1234_5678).distance(), None);
        }
    }

    #[test]
    fn little_work_makes_room_for_much() {
        let mut facts = Facts::new(1 << 16).expect("little");
        let key = |number: u64| number << 32 | 0x4D;
        facts.prove(key(1), 9, None, 1 << 20);
        for number in 2..100 {
            facts.refute(key(number), 1, 2, 3);
        }
        assert_eq!(facts.get(key(1)).distance(), Some(9));
        assert_eq!(facts.get(key(99)).refuted(0), 2);
        assert_eq!(facts.get(key(2)).refuted(0), 0);
    }

    #[test]
    fn sizes_are_as_planned() {
        assert_eq!((size_of::<Fact>(), size_of::<Estimate>()), (16, 16));
    }
}
