//! The window of a search.

use crate::Score;
use core::ops::Neg;

/// What a search must tell apart: scores of at most alpha, scores of at least beta, and those between, which alone
/// must be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// Every score is to be exact.
    pub fn full() -> Self {
        Self::new(-Score::INFINITE, Score::INFINITE)
    }

    /// Whether a score is better than this.
    #[inline]
    pub fn above(alpha: Score) -> Self {
        Self::new(alpha, alpha + 1)
    }

    /// Whether a score is at least this.
    #[inline]
    pub fn at_least(beta: Score) -> Self {
        Self::new(beta - 1, beta)
    }

    /// Whether nothing lies between: all that is asked is on which side a score lies.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta.value() - self.alpha.value() <= 1
    }

    /// Whether there is nothing left to tell apart.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The window as the other side sees it.
impl Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}
