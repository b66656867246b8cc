//! Mates that are looked for on request, in slices with all other searches.

use crate::error::ServiceError;
use crate::game::{self, noted_line};
use crate::messages::{GameDescription, Reply, SolveResult, Solved};
use crate::order::within;
use crate::scheduler::Slice;
use crate::workbench::{Run, Workbench};
use solve::{Limits, MateAnswer, Solution, Solver};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;
use xiangqi::Position;

/// The time for a mate, in milliseconds.
const MILLIS: (u64, u64) = (20, 600_000);
/// The longest mate that can be asked for.
const MAX_MOVES: u32 = 300;
/// More memory does not help in the time that there is, in mebibytes.
const MAX_HASH: usize = 64;

/// A search for a mate that can begin.
pub struct SolveOrder {
    position: Position,
    mate_in: Option<u32>,
    time: Duration,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(game: &GameDescription, mate_in: Option<u32>, millis: u64) -> Result<SolveOrder, ServiceError> {
    within("millis", millis, MILLIS.0, MILLIS.1)?;
    if let Some(mate_in) = mate_in {
        within("mate_in", mate_in.into(), 1, MAX_MOVES.into())?;
    }
    Ok(SolveOrder { position: game::replay(game)?, mate_in, time: Duration::from_millis(millis) })
}

/// Looks for the mate. The time that counts is the time spent computing.
pub fn solve(workbench: &Workbench, order: &SolveOrder, run: &Run<'_>) -> Reply {
    let share = workbench.tables().share();
    let hash = share.mebibytes().min(MAX_HASH);
    let slice = Slice::wait(workbench.scheduler(), false, run.stop);
    let checkpoint = || {
        slice.checkpoint();
        let is_over = run.stop.load(Ordering::Relaxed) || slice.computed() >= order.time;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    // A search without lines to report has no reason for a long first slice.
    slice.note_line();
    let mut solver = Solver::new(Limits { hash, ..Limits::default() }).with_endings(endgame::shipped());
    let outcome = solver.solve_with(&order.position, order.mate_in, &checkpoint);
    drop(slice);
    Reply::Solved(Solved::of(&order.position, &outcome))
}

impl Solved {
    /// What a solver has found; only a proof that the checker has confirmed counts.
    pub fn of(position: &Position, outcome: &Solution) -> Self {
        let result = match outcome.answer {
            MateAnswer::Mate(_) => SolveResult::Mate,
            MateAnswer::AtMost(_) => SolveResult::AtMost,
            MateAnswer::None => SolveResult::None,
            MateAnswer::Unknown => SolveResult::Unknown,
        };
        let proof = outcome.answer.proof().filter(|proof| solve::check(position, proof).is_ok());
        let result =
            if proof.is_none() && outcome.answer.proof().is_some() { SolveResult::Unknown } else { result };
        let line = proof.map(solve::Proof::line).unwrap_or_default();
        Self {
            result,
            mate_in: proof.map(solve::Proof::moves),
            line: noted_line(position.board(), &line, usize::MAX),
            refuted: outcome.refuted,
            nodes: outcome.nodes,
        }
    }
}
