//! The encryption of XQF files above version 10: everything is shifted by numbers that follow from the header.

use crate::formats::bytes::byte;

/// By what the parts of a file are shifted.
pub(super) struct Keys {
    /// The squares of the pieces, and their order.
    pub pieces: u8,
    pub from: u8,
    pub to: u8,
    pub comment_length: u32,
    /// All bytes behind the header, in turn.
    stream: [u8; 32],
}

const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

impl Keys {
    /// The keys that a header holds.
    pub fn of(header: &[u8]) -> Self {
        let sum = byte(header, 0x0c);
        let seeds = [byte(header, 0x0d), byte(header, 0x0e), byte(header, 0x0f)];
        let scale = |seed: u8| seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221);
        let pieces = scale(seeds[0]).wrapping_mul(seeds[0]);
        let from = scale(seeds[1]).wrapping_mul(pieces);
        let to = scale(seeds[2]).wrapping_mul(from);
        let comment_length = (u32::from(sum) * 256 + u32::from(seeds[0])) % 32000 + 767;

        let mask = byte(header, 0x03);
        let masked = [sum, seeds[0], seeds[1], seeds[2]];
        let mut stream = *PHRASE;
        for (index, key) in stream.iter_mut().enumerate() {
            let lane = index % 4;
            *key &= (masked.get(lane).copied().unwrap_or_default() & mask) | byte(header, 0x08 + lane);
        }
        Self { pieces, from, to, comment_length, stream }
    }

    /// The bytes behind the header as they were before encryption.
    pub fn decrypt(&self, bytes: &[u8]) -> Vec<u8> {
        bytes.iter().zip(self.stream.iter().cycle()).map(|(byte, key)| byte.wrapping_sub(*key)).collect()
    }
}
