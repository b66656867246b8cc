//! A room as it is kept over a restart of the program: what is played, whose the seats are, the moves, and what the clocks had left.
//!
//! Promised: what comes back has been played through by the rules again, and the clocks have what they had. They stand until both players are
//! there again, or one of them has waited for [`GRACE`]. Offers are not kept. Refused: moves that are not legal, and an end that the moves do not have.

use super::game::RoomGame;
use super::secret::Secret;
use super::{Chair, IDLE, Room, RoomKeys};
use crate::error::ServiceError;
use crate::messages::{RoomEndReason, RoomTerms, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use xiangqi::Colour;

/// How long the clocks wait for the other player once one has come back.
pub const GRACE: Duration = Duration::from_secs(60);

/// A room on paper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedRoom {
    terms: RoomTerms,
    /// The keys of the first seat, the second, and to watch.
    keys: [Secret; 3],
    /// The tokens of the players.
    owners: [Option<Secret>; 2],
    number: u32,
    swapped: bool,
    moves: Vec<String>,
    /// What Red and Black have left, in milliseconds.
    clock: Option<[u64; 2]>,
    end: Option<SavedEnd>,
    /// For how long nobody has been connected, in seconds.
    idle: u64,
}

/// How a game of a room has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedEnd {
    /// Who has won; none for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: RoomEndReason,
}

impl Room {
    /// The room as it stands, to be kept.
    pub fn saved(&self, now: Duration) -> SavedRoom {
        let RoomKeys { first, second, watch } = self.keys;
        let [one, two] = &self.chairs;
        let clock = self
            .game
            .clocks()
            .map(|clocks| [Colour::Red, Colour::Black].map(|side| clocks.left(side, now).as_millis() as u64));
        SavedRoom {
            terms: self.terms.clone(),
            keys: [first, second, watch],
            owners: [one.owner, two.owner],
            number: self.number,
            swapped: self.swapped,
            moves: self.history().iter().map(|made| made.text.mv.0.to_string()).collect(),
            clock,
            end: self.game.end().map(|end| SavedEnd { winner: end.winner, reason: end.reason }),
            idle: self.idle(now).as_secs(),
        }
    }

    /// A room that was kept, and has lain for this long since. None if nobody has used it for too long.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn restored(saved: SavedRoom, lain: Duration, now: Duration) -> Result<Option<Self>, ServiceError> {
        let SavedRoom { terms, keys: [first, second, watch], owners, number, swapped, .. } = saved;
        let idle_before = Duration::from_secs(saved.idle).saturating_add(lain);
        if idle_before >= IDLE {
            return Ok(None);
        }
        let mut room = Self::new(terms, RoomKeys { first, second, watch }, now)?;
        let left = saved.clock.map(|left| left.map(Duration::from_millis));
        room.game = RoomGame::restored(&room.terms, &saved.moves, left, saved.end)?;
        room.chairs = owners.map(|owner| Chair { owner, ..Chair::default() });
        room.idle_before = idle_before;
        (room.number, room.swapped) = (number, swapped);
        room.pause = Some(Pause::default());
        Ok(Some(room))
    }
}

/// The clocks of a room that has come back stand.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pause {
    /// When the first player came back.
    first_back: Option<Duration>,
}

impl Pause {
    /// A player is there.
    pub fn note_player(&mut self, now: Duration) {
        self.first_back.get_or_insert(now);
    }

    /// Whether somebody has waited for long enough.
    pub fn is_over(&self, now: Duration) -> bool {
        self.first_back.is_some_and(|since| now.saturating_sub(since) >= GRACE)
    }
}
