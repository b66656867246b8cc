//! A small reproducible source of random numbers (`SplitMix64`, Steele, Lea and Flood 2014).
//!
//! It makes the hash keys at compile time, drives random play, and spreads the bits of keys and seeds. The sequences
//! are part of what the program promises: archives and trainings name the seed they came from. It is not a
//! cryptographic source.

/// A reproducible random sequence.
///
/// ```
/// use xiangqi::Random;
///
/// let mut random = Random::new(7);
/// assert!(random.below(6) < 6);
/// assert_ne!(random.next_u64(), random.next_u64());
/// assert!(random.choose(&["red", "black"]).is_some());
/// let mut deck = [1, 2, 3, 4];
/// random.shuffle(&mut deck);
/// deck.sort_unstable();
/// assert_eq!(deck, [1, 2, 3, 4]);
/// // The same seed, the same sequence.
/// assert_eq!(Random::new(7).next_u64(), Random::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// The sequence that belongs to a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One member of the sequence that belongs to a seed, the first being number 0.
    #[doc(hidden)]
    #[inline]
    pub const fn nth(seed: u64, number: u64) -> u64 {
        Self::scramble(seed.wrapping_add(number.wrapping_mul(STEP)).wrapping_add(STEP))
    }

    /// The first member of the sequence that belongs to a seed: a seed for another sequence, or a number by which to
    /// choose where the same choice must come out each time.
    #[doc(hidden)]
    #[inline]
    pub const fn mix(seed: u64) -> u64 {
        Self::nth(seed, 0)
    }

    /// A permutation of all words that leaves no trace of their order: the last stage of the generator. Zero stays
    /// zero.
    #[doc(hidden)]
    #[inline]
    pub const fn scramble(word: u64) -> u64 {
        let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        Self::scramble(self.0)
    }

    /// The next 128 bits.
    #[doc(hidden)]
    pub const fn next_u128(&mut self) -> u128 {
        (self.next_u64() as u128) << 64 | self.next_u64() as u128
    }

    /// A number below `limit`, which must not be 0; the bias is below `limit` / 2^64.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.next_u64() as u128 * limit as u128) >> 64) as usize
    }

    /// One of the items, or nothing if there is none.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Puts items into a random order, each as likely as any other (Fisher and Yates; Durstenfeld 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    #[test]
    fn the_known_sequence() {
        // As other implementations of SplitMix64 give it.
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        let mut random = Random::new(1_234_567);
        assert_eq!(expected.map(|_| random.next_u64()), expected);
        for (number, value) in (0..).zip(expected) {
            assert_eq!(Random::nth(1_234_567, number), value);
        }
        assert_eq!(Random::mix(1_234_567), expected[0]);
    }

    #[test]
    fn a_shuffle_is_a_permutation_that_the_seed_decides() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..1000).collect();
            Random::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..1000));
        // Every order of three comes about equally often.
        let mut counts = BTreeMap::new();
        let mut random = Random::new(5);
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
