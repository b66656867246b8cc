//! A room in which two people play and others watch: a state machine without a wire and without a clock of its own.
//!
//! Who comes in with the key of a seat that is free takes it, and a token binds the seat to that browser: the same token
//! gets it back, another one with the same key watches. The room is the referee (see `game`); a clock runs on while its owner is
//! away. Promised: one side is to move, clocks stay above zero until they end the game, a game that is over accepts
//! nothing but a rematch, and nothing grows without bounds: plies, tabs and spectators are limited.

mod clock;
mod game;
mod saved;
mod secret;
#[cfg(test)]
mod tests;

pub use game::MAX_PLIES;
pub use saved::{GRACE, SavedEnd, SavedRoom};
pub use secret::{NotASecret, Secret};

use crate::error::ServiceError;
use crate::messages::{
    Agreement, GameMove, RoomAct, RoomChoices, RoomClock, RoomOffers, RoomRefusal, RoomState, RoomTerms,
    Sides,
};
use crate::order::within;
use game::{RoomGame, refused};
use saved::Pause;
use std::time::Duration;
use xiangqi::Colour;

/// How many may watch.
pub const MAX_SPECTATORS: usize = 30;
/// How many tabs one player may have in a room that have been heard of lately.
pub const MAX_TABS: usize = 4;
/// How many with those that are silent: who comes back again and again leaves some behind.
const MAX_TABS_WITH_SILENT: usize = 12;
/// A room that nobody has been connected to for this long is given up.
pub const IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// The time of each player, in seconds: the least and the most, and the most that a move may add.
const MIN_SECONDS: u64 = 10;
const MAX_SECONDS: u64 = 3 * 60 * 60;
const MAX_INCREMENT: u64 = 120;

/// A place at the board. Colours are exchanged between games, places are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Who had Red in the first game.
    First,
    /// Who had Black in the first game.
    Second,
}

/// What somebody is in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player.
    Player(Seat),
    /// Somebody who watches.
    Spectator,
}

/// What a key opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// A seat.
    Seat,
    /// The room, to watch.
    Watch,
}

/// The keys of a room: who has one may come in by it.
#[derive(Clone, Copy, Debug)]
pub struct RoomKeys {
    /// To the seat that has Red in the first game.
    pub first: Secret,
    /// To the other seat.
    pub second: Secret,
    /// To watch.
    pub watch: Secret,
}

#[derive(Clone, Debug, Default)]
struct Chair {
    /// Whose it is.
    owner: Option<Secret>,
    tabs: usize,
    /// Those of the tabs that have not been heard of lately.
    silent: usize,
    wants_rematch: bool,
    was_declined: bool,
}

impl Chair {
    /// How many of the tabs have been heard of lately.
    fn heard(&self) -> usize {
        self.tabs.saturating_sub(self.silent)
    }
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    terms: RoomTerms,
    keys: RoomKeys,
    chairs: [Chair; 2],
    spectators: usize,
    /// Since when nobody has been connected.
    empty_since: Option<Duration>,
    /// For how long nobody had been before the program was started, if nobody has come since.
    idle_before: Duration,
    /// The clocks stand, for the program has been started anew.
    pause: Option<Pause>,
    game: RoomGame,
    number: u32,
    swapped: bool,
}

impl Room {
    /// A room that has just been made.
    ///
    /// # Errors
    /// Says what is wrong with its terms.
    pub fn new(terms: RoomTerms, keys: RoomKeys, now: Duration) -> Result<Self, ServiceError> {
        if let Some(control) = terms.control {
            within("seconds", control.seconds.into(), MIN_SECONDS, MAX_SECONDS)?;
            within("increment", control.increment.into(), 0, MAX_INCREMENT)?;
        }
        let game = RoomGame::new(&terms)?;
        Ok(Self {
            terms,
            keys,
            chairs: Default::default(),
            spectators: 0,
            empty_since: Some(now),
            idle_before: Duration::ZERO,
            pause: None,
            game,
            number: 1,
            swapped: false,
        })
    }

    /// What is played here.
    pub fn terms(&self) -> &RoomTerms {
        &self.terms
    }

    /// The keys.
    pub fn keys(&self) -> &RoomKeys {
        &self.keys
    }

    /// The key of the seat that nobody has taken yet, other than this one.
    pub fn free_key(&self, other_than: Seat) -> Option<Secret> {
        let (seat, key) = match other_than {
            Seat::First => (Seat::Second, self.keys.second),
            Seat::Second => (Seat::First, self.keys.first),
        };
        self.chair(seat).owner.is_none().then_some(key)
    }

    /// What a key opens; nothing if it is not one of this room's.
    pub fn door(&self, key: Secret) -> Option<Door> {
        let RoomKeys { first, second, watch } = self.keys;
        // All three are compared, whichever fits.
        let [first, second, watch] = [first, second, watch].map(|own| own == key);
        if first | second { Some(Door::Seat) } else { watch.then_some(Door::Watch) }
    }

