//! A tree with the same number of moves in each node and values that are known, as a game: what theorems about search speak of.

use search::{Evaluator, Game, Params, Score, ShippedTechniques, Which};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The game: a path from the root.
pub struct Uniform;

/// Moves in each node.
pub const MOVES: u16 = 5;

/// The moves made so far, the last one last. Each is worth its distance from the best.
#[derive(Clone, Default)]
pub struct Path {
    pub moves: Vec<Step>,
    /// The first move is the best everywhere; or, turned round, the last.
    pub is_best_last: bool,
}

/// A move: its number in the node, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Step(pub u16);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What the side to move has gained by what both have given away; counts how often it is asked.
pub struct Count(pub Arc<AtomicU64>);

impl Evaluator<Uniform> for Count {
    fn refresh(&mut self, _: &Path) {}
    fn push(&mut self, _: &Path, _: Step) {}
    fn push_pass(&mut self) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, path: &Path) -> i32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        // Earlier mistakes cost more, so that no two lines are worth the same.
        let scale = |index: usize| 7_i32.pow(6 - index as u32 / 2) / 100;
        let sum: i32 = (0..)
            .zip(&path.moves)
            .map(|(index, step)| {
                let rank = if path.is_best_last { MOVES - step.0 } else { step.0 - 1 };
                let cost = i32::from(rank) * scale(index).max(1);
                if index % 2 == 0 { -cost } else { cost }
            })
            .sum();
        if path.moves.len().is_multiple_of(2) { sum } else { -sum }
    }
}

impl Game for Uniform {
    type Move = Step;
    type Position = Path;
    type Threats = ();
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = 1;
    const FROM_TO: usize = MOVES as usize + 1;
    const VICTIMS: usize = 1;
    const PARAMS: Params = Params::ROUND;

    fn side(path: &Path) -> usize {
        path.moves.len() % 2
    }
    fn key(path: &Path) -> u64 {
        path.moves.iter().fold(1, |key, step| key * (u64::from(MOVES) + 1) + u64::from(step.0))
    }
    fn seeded_key(path: &Path, seed: u64) -> u64 {
        Self::key(path) ^ seed
    }
    fn part_keys(_: &Path) -> [u64; 3] {
        [0; 3]
    }
    fn is_check(_: &Path) -> bool {
        false
    }
    fn generate(_: &Path, which: Which, push: impl FnMut(Step)) {
        if which == Which::Quiet {
            (1..=MOVES).map(Step).for_each(push);
        }
    }
    fn is_legal(_: &Path, step: Step) -> bool {
        (1..=MOVES).contains(&step.0)
    }
    fn play(path: &mut Path, step: Step) {
        path.moves.push(step);
    }
    fn pass(_: &mut Path) {}
    fn undo(path: &mut Path) {
        path.moves.pop();
    }
    fn is_noisy(_: &Path, _: Step) -> bool {
        false
    }
    fn gives_check(_: &Path, _: Step) -> bool {
        false
    }
    fn see_at_least(_: &Path, _: Step, threshold: i32) -> bool {
        threshold <= 0
    }
    fn captured_value(_: &Path, _: Step) -> i32 {
        0
    }
    fn victim(_: &Path, _: Step) -> usize {
        0
    }
    fn piece_to(_: &Path, _: Step) -> usize {
        0
    }
    fn threats(_: &Path) {}
    fn from_to(step: Step) -> usize {
        step.0.into()
    }
    fn code(step: Step) -> u16 {
        step.0
    }
    fn from_code(code: u16) -> Option<Step> {
        (1..=MOVES).contains(&code).then_some(Step(code))
    }
    fn verdict(_: &Path, _: usize) -> Option<Score> {
        None
    }
    fn no_moves(_: &Path, _: usize) -> Score {
        Score::DRAW
    }
    fn may_pass(_: &Path) -> bool {
        false
    }
    fn damped(_: &Path, score: i32) -> i32 {
        score
    }
}
