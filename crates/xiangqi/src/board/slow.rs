//! Legality by trying: the slow twin of the move generators, from the definitions alone.
//!
//! It makes each move on a plain array and looks whether the king could be captured. Nothing here
//! uses the line words, the lookup tables or the masks of [`Danger`](super::Danger).

use super::{Board, ExchangeValues};
use crate::attacks::slow::{between, reach};
use crate::types::{Bitboard, Colour, Move, MoveList, Piece, PieceKind, SQUARES, Square};

/// Pieces on squares, and nothing else.
#[derive(Clone)]
struct Array([Option<Piece>; SQUARES]);

impl Array {
    fn occupied(&self) -> Bitboard {
        Square::all().filter(|square| self.0[square.index()].is_some()).collect()
    }

    fn pieces(&self, side: Colour) -> impl Iterator<Item = (Square, Piece)> {
        let piece = |square: Square| Some((square, self.0[square.index()]?));
        Square::all().filter_map(piece).filter(move |(_, piece)| piece.colour() == side)
    }

    fn after(&self, mv: Move) -> Self {
        let mut array = self.clone();
        array.0[mv.to().index()] = array.0[mv.from().index()].take();
        array
    }

    /// The pieces of a side that reach a square.
    fn attackers(&self, side: Colour, target: Square) -> impl Iterator<Item = (Square, Piece)> {
        let occupied = self.occupied();
        self.pieces(side).filter(move |&(from, piece)| reach(piece.kind(), side, from, occupied).has(target))
    }

    /// Whether the king of a side could be captured, or faces the other king.
    fn is_king_in_danger(&self, side: Colour) -> bool {
        let king = |side| self.pieces(side).find(|(_, piece)| piece.kind() == PieceKind::King);
        let (Some((own, _)), Some((other, _))) = (king(side), king(!side)) else { return true };
        let face = own.file() == other.file() && !between(own, other).meets(self.occupied());
        face || self.attackers(!side, own).next().is_some()
    }
}

/// The legal moves, in order of `from` and `to`.
pub fn legal_moves(board: &Board) -> MoveList {
    let array = Array(board.pieces);
    let occupied = array.occupied();
    let mut list = MoveList::new();
    for (from, piece) in array.pieces(board.side()) {
        for to in reach(piece.kind(), piece.colour(), from, occupied) {
            let is_own = array.0[to.index()].is_some_and(|target| target.colour() == board.side());
            let mv = Move::new(from, to);
            if !is_own && !array.after(mv).is_king_in_danger(board.side()) {
                list.push(mv);
            }
        }
    }
    list
}

/// Whether a move gives check: it is made, and the other king looked at.
pub fn gives_check(board: &Board, mv: Move) -> bool {
    Array(board.pieces).after(mv).is_king_in_danger(!board.side())
}

/// What a capture gains by the policy of [`Board::see_at_least`], played out on an array.
pub fn exchange(board: &Board, mv: Move, values: &ExchangeValues) -> i32 {
    let array = Array(board.pieces);
    let value = |square: Square| array.0[square.index()].map_or(0, |piece| values[piece.kind().index()]);
    value(mv.to()) - recapture(&array.after(mv), mv.to(), !board.side(), values)
}

/// The most that `side` can gain by capturing on `target`, 0 if it had better not.
fn recapture(array: &Array, target: Square, side: Colour, values: &ExchangeValues) -> i32 {
    let order = |&(square, piece): &(Square, Piece)| (values[piece.kind().index()], square);
    let Some((from, piece)) = array.attackers(side, target).min_by_key(order) else { return 0 };
    let after = array.after(Move::new(from, target));
    if piece.kind() == PieceKind::King && after.attackers(!side, target).next().is_some() {
        return 0;
    }
    let won = array.0[target.index()].map_or(0, |piece| values[piece.kind().index()]);
    (won - recapture(&after, target, !side, values)).max(0)
}
