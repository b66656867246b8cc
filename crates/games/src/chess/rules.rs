//! Questions about a board that the generator does not answer: what a move captures, whether it gives
//! check, whether anybody could still win.

use super::Mv;
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// The square that a pawn has just passed by a double step.
#[inline]
pub fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// Where the pawn stands that a move captures in passing.
#[inline]
pub fn en_passant_victim(board: &Board, mv: Mv) -> Option<Square> {
    let is_en_passant = en_passant_square(board) == Some(mv.to()) && board.pieces(Piece::Pawn).has(mv.from());
    is_en_passant.then(|| Square::new(mv.to().file(), mv.from().rank()))
}

/// What a legal move captures.
#[inline]
pub fn captured(board: &Board, mv: Mv) -> Option<Piece> {
    if mv.is_castling() {
        None
    } else if en_passant_victim(board, mv).is_some() {
        Some(Piece::Pawn)
    } else {
        board.piece_on(mv.to())
    }
}

/// Where king and rook arrive.
#[inline]
pub fn castling_targets(mv: Mv) -> (Square, Square) {
    let rank = mv.from().rank();
    let is_short = mv.to().file() > mv.from().file();
    let (king, rook) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king, rank), Square::new(rook, rank))
}

/// Whether a legal move gives check: the board after it is looked at from the enemy king, as far as
/// the move changes it.
pub fn gives_check(board: &Board, mv: Mv) -> bool {
    let side = board.side_to_move();
    let king = board.king(!side);
    let own = board.colors(side);
    let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
    let queens = board.pieces(Piece::Queen);
    let mut straight = own & (board.pieces(Piece::Rook) | queens) & !from;
    let mut diagonal = own & (board.pieces(Piece::Bishop) | queens) & !from;
    let occupied;
    if mv.is_castling() {
        let (king_target, rook_target) = castling_targets(mv);
        straight = straight & !to | rook_target.bitboard();
        occupied = board.occupied() & !from & !to | king_target.bitboard() | rook_target.bitboard();
    } else {
        let victim = en_passant_victim(board, mv).map_or(BitBoard::EMPTY, Square::bitboard);
        occupied = board.occupied() & !from & !victim | to;
        match mv.promotion().or_else(|| board.piece_on(mv.from())) {
            Some(Piece::Pawn) if get_pawn_attacks(king, !side).has(mv.to()) => return true,
            Some(Piece::Knight) if get_knight_moves(king).has(mv.to()) => return true,
            Some(Piece::Bishop) => diagonal |= to,
            Some(Piece::Rook) => straight |= to,
            Some(Piece::Queen) => {
                diagonal |= to;
                straight |= to;
            }
            _ => {}
        }
    }
    !get_rook_moves(king, occupied).is_disjoint(straight)
        || !get_bishop_moves(king, occupied).is_disjoint(diagonal)
}

/// Whether the board has a legal move.
pub fn has_legal_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether no sequence of moves can mate: bare kings, a single minor piece, or bishops on squares of
/// one colour only.
pub fn is_dead(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let minor = bishops | board.pieces(Piece::Knight);
    let kings = board.pieces(Piece::King);
    if board.occupied() != minor | kings {
        return false;
    }
    let is_one_colour =
        bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
    minor.len() <= 1 || (minor == bishops && is_one_colour)
}

/// All pieces of both sides that attack a square through what is occupied.
pub fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let pawns = board.pieces(Piece::Pawn);
    get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
        | get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_pawn_attacks(square, Color::Black) & pawns & board.colors(Color::White)
        | get_pawn_attacks(square, Color::White) & pawns & board.colors(Color::Black)
}
