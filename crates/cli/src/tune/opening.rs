//! Where pairs of games begin: at a position of the user's file, or after random moves.
//!
//! Random positions are looked at with a short search by the game's own parameters, and those where one
//! side has won already are passed over: two games from there would be one win each whoever plays.

use super::plan::Plan;
use engine::{EngineGame, Limits};
use search::Which;
use search::{Control, Searcher, Silent};
use std::sync::atomic::AtomicBool;
use xiangqi::Random;

/// A random position should not promise more than this to either side …
const SCORE_LIMIT: i32 = 150;
/// … but after this many attempts the most level one is taken.
const ATTEMPTS: usize = 20;
/// The nodes of the look.
const NODES: u64 = 2000;

/// Gives openings.
pub trait Draw: Send {
    /// The FEN of an opening, by chance.
    fn draw(&mut self, random: &mut Random) -> Result<String, String>;
}

/// The openings of a game.
pub struct Openings<'a, G: EngineGame> {
    listed: &'a [String],
    random_plies: u32,
    searcher: Searcher<G, G::Evaluation>,
}

impl<'a, G: EngineGame> Openings<'a, G> {
    pub fn new(plan: &'a Plan) -> Self {
        Self {
            listed: &plan.openings,
            random_plies: plan.settings.random_plies,
            searcher: Searcher::new(1, 1, G::Evaluation::default),
        }
    }

    /// How far from level a position is.
    fn imbalance(&mut self, position: &G::Position) -> i32 {
        self.searcher.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let control = Control::untimed(&stop);
        self.searcher.search(position, &limits, control, &mut Silent).score.value().abs()
    }
}

impl<G: EngineGame> Draw for Openings<'_, G> {
    fn draw(&mut self, random: &mut Random) -> Result<String, String> {
        if !self.listed.is_empty() {
            return Ok(self.listed[random.below(self.listed.len())].clone());
        }
        let mut best: Option<(i32, String)> = None;
        for _ in 0..ATTEMPTS {
            let Some(position) = random_position::<G>(self.random_plies, random) else { continue };
            let fen = G::position_text(&position);
            if G::ending(&position).is_some() {
                continue;
            }
            let imbalance = self.imbalance(&position);
            if best.as_ref().is_none_or(|(lowest, _)| imbalance < *lowest) {
                best = Some((imbalance, fen));
            }
            if imbalance <= SCORE_LIMIT {
                break;
            }
        }
        best.map(|(_, fen)| fen)
            .ok_or_else(|| format!("no game goes on after {} random plies; choose fewer", self.random_plies))
    }
}

/// A position after random moves; nothing if there was no move at some point.
fn random_position<G: EngineGame>(plies: u32, random: &mut Random) -> Option<G::Position> {
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
