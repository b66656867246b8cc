//! Plays a whole match, several games at once.
//!
//! Each of the workers takes the next game of the schedule, plays it with engines of its own, which
//! it keeps alive from game to game, and hands the record to the caller's thread. When the match is
//! called off, games in progress are dropped unrecorded and all engines are ended before
//! [`Match::run`] returns.

use crate::engine::{EngineFault, EngineProcess, EngineSpec};
use crate::opening::Opening;
use crate::play::{Conditions, OnMove, OngoingGame};
use crate::record::{PlayedGame, PlayedMove, Ruling};
use crate::schedule::{GameId, Schedule, ScheduledGame};
use games::{Side, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A flag that calls the match off. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Calls the match off.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is called off.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What is set when it is called off, for searches to look at.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Watches games as they are played, from the threads that play them.
pub trait GameWatcher: Sync {
    /// A game begins.
    fn begun(&self, game: &ScheduledGame, fen: &str);
    /// A move was made; `said` are the `info` lines of its engine.
    fn moved(&self, game: GameId, mv: &PlayedMove, said: &[String]);
    /// It is over; without a ruling it was broken off.
    fn ended(&self, game: GameId, ruling: Option<&Ruling>);
}

/// A match: who plays, what, and how.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// The engines.
    pub entrants: &'a [EngineSpec],
    /// The openings that the schedule speaks of.
    pub openings: &'a [Opening],
    /// The games.
    pub schedule: &'a Schedule,
    /// What holds for all of them.
    pub conditions: &'a Conditions,
    /// How many games are played at once.
    pub concurrency: usize,
}

impl Match<'_> {
    /// Starts every engine once, to see whether it can be, and whether it has the options that it is to be set to.
    ///
    /// # Errors
    /// The first that cannot, by name.
    pub fn check_engines(&self, halt: &StopFlag) -> Result<(), EngineFault> {
        let mut roster = Roster::new(self);
        for (index, spec) in self.entrants.iter().enumerate() {
            roster.take(index, halt).map_err(|fault| match fault {
                EngineFault::Halted => EngineFault::Halted,
                fault => EngineFault::Crash(format!("{}: {fault}", spec.name)),
            })?;
        }
        Ok(())
    }

    /// Plays all games but those that are done, and reports each to `on_game` as it ends. After the
    /// match is called off a few more may be reported that ended at the same moment.
    pub fn run(
        &self,
        is_done: impl Fn(GameId) -> bool + Sync,
        halt: &StopFlag,
        on_game: impl FnMut(&PlayedGame),
    ) {
        self.run_watched(is_done, halt, None, on_game);
    }

    /// The same, with somebody who watches the games as they are played.
    pub fn run_watched(
        &self,
        is_done: impl Fn(GameId) -> bool + Sync,
        halt: &StopFlag,
        watcher: Option<&dyn GameWatcher>,
        mut on_game: impl FnMut(&PlayedGame),
    ) {
        let next = AtomicUsize::new(0);
        let (records, finished) = channel();
        let next_game = || {
            loop {
                let game = self.schedule.game(next.fetch_add(1, Ordering::Relaxed))?;
                if !is_done(game.id) {
                    return Some(game);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (records, next_game) = (records.clone(), &next_game);
                scope.spawn(move || {
                    let mut roster = Roster::new(self);
                    while let Some(game) = next_game() {
                        let Some(record) = self.play(&mut roster, game, halt, watcher) else { return };
                        if records.send(record).is_err() || halt.is_raised() {
                            return;
                        }
                    }
                });
            }
            drop(records);
            for record in finished {
                on_game(&record);
            }
        });
    }

    /// Plays one game; nothing if the match is called off or the opening does not exist.
    fn play(
        &self,
        roster: &mut Roster<'_>,
        game: ScheduledGame,
        halt: &StopFlag,
        watcher: Option<&dyn GameWatcher>,
    ) -> Option<PlayedGame> {
        let opening = self.openings.get(game.opening)?;
        let specs = game.engines.map(|index| &self.entrants[index]);
        let names = specs.map(|spec| spec.name.as_str());
        let limits = specs.map(|spec| spec.limit.unwrap_or(self.conditions.limit));
        let mut play = OngoingGame::new(self.conditions, names, limits, &opening.fen).ok()?;
        let mut seats = [None, None];
        if let Some(watcher) = watcher {
            watcher.begun(&game, &opening.fen);
        }
        let on_move =
            watcher.map(|watcher| move |mv: &PlayedMove, said: &[String]| watcher.moved(game.id, mv, said));
        let ruling = match Self::seat(roster, game, &mut seats, halt) {
            Ok(()) => play.finish(&mut seats, halt, on_move.as_ref().map(|on_move| on_move as &OnMove<'_>)),
            Err((side, fault)) => play.forfeit(side, fault),
        };
        if let Some(watcher) = watcher {
            watcher.ended(game.id, ruling.as_ref());
        }
        for (index, engine) in game.engines.into_iter().zip(seats) {
            roster.engines[index] = engine;
        }
        Some(play.end(game, ruling?))
    }

    /// Brings both engines to the board, or says which cannot come.
    fn seat(
        roster: &mut Roster<'_>,
        game: ScheduledGame,
        seats: &mut [Option<EngineProcess>; 2],
        halt: &StopFlag,
    ) -> Result<(), (Side, EngineFault)> {
        for side in [Side::First, Side::Second] {
            let engine = roster.take(game.engines[side.index()], halt).map_err(|fault| (side, fault))?;
            seats[side.index()] = Some(engine);
        }
        Ok(())
    }
}

/// The engines of one worker.
struct Roster<'a> {
    specs: &'a [EngineSpec],
    engines: Vec<Option<EngineProcess>>,
    variant: Variant,
}

impl<'a> Roster<'a> {
    fn new(setting: &Match<'a>) -> Self {
        let engines = setting.entrants.iter().map(|_| None).collect();
        Self { specs: setting.entrants, engines, variant: setting.conditions.variant }
    }

    /// An engine ready for a new game; started again if it has failed since the last.
    fn take(&mut self, index: usize, halt: &StopFlag) -> Result<EngineProcess, EngineFault> {
        if let Some(mut engine) = self.engines[index].take()
            && engine.new_game(halt).is_ok()
        {
            return Ok(engine);
        }
        let mut engine = EngineProcess::start(&self.specs[index], self.variant, halt)?;
        engine.new_game(halt)?;
        Ok(engine)
    }
}
