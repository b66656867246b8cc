//! Puzzles: mates in few moves, and the judge of their solutions.
//!
//! A move is right if every defence to it loses within the moves that are left, which the solver proves. The defender then plays
//! what holds out longest. The rows and how they were chosen: `data/puzzles.tsv` and `examples/choose_puzzles.rs`.

use crate::error::ServiceError;
use crate::game;
use crate::messages::{MoveText, Puzzle, PuzzleAnswer, Reply};
use crate::order::within;
use crate::scheduler::Slice;
use crate::workbench::{Run, Workbench};
use solve::{Limits, MateAnswer, Solver};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xiangqi::{Colour, Move, Position};

/// Mates in more moves are not puzzles.
const MAX_MOVES: u32 = 10;
/// What one proof may take. Puzzles of up to five moves need a small part of it.
const NODES: u64 = 400_000;
const TIME: Duration = Duration::from_secs(2);
/// The memory of one proof, in mebibytes, unless there is less.
const MAX_HASH: usize = 8;

static ROWS: &str = include_str!("../data/puzzles.tsv");

/// All puzzles as JSON: a list of [`Puzzle`]s.
pub fn json() -> &'static str {
    static JSON: OnceLock<String> = OnceLock::new();
    JSON.get_or_init(|| {
        let rows = ROWS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut fields = line.split('\t');
            let (fen, mate_in, source) = (fields.next()?, fields.next()?, fields.next()?);
            Some(Puzzle { fen, mate_in: mate_in.parse().ok()?, source })
        });
        serde_json::to_string(&rows.collect::<Vec<_>>()).unwrap_or_default()
    })
}

/// A move of a puzzle that can be judged.
pub struct PuzzleOrder {
    position: Position,
    solver: Colour,
    mate_in: u32,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with position, moves or number.
pub fn order(fen: &str, moves: &[String], mate_in: u32) -> Result<PuzzleOrder, ServiceError> {
    within("mate_in", mate_in.into(), 1, MAX_MOVES.into())?;
    let mut position = game::parse_fen(fen)?;
    let solver = position.side();
    game::play(&mut position, moves)?;
    Ok(PuzzleOrder { position, solver, mate_in })
}

/// Judges the last of the moves, if it is the solver's; otherwise, or if there are none, shows the way.
pub fn judge(workbench: &Workbench, order: PuzzleOrder, run: &Run<'_>) -> Reply {
    let PuzzleOrder { mut position, solver, mate_in } = order;
    let share = workbench.tables().share();
    let slice = Slice::wait(workbench.scheduler(), true, run.stop);
    // A proof has no lines to report.
    slice.note_line();
    let prover = Prover { slice: &slice, stop: run.stop, hash: share.mebibytes().min(MAX_HASH) };
    let answer = if position.side() == solver {
        let better = prover.mating_move(&position, mate_in);
        PuzzleAnswer { ok: better.is_some(), better, ..PuzzleAnswer::default() }
    } else if !position.board().has_legal_move() {
        PuzzleAnswer { ok: true, mated: true, ..PuzzleAnswer::default() }
    } else if let Some(reply) = prover.longest_defence(&position, mate_in - 1) {
        PuzzleAnswer { ok: true, reply: Some(reply), ..PuzzleAnswer::default() }
    } else {
        position.undo();
        PuzzleAnswer { better: prover.mating_move(&position, mate_in), ..PuzzleAnswer::default() }
    };
    Reply::PuzzleAnswer(answer)
}

/// Proves mates in a slice.
struct Prover<'a> {
    slice: &'a Slice<'a>,
    stop: &'a AtomicBool,
    hash: usize,
}

impl Prover<'_> {
    /// A proof that the side to move mates in at most this many moves.
    fn mate(&self, position: &Position, max: u32) -> Option<solve::Proof> {
        let began = self.slice.computed();
        let checkpoint = || {
            self.slice.checkpoint();
            let is_late = self.slice.computed().saturating_sub(began) >= TIME;
            let is_over = is_late || self.stop.load(Ordering::Relaxed);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut solver = Solver::new(Limits { nodes: Some(NODES), hash: self.hash, ..Limits::default() });
        match solver.solve_with(position, Some(max), &checkpoint).answer {
            MateAnswer::Mate(proof) | MateAnswer::AtMost(proof) if proof.moves() <= max => Some(proof),
            _ => None,
        }
    }

    /// The first move of a mate in at most this many moves, if one can be proved.
    fn mating_move(&self, position: &Position, max: u32) -> Option<MoveText> {
        self.mate(position, max)?.steps.first().map(|step| MoveText(step.mv))
    }

    /// The defence that holds out longest, if every one of them loses within this many moves.
    fn longest_defence(&self, position: &Position, max: u32) -> Option<MoveText> {
        if max == 0 {
            return None;
        }
        let mut longest: Option<(u32, Move)> = None;
        for &defence in &position.board().legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(defence);
            let moves = self.mate(&after, max)?.moves();
            if longest.is_none_or(|(before, _)| moves > before) {
                longest = Some((moves, defence));
            }
        }
        longest.map(|(_, defence)| MoveText(defence))
    }
}
