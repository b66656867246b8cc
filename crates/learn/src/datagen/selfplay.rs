//! Games of the engine against itself.
//!
//! A game depends on the settings, the seed and its number, and on nothing else: the engine forgets
//! everything before each game. So the same games come out, whatever the number of threads.

use crate::AdjudicationThresholds;
use crate::datagen::archive::ArchiveHeader;
use crate::datagen::opening::Openings;
use crate::datagen::record::{EndReason, GameRecord, MATE_SCORE, MAX_PLIES, RecordedMove, outcome};
use crate::game::{ChosenMove, play_game};
use engine::{Answer, Engine, Evaluation, Hooks, Limits, NoMemory};
use games::{GameRules, Xiangqi};
use search::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use xiangqi::{Move, Outcome, Position, Random};

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
    pub adjudication: AdjudicationThresholds,
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
            adjudication: AdjudicationThresholds::default(),
            seed,
        }
    }

    /// What an archive says about games that are played so.
    pub fn header(&self, evaluation: &str) -> ArchiveHeader {
        let Self { hard_nodes, hash, openings, adjudication, .. } = self;
        let from_positions = match openings.positions.len() {
            0 => String::new(),
            count => format!(
                "; {}% from {count} positions and {}..{}",
                openings.percent,
                openings.random_plies_after.start(),
                openings.random_plies_after.end()
            ),
        };
        let thinned = match openings.thinned {
            0 => String::new(),
            percent => format!(", {percent}% thinned"),
        };
        ArchiveHeader {
            seed: self.seed,
            nodes: self.nodes,
            evaluation: evaluation.to_string(),
            settings: format!(
                "chuhe {}; hard nodes {hard_nodes}, hash {hash}; random plies {}..{}{from_positions}{thinned}, within {} after {} nodes; \
                 win {} x{}, draw {} x{} from {}, length {}",
                env!("CARGO_PKG_VERSION"),
                openings.random_plies.start(),
                openings.random_plies.end(),
                openings.max_score,
                openings.check_nodes,
                adjudication.win_score,
                adjudication.win_plies,
                adjudication.draw_score,
                adjudication.draw_plies,
                adjudication.draw_after,
                adjudication.max_plies,
            ),
        }
    }

    /// The random numbers of a game: a stream of its own for every seed and number.
    fn random(&self, number: u32) -> Random {
        Random::new(Random::mix(Random::mix(self.seed) ^ u64::from(number)))
    }
}

/// Why a game has no end.
enum Broken {
    /// It was stopped.
    Stopped,
    /// A search found no move.
    NoMove,
}

/// Plays games.
pub struct SelfPlayer {
    engine: Engine<Xiangqi>,
    settings: SelfPlaySettings,
}

impl SelfPlayer {
    /// A player that judges positions by an evaluation.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(settings: SelfPlaySettings, evaluation: Evaluation) -> Result<Self, NoMemory> {
        let engine = Engine::builder().hash(settings.hash).evaluation(evaluation).build()?;
        Ok(Self { engine, settings })
    }

    /// Plays the game of this number to its end; nothing if it was stopped.
    pub fn play(&mut self, number: u32, stop: &AtomicBool) -> Option<GameRecord> {
        let mut position = self.opening(number, stop)?;
        let start = position.fen();
        let mut game =
            GameRecord { number, start, outcome: Outcome::Draw, end: EndReason::Length, moves: Vec::new() };
        let first_ply = game.first_ply();
        let AdjudicationThresholds { max_plies, .. } = self.settings.adjudication;
        let adjudication = AdjudicationThresholds {
            max_plies: max_plies.min(first_ply.saturating_add(MAX_PLIES as u32)),
            ..self.settings.adjudication
        };
        let moves = &mut game.moves;
        let end = play_game::<Xiangqi, Broken>(&mut position, first_ply, adjudication, |position, _| {
            let (nodes, hard_nodes) = (self.settings.nodes, self.settings.hard_nodes);
            let answer = self.search(position, nodes, hard_nodes, stop).ok_or(Broken::Stopped)?;
            let mv = answer.best.ok_or(Broken::NoMove)?;
            let score = recorded(answer.raw_score);
            moves.push(RecordedMove { mv, score });
            Ok(ChosenMove { mv, score: score.into() })
        });
        match end {
            Ok(end) => (game.outcome, game.end) = (outcome(end.winner()), EndReason::from(&end)),
            Err(Broken::Stopped) => return None,
            // Without a move to go on with, the game is cut off.
            Err(Broken::NoMove) => {}
        }
        Some(game)
    }

    /// The position that the game of this number begins with: drawn until one is worth playing. Nothing if it was stopped.
    pub fn opening(&mut self, number: u32, stop: &AtomicBool) -> Option<Position> {
        self.engine.new_game();
        let mut random = self.settings.random(number);
        for refused in 0.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let drawn = self.settings.openings.draw(&mut random, refused);
            let Some(position) = drawn.filter(|position| Xiangqi::ending(position).is_none()) else {
                continue;
            };
            let nodes = self.settings.openings.check_nodes;
            let answer = self.search(&position, nodes, nodes.saturating_mul(8), stop)?;
            if recorded(answer.raw_score).unsigned_abs() <= self.settings.openings.max_score {
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
    ) -> Option<Answer<Move>> {
        let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
        self.engine.set_position(position.clone());
        let answer = self.engine.search(&limits, Hooks::silent(stop));
        (!stop.load(Ordering::Relaxed)).then_some(answer)
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
