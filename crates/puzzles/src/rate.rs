//! Ratings of puzzles: how often each level of the engine solves them.
//!
//! A level solves a puzzle if it finds every move of the solution, or, of a mate, another move that still mates in time. The
//! rating is the one that makes what happened most likely, if a level of rating `e` solves a puzzle of rating `r` with
//! probability [`chance`]; one half of a try that was solved and one that was not at the middle of the scale keep it on the scale.

use crate::{Candidate, Kind};
use engine::{Engine, Hooks, Level, Limits, STRONGEST};
use games::Xiangqi;
use solve::{MateAnswer, Solver};
use std::sync::atomic::AtomicBool;
use xiangqi::{Move, Position};

/// How often each level, 1 to 10, tries a puzzle. The strong ones think longer, and differ less from try to try.
pub const TRIES: [u32; STRONGEST as usize] = [9, 9, 9, 9, 9, 9, 4, 3, 1, 1];
/// How often each level has solved a puzzle.
pub type Tries = [u32; STRONGEST as usize];

/// The difference of ratings that makes the odds ten to one.
const SPREAD: f64 = 800.0;
/// What the strongest level may spend on a move.
const NODES: u64 = 100_000;
/// Where a puzzle stands of which nothing is known, and how far ratings may go.
const MIDDLE: f64 = 1800.0;
const LOWEST: f64 = 300.0;
const HIGHEST: f64 = 3600.0;

/// The probability that whoever has this rating solves a puzzle of that rating.
pub fn chance(player: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((puzzle - player) / SPREAD))
}

/// The rating of a puzzle that levels have solved this often.
pub fn rating(solved: &Tries) -> u32 {
    // The likelihood has one maximum: its slope falls from positive to negative.
    let slope = |rating: f64| -> f64 {
        let of_levels: f64 = Level::all()
            .zip(solved)
            .zip(TRIES)
            .map(|((level, &solved), tries)| {
                f64::from(tries) * chance(f64::from(level.elo()), rating) - f64::from(solved)
            })
            .sum();
        of_levels + chance(MIDDLE, rating) - 0.5
    };
    let (mut low, mut high) = (LOWEST, HIGHEST);
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    low.round() as u32
}

/// Has every level try a puzzle as often as [`TRIES`] says. The engine is left at another level and with an empty table.
pub fn rate(engine: &mut Engine<Xiangqi>, solver: &mut Solver, puzzle: &Candidate) -> Tries {
    let mut solved = Tries::default();
    for ((level, count), tries) in Level::all().zip(&mut solved).zip(TRIES) {
        engine.set_level(level);
        *count = (1..=tries).filter(|&seed| is_solved(engine, solver, puzzle, seed.into())).count() as u32;
    }
    solved
}

fn is_solved(engine: &mut Engine<Xiangqi>, solver: &mut Solver, puzzle: &Candidate, seed: u64) -> bool {
    let mut position = puzzle.position.clone();
    for (number, pair) in puzzle.solution.chunks(2).enumerate() {
        engine.set_position(Position::from(position.fen()));
        let limits = Limits { nodes: Some(NODES), seed, ..Limits::default() };
        let answer = engine.search(&limits, Hooks::silent(&AtomicBool::new(false)));
        if answer.best != pair.first().copied() {
            let is_late = |mv: Move| match puzzle.kind {
                Kind::Mate(moves) => !mates_in_time(solver, &position, mv, moves - number as u32),
                Kind::Tactic => true,
            };
            return !answer.best.is_none_or(is_late);
        }
        for &mv in pair {
            position.play_unchecked(mv);
        }
    }
    true
}

/// Whether every defence to a move loses within the moves that are left, this one counted.
fn mates_in_time(solver: &mut Solver, position: &Position, mv: Move, left: u32) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.board().legal_moves().iter().all(|&defence| {
        let mut then = after.clone();
        then.play_unchecked(defence);
        let answer = solver.solve(&then, Some(left - 1), &AtomicBool::new(false)).answer;
        matches!(answer, MateAnswer::Mate(_) | MateAnswer::AtMost(_))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_solves_more_makes_a_puzzle_easier() {
        let rows: [Tries; 5] = [
            TRIES,
            [2, 5, 8, 9, 9, 9, 4, 3, 1, 1],
            [0, 1, 3, 5, 8, 9, 4, 3, 1, 1],
            [0, 0, 0, 0, 1, 3, 2, 3, 1, 1],
            [0; 10],
        ];
        let ratings = rows.map(|row| rating(&row));
        assert!(ratings.is_sorted() && ratings[0] >= 300 && ratings[4] <= 3600, "{ratings:?}");
        assert!(ratings.windows(2).all(|pair| pair[0] + 200 < pair[1]), "{ratings:?}");
    }

    #[test]
    fn chances_are_even_between_equals() {
        assert!((chance(1500.0, 1500.0) - 0.5).abs() < 1e-9);
        assert!((chance(2300.0, 1500.0) - 10.0 / 11.0).abs() < 1e-9);
    }
}
