//! When the main thread has thought enough.
//!
//! Between iterations the soft limit is scaled by how clear the choice is; inside one only the hard limit
//! counts. A search that is to end early does so when more thinking cannot change the move. Nothing here looks
//! at a clock unless a limit speaks of time.

use crate::iterate::SearchResult;
use crate::table::Keying;
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};
use std::time::Duration;

/// How much of the soft limit to use, in percent, by how many iterations the best move has stood: one that has
/// just changed is likely to change again.
const STEADINESS: [u32; 7] = [150, 125, 110, 100, 92, 86, 80];
/// A score that falls is a reason to look for something else: this many hundredths of a percent for each centipawn
/// lost since the last search, and since the last iteration.
const FALL_SINCE_SEARCH: i32 = 20;
const FALL_SINCE_ITERATION: i32 = 50;
/// A fall or rise of more centipawns than this counts as this.
const MAX_FALL: i32 = 200;
/// The least and the most that a falling score makes of the limit, in percent. A rise saves a little.
const TREND: (i32, i32) = (90, 160);
/// The share of the nodes that went into the best move: if the others needed little to be refuted, the choice is
/// clear. This much if none, this much less if all, in percent.
const EFFORT_BASE: u32 = 145;
const EFFORT_RANGE: u32 = 65;
/// With only one move to choose from, a few plies give a score and a reply to expect. From there on it is tried,
/// every few iterations and half as deep, whether all the other moves lose.
const ONLY_MOVE_DEPTH: usize = 6;
const ONLY_MOVE_INTERVAL: usize = 4;
/// A mate that this many iterations in a row have found needs no more proof.
const MATE_CONFIRMED: u32 = 2;

/// What the main thread remembers of its iterations and of its clock.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // facts that are asked for one by one
pub struct Timekeeper {
    /// When the clock began to run, and the nodes by then; none as long as the other side is to move.
    began: Option<(Duration, u64)>,
    /// Whether the search began while the other side was to move.
    pondered: bool,
    /// The score of the last search of the same side, if this one continues it.
    before: Option<Score>,
    last: Option<Score>,
    /// Iterations that the best move has stood.
    steady: u32,
    /// Iterations in a row that have found a mate no longer than the one before.
    mates: u32,
    /// The soft limit after scaling.
    enough: Option<Duration>,
    /// All the other moves lose.
    is_only_move: bool,
    /// More thinking cannot change the move.
    is_settled: bool,
    /// The search is over, and equals of the best move are looked for.
    pub is_last_look: bool,
}

impl Timekeeper {
    /// For a search that follows one with this score.
    pub fn new(before: Option<Score>, is_pondering: bool) -> Self {
        let began = (!is_pondering).then_some((Duration::ZERO, 0));
        Self { began, pondered: is_pondering, before, ..Self::default() }
    }

    /// Takes note of an iteration, and says by how much to scale the soft limit, in percent.
    fn scale(&mut self, score: Score, is_same_move: bool, effort_percent: u32) -> u32 {
        self.steady = if is_same_move { self.steady + 1 } else { 0 };
        let last = self.last.replace(score);
        let longest = last.and_then(Score::mate_distance).unwrap_or(i32::MAX);
        self.mates = match score.mate_distance() {
            Some(moves) if score.is_win() => {
                if moves <= longest {
                    self.mates + 1
                } else {
                    1
                }
            }
            _ => 0,
        };
        let fall = |from: Option<Score>, weight: i32| {
            from.map_or(0, |from| (from.value() - score.value()).clamp(-MAX_FALL, MAX_FALL) * weight / 100)
        };
        let trend = 100 + fall(self.before, FALL_SINCE_SEARCH) + fall(last, FALL_SINCE_ITERATION);
        let trend = trend.clamp(TREND.0, TREND.1) as u32;
        let steadiness = STEADINESS.get(self.steady as usize).or(STEADINESS.last()).copied().unwrap_or(100);
        let effort = EFFORT_BASE - EFFORT_RANGE * effort_percent / 100;
        steadiness * trend / 100 * effort / 100
    }

