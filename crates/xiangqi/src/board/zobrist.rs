//! Position keys (Zobrist 1970): one random number for each piece on each square, combined by xor.
//!
//! The pieces fall into three groups, and each group has a key of its own that a search can use by
//! itself (a correction of the evaluation by pawn structure, for example). The key of the position
//! is the xor of the three and of the side to move, so that a move updates one or two words.

use super::Board;
use crate::random::Random;
use crate::types::{Colour, Move, Piece, PieceKind, SQUARES, Square};

/// A group of pieces with a key of its own.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyGroup {
    /// Pawns.
    Pawns,
    /// Kings, advisors and elephants: the pieces that stay at home.
    Minor,
    /// Rooks, horses and cannons.
    Major,
}

impl KeyGroup {
    const fn of(kind: PieceKind) -> Self {
        match kind {
            PieceKind::Pawn => Self::Pawns,
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => Self::Minor,
            PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => Self::Major,
        }
    }
}

static PIECE_KEYS: [[u64; SQUARES]; Piece::LIMIT] = {
    let mut random = Random::new(0x5869_616E_6771_6921);
    let mut keys = [[0; SQUARES]; Piece::LIMIT];
    let mut piece = 0;
    while piece < Piece::LIMIT {
        let mut square = 0;
        while square < SQUARES {
            keys[piece][square] = random.next_u64();
            square += 1;
        }
        piece += 1;
    }
    keys
};

const BLACK_TO_MOVE: u64 = Random::new(0x4368_7520_6865_2121).next_u64();

/// The keys of a board, kept up to date as pieces come and go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Keys([u64; 3]);

impl Keys {
    #[inline(always)]
    pub fn toggle(&mut self, piece: Piece, square: Square) {
        self.0[KeyGroup::of(piece.kind()) as usize] ^= PIECE_KEYS[piece.index()][square.index()];
    }

    #[inline(always)]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let keys = &PIECE_KEYS[piece.index()];
        self.0[KeyGroup::of(piece.kind()) as usize] ^= keys[from.index()] ^ keys[to.index()];
    }

    #[inline(always)]
    pub fn group(&self, group: KeyGroup) -> u64 {
        self.0[group as usize]
    }

    #[inline(always)]
    pub fn position(&self, side: Colour) -> u64 {
        let turn = if side == Colour::Black { BLACK_TO_MOVE } else { 0 };
        self.0[0] ^ self.0[1] ^ self.0[2] ^ turn
    }
}

/// The number of a piece on a square in the key set that belongs to a seed.
const fn seeded(seed: u64, piece: usize, square: usize) -> u64 {
    // The sets of two seeds begin at places of the sequence that have nothing to do with each other.
    let set = Random::new(seed).next_u64();
    Random::nth(set, (piece * SQUARES + square) as u64)
}

