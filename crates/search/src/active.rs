//! The parameters and techniques that a search goes by.
//!
//! Without the feature `tune` they take no room and read as constants, so that the compiler can fold them into the
//! code. With it they are values that start as those constants.

use crate::{Game, Params, Techniques};
use std::marker::PhantomData;
use std::ops::Deref;

/// The parameters of a search: those of the game, unless it was given others.
pub struct ActiveParams<G: Game> {
    #[cfg(feature = "tune")]
    params: Params,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Default for ActiveParams<G> {
    fn default() -> Self {
        Self {
            #[cfg(feature = "tune")]
            params: G::PARAMS,
            game: PhantomData,
        }
    }
}

#[cfg(feature = "tune")]
impl<G: Game> From<Params> for ActiveParams<G> {
    fn from(params: Params) -> Self {
        Self { params, game: PhantomData }
    }
}

impl<G: Game> Deref for ActiveParams<G> {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        #[cfg(not(feature = "tune"))]
        return const { &G::PARAMS };
        #[cfg(feature = "tune")]
        return &self.params;
    }
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for ActiveParams<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ActiveParams<G> {}

/// The techniques of a search: all of them, unless some were switched off.
#[derive(Clone, Copy, Default)]
pub struct ActiveTechniques {
    #[cfg(feature = "tune")]
    techniques: Techniques,
}

#[cfg(feature = "tune")]
impl From<Techniques> for ActiveTechniques {
    fn from(techniques: Techniques) -> Self {
        Self { techniques }
    }
}

impl Deref for ActiveTechniques {
    type Target = Techniques;

    #[inline(always)]
    fn deref(&self) -> &Techniques {
        #[cfg(not(feature = "tune"))]
        return const { &Techniques::ALL };
        #[cfg(feature = "tune")]
        return &self.techniques;
    }
}