    /// Somebody comes in. None if the key is not one of this room's.
    ///
    /// # Errors
    /// If there is no place left.
    pub fn enter(
        &mut self,
        key: Secret,
        token: Secret,
        now: Duration,
    ) -> Result<Option<Viewer>, ServiceError> {
        self.advance(now);
        if self.door(key).is_none() {
            return Ok(None);
        }
        let viewer = self.place_of(key, token);
        if let Viewer::Player(seat) = viewer {
            let chair = self.chair_mut(seat);
            if chair.heard() >= MAX_TABS || chair.tabs >= MAX_TABS_WITH_SILENT {
                return Err(ServiceError::RoomCrowded { max: MAX_TABS });
            }
            chair.owner = Some(token);
            chair.tabs += 1;
            if let Some(pause) = &mut self.pause {
                pause.note_player(now);
            }
        } else if self.spectators >= MAX_SPECTATORS {
            return Err(ServiceError::RoomCrowded { max: MAX_SPECTATORS });
        } else {
            self.spectators += 1;
        }
        self.empty_since = None;
        self.idle_before = Duration::ZERO;
        Ok(Some(viewer))
    }

    /// What a token is, or becomes by a key.
    fn place_of(&self, key: Secret, token: Secret) -> Viewer {
        for seat in [Seat::First, Seat::Second] {
            if self.chair(seat).owner == Some(token) {
                return Viewer::Player(seat);
            }
        }
        let seat = if key == self.keys.first {
            Seat::First
        } else if key == self.keys.second {
            Seat::Second
        } else {
            return Viewer::Spectator;
        };
        if self.chair(seat).owner.is_none() { Viewer::Player(seat) } else { Viewer::Spectator }
    }

    /// Somebody who came in has fallen silent, or is heard of again.
    pub fn set_silent(&mut self, viewer: Viewer, is_silent: bool, now: Duration) {
        self.advance(now);
        let Viewer::Player(seat) = viewer else { return };
        let chair = self.chair_mut(seat);
        chair.silent =
            if is_silent { chair.tabs.min(chair.silent + 1) } else { chair.silent.saturating_sub(1) };
    }

    /// Somebody who came in, and is not silent, has gone.
    pub fn leave(&mut self, viewer: Viewer, now: Duration) {
        self.advance(now);
        match viewer {
            Viewer::Player(seat) => {
                let chair = self.chair_mut(seat);
                chair.tabs = chair.tabs.saturating_sub(1);
            }
            Viewer::Spectator => self.spectators = self.spectators.saturating_sub(1),
        }
        let is_empty = self.spectators == 0 && self.chairs.iter().all(|chair| chair.tabs == 0);
        self.empty_since = is_empty.then_some(now);
    }

    /// Whether the room may be given up.
    pub fn is_expired(&self, now: Duration) -> bool {
        self.idle(now) >= IDLE
    }

    /// For how long nobody has been connected.
    fn idle(&self, now: Duration) -> Duration {
        self.empty_since.map_or(Duration::ZERO, |since| now.saturating_sub(since) + self.idle_before)
    }

    /// Time has passed. True if that has ended the game, or let the clocks go on.
    pub fn advance(&mut self, now: Duration) -> bool {
        let has_both = self.chairs.iter().all(|chair| chair.heard() > 0);
        if self.pause.is_some_and(|pause| has_both || pause.is_over(now)) {
            self.pause = None;
            self.game.go_on(now);
            return true;
        }
        self.game.advance(now)
    }

    /// Somebody does something.
    ///
    /// # Errors
    /// Says why it cannot be done; then nothing has changed but what time alone has brought.
    pub fn act(&mut self, viewer: Viewer, act: &RoomAct, now: Duration) -> Result<(), ServiceError> {
        self.advance(now);
        let Viewer::Player(seat) = viewer else { return refused(RoomRefusal::NotAPlayer) };
        if self.chairs.iter().any(|chair| chair.owner.is_none()) {
            return refused(RoomRefusal::Waiting);
        }
        let side = self.colour(seat);
        let done = self.obey(seat, side, act, now);
        if self.pause.is_some() {
            self.game.hold(now);
        }
        done
    }

    fn obey(&mut self, seat: Seat, side: Colour, act: &RoomAct, now: Duration) -> Result<(), ServiceError> {
        match act {
            RoomAct::Move { mv, ply } => self.game.play(side, mv, *ply, now),
            RoomAct::Resign => self.game.resign(side, now),
            RoomAct::Offer { what: Agreement::Rematch } => self.offer_rematch(seat),
            RoomAct::Accept { what: Agreement::Rematch } => {
                self.check_over()?;
                if !self.chair(other(seat)).wants_rematch {
                    return refused(RoomRefusal::NothingOffered);
                }
                self.begin_rematch()
            }
            RoomAct::Decline { what: Agreement::Rematch } => self.decline_rematch(),
            RoomAct::Offer { what } => self.game.offer(side, *what, now),
            RoomAct::Accept { what } => self.game.accept(side, *what, now),
            RoomAct::Decline { what } => self.game.decline(*what),
        }
    }

