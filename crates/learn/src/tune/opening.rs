//! Where pairs of games begin: at a position of a list, or after random moves.
//!
//! Random positions are looked at with a short search by the game's own parameters, and those where one
//! side has won already are passed over: two games from there would be one win each whoever plays.

use engine::{Engine, EngineGame, Hooks, Limits, NoMemory};
use games::legal_moves;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use xiangqi::Random;

/// A random position should not promise more than this to either side …
const SCORE_LIMIT: i32 = 150;
/// … but after this many attempts the most level one is taken.
const ATTEMPTS: usize = 20;
/// The nodes of the look.
const NODES: u64 = 2000;

/// No game can begin where it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no game goes on after {random_plies} random plies; choose fewer")]
pub struct NoOpening {
    /// How many random moves were made.
    pub random_plies: u32,
}

/// Gives openings of a game that the caller need not know.
pub trait DrawOpening: Send {
    /// The FEN of an opening, chosen at random.
    ///
    /// # Errors
    /// If there is none to choose from.
    fn draw(&mut self, random: &mut Random) -> Result<String, NoOpening>;
}

/// The openings of a tuning.
pub struct TrialOpenings<'a, G: EngineGame> {
    listed: &'a [String],
    random_plies: u32,
    engine: Engine<G>,
}

impl<'a, G: EngineGame> TrialOpenings<'a, G> {
    /// Openings from a list of FENs, or after this many random moves if the list is empty.
    ///
    /// # Errors
    /// If there is no memory for the search that looks at random positions.
    pub fn new(listed: &'a [String], random_plies: u32) -> Result<Self, NoMemory> {
        Ok(Self { listed, random_plies, engine: Engine::builder().hash(1).build()? })
    }

    /// How far from level a position is.
    fn imbalance(&mut self, position: G::Position) -> i32 {
        self.engine.new_game();
        self.engine.set_position(position);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.engine.search(&limits, Hooks::silent(&AtomicBool::new(false))).raw_score.value().abs()
    }
}

impl<G: EngineGame> DrawOpening for TrialOpenings<'_, G> {
    fn draw(&mut self, random: &mut Random) -> Result<String, NoOpening> {
        if !self.listed.is_empty() {
            return Ok(self.listed[random.below(self.listed.len())].clone());
        }
        let mut best: Option<(i32, String)> = None;
        for _ in 0..ATTEMPTS {
            let Some(position) = random_position::<G>(self.random_plies, random) else { continue };
            if G::ending(&position).is_some() {
                continue;
            }
            let fen = G::position_text(&position);
            let imbalance = self.imbalance(position);
            if best.as_ref().is_none_or(|(lowest, _)| imbalance < *lowest) {
                best = Some((imbalance, fen));
            }
            if imbalance <= SCORE_LIMIT {
                break;
            }
        }
        best.map(|(_, fen)| fen).ok_or(NoOpening { random_plies: self.random_plies })
    }
}

/// A position after random moves; nothing if there was no move at some point.
fn random_position<G: EngineGame>(plies: u32, random: &mut Random) -> Option<G::Position> {
    let mut position = G::start();
    for _ in 0..plies {
        let mv = random.choose(&legal_moves::<G>(&position))?;
        G::play(&mut position, mv);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Chess, GameText, Xiangqi};

    fn drawn<G: EngineGame>(listed: &[String], random_plies: u32, seed: u64) -> Result<String, NoOpening> {
        let mut openings = TrialOpenings::<G>::new(listed, random_plies).expect("memory for a small table");
        openings.draw(&mut Random::new(seed))
    }

    #[test]
    fn random_openings_are_playable_and_the_seed_decides() {
        let fen = drawn::<Xiangqi>(&[], 8, 1).expect("an opening");
        assert!(Xiangqi::parse_position(&fen).is_ok() && fen.contains(" w "), "{fen}");
        assert_eq!(drawn::<Xiangqi>(&[], 8, 1).as_ref(), Ok(&fen));
        assert_ne!(drawn::<Xiangqi>(&[], 8, 2).as_ref(), Ok(&fen));
        let fen = drawn::<Chess>(&[], 7, 1).expect("an opening");
        assert!(Chess::parse_position(&fen).is_ok() && fen.contains(" b "), "{fen}");
    }

    #[test]
    fn a_list_is_all_that_is_chosen_from() {
        let listed = ["one", "two"].map(String::from);
        for seed in 0..20 {
            assert!(listed.contains(&drawn::<Xiangqi>(&listed, 8, seed).expect("one of the list")));
        }
    }
}
