//! The classical evaluation: material and squares, kept as the moves go, and a few terms that are
//! looked at anew.
//!
//! Everything is counted for Red and for Black by the same code and subtracted, so that exchanging the
//! sides changes the sign and nothing else.

use super::tables::{MATERIAL, square_value};
use super::{Mv, Xiangqi};
use game::Evaluator;
use std::sync::OnceLock;
use xiangqi::{Board, Colour, Piece, PieceKind, Position, SQUARES, Square, attacks};

/// An opening value and an ending value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tapered {
    opening: i32,
    ending: i32,
}

impl Tapered {
    fn add(&mut self, (opening, ending): (i32, i32), sign: i32) {
        self.opening += opening * sign;
        self.ending += ending * sign;
    }
}

/// Having the move.
const TEMPO: i32 = 10;
/// The phase that the pieces still on the board make; all of them together 32.
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
const FULL_PHASE: i32 = 32;
/// For each square that a horse or a rook can go to.
const HORSE_MOBILITY: (i32, i32) = (6, 6);
const ROOK_MOBILITY: (i32, i32) = (3, 3);
/// A cannon that faces the enemy king over an empty line.
const EMPTY_CANNON: (i32, i32) = (70, 40);
/// A missing defender for each enemy rook, horse or cannon.
const BARE_PALACE: (i32, i32) = (-9, -6);

/// Opening and ending value of each piece on each square.
type PieceValues = [[(i32, i32); SQUARES]; Piece::LIMIT];

fn piece_values() -> &'static PieceValues {
    static VALUES: OnceLock<Box<PieceValues>> = OnceLock::new();
    VALUES.get_or_init(|| {
        let mut values = Box::new([[(0, 0); SQUARES]; Piece::LIMIT]);
        for piece in Piece::all() {
            for square in Square::all() {
                let (opening, ending) = MATERIAL[piece.kind().index()];
                let on = square_value(piece.kind(), square.rank_from(piece.colour()), square.file());
                let value = (i32::from(opening + on.0), i32::from(ending + on.1));
                values[piece.index()][square.index()] = value;
            }
        }
        values
    })
}

fn sign(side: Colour) -> i32 {
    match side {
        Colour::Red => 1,
        Colour::Black => -1,
    }
}

/// Material and squares, Red's less Black's, and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    score: Tapered,
    phase: i32,
}

impl Sum {
    fn toggle(&mut self, piece: Piece, square: Square, direction: i32) {
        let value = piece_values()[piece.index()][square.index()];
        self.score.add(value, sign(piece.colour()) * direction);
        self.phase += PHASE[piece.kind().index()] * direction;
    }
}

/// The classical evaluation.
#[derive(Clone, Debug, Default)]
pub struct Classical {
    sums: Vec<Sum>,
}

impl Classical {
    /// An evaluation that must be refreshed before it is asked.
    pub fn new() -> Self {
        Self::default()
    }

    fn sum(&self) -> Sum {
        self.sums.last().copied().unwrap_or_default()
    }
}

impl Evaluator<Xiangqi> for Classical {
    fn refresh(&mut self, position: &Position) {
        let board = position.board();
        let mut sum = Sum::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece(square) {
                sum.toggle(piece, square, 1);
            }
        }
        self.sums.clear();
        self.sums.push(sum);
    }

    fn push(&mut self, before: &Position, mv: Mv) {
        let (board, mv) = (before.board(), mv.0);
        let mut sum = self.sum();
        if let Some(captured) = board.piece(mv.to()) {
            sum.toggle(captured, mv.to(), -1);
        }
        if let Some(piece) = board.piece(mv.from()) {
            sum.toggle(piece, mv.from(), -1);
            sum.toggle(piece, mv.to(), 1);
        }
        self.sums.push(sum);
    }

    fn push_pass(&mut self) {
        self.sums.push(self.sum());
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let board = position.board();
        let Sum { mut score, phase } = self.sum();
        for side in Colour::ALL {
            activity(board, side, &mut score);
        }
        let phase = phase.min(FULL_PHASE);
        let tapered = (score.opening * phase + score.ending * (FULL_PHASE - phase)) / FULL_PHASE;
        tapered * sign(board.side()) + TEMPO
    }
}

/// What the pieces of a side do from where they stand.
fn activity(board: &Board, side: Colour, score: &mut Tapered) {
    let sign = sign(side);
    let own = board.colour(side);
    let mobility = |targets: u32, weight: (i32, i32)| (weight.0 * targets as i32, weight.1 * targets as i32);
    for horse in board.of(side, PieceKind::Horse) {
        let targets = attacks::horse(horse, board.lines()).without(own).count();
        score.add(mobility(targets, HORSE_MOBILITY), sign);
    }
    for rook in board.of(side, PieceKind::Rook) {
        score.add(mobility(attacks::count_rook(side, rook, board.lines()), ROOK_MOBILITY), sign);
    }
    let enemy_king = board.king(!side);
    for cannon in board.of(side, PieceKind::Cannon) & attacks::cross(enemy_king) {
        if !attacks::between(cannon, enemy_king).meets(board.occupied()) {
            score.add(EMPTY_CANNON, sign);
        }
    }
    let defenders = board.of(side, PieceKind::Advisor) | board.of(side, PieceKind::Elephant);
    let officers = board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse) | board.kind(PieceKind::Cannon);
    let danger = (4 - defenders.count() as i32) * (officers & board.colour(!side)).count() as i32;
    score.add((BARE_PALACE.0 * danger, BARE_PALACE.1 * danger), sign);
}
