//! Mates, proved.

use crate::board::Board;
use crate::errors::{InternalError, engine_error, value_error};
use crate::interrupts::interruptible;
use crate::moves::Move;
use ::solve::{Limits, MateAnswer, Solver};
use engine::check_memory;
use pyo3::prelude::*;
use std::time::Duration;
use xiangqi::Position;

/// What is known of a mate, with what it took.
#[pyclass(module = "chuhe", frozen)]
pub struct Solution {
    position: Position,
    found: ::solve::Solution,
}

#[pymethods]
impl Solution {
    /// "mate": no faster one exists; "at_most": perhaps a faster one; "none": all was tried; "unknown": a limit was reached.
    #[getter]
    fn status(&self) -> &'static str {
        match self.found.answer {
            MateAnswer::Mate(_) => "mate",
            MateAnswer::AtMost(_) => "at_most",
            MateAnswer::None => "none",
            MateAnswer::Unknown => "unknown",
        }
    }

    /// In how many moves of the side to move it mates; None without a mate.
    #[getter]
    fn mate(&self) -> Option<u32> {
        self.found.answer.proof().map(::solve::Proof::moves)
    }

    /// The longest defence; empty without a mate.
    #[getter]
    fn line(&self) -> Vec<Move> {
        self.found
            .answer
            .proof()
            .map(|proof| proof.line().into_iter().map(Move).collect())
            .unwrap_or_default()
    }

    /// There is no mate within this number of moves.
    #[getter]
    fn refuted(&self) -> u32 {
        self.found.refuted
    }

    /// How many positions were looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// The whole proof in words: every defence and its answer. Empty without a mate.
    fn proof(&self) -> String {
        self.found.answer.proof().map(|proof| proof.describe(&self.position)).unwrap_or_default()
    }

    fn __bool__(&self) -> bool {
        self.found.answer.proof().is_some()
    }

    fn __repr__(&self) -> String {
        let mate = self.mate().map(|moves| format!(" mate={moves}")).unwrap_or_default();
        format!("<Solution {}{mate} nodes={}>", self.status(), self.found.nodes)
    }
}

/// Looks for a forced mate of the side to move and proves it. Every proof is checked before it is given.
#[pyfunction]
#[pyo3(signature = (board, *, moves = None, nodes = None, time = None, hash = 64, any = false))]
pub fn solve(
    py: Python<'_>,
    board: &Board,
    moves: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    hash: usize,
    any: bool,
) -> PyResult<Solution> {
    let time = time.map(|time| Duration::try_from_secs_f64(time).map_err(|_| time)).transpose();
    let time = time
        .map_err(|time| value_error(format!("time is {time}; it must be a number of seconds, 0 or more")))?;
    if hash == 0 {
        return Err(value_error("hash is 0; it must be at least 1 MiB"));
    }
    check_memory(hash, 0).map_err(engine_error)?;
    let position = board.0.clone();
    let asked = position.clone();
    let limits = Limits { nodes, time, hash, any };
    let found = interruptible(py, move |stop| {
        let found = Solver::try_new(limits).map_err(engine_error)?.solve(&asked, moves, stop);
        match found.answer.proof().and_then(|proof| ::solve::check(&asked, proof).err()) {
            None => Ok(found),
            Some(flaw) => Err(InternalError::new_err(format!("the proof does not hold: {flaw:?}"))),
        }
    })??;
    Ok(Solution { position, found })
}
