//! The judge of puzzles: whether a move wins that is not the one of the solution.
//!
//! Where a mate is asked for, a move is right if every defence to it is mated, which the solver proves: within the moves that are
//! left, or else within [`MAX_MOVES`]. The defender then plays what holds out longest. Of a tactic, a move is right if a
//! search finds the position after it won.

use crate::error::ServiceError;
use crate::game;
use crate::messages::{MoveText, PuzzleAnswer, Reply};
use crate::order::within;
use crate::scheduler::Slice;
use crate::sliced::{self, Pace};
use crate::table_budget::TableBudget;
use crate::workbench::{Run, Workbench};
use solve::{Limits, MateAnswer, Solver};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xiangqi::{Colour, Move, Position};

/// Mates in more moves are neither asked for nor accepted.
const MAX_MOVES: u32 = 12;
/// What one proof may take. Puzzles of up to five moves need a small part of it.
const NODES: u64 = 400_000;
const TIME: Duration = Duration::from_secs(2);
/// The memory of one proof, in mebibytes, unless there is less.
const MAX_HASH: usize = 8;
/// What the search of a tactic may take.
const SEARCH_NODES: u64 = 200_000;
const SEARCH_TIME: Duration = Duration::from_secs(3);
/// Centipawns from which a position counts as won: between what puzzles take for won (300) and for not won (100).
const WON: i32 = 200;

/// A move of a puzzle that can be judged.
pub struct PuzzleOrder {
    position: Position,
    solver: Colour,
    /// None for a tactic.
    mate_in: Option<u32>,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with position, moves or number.
pub fn order(fen: &str, moves: &[String], mate_in: Option<u32>) -> Result<PuzzleOrder, ServiceError> {
    if let Some(mate_in) = mate_in {
        within("mate_in", mate_in.into(), 1, MAX_MOVES.into())?;
    }
    let mut position = game::parse_fen(fen)?;
    let solver = position.side();
    game::play(&mut position, moves)?;
    Ok(PuzzleOrder { position, solver, mate_in })
}

/// Judges the last of the moves, if it is the solver's; otherwise, or if there are none, shows the way to a mate.
pub fn judge(workbench: &Workbench, order: PuzzleOrder, run: &Run<'_>) -> Reply {
    let PuzzleOrder { position, solver, mate_in } = order;
    let is_solvers_turn = position.side() == solver;
    let answer = if !is_solvers_turn && !position.board().has_legal_move() {
        PuzzleAnswer { ok: true, mated: true, ..PuzzleAnswer::default() }
    } else if let Some(mate_in) = mate_in {
        judge_mate(workbench, position, is_solvers_turn, mate_in, run)
    } else {
        let ok = !is_solvers_turn && is_lost(workbench, &position, run);
        PuzzleAnswer { ok, ..PuzzleAnswer::default() }
    };
    Reply::PuzzleAnswer(answer)
}

fn judge_mate(
    workbench: &Workbench,
    mut position: Position,
    is_solvers_turn: bool,
    mate_in: u32,
    run: &Run<'_>,
) -> PuzzleAnswer {
    let share = workbench.tables().share();
    let slice = Slice::wait(workbench.scheduler(), true, run.stop);
    // A proof has no lines to report.
    slice.note_line();
    let prover = Prover { slice: &slice, stop: run.stop, hash: share.mebibytes().min(MAX_HASH) };
    if is_solvers_turn {
        let better = prover.mating_move(&position, mate_in);
        return PuzzleAnswer { ok: better.is_some(), better, ..PuzzleAnswer::default() };
    }
    let in_time = prover.longest_defence(&position, mate_in - 1);
    if let Some((moves, reply)) = in_time.or_else(|| prover.longest_defence(&position, MAX_MOVES)) {
        return PuzzleAnswer {
            ok: true,
            reply: Some(reply),
            mate_in: Some(moves),
            ..PuzzleAnswer::default()
        };
    }
    position.undo();
    PuzzleAnswer { better: prover.mating_move(&position, mate_in), ..PuzzleAnswer::default() }
}

/// Whether a search finds that the side to move has lost.
fn is_lost(workbench: &Workbench, position: &Position, run: &Run<'_>) -> bool {
    // Without its past: a puzzle is not won by a rule about what was played before.
    let position = Position::from(position.fen());
    let limits = engine::Limits {
        nodes: Some(SEARCH_NODES),
        hard_time: Some(SEARCH_TIME),
        ..engine::Limits::default()
    };
    let mut engine = TableBudget::small(*position.rules());
    let scheduler = workbench.scheduler();
    let found =
        sliced::search(&mut engine, &position, &limits, Pace::Computing, scheduler, run.stop, &mut |_| {});
    found.score.value() <= -WON
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

    /// The defence that holds out longest, and how long, if every one of them loses within this many moves.
    fn longest_defence(&self, position: &Position, max: u32) -> Option<(u32, MoveText)> {
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
        longest.map(|(moves, defence)| (moves, MoveText(defence)))
    }
}
