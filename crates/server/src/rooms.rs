//! The rooms of a shared server: their names, who listens to them, and the time that passes in them.
//!
//! What happens in a room, [`service::room`] decides. Here are the map of rooms, which has an end, the clock that they are told, and the word
//! that something has changed, at which everybody in a room is told how it stands. Who reads slowly misses states in between,
//! and nothing piles up.

use crate::access::random_secret;
use crate::qr::Qr;
use service::messages::{RoomAct, RoomLink, RoomLinks, RoomState, RoomTerms, Side};
use service::room::{Room, RoomKeys, Secret, Viewer};
use service::{ServiceError, SystemClock, TimeSource, shortened};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);

/// All rooms.
pub struct Rooms {
    by_name: Mutex<BTreeMap<Secret, Arc<OpenRoom>>>,
    clock: Arc<SystemClock>,
    max: usize,
    address: String,
}

/// A room that is open.
pub struct OpenRoom {
    name: Secret,
    room: Mutex<Room>,
    changes: watch::Sender<u64>,
    clock: Arc<SystemClock>,
}

impl Rooms {
    /// No rooms yet, at most this many later; others come to them by this address.
    pub fn new(max: usize, address: String) -> Self {
        Self { by_name: Mutex::default(), clock: Arc::default(), max, address }
    }

    /// The address by which others come here, without a slash at its end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How many there may be.
    pub fn max(&self) -> usize {
        self.max
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Secret, Arc<OpenRoom>>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a room, with its name and the key for this side.
    ///
    /// # Errors
    /// If there are too many, or what is to be played cannot be.
    pub fn open(&self, terms: RoomTerms, side: Side) -> Result<(Secret, Secret), ServiceError> {
        let secret = || random_secret().map_err(|_| ServiceError::RequestFailed);
        let keys = RoomKeys { first: secret()?, second: secret()?, watch: secret()? };
        let name = secret()?;
        let room = Room::new(terms, keys, self.clock.now())?;
        let (changes, _) = watch::channel(0);
        let open = OpenRoom { name, room: Mutex::new(room), changes, clock: Arc::clone(&self.clock) };
        let mut rooms = self.lock();
        if rooms.len() >= self.max {
            return Err(ServiceError::TooManyRooms { max: self.max });
        }
        rooms.insert(name, Arc::new(open));
        Ok((name, if side == Side::Red { keys.first } else { keys.second }))
    }

    /// The room of this name.
    pub fn find(&self, name: Secret) -> Option<Arc<OpenRoom>> {
        self.lock().get(&name).cloned()
    }

    /// Comes into a room. A name that is not there and a key that does not fit are not told apart.
    ///
    /// # Errors
    /// If there is no such room, or no place in it.
    pub fn enter(&self, room: &str, key: &str, token: &str) -> Result<Visit, ServiceError> {
        let token = token.parse().map_err(|_| ServiceError::BadRoomToken { token: shortened(token) })?;
        let missing = || ServiceError::NoSuchRoom { room: shortened(room) };
        let name: Secret = room.parse().map_err(|_| missing())?;
        let key = key.parse().map_err(|_| missing())?;
        // Until somebody is in it, the room is not given up.
        let rooms = self.lock();
        let open = rooms.get(&name).cloned().ok_or_else(missing)?;
        let viewer = open.change(|room, now| room.enter(key, token, now)?.ok_or_else(missing))?;
        Ok(Visit { open, viewer })
    }

    /// Looks at the clocks of all rooms, and gives up those that nobody uses.
    fn tick(&self) {
        let now = self.clock.now();
        let mut expired = Vec::new();
        let rooms: Vec<Arc<OpenRoom>> = self.lock().values().cloned().collect();
        for open in rooms {
            let (is_over, is_expired) = {
                let mut room = open.lock();
                (room.advance(now), room.is_expired(now))
            };
            if is_over {
                open.announce();
            }
            if is_expired {
                expired.push(open.name);
            }
        }
        self.give_up(&expired, now);
    }

    /// Gives up those of these rooms that nobody has come into meanwhile.
    fn give_up(&self, expired: &[Secret], now: Duration) {
        self.lock().retain(|name, open| !(expired.contains(name) && open.lock().is_expired(now)));
    }

    /// Lets time pass in the rooms, for ever.
    pub async fn run(self: Arc<Self>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.tick();
        }
    }

    fn link(&self, name: Secret, key: Secret) -> RoomLink {
        let url = format!("{}/k/{name}/{key}", self.address);
        let (qr, size) = Qr::of(&url).map_or((String::new(), 0), |qr| (qr.path(), qr.size()));
        RoomLink { url, qr, size }
    }

