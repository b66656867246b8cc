//! The classical evaluation: material and squares, kept as the moves go, and a few terms that are
//! looked at anew.
//!
//! Everything is counted for White and for Black by the same code and subtracted, so that exchanging
//! the sides changes the sign and nothing else.

use super::rules::{castling_targets, en_passant_victim};
use super::tables::VALUES;
use super::{Chess, Mv, Position};
use crate::sums::Sums;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use search::Evaluator;

/// An opening value and an ending value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tapered {
    opening: i32,
    ending: i32,
}

impl Tapered {
    fn add(&mut self, (opening, ending): (i32, i32), factor: i32) {
        self.opening += opening * factor;
        self.ending += ending * factor;
    }
}

/// Having the move.
const TEMPO: i32 = 10;
/// The phase that the pieces still on the board make; all of them together 24.
const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;
/// For having two bishops or more.
const BISHOP_PAIR: (i32, i32) = (30, 50);
/// For each square that a piece can go to without being taken by a pawn.
const KNIGHT_MOBILITY: (i32, i32) = (4, 4);
const BISHOP_MOBILITY: (i32, i32) = (4, 5);
const ROOK_MOBILITY: (i32, i32) = (2, 4);
const QUEEN_MOBILITY: (i32, i32) = (1, 3);

fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Material and squares, White's less Black's, and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    score: Tapered,
    phase: i32,
}

impl Sum {
    fn toggle(&mut self, side: Color, piece: Piece, square: Square, direction: i32) {
        let value = VALUES[piece as usize][square.relative_to(side) as usize];
        self.score.add(value, sign(side) * direction);
        self.phase += PHASE[piece as usize] * direction;
    }
}

/// The classical evaluation.
///
/// ```
/// use games::chess::{Classical, Position};
/// use search::Evaluator;
///
/// let position = Position::start();
/// let mut evaluation = Classical::new();
/// evaluation.refresh(&position);
/// assert!(evaluation.evaluate(&position).abs() < 100);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Classical {
    sums: Sums<Sum>,
}

impl Classical {
    /// An evaluation that must be refreshed before it is asked.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Evaluator<Chess> for Classical {
    fn refresh(&mut self, position: &Position) {
        let board = position.board();
        let mut sum = Sum::default();
        for side in Color::ALL {
            for piece in Piece::ALL {
                for square in board.colored_pieces(side, piece) {
                    sum.toggle(side, piece, square, 1);
                }
            }
        }
        self.sums.restart(sum);
    }

    fn push(&mut self, before: &Position, mv: Mv) {
        let board = before.board();
        let side = board.side_to_move();
        let mut sum = self.sums.last();
        if mv.is_castling() {
            let (king, rook) = castling_targets(mv);
            sum.toggle(side, Piece::King, mv.from(), -1);
            sum.toggle(side, Piece::Rook, mv.to(), -1);
            sum.toggle(side, Piece::King, king, 1);
            sum.toggle(side, Piece::Rook, rook, 1);
        } else if let Some(piece) = board.piece_on(mv.from()) {
            let victim = en_passant_victim(board, mv).unwrap_or(mv.to());
            if let Some(captured) = board.piece_on(victim) {
                sum.toggle(!side, captured, victim, -1);
            }
            sum.toggle(side, piece, mv.from(), -1);
            sum.toggle(side, mv.promotion().unwrap_or(piece), mv.to(), 1);
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
        let Sum { mut score, phase } = self.sums.last();
        for side in Color::ALL {
            activity(board, side, &mut score);
        }
        // Promotions can bring more pieces than there were.
        let phase = phase.min(FULL_PHASE);
        let tapered = (score.opening * phase + score.ending * (FULL_PHASE - phase)) / FULL_PHASE;
        tapered * sign(board.side_to_move()) + TEMPO
    }
}

/// What the pieces of a side do from where they stand.
fn activity(board: &Board, side: Color, score: &mut Tapered) {
    let sign = sign(side);
    let occupied = board.occupied();
    let free = !board.colors(side) & !pawn_attacks(board, !side);
    let mut count = |piece: Piece, weight: (i32, i32), targets: fn(Square, BitBoard) -> BitBoard| {
        for square in board.colored_pieces(side, piece) {
            score.add(weight, sign * (targets(square, occupied) & free).len() as i32);
        }
    };
    count(Piece::Knight, KNIGHT_MOBILITY, |square, _| get_knight_moves(square));
    count(Piece::Bishop, BISHOP_MOBILITY, get_bishop_moves);
    count(Piece::Rook, ROOK_MOBILITY, get_rook_moves);
    count(Piece::Queen, QUEEN_MOBILITY, |square, occupied| {
        get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
    });
    if board.colored_pieces(side, Piece::Bishop).len() >= 2 {
        score.add(BISHOP_PAIR, sign);
    }
}

/// The squares that the pawns of a side attack.
fn pawn_attacks(board: &Board, side: Color) -> BitBoard {
    let pawns = board.colored_pieces(side, Piece::Pawn).iter();
    pawns.fold(BitBoard::EMPTY, |attacked, pawn| attacked | get_pawn_attacks(pawn, side))
}
