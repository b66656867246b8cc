//! Chooses the rows of `data/puzzles.tsv` from a file of proved mates.
//!
//! ```text
//! cargo run --release -p chuhe-service --example choose_puzzles mates.epd > crates/service/data/puzzles.tsv
//! ```
//!
//! A row of the file is `FEN bm MOVES; dm N; …; src "SOURCE";`. Rows are taken in their order, sixty for each of one to five moves,
//! if the solver proves that the mate takes exactly N moves, the proof passes the checker, and no other first move mates
//! within N. The same file gives the same rows.

use solve::{Limits, MateAnswer, Solver};
use std::sync::atomic::AtomicBool;
use xiangqi::{Move, Position};

const EACH: usize = 60;
const LONGEST: u32 = 5;
const NODES: u64 = 300_000;

fn main() {
    let path = std::env::args().nth(1).expect("the name of a file of mates");
    let text = std::fs::read_to_string(&path).expect("a file that can be read");
    let mut chosen: Vec<Vec<String>> = vec![Vec::new(); LONGEST as usize];
    for line in text.lines() {
        let Some(row) = Row::parse(line) else { continue };
        let place = &mut chosen[row.moves as usize - 1];
        if place.len() < EACH && place.iter().all(|other| !other.starts_with(&row.fen)) && row.is_fit() {
            place.push(format!("{}\t{}\t{}", row.fen, row.moves, row.source));
        }
    }
    println!(
        "# Mates in one to five moves, sixty of each: position, moves, source. The first move is the only one that mates in time."
    );
    println!(
        "# Sources: positions of maksimKorzh/wukong-xiangqi (MIT), niu2x/chinese-qipu (MIT), and the Chinese Chess Practical"
    );
    println!(
        "# Dataset, Yu-Han Tseng and Bo-Nian Chen (2026, CC BY 4.0). Chosen and proved by examples/choose_puzzles.rs."
    );
    for row in chosen.iter().flatten() {
        println!("{row}");
    }
    let counts: Vec<usize> = chosen.iter().map(Vec::len).collect();
    eprintln!("chosen for 1 to {LONGEST} moves: {counts:?}");
}

struct Row {
    fen: String,
    position: Position,
    moves: u32,
    source: String,
}

impl Row {
    fn parse(line: &str) -> Option<Self> {
        let (fen, rest) = line.split_once(" bm ")?;
        let field = |name: &str| rest.split(';').find_map(|field| field.trim().strip_prefix(name));
        let moves: u32 = field("dm ")?.trim().parse().ok().filter(|moves| (1..=LONGEST).contains(moves))?;
        let source = field("src ")?.trim().trim_matches('"');
        let source = source.split(" puzzle_generator").next()?.split(" (").next()?;
        let position: Position = fen.parse().ok()?;
        Some(Self { fen: fen.to_owned(), position, moves, source: source.to_owned() })
    }

    fn is_fit(&self) -> bool {
        let MateAnswer::Mate(proof) = solve_within(&self.position, None) else { return false };
        if proof.moves() != self.moves || solve::check(&self.position, &proof) != Ok(self.moves) {
            return false;
        }
        let first = proof.steps[0].mv;
        self.position.board().legal_moves().iter().all(|&mv| mv == first || self.is_refuted(mv))
    }

    /// Whether the defender has an answer to a first move after which no mate is in time.
    fn is_refuted(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        after.play_unchecked(mv);
        let defences = after.board().legal_moves();
        let left = self.moves - 1;
        !defences.is_empty()
            && (left == 0
                || defences.iter().any(|&defence| {
                    let mut then = after.clone();
                    then.play_unchecked(defence);
                    matches!(solve_within(&then, Some(left)), MateAnswer::None)
                }))
    }
}

fn solve_within(position: &Position, most: Option<u32>) -> MateAnswer {
    let limits = Limits { nodes: Some(NODES), hash: 1, ..Limits::default() };
    Solver::new(limits).solve(position, most, &AtomicBool::new(false)).answer
}
