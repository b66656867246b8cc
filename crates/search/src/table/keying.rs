//! How a table knows a position again.
//!
//! [`Plain`] is what plays: the game's own key of 64 bits. Another [`Keying`] can keep more with each
//! entry and take note of what it sees (see [`Watched`](super::Watched)); the table is compiled once for
//! each, so that the plain one pays nothing for it.

use super::memory::Zeroed;
use crate::{Game, Tally};
use std::sync::atomic::{AtomicU64, Ordering};

/// How a table knows a position again, and what a search that uses it counts.
pub trait Keying: Send + Sync {
    /// What a position is known by.
    type Key: Copy;
    /// What a slot keeps of the key.
    type Check: Zeroed + Send + Sync;
    /// What a search with such a table counts of itself.
    type Tally: Tally;

    /// Whether keys are so cheap that one is worked out for a prefetch alone.
    const PREFETCHES: bool = true;

    /// The same way of knowing positions, for another table: nothing has been noted.
    fn renewed(&self) -> Self;
    /// The key of a position.
    fn key<G: Game>(&self, position: &G::Position) -> Self::Key;
    /// The key of the position after a legal move, if that is cheap to say.
    #[inline]
    fn key_after<G: Game>(&self, _position: &G::Position, _mv: G::Move) -> Option<Self::Key> {
        None
    }
    /// A number below `limit` that depends on the key alone, all of them equally likely.
    fn index(key: Self::Key, limit: usize) -> usize;
    /// Writes the check that belongs to a key and data.
    fn write(check: &Self::Check, data: u64, key: Self::Key);
    /// Whether check and data were written for this key.
    fn is_same(&self, check: &Self::Check, data: u64, key: Self::Key) -> bool;

    /// The laboratory's keying, if it is that.
    fn watched(&self) -> Option<&super::Watched> {
        None
    }

    /// The table is about to be asked for a position.
    #[inline]
    fn begin_probe(&self) {}
    /// [`Keying::is_same`] for a slot that has been found in answer to a probe.
    #[inline]
    fn is_hit(&self, check: &Self::Check, data: u64, key: Self::Key) -> bool {
        self.is_same(check, data, key)
    }
}

/// The game's key of 64 bits, checked by `check ^ data == key`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Keying for Plain {
    type Key = u64;
    type Check = AtomicU64;
    type Tally = ();

    fn renewed(&self) -> Self {
        Self
    }

    #[inline]
    fn key<G: Game>(&self, position: &G::Position) -> u64 {
        G::key(position)
    }

    #[inline]
    fn key_after<G: Game>(&self, position: &G::Position, mv: G::Move) -> Option<u64> {
        G::key_after(position, mv)
    }

    #[inline]
    fn index(key: u64, limit: usize) -> usize {
        ((u128::from(key) * limit as u128) >> 64) as usize
    }

    #[inline]
    fn write(check: &AtomicU64, data: u64, key: u64) {
        check.store(key ^ data, Ordering::Relaxed);
    }

    #[inline]
    fn is_same(&self, check: &AtomicU64, data: u64, key: u64) -> bool {
        check.load(Ordering::Relaxed) ^ data == key
    }
}
