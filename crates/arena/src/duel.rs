//! Two copies of one engine that differ in options alone, and stay alive from game to game.
//!
//! What tuning needs: the options change between games, and nothing is recorded but how a game ended.

use crate::engine::{EngineFault, EngineProcess, EngineSpec, Offer};
use crate::play::{Conditions, OngoingGame};
use crate::record::Ruling;
use crate::run::StopFlag;
use games::Side;

/// Two copies of an engine.
pub struct Duel<'a> {
    spec: &'a EngineSpec,
    conditions: &'a Conditions,
    engines: [Option<EngineProcess>; 2],
    options: [Vec<(String, String)>; 2],
}

impl<'a> Duel<'a> {
    /// Two copies that have not been started.
    pub fn new(spec: &'a EngineSpec, conditions: &'a Conditions) -> Self {
        Self { spec, conditions, engines: [None, None], options: [Vec::new(), Vec::new()] }
    }

    /// The options that the engine says it has. Starts it if need be.
    ///
    /// # Errors
    /// The engine cannot be started.
    pub fn offers(&mut self, halt: &StopFlag) -> Result<Vec<Offer>, EngineFault> {
        let engine = self.take(0, halt)?;
        let offers = engine.offers().to_vec();
        self.engines[0] = Some(engine);
        Ok(offers)
    }

    /// The options sent to both copies before their next game, besides the options of the engine's description.
    pub fn set_options(&mut self, options: [Vec<(String, String)>; 2]) {
        self.options = options;
    }

    /// Plays a game from an opening; the second copy has the first side if they are `swapped`.
    /// An engine that fails loses by that; it is started again for the next game.
    ///
    /// # Errors
    /// An engine cannot be started, or the game was called off.
    pub fn play(&mut self, fen: &str, swapped: bool, halt: &StopFlag) -> Result<Ruling, EngineFault> {
        let copies = if swapped { [1, 0] } else { [0, 1] };
        let names = copies.map(|copy| ["the first copy", "the second copy"][copy]);
        let limit = self.spec.limit.unwrap_or(self.conditions.limit);
        let mut play = OngoingGame::new(self.conditions, names, [limit; 2], fen)
            .map_err(|error| EngineFault::Crash(error.to_string()))?;
        let mut seats = [None, None];
        for side in [Side::First, Side::Second] {
            let copy = copies[side.index()];
            let mut engine = self.take(copy, halt)?;
            engine.set_options(&self.options[copy]);
            engine.new_game(halt)?;
            seats[side.index()] = Some(engine);
        }
        let ruling = play.finish(&mut seats, halt, None);
        for (copy, engine) in copies.into_iter().zip(seats) {
            self.engines[copy] = engine;
        }
        ruling.ok_or(EngineFault::Halted)
    }

    fn take(&mut self, copy: usize, halt: &StopFlag) -> Result<EngineProcess, EngineFault> {
        match self.engines[copy].take() {
            Some(engine) => Ok(engine),
            None => EngineProcess::start(self.spec, self.conditions.variant, halt),
        }
    }
}
