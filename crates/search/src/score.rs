//! Scores, from the point of view of the side to move.

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// The deepest line that a search follows.
pub const MAX_PLY: usize = 128;

/// A score in centipawns; near the ends it counts moves to mate.
///
/// ```
/// use search::Score;
///
/// let even = Score::DRAW;
/// assert_eq!(Score::evaluation(35).value(), 35);
/// assert!(Score::evaluation(35) > even && -Score::evaluation(35) < even);
/// // Mates are scores as well, the nearer the better: three plies are two moves.
/// let mate = Score::mate_in(3);
/// assert!(mate.is_mate() && mate.is_win() && !mate.is_loss() && mate > Score::evaluation(i32::MAX));
/// assert_eq!(mate.mate_distance(), Some(2));
/// assert!(Score::mated_in(2).is_loss() && Score::mate_in(1) > mate);
/// assert!(Score::INFINITE > Score::mate_in(0));
/// // A table keeps mates as seen from the position, not from the root.
/// assert_eq!(Score::from_table(mate.to_table(1), 1), mate);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Self = Self(0);
    /// Better than every score.
    pub const INFINITE: Self = Self(32_000);
    /// Mated now, with the sign turned: the best that can be reached.
    const MATE: i32 = 31_000;
    /// The least score that means a forced mate.
    const MIN_MATE: i32 = Self::MATE - 2 * MAX_PLY as i32;

    /// An evaluation, kept out of the range of mates.
    #[inline]
    pub fn evaluation(centipawns: i32) -> Self {
        Self(centipawns.clamp(-Self::MIN_MATE + 1, Self::MIN_MATE - 1))
    }

    /// The side to move is mated this many plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// The side to move mates this many plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE - ply as i32)
    }

    /// The number itself.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether the score means a forced mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MIN_MATE
    }

    /// Whether the side to move mates by force.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MIN_MATE
    }

    /// Whether the side to move is mated by force.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_MATE
    }

    /// Moves to mate, negative if the side to move is mated; none if no mate is in sight.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.is_win() {
            Some((Self::MATE - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-(Self::MATE + self.0 + 1) / 2)
        } else {
            None
        }
    }

    /// As the transposition table keeps it: mates counted from the node instead of the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        (if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        }) as i16
    }

    /// The other way round.
    #[inline]
    pub const fn from_table(kept: i16, ply: usize) -> Self {
        let score = Self(kept as i32);
        if score.is_win() {
            Self(score.0 - ply as i32)
        } else if score.is_loss() {
            Self(score.0 + ply as i32)
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_the_root_and_kept_from_the_node() {
        assert_eq!(Score::mate_in(1).mate_distance(), Some(1));
        assert_eq!(Score::mate_in(3).mate_distance(), Some(2));
        assert_eq!(Score::mated_in(0).mate_distance(), Some(0));
        assert_eq!(Score::mated_in(2).mate_distance(), Some(-1));
        for ply in [0, 1, 7, 40] {
            for score in [Score::mate_in(50), Score::mated_in(50), Score::evaluation(123)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        assert!(!Score::evaluation(100_000).is_mate());
    }
}
