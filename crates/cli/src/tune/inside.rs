//! Plays trials in this process: two searchers with different parameters, a fixed number of nodes per move.
//!
//! Nothing but the parameters, the trial's seed and the number of nodes decides a game, so that a tuning
//! can be repeated. Games end by the rules, at a score that both sides agree on, or at a maximum length.

use super::opening::{Draw, Openings};
use super::plan::{Plan, TuningSettings};
use arena::{Halt, Side};
use engine::{EngineGame, Limits};
use learn::tune::{Parameter, Trial, TrialOutcome, TrialPlayer};
use search::{Control, Searcher, Silent};
use search::{Game, Params};
use std::sync::atomic::AtomicBool;
use xiangqi::Random;

/// A game is over when both sides see at least this for the same side …
const DECIDED_SCORE: i32 = 1500;
/// … for this many plies in a row.
const DECIDED_PLIES: i32 = 6;

/// How a game ended.
enum Ending {
    /// One of the searchers has won.
    Won(usize),
    /// Nobody has.
    Drawn,
    /// The tuning has been called off.
    CalledOff,
}

/// Two searchers at a board.
pub struct Inside<'a, G: EngineGame> {
    searchers: [Searcher<G, G::Evaluation>; 2],
    settings: &'a TuningSettings,
    openings: Openings<'a, G>,
    halt: &'a Halt,
}

impl<'a, G: EngineGame> Inside<'a, G> {
    /// A player for a plan whose parameters have been checked.
    pub fn new(plan: &'a Plan, halt: &'a Halt) -> Self {
        let searcher = || Searcher::new(plan.settings.hash as usize, 1, G::Evaluation::default);
        Self {
            searchers: [searcher(), searcher()],
            settings: &plan.settings,
            openings: Openings::new(plan),
            halt,
        }
    }

    /// The move that a searcher makes, and its score.
    fn think(&mut self, seat: usize, position: &G::Position) -> Result<(G::Move, i32), String> {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let control = Control::untimed(&stop);
        let found = self.searchers[seat].search(position, &limits, control, &mut Silent);
        let best = found.line.first().copied();
        let best = best.ok_or_else(|| format!("no move at \"{}\"", G::position_text(position)))?;
        Ok((best, found.score.value()))
    }

    /// Plays a game; `seats` says which searcher has which side.
    fn game(&mut self, fen: &str, seats: [usize; 2]) -> Result<Ending, String> {
        let mut position = G::parse_position(fen).map_err(|error| error.to_string())?;
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut lead = 0;
        for _ in 0..self.settings.max_plies {
            if self.halt.is_raised() {
                return Ok(Ending::CalledOff);
            }
            if let Some(ending) = G::ending(&position) {
                let won = |side: Side| Ending::Won(seats[side.index()]);
                return Ok(ending.winner.map_or(Ending::Drawn, won));
            }
            let side = Side::from_index(G::side(&position));
            let (mv, score) = self.think(seats[side.index()], &position)?;
            lead = lengthened(lead, if side == Side::First { score } else { -score });
            if lead.abs() >= DECIDED_PLIES {
                return Ok(Ending::Won(seats[usize::from(lead < 0)]));
            }
            G::play(&mut position, mv);
        }
        Ok(Ending::Drawn)
    }
}

impl<G: EngineGame> TrialPlayer for Inside<'_, G> {
    type Error = String;

    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, String> {
        for (searcher, values) in self.searchers.iter_mut().zip([&trial.plus, &trial.minus]) {
            searcher.set_params(params::<G>(&self.settings.parameters, values)?);
        }
        let mut random = Random::new(trial.seed);
        let mut outcome = TrialOutcome::default();
        for _ in 0..self.settings.pairs {
            let fen = self.openings.draw(&mut random)?;
            for seats in [[0, 1], [1, 0]] {
                match self.game(&fen, seats)? {
                    Ending::Won(0) => outcome.wins += 1,
                    Ending::Won(_) => outcome.losses += 1,
                    Ending::Drawn => outcome.draws += 1,
                    Ending::CalledOff => return Ok(None),
                }
            }
        }
        Ok(Some(outcome))
    }
}

/// The game's parameters with those that are tuned put in.
fn params<G: Game>(parameters: &[Parameter], values: &[i32]) -> Result<Params, String> {
    let mut params = G::PARAMS;
    for (parameter, &value) in parameters.iter().zip(values) {
        if !params.set(&parameter.name, value) {
            return Err(format!("there is no parameter \"{}\"", parameter.name));
        }
    }
    Ok(params)
}

/// For how many plies the first side (above 0) or the second (below) has been winning without a break,
/// after one more score, which is from the first side.
fn lengthened(lead: i32, score: i32) -> i32 {
    match score {
        DECIDED_SCORE.. => lead.max(0) + 1,
        _ if score <= -DECIDED_SCORE => lead.min(0) - 1,
        _ => 0,
    }
}