    fn check_over(&self) -> Result<(), ServiceError> {
        if self.game.end().is_none() { refused(RoomRefusal::GameGoesOn) } else { Ok(()) }
    }

    fn offer_rematch(&mut self, seat: Seat) -> Result<(), ServiceError> {
        self.check_over()?;
        if self.chair(other(seat)).wants_rematch {
            return self.begin_rematch();
        }
        let chair = self.chair_mut(seat);
        if chair.wants_rematch || chair.was_declined {
            return refused(RoomRefusal::TooSoon);
        }
        chair.wants_rematch = true;
        Ok(())
    }

    fn decline_rematch(&mut self) -> Result<(), ServiceError> {
        self.check_over()?;
        let Some(chair) = self.chairs.iter_mut().find(|chair| chair.wants_rematch) else {
            return refused(RoomRefusal::NothingOffered);
        };
        chair.wants_rematch = false;
        chair.was_declined = true;
        Ok(())
    }

    fn begin_rematch(&mut self) -> Result<(), ServiceError> {
        self.game = RoomGame::new(&self.terms)?;
        self.number = self.number.saturating_add(1);
        self.swapped = !self.swapped;
        for chair in &mut self.chairs {
            chair.wants_rematch = false;
            chair.was_declined = false;
        }
        Ok(())
    }

    /// Which game it is, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How the room stands for somebody who knows this many moves of the game to be as they are.
    pub fn state(&self, viewer: Viewer, known: usize, now: Duration) -> RoomState {
        let game = &self.game;
        let facts = game.facts();
        let side = game.position().side();
        let you = match viewer {
            Viewer::Player(seat) => Some(self.colour(seat)),
            Viewer::Spectator => None,
        };
        let has_both = self.chairs.iter().all(|chair| chair.owner.is_some());
        let may_move = has_both && game.end().is_none() && you == Some(side);
        let from = known.min(game.history().len());
        let (draw, takeback) = game.offers();
        let rematch = [Seat::First, Seat::Second].into_iter().find(|seat| self.chair(*seat).wants_rematch);
        RoomState {
            game: self.number,
            you: you.map(Into::into),
            terms: self.terms.clone(),
            moves: game.history().get(from..).unwrap_or_default().to_vec(),
            from,
            fen: game.position().fen().to_string(),
            side: side.into(),
            legal: if may_move { facts.legal.clone() } else { Vec::new() },
            checked: facts.checked,
            chased: facts.chased.clone(),
            repetition: facts.repetition,
            warning: facts.warning.clone(),
            clock: game.clocks().map(|clocks| {
                let left = |side| clocks.left(side, now).as_millis() as u64;
                let running = clocks.running().map(Into::into);
                RoomClock { red: left(Colour::Red), black: left(Colour::Black), running }
            }),
            end: game.end().cloned(),
            offers: RoomOffers {
                draw: draw.map(Into::into),
                takeback: takeback.map(Into::into),
                rematch: rematch.map(|seat| self.colour(seat).into()),
            },
            may_offer: self.choices(viewer, has_both),
            taken: self.by_side(|chair| chair.owner.is_some()),
            present: self.by_side(|chair| chair.heard() > 0),
            spectators: self.spectators,
        }
    }

    /// The moves of the game.
    pub fn history(&self) -> &[GameMove] {
        self.game.history()
    }

    fn choices(&self, viewer: Viewer, has_both: bool) -> RoomChoices {
        let Viewer::Player(seat) = viewer else { return RoomChoices::default() };
        if !has_both {
            return RoomChoices::default();
        }
        let chair = self.chair(seat);
        let side = self.colour(seat);
        RoomChoices {
            draw: self.game.may_offer(side, Agreement::Draw),
            takeback: self.game.may_offer(side, Agreement::Takeback),
            rematch: self.game.end().is_some() && !chair.wants_rematch && !chair.was_declined,
        }
    }

    fn by_side(&self, fact: impl Fn(&Chair) -> bool) -> Sides<bool> {
        let [first, second] = &self.chairs;
        let (red, black) = if self.swapped { (second, first) } else { (first, second) };
        Sides { red: fact(red), black: fact(black) }
    }

    fn colour(&self, seat: Seat) -> Colour {
        if (seat == Seat::First) == self.swapped { Colour::Black } else { Colour::Red }
    }

    fn chair(&self, seat: Seat) -> &Chair {
        let [first, second] = &self.chairs;
        if seat == Seat::First { first } else { second }
    }

    fn chair_mut(&mut self, seat: Seat) -> &mut Chair {
        let [first, second] = &mut self.chairs;
        if seat == Seat::First { first } else { second }
    }
}

fn other(seat: Seat) -> Seat {
    if seat == Seat::First { Seat::Second } else { Seat::First }
}
