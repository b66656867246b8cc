//! Functions over many positions: the answers are arrays of NumPy, which take over the memory that Rust has filled.

use crate::errors::{engine_error, value_error};
use crate::interrupts::interruptible;
use crate::positions::{boards_of, position_of};
use engine::{Evaluation, EvaluationChoice};
use nnue::features::{KingBuckets, MAX_PIECES, View};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use xiangqi::{Board, Colour, FILES, RANKS, SQUARES};

/// How many positions are worked on between two looks at the flag that ends it.
const PORTION: usize = 4096;
/// Planes of pieces: seven kinds of the side to move, then seven of the other.
const PLANES: usize = 14;

/// As many threads as are asked for, or as the machine has, but not more than there are portions.
fn thread_count(asked: Option<usize>, boards: usize) -> PyResult<usize> {
    if asked == Some(0) {
        return Err(value_error("threads is 0; it must be at least 1"));
    }
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    Ok(asked.unwrap_or_else(available).clamp(1, boards.div_ceil(PORTION).max(1)))
}

/// Does something with a share of the boards in as many threads as there are states, each of which has one, and gives what comes of
/// the shares in order. A panic of one is a panic of all.
fn in_shares<S: Send, T: Send>(
    boards: &[Board],
    states: Vec<S>,
    work: impl Fn(S, &[Board]) -> T + Sync,
) -> Vec<T> {
    let length = boards.len().div_ceil(states.len().max(1)).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let shares = boards.chunks(length).zip(states);
        let running: Vec<_> = shares.map(|(share, state)| scope.spawn(move || work(state, share))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Fails on purpose in one of three shares, so that a test can see what becomes of it.
#[pyfunction(name = "_fail_share_for_tests")]
#[allow(clippy::panic)] // it is what is asked for
pub fn fail_share_for_tests(py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<usize> {
    let boards = boards_of(positions)?;
    interruptible(py, move |_| {
        let shares = in_shares(&boards, vec![0, 1, 2], |number, _| match number {
            1 => panic!("on purpose"),
            _ => number,
        });
        shares.len()
    })
}

fn is_stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// The static evaluation of many positions in centipawns for the side to move, by the network inside or one from a file.
#[pyfunction]
#[pyo3(signature = (positions, *, network = None, classical = false, threads = None))]
pub fn evaluate_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    network: Option<PathBuf>,
    classical: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let boards = boards_of(positions)?;
    let threads = thread_count(threads, boards.len())?;
    let choice = EvaluationChoice { by_network: !classical, network, ..EvaluationChoice::default() };
    let evaluation = Evaluation::new(&choice).map_err(engine_error)?;
    let scores = interruptible(py, move |stop| {
        let shares = in_shares(&boards, vec![evaluation; threads], |mut evaluation, share| {
            let mut scores = Vec::with_capacity(share.len());
            for portion in share.chunks(PORTION).take_while(|_| !is_stopped(stop)) {
                scores.extend(portion.iter().map(|board| evaluation.centipawns(&position_of(board))));
            }
            scores
        });
        shares.concat()
    })?;
    Ok(scores.into_pyarray(py))
}

/// Codes of moves, and where those of each position begin.
type MoveTable<'py> = (Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<i64>>);

/// The legal moves of many positions: their codes, one position after the other, and where those of each begin; the last number is
/// where all end.
#[pyfunction]
#[pyo3(signature = (positions, *, threads = None))]
pub fn legal_moves_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<MoveTable<'py>> {
    let boards = boards_of(positions)?;
    let threads = thread_count(threads, boards.len())?;
    let (codes, starts) = interruptible(py, move |stop| {
        let shares = in_shares(&boards, vec![(); threads], |(), share| {
            let mut codes = Vec::with_capacity(share.len() * 48);
            let mut counts = Vec::with_capacity(share.len());
            for portion in share.chunks(PORTION).take_while(|_| !is_stopped(stop)) {
                for board in portion {
                    let moves = board.legal_moves();
                    codes.extend(moves.iter().map(|mv| mv.code()));
                    counts.push(moves.len() as i64);
                }
            }
            (codes, counts)
        });
        let mut starts = Vec::with_capacity(boards.len() + 1);
        starts.push(0);
        let mut end = 0;
        for count in shares.iter().flat_map(|(_, counts)| counts) {
            end += count;
            starts.push(end);
        }
        let mut codes = shares.into_iter().map(|(codes, _)| codes);
        let mut all = codes.next().unwrap_or_default();
        codes.for_each(|codes| all.extend(codes));
        (all, starts)
    })?;
    Ok((codes.into_pyarray(py), starts.into_pyarray(py)))
}

/// Many positions as planes for a network of one's own: an array of n × 14 × 10 × 9 bytes, 1 where a piece stands. The first seven
/// planes are the pieces of the side to move (king to pawn), the others those of the other side; ranks count from the side to move.
#[pyfunction]
pub fn planes_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray4<u8>>> {
    let boards = boards_of(positions)?;
    let count = boards.len();
    let planes = interruptible(py, move |_| {
        let mut planes = vec![0u8; count * PLANES * SQUARES];
        for (board, picture) in boards.iter().zip(planes.chunks_exact_mut(PLANES * SQUARES)) {
            for square in board.occupied() {
                let Some(piece) = board.piece(square) else { continue };
                let plane =
                    piece.kind().index() + if piece.colour() == board.side() { 0 } else { PLANES / 2 };
                let seen = if board.side() == Colour::Red { square } else { square.flip_rank() };
                if let Some(cell) = picture.get_mut(plane * SQUARES + seen.index()) {
                    *cell = 1;
                }
            }
        }
        planes
    })?;
    planes.into_pyarray(py).reshape([count, PLANES, RANKS, FILES])
}

/// The inputs of the engine's own network for many positions: an array of n × 2 × 32 numbers, first the view of the side to move, then
/// that of the other side; -1 fills up. `king_buckets` is 1, 3 or 6; numbers are below 1260 times that.
#[pyfunction]
#[pyo3(signature = (positions, *, king_buckets = 1))]
pub fn network_inputs_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    king_buckets: usize,
) -> PyResult<Bound<'py, PyArray3<i16>>> {
    let buckets = KingBuckets::from_count(king_buckets);
    let buckets = buckets
        .ok_or_else(|| value_error(format!("king_buckets is {king_buckets}; it must be 1, 3 or 6")))?;
    let boards = boards_of(positions)?;
    let count = boards.len();
    let inputs = interruptible(py, move |_| {
        let mut inputs = vec![-1i16; count * 2 * MAX_PIECES];
        for (board, both) in boards.iter().zip(inputs.chunks_exact_mut(2 * MAX_PIECES)) {
            for (side, row) in
                [board.side(), !board.side()].into_iter().zip(both.chunks_exact_mut(MAX_PIECES))
            {
                let view = View::new(buckets, side, board.king(side));
                for (square, input) in board.occupied().into_iter().zip(row) {
                    if let Some(piece) = board.piece(square) {
                        *input = view.input(piece, square) as i16;
                    }
                }
            }
        }
        inputs
    })?;
    inputs.into_pyarray(py).reshape([count, 2, MAX_PIECES])
}
