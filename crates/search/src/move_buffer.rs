//! Where the lists of moves lie, and the search for the best of a list.
//!
//! The order of a move and what else is known of it are kept apart, so that looking for the best reads nothing but
//! numbers, and many of them at once. A number holds the score and, below it, the place in the buffer:
//!
//! ```text
//! key    score 40 | place 24        the largest key is the best move; of equals, the last
//! ```

use crate::picker::Picked;

/// Lists of moves, one behind the other.
pub struct MoveBuffer<M> {
    keys: Vec<i64>,
    moves: Vec<Picked<M>>,
}

const PLACE_BITS: u32 = 24;
const PLACES: i64 = 1 << PLACE_BITS;

impl<M: Copy> MoveBuffer<M> {
    /// A buffer that grows beyond this many moves only if it must.
    pub fn with_capacity(moves: usize) -> Self {
        Self { keys: Vec::with_capacity(moves), moves: Vec::with_capacity(moves) }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Takes away what lies behind the first moves.
    pub fn truncate(&mut self, length: usize) {
        self.keys.truncate(length);
        self.moves.truncate(length);
    }

    /// Puts a move behind the others.
    #[inline]
    pub fn push(&mut self, score: i32, picked: Picked<M>) {
        let place = self.moves.len() as i64;
        self.keys.push(i64::from(score) << PLACE_BITS | place);
        self.moves.push(picked);
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
        let left = &self.keys[place..];
        let first = *left.first()?;
        let best = left.iter().fold(first, |best, &key| best.max(key));
        let found = (best & (PLACES - 1)) as usize;
        self.keys[found] = (first & -PLACES) | found as i64;
        self.moves.swap(place, found);
        Some(self.moves[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Random;

    #[test]
    fn moves_come_by_score_and_of_equals_the_last_first() {
        let mut random = Random::new(5);
        for length in 0..60 {
            let mut buffer = MoveBuffer::with_capacity(1);
            let picked =
                |mv| Picked { mv, is_noisy: false, is_killer: false, gives_check: false, history: 0 };
            (0..3).for_each(|_| buffer.push(i32::MAX, picked(0_u32)));
            let mut plain: Vec<(i32, u32)> = Vec::new();
            for mv in 0..length {
                let score = random.next_u64() as i32 >> (length % 32);
                buffer.push(score, picked(mv));
                plain.push((score, mv));
            }
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