impl Board {
    /// What [`Board::key`] will be after a move of the side to move, without making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let number = |piece: Option<Piece>, square: Square| {
            piece.map_or(0, |piece| PIECE_KEYS[piece.index()][square.index()])
        };
        let (moved, captured) = (self.piece(from), self.piece(to));
        self.keys.position(!self.side) ^ number(moved, from) ^ number(moved, to) ^ number(captured, to)
    }

    /// A key of placement and side to move like [`Board::key`], computed anew from the key set that belongs
    /// to a seed: a second opinion on whether two boards are the same.
    #[doc(hidden)]
    pub fn seeded_key(&self, seed: u64) -> u64 {
        let turn = if self.side() == Colour::Black { seeded(seed, Piece::LIMIT, 0) } else { 0 };
        let pieces = self
            .occupied()
            .into_iter()
            .filter_map(|square| self.piece(square).map(|piece| seeded(seed, piece.index(), square.index())));
        pieces.fold(turn, |key, number| key ^ number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::vec::Vec;

    /// The numbers that the engine uses, and those of a few seeds.
    fn sets() -> impl Iterator<Item = Vec<u64>> {
        let places =
            || Piece::all().flat_map(|piece| (0..SQUARES).map(move |square| (piece.index(), square)));
        let own = places().map(|(piece, square)| PIECE_KEYS[piece][square]).chain([BLACK_TO_MOVE]);
        let of_seed = move |seed| {
            let turn = seeded(seed, Piece::LIMIT, 0);
            places().map(|(piece, square)| seeded(seed, piece, square)).chain([turn]).collect()
        };
        core::iter::once(own.collect()).chain((0..8).map(of_seed))
    }

    #[test]
    fn every_bit_is_set_in_about_half_of_the_keys() {
        for keys in sets() {
            // Five standard deviations of a fair coin, for each of the 64 bits.
            let limit = 5.0 * (keys.len() as f64 / 4.0).sqrt();
            for bit in 0..64 {
                let ones = keys.iter().filter(|&key| key >> bit & 1 == 1).count() as f64;
                assert!((ones - keys.len() as f64 / 2.0).abs() < limit, "bit {bit}: {ones} ones");
            }
        }
    }

    #[test]
    fn bits_know_nothing_of_each_other() {
        for keys in sets() {
            // For each of the 2016 pairs of bits: equal in half of the keys, within five deviations.
            let limit = 5.0 * (keys.len() as f64 / 4.0).sqrt();
            for first in 0..64 {
                for second in 0..first {
                    let equal = keys.iter().filter(|&key| (key >> first ^ key >> second) & 1 == 0).count();
                    let deviation = (equal as f64 - keys.len() as f64 / 2.0).abs();
                    assert!(deviation < limit, "bits {first} and {second}: {equal} times equal");
                }
            }
        }
    }

    #[test]
    fn bytes_are_spread_evenly() {
        for keys in sets() {
            // Chi-square with 255 degrees of freedom, whose deviation is the root of twice as many.
            let expected = keys.len() as f64 / 256.0;
            for place in 0..8 {
                let mut counts = [0u32; 256];
                for key in &keys {
                    counts[(key >> (8 * place)) as usize & 255] += 1;
                }
                let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
                let sum: f64 = counts.iter().map(square).sum();
                assert!((sum - 255.0).abs() < 5.0 * 510f64.sqrt(), "byte {place}: {sum}");
            }
        }
    }

    #[test]
    fn keys_are_spread_evenly() {
        for mut keys in sets() {
            // Kolmogorov-Smirnov: the largest gap between the keys' distribution and the even one.
            keys.sort_unstable();
            let count = keys.len() as f64;
            let gap = (0..).zip(&keys).map(|(below, &key)| {
                let even = key as f64 / 2f64.powi(64);
                (even - f64::from(below) / count).abs().max((even - f64::from(below + 1) / count).abs())
            });
            let gap = gap.fold(0.0, f64::max);
            assert!(gap * count.sqrt() < 1.95, "rejected at the level of one in a thousand: {gap}");
        }
    }

    #[test]
    fn no_two_pairs_cancel() {
        // If a ^ b = c ^ d for four different keys, two different boards share a key.
        for keys in sets() {
            let mut seen = HashSet::new();
            for (index, a) in keys.iter().enumerate() {
                assert!(seen.insert(*a), "a key occurs twice, or is the xor of two others");
                for b in &keys[..index] {
                    assert!(seen.insert(a ^ b), "two pairs of keys have the same xor");
                }
            }
            assert!(!seen.contains(&0));
        }
    }

    #[test]
    fn groups_of_keys_are_independent() {
        // 64 keys taken in order are linearly independent over GF(2) in 29 % of all draws; the rank
        // of the whole set must be the full 64.
        for keys in sets() {
            let mut basis = [0u64; 64];
            let mut rank = 0;
            for mut key in keys {
                while key != 0 {
                    let top = 63 - key.leading_zeros() as usize;
                    if basis[top] == 0 {
                        basis[top] = key;
                        rank += 1;
                        break;
                    }
                    key ^= basis[top];
                }
            }
            assert_eq!(rank, 64);
        }
    }

    #[test]
    fn sets_of_different_seeds_share_nothing() {
        let mut seen = HashSet::new();
        for key in sets().flatten() {
            assert!(seen.insert(key), "{key:#x} is in two sets");
        }
    }
}
