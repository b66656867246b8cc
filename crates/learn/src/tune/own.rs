//! Plays trials in this process: two engines with different parameters, a fixed number of nodes per move.
//!
//! Nothing but the parameters, the trial's seed and the number of nodes decides a game, so that a tuning
//! can be repeated. Games end by the rules, at a score that both sides agree on, or at a maximum length.

use crate::AdjudicationThresholds;
use crate::game::{ChosenMove, play_game};
use crate::tune::{DrawOpening, NoOpening, Parameter, Trial, TrialOpenings, TrialOutcome, TrialPlayer};
use engine::{Engine, EngineGame, Hooks, Limits, NoMemory};
use search::{Params, Techniques};
use std::error::Error as StdError;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;
use xiangqi::Random;

/// A game is over when both sides see at least this for the same side …
const DECIDED_SCORE: u16 = 1500;
/// … for this many plies in a row.
const DECIDED_PLIES: u32 = 6;

/// How the games of a trial are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnGames {
    /// Pairs of games in each trial.
    pub pairs: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The size of each engine's table, in mebibytes.
    pub hash: usize,
    /// A game of this many plies is a draw.
    pub max_plies: u32,
}

/// Why the games of a trial cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OwnGameError {
    /// There is nothing to begin from.
    #[error(transparent)]
    Opening(#[from] NoOpening),
    /// An opening of the list is not a position.
    #[error(transparent)]
    Position(Box<dyn StdError + Send + Sync>),
    /// A search found no move.
    #[error("no move at \"{fen}\"")]
    NoMove {
        /// Where.
        fen: String,
    },
    /// What is to be tuned does not exist.
    #[error("there is no parameter \"{name}\"")]
    NoParameter {
        /// Its name.
        name: String,
    },
}

/// Why a game has no end.
enum Broken {
    CalledOff,
    Failed(OwnGameError),
}

/// Two engines at a board.
pub struct OwnPlayer<'a, G: EngineGame> {
    engines: [Engine<G>; 2],
    games: OwnGames,
    parameters: &'a [Parameter],
    openings: TrialOpenings<'a, G>,
    stop: &'a AtomicBool,
}

impl<'a, G: EngineGame> OwnPlayer<'a, G> {
    /// A player that tunes these parameters of the game until `stop` is set.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(
        games: OwnGames,
        parameters: &'a [Parameter],
        openings: TrialOpenings<'a, G>,
        stop: &'a AtomicBool,
    ) -> Result<Self, NoMemory> {
        let engine = || Engine::builder().hash(games.hash).build();
        Ok(Self { engines: [engine()?, engine()?], games, parameters, openings, stop })
    }

    /// Plays a game; `seats` says which engine has which side. Gives the engine that has won, if any.
    fn game(&mut self, fen: &str, seats: [usize; 2]) -> Result<Option<usize>, Broken> {
        let mut position = G::parse_position(fen)
            .map_err(|error| Broken::Failed(OwnGameError::Position(Box::new(error))))?;
        self.engines.iter_mut().for_each(Engine::new_game);
        let adjudication = AdjudicationThresholds {
            win_score: DECIDED_SCORE,
            win_plies: DECIDED_PLIES,
            draw_plies: 0,
            max_plies: self.games.max_plies,
            ..AdjudicationThresholds::default()
        };
        let limits = Limits { nodes: Some(self.games.nodes), ..Limits::default() };
        let end = play_game::<G, Broken>(&mut position, 0, adjudication, |position, side| {
            let engine = &mut self.engines[seats[side.index()]];
            engine.set_position(position.clone());
            let answer = engine.search(&limits, Hooks::silent(self.stop));
            if self.stop.load(Ordering::Relaxed) {
                return Err(Broken::CalledOff);
            }
            let no_move = || Broken::Failed(OwnGameError::NoMove { fen: G::position_text(position) });
            Ok(ChosenMove { mv: answer.best.ok_or_else(no_move)?, score: answer.raw_score.value() })
        })?;
        Ok(end.winner().map(|side| seats[side.index()]))
    }
}

impl<G: EngineGame> TrialPlayer for OwnPlayer<'_, G> {
    type Error = OwnGameError;

    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, OwnGameError> {
        for (engine, values) in self.engines.iter_mut().zip([&trial.plus, &trial.minus]) {
            engine.set_params(params::<G>(self.parameters, values)?, Techniques::ALL);
        }
        let mut random = Random::new(trial.seed);
        let mut outcome = TrialOutcome::default();
        for _ in 0..self.games.pairs {
            let fen = self.openings.draw(&mut random)?;
            for seats in [[0, 1], [1, 0]] {
                match self.game(&fen, seats) {
                    Ok(Some(0)) => outcome.wins += 1,
                    Ok(Some(_)) => outcome.losses += 1,
                    Ok(None) => outcome.draws += 1,
                    Err(Broken::CalledOff) => return Ok(None),
                    Err(Broken::Failed(error)) => return Err(error),
                }
            }
        }
        Ok(Some(outcome))
    }
}

/// The game's parameters with those that are tuned put in.
fn params<G: EngineGame>(parameters: &[Parameter], values: &[i32]) -> Result<Params, OwnGameError> {
    let mut params = G::PARAMS;
    for (parameter, &value) in parameters.iter().zip(values) {
        if !params.set(&parameter.name, value) {
            return Err(OwnGameError::NoParameter { name: parameter.name.clone() });
        }
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{SpsaSchedule, Tuner, read_parameters};
    use games::{GameText, Xiangqi};

    const GAMES: OwnGames = OwnGames { pairs: 2, nodes: 200, hash: 1, max_plies: 60 };

    /// Plays the first trial of a tuning.
    fn play(lines: &str, listed: &[&str], is_stopped: bool) -> Result<Option<TrialOutcome>, OwnGameError> {
        let parameters = read_parameters(lines).expect("good lines");
        let tuner = Tuner::new(parameters.clone(), SpsaSchedule { trials: 9, rate: 0.1, ahead: 1, seed: 1 });
        let listed: Vec<String> = listed.iter().map(|&fen| fen.into()).collect();
        let openings = TrialOpenings::<Xiangqi>::new(&listed, 4).expect("memory for a small table");
        let stop = AtomicBool::new(is_stopped);
        let mut player =
            OwnPlayer::new(GAMES, &parameters, openings, &stop).expect("memory for small tables");
        player.play(tuner.pending().next().expect("a trial"))
    }

    #[test]
    fn all_games_are_played_and_a_won_opening_is_one_win_each() {
        let outcome = play("razor_base, 250, 0, 600, 30", &[], false).unwrap().expect("not stopped");
        assert_eq!(outcome.games(), 2 * GAMES.pairs);
        // Red mates at once, whoever has Red.
        let won = play("razor_base, 250, 0, 600, 30", &["3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1"], false);
        assert_eq!(won.unwrap(), Some(TrialOutcome { wins: 2, draws: 0, losses: 2 }));
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        assert_eq!(play("razor_base, 250, 0, 600, 30", &[], true).unwrap(), None);
        let error = play("stamina, 1, 0, 9, 1", &[], false).unwrap_err().to_string();
        assert_eq!(error, "there is no parameter \"stamina\"");
        let error = play("razor_base, 250, 0, 600, 30", &["nonsense"], false).unwrap_err().to_string();
        let expected = Xiangqi::parse_position("nonsense").unwrap_err().to_string();
        assert!(error == expected && error.contains("nonsense"), "{error}");
    }
}
