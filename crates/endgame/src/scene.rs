//! A placement of few men, and how they move: what building a table asks millions of times.
//!
//! The rules crate is the definition; `tests/` compares moves, checks and taken back moves with it.

use crate::layout::{MAX_SLOTS, STRONG_KING, Squares, WEAK_KING};
use xiangqi::attacks::{self, Lines};
use xiangqi::{Bitboard, Colour, Piece, PieceKind, Square};

/// Men on the board. The strong side is Red.
pub(crate) struct Scene<'a> {
    pieces: &'a [Piece],
    squares: Squares,
    sides: [Bitboard; 2],
    lines: Lines,
}

/// A move of one man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Who moves.
    pub slot: usize,
    /// Where to, or, taken back, where from.
    pub square: Square,
    /// Who is captured.
    pub captured: Option<usize>,
}

impl<'a> Scene<'a> {
    /// The scene of a placement, unless two men share a square or the kings face each other.
    pub fn new(pieces: &'a [Piece], squares: &Squares) -> Option<Self> {
        let mut sides = [Bitboard::EMPTY; 2];
        let mut lines = Lines::EMPTY;
        let mut occupied = Bitboard::EMPTY;
        for (&piece, &square) in pieces.iter().zip(squares) {
            let bit = Bitboard::of(square);
            if occupied.meets(bit) {
                return None;
            }
            occupied |= bit;
            sides[piece.colour().index()] |= bit;
            lines.toggle(square, piece.colour());
        }
        let scene = Self { pieces, squares: *squares, sides, lines };
        let is_facing = is_facing(squares[STRONG_KING], squares[WEAK_KING], occupied);
        (!is_facing).then_some(scene)
    }

    fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The men of a side with their slots.
    fn men(&self, side: Colour) -> impl Iterator<Item = (usize, Piece, Square)> + '_ {
        let men = self.pieces.iter().zip(&self.squares).enumerate();
        men.filter(move |(_, (piece, _))| piece.colour() == side)
            .map(|(slot, (&piece, &square))| (slot, piece, square))
    }

    /// Whether the king of a side is in check.
    pub fn is_check(&self, side: Colour) -> bool {
        let king = self.squares[king_slot(side)];
        self.is_attacked(king, !side, self.occupied(), None)
    }

    /// Whether a side attacks a square, its king left out, with these squares occupied and one of its men gone.
    fn is_attacked(&self, square: Square, by: Colour, occupied: Bitboard, gone: Option<usize>) -> bool {
        self.men(by).any(|(slot, piece, from)| {
            Some(slot) != gone
                && match piece.kind() {
                    PieceKind::Rook => {
                        attacks::cross(from).has(square) && !attacks::between(from, square).meets(occupied)
                    }
                    PieceKind::Cannon => {
                        attacks::cross(from).has(square)
                            && (attacks::between(from, square) & occupied).count() == 1
                    }
                    PieceKind::Horse => {
                        attacks::horse_ring(from).has(square) && !occupied.has(attacks::leg(from, square))
                    }
                    PieceKind::Pawn => attacks::pawn(by, from).has(square),
                    // These never leave their own half.
                    PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => false,
                }
        })
    }

    /// Which men of a side, its king left out, could take which men of the other side by a legal move if it were their turn: a bit
    /// for each pair. The side must not be in check.
    pub fn threats(&self, side: Colour) -> u64 {
        let mut threats = 0;
        self.moves(side, |step| {
            if let Some(victim) = step.captured
                && step.slot != king_slot(side)
                && victim != king_slot(!side)
            {
                threats |= 1 << (step.slot * MAX_SLOTS + victim);
            }
        });
        threats
    }

    /// The legal moves of a side, whose turn it must be able to be.
    pub fn moves(&self, side: Colour, mut visit: impl FnMut(Step)) {
        let own = self.sides[side.index()];
        let theirs = self.sides[(!side).index()];
        let other_king = self.squares[king_slot(!side)];
        for (slot, piece, from) in self.men(side) {
            let targets = attacks::reach(piece.kind(), side, from, &self.lines).without(own);
            for to in targets {
                let captured = if theirs.has(to) {
                    self.squares.iter().take(self.pieces.len()).position(|&square| square == to)
                } else {
                    None
                };
                let occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
                let king = if slot == king_slot(side) { to } else { self.squares[king_slot(side)] };
                if !is_facing(king, other_king, occupied)
                    && !self.is_attacked(king, !side, occupied, captured)
                {
                    visit(Step { slot, square: to, captured });
                }
            }
        }
    }

    /// Where men of a side may have come from by a move that captured nothing. Whether the position before the move could
    /// occur is not asked.
    pub fn moves_back(&self, side: Colour, mut visit: impl FnMut(Step)) {
        let empty = !self.occupied();
        for (slot, piece, to) in self.men(side) {
            let sources = match piece.kind() {
                PieceKind::King => attacks::king(to),
                PieceKind::Advisor => attacks::advisor(to),
                PieceKind::Elephant => attacks::elephant(to, &self.lines),
                PieceKind::Horse => attacks::horse_attackers(to, &self.lines),
                PieceKind::Rook | PieceKind::Cannon => attacks::rook(to, &self.lines),
                PieceKind::Pawn => attacks::pawn_attackers(side, to),
            };
            for from in sources & empty {
                visit(Step { slot, square: from, captured: None });
            }
        }
    }
}

/// The slot of a side's king.
pub(crate) fn king_slot(side: Colour) -> usize {
    match side {
        Colour::Red => STRONG_KING,
        Colour::Black => WEAK_KING,
    }
}

/// Whether two kings face each other.
fn is_facing(one: Square, other: Square, occupied: Bitboard) -> bool {
    one.file() == other.file() && !attacks::between(one, other).meets(occupied)
}

/// The placement after a move.
pub(crate) fn after(squares: &Squares, step: Step) -> Squares {
    let mut after = *squares;
    after[step.slot] = step.square;
    if let Some(gone) = step.captured {
        after.copy_within(gone + 1.., gone);
    }
    after
}
