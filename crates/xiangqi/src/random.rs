//! A small reproducible source of random numbers (`SplitMix64`, Steele, Lea and Flood 2014).
//!
//! It makes the hash keys at compile time and drives random play. It is no cryptographic source.

/// A reproducible random sequence.
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// The sequence that belongs to a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One member of the sequence that belongs to a seed, the first being number 0.
    pub const fn nth(seed: u64, number: u64) -> u64 {
        Self(seed.wrapping_add(number.wrapping_mul(STEP))).next_u64()
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// The next 128 bits.
    pub const fn next_u128(&mut self) -> u128 {
        (self.next_u64() as u128) << 64 | self.next_u64() as u128
    }

    /// A number below `limit`, which must not be 0; the bias is below `limit` / 2^64.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.next_u64() as u128 * limit as u128) >> 64) as usize
    }

    /// One of the items, or nothing if there is none.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}
