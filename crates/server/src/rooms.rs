//! The rooms of a shared server: their names, who listens to them, and the time that passes in them.
//!
//! What happens in a room, [`service::room`] decides. Here are the map of rooms, which has an end, the clock that they are told, and the word
//! that something has changed, at which everybody in a room is told how it stands. Who reads slowly misses states in between,
//! and nothing piles up.

use crate::access::random_secret;
use service::messages::{RoomAct, RoomLinks, RoomState, RoomTerms, Side};
use service::room::{Door, Room, RoomKeys, SavedRoom, Secret, Viewer};
use service::{ServiceError, SystemClock, TimeSource, shortened};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    /// Counts what has changed since the beginning, in any room.
    changed: Arc<AtomicU64>,
}

/// A room that is open.
pub struct OpenRoom {
    name: Secret,
    room: Mutex<Room>,
    changes: watch::Sender<u64>,
    clock: Arc<SystemClock>,
    changed: Arc<AtomicU64>,
}

impl Rooms {
    /// No rooms yet, at most this many later; others come to them by this address.
    pub fn new(max: usize, address: String) -> Self {
        Self { by_name: Mutex::default(), clock: Arc::default(), max, address, changed: Arc::default() }
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
        self.add(name, room)?;
        Ok((name, if side == Side::Red { keys.first } else { keys.second }))
    }

    fn add(&self, name: Secret, room: Room) -> Result<(), ServiceError> {
        let (changes, _) = watch::channel(0);
        let (clock, changed) = (Arc::clone(&self.clock), Arc::clone(&self.changed));
        let open = OpenRoom { name, room: Mutex::new(room), changes, clock, changed };
        let mut rooms = self.lock();
        if rooms.len() >= self.max {
            return Err(ServiceError::TooManyRooms { max: self.max });
        }
        open.announce();
        rooms.insert(name, Arc::new(open));
        Ok(())
    }

    /// How much has changed since the beginning.
    pub fn changes(&self) -> u64 {
        self.changed.load(Ordering::Relaxed)
    }

    /// Notes a change of what is kept with the rooms.
    pub fn note_change(&self) {
        self.changed.fetch_add(1, Ordering::Relaxed);
    }

    /// All rooms, to be kept.
    pub fn saved(&self) -> Vec<(Secret, SavedRoom)> {
        let rooms: Vec<Arc<OpenRoom>> = self.lock().values().cloned().collect();
        rooms.iter().map(|open| (open.name, open.lock().saved(self.clock.now()))).collect()
    }

    /// Takes in a room that was kept, and has lain for this long. False if nobody has used it for too long.
    ///
    /// # Errors
    /// If there are too many, or it cannot be played in.
    pub fn restore(&self, name: Secret, saved: SavedRoom, lain: Duration) -> Result<bool, ServiceError> {
        match Room::restored(saved, lain, self.clock.now())? {
            Some(room) => self.add(name, room).map(|()| true),
            None => Ok(false),
        }
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
        Ok(Visit { open, viewer, is_silent: AtomicBool::new(false) })
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
        if !expired.is_empty() {
            self.lock().retain(|name, open| !(expired.contains(name) && open.lock().is_expired(now)));
            self.note_change();
        }
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

    fn link(&self, name: Secret, key: Secret) -> String {
        format!("{}/k/{name}/{key}", self.address)
    }

    /// The ways into a room that one who is in it may give to others.
    ///
    /// # Errors
    /// If it is not a player.
    pub fn links(&self, visit: &Visit) -> Result<RoomLinks, ServiceError> {
        let open = &visit.open;
        let Viewer::Player(seat) = visit.viewer else {
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

    /// What a key opens here.
    pub fn opens(&self, key: Secret) -> Option<Door> {
        self.lock().door(key)
    }

    fn announce(&self) {
        self.changed.fetch_add(1, Ordering::Relaxed);
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
    is_silent: AtomicBool,
}

/// The moves that somebody has been told of.
#[derive(Default)]
pub struct Told {
    game: u32,
    moves: Vec<service::messages::MoveText>,
}

impl Visit {
    /// The name of the room.
    pub fn room(&self) -> Secret {
        self.open.name
    }

    /// Does something in the room.
    ///
    /// # Errors
    /// Says why it cannot be done.
    pub fn act(&self, act: &RoomAct) -> Result<(), ServiceError> {
        self.open.change(|room, now| room.act(self.viewer, act, now))
    }

    /// Tells the room that nothing has been heard of this visit for a while, or that something is heard again.
    pub fn set_silent(&self, is_silent: bool) {
        if self.is_silent.swap(is_silent, Ordering::Relaxed) == is_silent {
            return;
        }
        let _ = self.open.change(|room, now| {
            room.set_silent(self.viewer, is_silent, now);
            Ok(())
        });
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
        let (viewer, is_silent) = (self.viewer, self.is_silent.load(Ordering::Relaxed));
        let _ = self.open.change(|room, now| {
            if is_silent {
                room.set_silent(viewer, false, now);
            }
            room.leave(viewer, now);
            Ok(())
        });
    }
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
        visit.act(&RoomAct::Resign).unwrap_err();
        let token = "8".repeat(32);
        assert!(rooms.enter(&name.to_string(), &token, &token).is_err());
        assert!(!changes.has_changed().unwrap());
        drop(enter(&rooms, name, key));
        assert!(changes.has_changed().unwrap());
    }
}
