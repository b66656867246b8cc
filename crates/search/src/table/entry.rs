//! What is known of a position, and how it is packed into a word.
//!
//! ```text
//! data   move 16 | score 16 | evaluation 16 | depth 8 | generation 5 | was a principal variation 1 | bound 2
//! ```

use crate::Score;

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
///
/// ```
/// use search::{Bound, Entry, Score};
///
/// let entry = Entry { code: 0, score: 90, evaluation: 10, depth: 4, bound: Bound::Upper, was_pv: false };
/// let score = Score::from_table(entry.score, 0);
/// // At most 90: it says nothing against an evaluation of 10, but settles that 100 is not reached.
/// assert!(!entry.improves(score, 10) && entry.settles(score, Score::evaluation(100)));
/// ```
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
    /// Whether the position was once searched with an open window.
    pub was_pv: bool,
}

impl Entry {
    /// Whether the score says more than an evaluation: it bounds it on the side where it lies.
    pub fn improves(self, score: Score, evaluation: i32) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score.value() > evaluation,
            Bound::Upper => score.value() < evaluation,
        }
    }

    /// Whether the score settles a window: exact, or on the right side of beta.
    pub fn settles(self, score: Score, beta: Score) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score < beta,
        }
    }

    pub(super) fn pack(self, generation: u8) -> u64 {
        u64::from(self.code)
            | u64::from(self.score as u16) << 16
            | u64::from(self.evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(generation << 3 | u8::from(self.was_pv) << 2 | self.bound as u8) << 56
    }

    pub(super) fn unpack(data: u64) -> Self {
        Self {
            code: data as u16,
            score: (data >> 16) as i16,
            evaluation: (data >> 32) as i16,
            depth: (data >> 48) as u8,
            bound: Bound::ALL[(data >> 56) as usize & 3],
            was_pv: data >> 58 & 1 != 0,
        }
    }
}

/// Generations are counted up to here and then from 0 again.
pub(super) const GENERATIONS: u8 = 32;

/// How many generations ago a word was packed.
pub(super) fn age_of(data: u64, generation: u8) -> u8 {
    let written = (data >> 56) as u8 >> 3;
    (generation + GENERATIONS - written) % GENERATIONS
}
