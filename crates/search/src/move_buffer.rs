//! Where the lists of moves lie, and the search for the best of a list.
//!
//! The order of a move and what else is known of it are kept apart, so that looking for the best reads nothing but
//! numbers, and many of them at once. A number holds the score and, below it, the place in the buffer:
//!
//! ```text
//! key    score 40 | place 24        the largest key is the best move; of equals, the last
//! ```

use crate::game::MAX_MOVES;
use crate::picker::Picked;

/// Lists of moves, one behind the other.
pub struct MoveBuffer<M> {
    /// The lists, and room behind them.
    keys: Vec<i64>,
    moves: Vec<Picked<M>>,
    length: usize,
}

/// Room for one more list.
pub struct Room<'a, M> {
    keys: &'a mut [i64; MAX_MOVES],
    moves: &'a mut [Picked<M>; MAX_MOVES],
    /// Where it begins in the buffer.
    first: usize,
    count: usize,
}

const PLACE_BITS: u32 = 24;
const PLACES: i64 = 1 << PLACE_BITS;

impl<M: Copy + Default> MoveBuffer<M> {
    pub const fn new() -> Self {
        Self { keys: Vec::new(), moves: Vec::new(), length: 0 }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    /// Takes away what lies behind the first moves.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Puts a list, which `fill` writes, behind the first moves, in place of what was there.
    #[inline]
    pub fn list(&mut self, first: usize, fill: impl FnOnce(&mut Room<'_, M>)) {
        let needed = first + MAX_MOVES;
        if self.moves.len() < needed {
            self.moves.resize(needed.next_power_of_two(), Picked::default());
            self.keys.resize(needed.next_power_of_two(), 0);
        }
        let keys = self.keys[first..].first_chunk_mut();
        if let Some((keys, moves)) = keys.zip(self.moves[first..].first_chunk_mut()) {
            let mut room = Room { keys, moves, first, count: 0 };
            fill(&mut room);
            self.length = first + room.count;
        }
    }

    /// The move at a place.
    #[inline]
    pub fn get(&self, place: usize) -> Picked<M> {
        self.moves[place]
    }

    /// Lets two moves that are no longer looked for change places.
    #[inline]
    pub fn swap(&mut self, place: usize, other: usize) {
        self.moves.swap(place, other);
    }

    /// Puts the best of the moves from a place on there, in exchange for the one that was, and gives it back.
    #[inline]
    pub fn take_best(&mut self, place: usize) -> Option<Picked<M>> {
        let left = &self.keys[place..self.length];
        let first = *left.first()?;
        let best = left.iter().fold(first, |best, &key| best.max(key));
        let found = (best & (PLACES - 1)) as usize;
        self.keys[found] = (first & -PLACES) | found as i64;
        self.moves.swap(place, found);
        Some(self.moves[place])
    }
}

impl<M> Room<'_, M> {
    /// Puts a move behind the others.
    ///
    /// # Panics
    /// If the list is longer than [`MAX_MOVES`].
    #[inline(always)]
    pub fn push(&mut self, score: i32, picked: Picked<M>) {
        self.keys[self.count] = i64::from(score) << PLACE_BITS | (self.first + self.count) as i64;
        self.moves[self.count] = picked;
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Random;

    #[test]
    fn moves_come_by_score_and_of_equals_the_last_first() {
        let mut random = Random::new(5);
        for length in 0..if cfg!(miri) { 4 } else { 60 } {
            let mut buffer = MoveBuffer::new();
            let picked =
                |mv| Picked { mv, is_noisy: false, is_killer: false, gives_check: false, history: 0 };
            buffer.list(0, |room| (0..3).for_each(|_| room.push(i32::MAX, picked(0_u32))));
            let mut plain: Vec<(i32, u32)> = Vec::new();
            buffer.list(3, |room| {
                for mv in 0..length {
                    let score = random.next_u64() as i32 >> (length % 32);
                    room.push(score, picked(mv));
                    plain.push((score, mv));
                }
            });
            for place in 3..3 + plain.len() {
                let left = &mut plain[place - 3..];
                let (best, _) = left.iter().enumerate().max_by_key(|(_, (score, _))| *score).unwrap();
                left.swap(0, best);
                assert_eq!(buffer.take_best(place).map(|picked| picked.mv), Some(left[0].1));
            }
            assert!(buffer.take_best(buffer.len()).is_none());
        }
    }
}
