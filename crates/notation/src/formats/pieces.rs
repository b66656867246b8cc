//! The 32 pieces in the order in which XQF and `DhtmlXQ` list their squares: Red's sixteen, then Black's.

use xiangqi::{Board, Colour, Piece, PieceKind, Square};

/// The pieces of a side in the order of the list.
const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn, Pawn,
        Pawn, Pawn, Pawn,
    ]
};

/// How many pieces the list has.
pub(super) const PIECE_COUNT: usize = 2 * KINDS.len();

/// The piece whose square stands at an index of the list.
pub(super) fn listed_piece(index: usize) -> Option<Piece> {
    let colour = match index / KINDS.len() {
        0 => Colour::Red,
        1 => Colour::Black,
        _ => return None,
    };
    KINDS.get(index % KINDS.len()).map(|&kind| Piece::new(colour, kind))
}

/// The squares of a board's pieces in the order of the list; nothing for a piece that is off the board.
pub(super) fn listed_squares(board: &Board) -> impl Iterator<Item = Option<Square>> {
    (0..PIECE_COUNT).map(|index| {
        let piece = listed_piece(index)?;
        let earlier = (0..index).filter(|&other| listed_piece(other) == Some(piece)).count();
        board.of(piece.colour(), piece.kind()).into_iter().nth(earlier)
    })
}
