//! The parameters and techniques that a search goes by.
//!
//! Without the feature `tune` they take no room and read as constants, so that the compiler can fold them into the
//! code. With it they are values that start as those constants. A laboratory that wants to switch techniques off in the normal build
//! wraps a game in one whose [`Game::Techniques`] are [`ChosenTechniques`]: a search of its own, and the game's stays as it was.

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

/// What says which techniques the searches of a game use ([`Game::Techniques`]). It is copied into every thread of a search.
#[cfg(not(feature = "tune"))]
pub trait ActiveTechniques: Deref<Target = Techniques> + Copy + Default + Send + Sync + 'static {}

/// What says which techniques the searches of a game use. In builds with the feature `tune` it can always be told.
#[cfg(feature = "tune")]
pub trait ActiveTechniques:
    Deref<Target = Techniques> + Copy + Default + Send + Sync + From<Techniques> + 'static
{
}

/// All techniques, as a constant that takes no room: what games are played with.
#[cfg(not(feature = "tune"))]
#[derive(Clone, Copy, Default, Debug)]
pub struct ShippedTechniques;

/// All techniques, unless some are switched off: in builds with the feature `tune` every game can be searched without some.
#[cfg(feature = "tune")]
pub type ShippedTechniques = ChosenTechniques;

#[cfg(not(feature = "tune"))]
impl ActiveTechniques for ShippedTechniques {}

#[cfg(not(feature = "tune"))]
impl Deref for ShippedTechniques {
    type Target = Techniques;

    #[inline(always)]
    fn deref(&self) -> &Techniques {
        const { &Techniques::ALL }
    }
}

/// Techniques that are chosen at run time; all of them until some are switched off.
#[derive(Clone, Copy, Default, Debug)]
pub struct ChosenTechniques(Techniques);

impl ActiveTechniques for ChosenTechniques {}

impl From<Techniques> for ChosenTechniques {
    fn from(techniques: Techniques) -> Self {
        Self(techniques)
    }
}

impl Deref for ChosenTechniques {
    type Target = Techniques;

    #[inline(always)]
    fn deref(&self) -> &Techniques {
        &self.0
    }
}
