//! Plays trials in this process: two searchers with different numbers, a fixed number of nodes a move.
//!
//! Nothing but the numbers, the trial's seed and the number of nodes decides a game, so that a tuning
//! can be repeated. Games end by the rules, at a score that both sides agree on, or at a greatest length.

use super::plan::{Plan, Settings};
use arena::referee::{Discipline, Referee};
use arena::{Halt, Side};
use engine::{Limits, Spoken};
use game::{Game, Numbers, Which};
use search::{Control, Searcher, Silent};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tune::{Outcome, Parameter, Player, Trial};
use xiangqi::Random;

/// A game is over when both sides see at least this for the same side …
const DECIDED_SCORE: i32 = 1500;
/// … over so many plies in a row.
const DECIDED_PLIES: i32 = 6;
/// A random opening should not promise more than this to either side …
const OPENING_SCORE: i32 = 150;
/// … but after so many attempts the most level one is taken.
const OPENING_ATTEMPTS: usize = 20;

/// Two searchers at a board.
pub struct Inside<'a, G: Spoken> {
    searchers: [Searcher<G, G::Classical>; 2],
    settings: &'a Settings,
    openings: &'a [String],
    discipline: Discipline,
    halt: &'a Halt,
}

impl<'a, G: Spoken> Inside<'a, G> {
    /// A player for a plan whose parameters have been checked.
    pub fn new(plan: &'a Plan, halt: &'a Halt) -> Self {
        let searcher = || Searcher::new(plan.settings.hash as usize, 1, G::Classical::default);
        Self {
            searchers: [searcher(), searcher()],
            settings: &plan.settings,
            openings: &plan.openings,
            discipline: plan.discipline,
            halt,
        }
    }

    /// The position that a pair of games begins from.
    fn opening(&mut self, random: &mut Random) -> Result<String, String> {
        if !self.openings.is_empty() {
            return Ok(self.openings[random.below(self.openings.len())].clone());
        }
        let mut best: Option<(i32, String)> = None;
        for _ in 0..OPENING_ATTEMPTS {
            let Some(position) = random_position::<G>(self.settings.random_plies, random) else { continue };
            let fen = G::position_text(&position);
            if self.discipline.referee(&fen)?.ruling().is_some() {
                continue;
            }
            self.searchers[0].clear();
            let (_, score) = self.think(0, &position)?;
            if best.as_ref().is_none_or(|(least, _)| score.abs() < *least) {
                best = Some((score.abs(), fen));
            }
            if score.abs() <= OPENING_SCORE {
                break;
            }
        }
        best.map(|(_, fen)| fen).ok_or_else(|| {
            format!("no game goes on after {} random plies; choose fewer", self.settings.random_plies)
        })
    }

    /// The move that a searcher makes, and its score.
    fn think(&mut self, seat: usize, position: &G::Position) -> Result<(G::Move, i32), String> {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let control = Control { stop: &AtomicBool::new(false), elapsed: &|| Duration::ZERO };
        let found = self.searchers[seat].search(position, &limits, control, &mut Silent);
        let best = found.line.first().copied();
        let best = best.ok_or_else(|| format!("no move at \"{}\"", G::position_text(position)))?;
        Ok((best, found.score.value()))
    }

    /// Plays a game; `seats` says which searcher has which side. The winner is a searcher. The outer
    /// nothing means that the tuning has been called off.
    fn game(&mut self, fen: &str, seats: [usize; 2]) -> Result<Option<Option<usize>>, String> {
        let mut position = G::parse_position(fen)?;
        let mut referee = self.discipline.referee(fen)?;
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut lead = 0;
        for _ in 0..self.settings.max_plies {
            if self.halt.is_raised() {
                return Ok(None);
            }
            if let Some(ruling) = referee.ruling() {
                return Ok(Some(ruling.winner.map(|side| seats[side.index()])));
            }
            let side = referee.side();
            let (mv, score) = self.think(seats[side.index()], &position)?;
            lead = lengthened(lead, if side == Side::First { score } else { -score });
            if lead.abs() >= DECIDED_PLIES {
                return Ok(Some(Some(seats[usize::from(lead < 0)])));
            }
            make::<G>(&mut position, referee.as_mut(), mv)?;
        }
        Ok(Some(None))
    }
}

impl<G: Spoken> Player for Inside<'_, G> {
    fn play(&mut self, trial: &Trial) -> Result<Option<Outcome>, String> {
        for (searcher, values) in self.searchers.iter_mut().zip([&trial.plus, &trial.minus]) {
            searcher.set_numbers(numbers::<G>(&self.settings.parameters, values)?);
        }
        let mut random = Random::new(trial.seed);
        let mut outcome = Outcome::default();
        for _ in 0..self.settings.pairs {
            let fen = self.opening(&mut random)?;
            for seats in [[0, 1], [1, 0]] {
                let Some(winner) = self.game(&fen, seats)? else { return Ok(None) };
                match winner {
                    Some(0) => outcome.wins += 1,
                    Some(_) => outcome.losses += 1,
                    None => outcome.draws += 1,
                }
            }
        }
        Ok(Some(outcome))
    }
}

/// The game's numbers with those that are tuned put in.
fn numbers<G: Game>(parameters: &[Parameter], values: &[i32]) -> Result<Numbers, String> {
    let mut numbers = G::NUMBERS;
    for (parameter, &value) in parameters.iter().zip(values) {
        if !numbers.set(&parameter.name, value) {
            return Err(format!("there is no number \"{}\"", parameter.name));
        }
    }
    Ok(numbers)
}

/// A position after random moves; nothing if there was no move at some point.
fn random_position<G: Spoken>(plies: u32, random: &mut Random) -> Option<G::Position> {
    let mut position = G::start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        for which in [Which::Noisy, Which::Quiet] {
            G::generate(&position, which, |mv| moves.push(mv));
        }
        G::play(&mut position, random.choose(&moves)?);
    }
    Some(position)
}

/// Makes a move on the searchers' board and on the referee's.
fn make<G: Spoken>(position: &mut G::Position, referee: &mut dyn Referee, mv: G::Move) -> Result<(), String> {
    referee.play(&G::move_text(position, mv))?;
    G::play(position, mv);
    Ok(())
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
