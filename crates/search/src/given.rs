//! The tuned params that a search goes by.
//!
//! Without the feature `tune` they take no room and read as the constants of the game, so that the
//! compiler can fold them into the code. With it they are values that start as those constants.

use crate::{Game, Params};
use std::ops::Deref;

/// The params of a search.
#[cfg(not(feature = "tune"))]
pub struct Given<G: Game>(std::marker::PhantomData<fn() -> G>);

/// The params of a search.
#[cfg(feature = "tune")]
pub struct Given<G: Game>(Params, std::marker::PhantomData<fn() -> G>);

#[cfg(feature = "tune")]
impl<G: Game> Given<G> {
    pub const fn new(params: Params) -> Self {
        Self(params, std::marker::PhantomData)
    }
}

impl<G: Game> Default for Given<G> {
    #[cfg(not(feature = "tune"))]
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }

    #[cfg(feature = "tune")]
    fn default() -> Self {
        Self::new(G::PARAMS)
    }
}

impl<G: Game> Deref for Given<G> {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        #[cfg(not(feature = "tune"))]
        return const { &G::PARAMS };
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
