//! Rates mined puzzles: has every level of the engine try them.
//!
//! ```text
//! cargo run --release -p chuhe-puzzles --example rate_puzzles mined.tsv FIRST STEP >> rated.tsv
//! ```
//!
//! Rows are tried in steps of STEP, from number FIRST on, so that several processes share the work. A row is a puzzle with its rating. One
//! that the strongest level does not solve is left out. Rows are written as they come; the same rows give the same ratings.

use engine::Engine;
use puzzles::{Candidate, Puzzle, rate, rating};
use solve::{Limits, Solver};
use std::io::Write;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |what: &str| arguments.next().unwrap_or_else(|| panic!("missing: {what}"));
    let text = std::fs::read_to_string(argument("a file of mined puzzles")).expect("a file that can be read");
    let first: usize = argument("the first number").parse().expect("a number");
    let step: usize = argument("the step").parse().expect("a number");
    let mut engine = Engine::builder().hash(2).build().expect("memory for a small table");
    let mut solver = Solver::new(Limits { nodes: Some(100_000), hash: 1, ..Limits::default() });
    for (number, line) in text.lines().enumerate().skip(first).step_by(step) {
        let candidate: Candidate = line.parse().unwrap_or_else(|error| panic!("row {number}: {error}"));
        let solved = rate(&mut engine, &mut solver, &candidate);
        let Candidate { position, solution, kind, themes, source, .. } = candidate;
        let puzzle = Puzzle { position, solution, kind, themes, rating: rating(&solved), source, solved };
        if (number / step).is_multiple_of(20) {
            eprintln!("{number}");
        }
        if solved[solved.len() - 1] == 1 {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{puzzle}").and_then(|()| out.flush()).expect("somewhere to write to");
        }
    }
}