    /// Whether a mate is as good as proved: a win by depth or by being found again, a loss by depth alone, for
    /// only then is the longest defence known.
    fn is_proved(&self, score: Score, depth: usize) -> bool {
        mate_plies(score).is_some_and(|plies| depth >= plies || self.mates >= MATE_CONFIRMED)
    }
}

/// How many plies it takes until the mate that a score speaks of stands on the board.
pub fn mate_plies(score: Score) -> Option<usize> {
    let moves = score.mate_distance()?;
    let plies = 2 * moves.unsigned_abs() as usize;
    Some(if moves > 0 { plies - 1 } else { plies })
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The time that counts against the limits, which may be counted in nodes; none while pondering.
    fn spent(&mut self) -> Option<Duration> {
        let limits = self.shared.limits;
        let elapsed = || (self.shared.control.elapsed)();
        let (began, nodes) = match self.time.began {
            Some(began) => began,
            None if limits.is_pondering() => return None,
            None => *self.time.began.insert((elapsed(), self.total_nodes())),
        };
        Some(match limits.nodes_per_millisecond {
            Some(rate) => Duration::from_millis((self.total_nodes() - nodes) / rate.max(1)),
            None => elapsed().saturating_sub(began),
        })
    }

    /// Whether the search must end now, in the middle of an iteration.
    pub fn is_time_up(&mut self) -> bool {
        let limits = self.shared.limits;
        if limits.hard_time.is_none() && limits.soft_time.is_none() {
            return false;
        }
        let Some(spent) = self.spent() else { return false };
        // An iteration begun while pondering may be far longer than the time there is now.
        let is_enough = self.time.pondered && self.time.enough.is_some_and(|enough| spent >= enough);
        let percent = if self.time.is_last_look { 100 } else { self.search_percent() };
        let hard = limits.hard_time.map(|hard| hard * percent / 100);
        is_enough || self.time.is_settled || hard.is_some_and(|limit| spent >= limit)
    }

    /// Whether another iteration is not worth its time.
    pub fn is_enough(&mut self, found: &SearchResult<G::Move>, is_same_move: bool) -> bool {
        let limits = self.shared.limits;
        let mate = found.score.mate_distance().filter(|_| found.score.is_win());
        if mate.is_some_and(|moves| limits.mate.is_some_and(|wanted| moves <= wanted))
            || limits.soft_nodes.is_some_and(|limit| self.total_nodes() >= limit)
        {
            return true;
        }
        let effort = found.line.first().map_or(0, |&mv| self.roots.effort_percent(mv));
        let percent = self.time.scale(found.score, is_same_move, effort);
        self.time.enough = limits.soft_time.map(|soft| soft * percent / 100);
        self.time.is_settled = limits.ends_early && self.is_settled(found);
        if limits.soft_time.is_none() && !self.time.is_settled {
            return false;
        }
        let Some(spent) = self.spent() else { return false };
        self.time.is_settled || self.time.enough.is_some_and(|enough| spent >= enough)
    }

    /// Whether more thinking cannot change the move: it is the only one that may be played or does not lose, or
    /// a mate is proved.
    fn is_settled(&mut self, found: &SearchResult<G::Move>) -> bool {
        if self.time.is_proved(found.score, found.depth) || self.time.is_only_move {
            return true;
        }
        let Some(&best) = found.line.first().filter(|_| found.depth >= ONLY_MOVE_DEPTH) else { return false };
        let is_turn = (found.depth - ONLY_MOVE_DEPTH).is_multiple_of(ONLY_MOVE_INTERVAL);
        self.time.is_only_move = self.roots.len() == 1
            || (is_turn && !found.score.is_mate() && self.all_others_lose(best, found.depth / 2));
        self.time.is_only_move
    }
}
