//! Games of the engine against itself.
//!
//! A game depends on the settings, the seed and its number, and on nothing else: the searcher forgets
//! everything before each game. So the same games come out, whatever the number of threads.

use crate::datagen::adjudicate::{Adjudication, Adjudicator};
use crate::datagen::opening::Openings;
use crate::datagen::record::{EndReason, GameRecord, MATE_SCORE, MAX_PLIES, PlayedMove};
use games::Xiangqi;
use search::{Control, Limits, SearchResult, Searcher, Silent};
use search::{Evaluator, Score};
use std::sync::atomic::{AtomicBool, Ordering};
use xiangqi::Move;
use xiangqi::{Outcome, Position, Random, RuleSet, Rules};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// No new iteration begins after this many nodes.
    pub nodes: u64,
    /// A search ends at once after this many nodes.
    pub hard_nodes: u64,
    /// The size of the table, in mebibytes.
    pub hash: usize,
    /// How games begin.
    pub openings: Openings,
    /// How games end early.
    pub adjudication: Adjudication,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl SelfPlaySettings {
    /// The defaults, with a number of nodes per move.
    pub fn new(nodes: u64, seed: u64) -> Self {
        Self {
            nodes,
            hard_nodes: nodes.saturating_mul(8),
            hash: 8,
            openings: Openings::default(),
            adjudication: Adjudication::default(),
            seed,
        }
    }

    /// The random numbers of a game: a stream of its own for every seed and number.
    fn random(&self, number: u32) -> Random {
        Random::new(Random::mix(Random::mix(self.seed) ^ u64::from(number)))
    }
}

/// Plays games.
pub struct SelfPlayer<E: Evaluator<Xiangqi>> {
    searcher: Searcher<Xiangqi, E>,
    settings: SelfPlaySettings,
}

impl<E: Evaluator<Xiangqi>> SelfPlayer<E> {
    /// A player; `fresh` makes its evaluator.
    pub fn new(settings: SelfPlaySettings, fresh: impl Fn() -> E + Send + 'static) -> Self {
        Self { searcher: Searcher::new(settings.hash, 1, fresh), settings }
    }

    /// Plays the game of this number to its end; nothing if it was stopped.
    pub fn play(&mut self, number: u32, stop: &AtomicBool) -> Option<GameRecord> {
        self.searcher.clear();
        let mut position = self.begin(number, stop)?;
        let start = position.fen();
        let rules = Rules::from(RuleSet::Computer);
        let mut watch = Adjudicator::new(self.settings.adjudication);
        let mut game =
            GameRecord { number, start, outcome: Outcome::Draw, end: EndReason::Length, moves: Vec::new() };
        let first = game.first_ply();
        while game.moves.len() < MAX_PLIES {
            let found = self.search(&position, self.settings.nodes, self.settings.hard_nodes, stop)?;
            let Some(&mv) = found.line.first() else { break };
            let step = PlayedMove { mv, score: recorded(found.score) };
            let ply = first + game.moves.len() as u32;
            let agreed = watch.note(ply, position.side(), step.score);
            game.moves.push(step);
            position.play_unchecked(mv);
            let judged =
                rules.verdict(&position).map(|verdict| (verdict.outcome, EndReason::from(&verdict.reason)));
            if let Some((outcome, end)) = judged.or(agreed) {
                (game.outcome, game.end) = (outcome, end);
                break;
            }
        }
        Some(game)
    }

    /// Draws positions until one is worth playing.
    fn begin(&mut self, number: u32, stop: &AtomicBool) -> Option<Position> {
        let mut random = self.settings.random(number);
        let rules = Rules::from(RuleSet::Computer);
        for refused in 0.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let drawn = self.settings.openings.draw(&mut random, refused);
            let Some(position) = drawn.filter(|position| rules.verdict(position).is_none()) else { continue };
            let nodes = self.settings.openings.check_nodes;
            let found = self.search(&position, nodes, nodes.saturating_mul(8), stop)?;
            if recorded(found.score).unsigned_abs() <= self.settings.openings.max_score {
                return Some(position);
            }
        }
        None
    }

    /// One search; nothing if it was stopped.
    fn search(
        &mut self,
        position: &Position,
        soft: u64,
        hard: u64,
        stop: &AtomicBool,
    ) -> Option<SearchResult<Move>> {
        let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
        let found = self.searcher.search(position, &limits, Control::untimed(stop), &mut Silent);
        (!stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// A score as archives keep it: mates at the end of the range, everything else within it.
fn recorded(score: Score) -> i16 {
    if score.is_win() {
        MATE_SCORE
    } else if score.is_loss() {
        -MATE_SCORE
    } else {
        let limit = i32::from(MATE_SCORE) - 1;
        score.value().clamp(-limit, limit) as i16
    }
}