    /// The ways into a room that one who is in it may give to others.
    ///
    /// # Errors
    /// If it is not a player.
    pub fn links(&self, open: &OpenRoom, viewer: Viewer) -> Result<RoomLinks, ServiceError> {
        let Viewer::Player(seat) = viewer else {
            return Err(ServiceError::RoomRefused { refusal: service::messages::RoomRefusal::NotAPlayer });
        };
        let (invite, watch) = {
            let room = open.lock();
            (room.free_key(seat), room.keys().watch)
        };
        Ok(RoomLinks {
            invite: invite.map(|key| self.link(open.name, key)),
            watch: self.link(open.name, watch),
        })
    }
}

impl OpenRoom {
    fn lock(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a key fits.
    pub fn opens(&self, key: Secret) -> bool {
        self.lock().has_key(key)
    }

    fn announce(&self) {
        self.changes.send_modify(|version| *version = version.wrapping_add(1));
    }

    /// Changes the room and tells everybody, unless the change was refused and time has not ended the game either. A change that
    /// panics leaves the room as it was.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Room, Duration) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let (result, is_over) = {
            let mut room = self.lock();
            // Under the lock, so that time does not go back in a room.
            let now = self.clock.now();
            let mut next = room.clone();
            let is_over = next.advance(now);
            let result = change(&mut next, now);
            *room = next;
            (result, is_over)
        };
        if is_over || result.is_ok() {
            self.announce();
        }
        result
    }
}

/// The stay of somebody in a room. Dropped, it ends.
pub struct Visit {
    open: Arc<OpenRoom>,
    viewer: Viewer,
}

/// The moves that somebody has been told of.
#[derive(Default)]
pub struct Told {
    game: u32,
    moves: Vec<service::messages::MoveText>,
}

impl Visit {
    /// The room.
    pub fn open(&self) -> Arc<OpenRoom> {
        Arc::clone(&self.open)
    }

    /// What it is in the room.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Hears of changes; the first is the state as it is now.
    pub fn listen(&self) -> watch::Receiver<u64> {
        let mut changes = self.open.changes.subscribe();
        changes.mark_changed();
        changes
    }

    /// How the room stands, with the moves that have not been told.
    pub fn state(&self, told: &mut Told) -> RoomState {
        let room = self.open.lock();
        let moves = room.history();
        let same = moves.iter().zip(&told.moves).take_while(|(made, told)| made.text.mv == **told).count();
        let known = if told.game == room.number() { same } else { 0 };
        let state = room.state(self.viewer, known, self.open.clock.now());
        *told = Told { game: room.number(), moves: moves.iter().map(|made| made.text.mv).collect() };
        state
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let viewer = self.viewer;
        let _ = self.open.change(|room, now| {
            room.leave(viewer, now);
            Ok(())
        });
    }
}

/// Does something in a room.
///
/// # Errors
/// Says why it cannot be done.
pub fn act(open: &OpenRoom, viewer: Viewer, act: &RoomAct) -> Result<(), ServiceError> {
    open.change(|room, now| room.act(viewer, act, now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use service::messages::RuleSet;

    const HOURS: Duration = Duration::from_secs(3 * 3600);

    fn rooms() -> (Rooms, Secret, Secret) {
        let rooms = Rooms::new(2, "http://192.0.2.7".into());
        let terms = RoomTerms { fen: None, rules: RuleSet::default(), control: None };
        let (name, key) = rooms.open(terms, Side::Red).unwrap();
        (rooms, name, key)
    }

    fn enter(rooms: &Rooms, name: Secret, key: Secret) -> Visit {
        rooms.enter(&name.to_string(), &key.to_string(), &"7".repeat(32)).unwrap()
    }

    #[test]
    fn a_room_that_somebody_has_come_into_is_not_given_up() {
        let (rooms, name, key) = rooms();
        let later = rooms.clock.now() + HOURS;
        let visit = enter(&rooms, name, key);
        rooms.give_up(&[name], later);
        assert_eq!(rooms.count(), 1);
        drop(visit);
        rooms.give_up(&[], later);
        assert_eq!(rooms.count(), 1);
        rooms.give_up(&[name], later);
        assert_eq!(rooms.count(), 0);
    }

    #[test]
    fn what_is_refused_is_not_announced() {
        let (rooms, name, key) = rooms();
        let visit = enter(&rooms, name, key);
        let mut changes = visit.listen();
        changes.mark_unchanged();
        // Nobody to play against, and a key that does not fit.
        act(&visit.open, visit.viewer, &RoomAct::Resign).unwrap_err();
        let token = "8".repeat(32);
        assert!(rooms.enter(&name.to_string(), &token, &token).is_err());
        assert!(!changes.has_changed().unwrap());
        drop(enter(&rooms, name, key));
        assert!(changes.has_changed().unwrap());
    }
}
