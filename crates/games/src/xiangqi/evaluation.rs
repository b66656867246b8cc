//! The classical evaluation: material and squares, kept as the moves go, and the other terms counted
//! anew.
//!
//! Everything is counted for Red and for Black by the same code and subtracted, so that exchanging the
//! sides changes the sign and nothing else. What a count is worth is in [`Weights`]; every weight is a
//! pair, one for the opening and one for the ending, and the pieces on the board say how much of each.

use super::Xiangqi;
use super::terms::{self, TEMPO};
use super::weights::{Tapered, Weights};
use crate::sums::Sums;
use search::Evaluator;
use std::sync::Arc;
use xiangqi::{Board, Colour, Move, Piece, PieceKind, Position, Square};

/// The phase that each kind adds while it is on the board; all pieces together make [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase of the opening; 0 is the ending.
#[doc(hidden)]
pub const FULL_PHASE: i32 = 32;

/// Takes note of what a side has. The evaluation adds weights up, the tuner writes counts down.
#[doc(hidden)]
pub trait Tally {
    /// `side` has `count` of a term.
    fn add(&mut self, side: Colour, term: usize, count: i32);
}

fn sign(side: Colour) -> i32 {
    match side {
        Colour::Red => 1,
        Colour::Black => -1,
    }
}

/// The phase of a board.
#[doc(hidden)]
pub fn phase(board: &Board) -> i32 {
    PieceKind::ALL.iter().map(|&kind| PHASE[kind.index()] * board.kind(kind).count() as i32).sum::<i32>()
}

/// Counts every term of a board for both sides.
#[doc(hidden)]
pub fn count_terms(board: &Board, tally: &mut impl Tally) {
    for square in board.occupied() {
        if let Some(piece) = board.piece(square) {
            let (side, kind) = (piece.colour(), piece.kind());
            tally.add(side, terms::MATERIAL.at(kind.index()), 1);
            tally.add(side, terms::squares_of(kind).at(square.rank_from(side) * 9 + square.file()), 1);
        }
    }
    terms::count(board, tally);
    tally.add(board.side(), TEMPO.at(0), 1);
}

/// Weights added up, Red's less Black's.
struct Score<'a> {
    weights: &'a Weights,
    sum: Tapered,
}

impl Tally for Score<'_> {
    #[inline(always)]
    fn add(&mut self, side: Colour, term: usize, count: i32) {
        self.sum += self.weights.term(term) * (count * sign(side));
    }
}

/// Material and squares, Red's less Black's, and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    score: Tapered,
    phase: i32,
}

/// The classical evaluation with its weights.
///
/// ```
/// use games::xiangqi::{Classical, Weights};
/// use search::Evaluator;
/// use xiangqi::Position;
///
/// let position = Position::start();
/// let mut tuned = Classical::new();
/// tuned.refresh(&position);
/// let mut same = Classical::with(Weights::tuned());
/// same.refresh(&position);
/// assert_eq!(tuned.evaluate(&position), same.evaluate(&position));
/// ```
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Arc<Weights>,
    sums: Sums<Sum>,
}

impl Classical {
    /// An evaluation with the usual weights; it must be refreshed before it is asked.
    pub fn new() -> Self {
        Self::with(Weights::tuned())
    }

    /// An evaluation with weights of one's own.
    pub fn with(weights: Arc<Weights>) -> Self {
        Self { weights, sums: Sums::default() }
    }

    #[inline]
    fn toggle(&self, sum: &mut Sum, piece: Piece, square: Square, direction: i32) {
        sum.score += self.weights.piece(piece, square) * direction;
        sum.phase += PHASE[piece.kind().index()] * direction;
    }
}

impl Default for Classical {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Xiangqi> for Classical {
    fn refresh(&mut self, position: &Position) {
        let board = position.board();
        let mut sum = Sum::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece(square) {
                self.toggle(&mut sum, piece, square, 1);
            }
        }
        self.sums.restart(sum);
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Move) {
        let (board, mv) = (before.board(), mv);
        let mut sum = self.sums.last();
        if let Some(captured) = board.piece(mv.to()) {
            self.toggle(&mut sum, captured, mv.to(), -1);
        }
        if let Some(piece) = board.piece(mv.from()) {
            self.toggle(&mut sum, piece, mv.from(), -1);
            self.toggle(&mut sum, piece, mv.to(), 1);
        }
        self.sums.push(sum);
    }

    fn push_pass(&mut self) {
        self.sums.push(self.sums.last());
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let board = position.board();
        let Sum { score, phase } = self.sums.last();
        let mut score = Score { weights: &self.weights, sum: score };
        if self.weights.has_terms() {
            terms::count(board, &mut score);
        }
        score.add(board.side(), TEMPO.at(0), 1);
        score.sum.at(phase, FULL_PHASE) * sign(board.side())
    }
}
