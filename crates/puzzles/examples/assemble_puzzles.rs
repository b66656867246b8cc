//! Makes the file of puzzles of rated rows: themes by today's rules, no twins, not too many mates in one, sorted by rating.
//!
//! ```text
//! cargo run --release -p chuhe-puzzles --example assemble_puzzles puzzles.txt rated.tsv … > new.txt
//! ```
//!
//! Of twins the first is kept, so that rows of the file that is there stay as they are. Where more than a fifth are mates in one,
//! those with the lowest keys are kept. Rows that are not puzzles are told by file and line, and nothing is written. What the tables of
//! docs/puzzles.md say is told on the standard error output.

use puzzles::{Kind, Puzzle, Source, TRIES, Theme, rating, themes, twin_key};
use std::collections::HashSet;
use std::process::ExitCode;

/// One puzzle in this number may be a mate in one.
const MATE_IN_ONE_PART: usize = 5;
/// Ratings at which the bands of the table begin, and where the last ends.
const BANDS: [u32; 9] = [300, 900, 1200, 1500, 1800, 2100, 2400, 2700, 3601];
const HEADER: &str = "\
# Puzzles of xiangqi: positions in which one move wins and no other does. Made by crates/puzzles; docs/puzzles.md says how.
# Position, solution, kind (m and the moves to mate, or t for a tactic), themes, rating, source (m: a game of masters, g: a game of the engine,
# c: a collection of mates), and how many of its tries each level from 1 to 10 has solved (of 9 9 9 9 9 9 4 3 1 1).
# Choice, solutions, themes and ratings are dedicated to the public domain (CC0 1.0); docs/puzzles.md says whom to thank for positions.";

fn main() -> ExitCode {
    let mut puzzles = Vec::new();
    for path in std::env::args().skip(1) {
        match read(&path) {
            Ok(rows) => puzzles.extend(rows),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let mut seen = HashSet::new();
    puzzles.retain(|puzzle| seen.insert(twin_key(puzzle.position.board())));
    let puzzles = thinned(puzzles);
    println!("{HEADER}");
    for puzzle in &puzzles {
        println!("{puzzle}");
    }
    tell(&puzzles);
    ExitCode::SUCCESS
}

fn read(path: &str) -> Result<Vec<Puzzle>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut puzzles = Vec::new();
    for (number, row) in text.lines().enumerate().filter(|(_, row)| !row.starts_with('#')) {
        let mut puzzle: Puzzle = row.parse().map_err(|error| format!("line {}: {error}", number + 1))?;
        puzzle.themes = themes(puzzle.position.board(), &puzzle.solution);
        puzzle.rating = rating(&puzzle.solved);
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// The puzzles in the order of the file, mates in one no more than their part.
fn thinned(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let (mut at_once, mut rows): (Vec<_>, Vec<_>) =
        puzzles.into_iter().partition(|puzzle| puzzle.kind == Kind::Mate(1));
    at_once.sort_by_key(|puzzle| puzzle.position.board().key());
    at_once.truncate(rows.len() / (MATE_IN_ONE_PART - 1));
    rows.extend(at_once);
    rows.sort_by_cached_key(|puzzle| (puzzle.rating, puzzle.to_string()));
    rows
}

/// Prints what the tables of the documentation say.
fn tell(puzzles: &[Puzzle]) {
    let count = |is_one: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| is_one(puzzle)).count();
    eprintln!("{} puzzles", puzzles.len());
    for moves in 1..=8 {
        eprintln!("mates in {moves}: {}", count(&|puzzle| puzzle.kind == Kind::Mate(moves)));
    }
    eprintln!("tactics: {}", count(&|puzzle| puzzle.kind == Kind::Tactic));
    for source in [Source::Master, Source::Engine, Source::Collection] {
        eprintln!("from {source}: {}", count(&|puzzle| puzzle.source == source));
    }
    for theme in Theme::ALL {
        eprintln!("{theme}: {}", count(&|puzzle| puzzle.themes.contains(theme)));
    }
    eprintln!("without theme: {}", count(&|puzzle| puzzle.themes.is_empty()));
    let ends = [BANDS[0], BANDS[BANDS.len() - 1]];
    for band in BANDS.windows(2).chain([&ends[..]]) {
        let rows: Vec<_> =
            puzzles.iter().filter(|puzzle| (band[0]..band[1]).contains(&puzzle.rating)).collect();
        let share = |level: usize| {
            let solved: u32 = rows.iter().map(|puzzle| puzzle.solved[level]).sum();
            (100.0 * f64::from(solved) / f64::from(TRIES[level]) / rows.len().max(1) as f64).round() as u32
        };
        let shares: Vec<String> = (0..TRIES.len()).map(|level| share(level).to_string()).collect();
        eprintln!("| {}–{} | {} | {} |", band[0], band[1] - 1, rows.len(), shares.join(" | "));
    }
}
