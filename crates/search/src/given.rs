//! The tuned numbers that a search goes by.
//!
//! Without the feature `tune` they take no room and read as the constants of the game, so that the
//! compiler can fold them into the code. With it they are values that start as those constants.

use game::{Game, Numbers};
use std::ops::Deref;

/// The numbers of a search.
#[cfg(not(feature = "tune"))]
pub struct Given<G: Game>(std::marker::PhantomData<fn() -> G>);

/// The numbers of a search.
#[cfg(feature = "tune")]
pub struct Given<G: Game>(Numbers, std::marker::PhantomData<fn() -> G>);

#[cfg(feature = "tune")]
impl<G: Game> Given<G> {
    pub const fn new(numbers: Numbers) -> Self {
        Self(numbers, std::marker::PhantomData)
    }
}

impl<G: Game> Default for Given<G> {
    #[cfg(not(feature = "tune"))]
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }

    #[cfg(feature = "tune")]
    fn default() -> Self {
        Self::new(G::NUMBERS)
    }
}

impl<G: Game> Deref for Given<G> {
    type Target = Numbers;

    #[inline(always)]
    fn deref(&self) -> &Numbers {
        #[cfg(not(feature = "tune"))]
        return const { &G::NUMBERS };
        #[cfg(feature = "tune")]
        return &self.0;
    }
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for Given<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Given<G> {}
