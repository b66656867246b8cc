//! Static exchange evaluation: what a move wins or loses by the captures on its target square.
//!
//! The policy, which the slow twin in the tests follows too:
//!
//! * The sides capture in turn, each with its least valuable attacker; of equals, the one on the
//!   square with the smallest number. Each side may stop when going on would lose.
//! * A slider joins when the piece before it has captured.
//! * The move itself may be a promotion; pawns that recapture stay pawns.
//! * A king captures only if nothing can recapture. Other pins and exposed kings are ignored.

use super::Mv;
use super::rules::{attackers, captured, en_passant_victim};
use cozy_chess::{BitBoard, Board, Piece, Square};

/// What pieces are worth in exchanges. The order of the values is the order of [`Piece::ALL`], so that
/// the first attacker found is the least valuable.
const VALUES: [i32; Piece::NUM] = [100, 310, 330, 500, 950, 10_000];

fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// What a move gains before any reply: the captured piece, and what a pawn becomes.
#[inline]
pub fn gain(board: &Board, mv: Mv) -> i32 {
    let promotion = mv.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
    captured(board, mv).map_or(0, value) + promotion
}

/// Whether a legal move gains at least `threshold` by the exchanges on its target.
pub fn see_at_least(board: &Board, mv: Mv, threshold: i32) -> bool {
    if mv.is_castling() {
        return threshold <= 0; // nothing can capture the king where it arrives
    }
    let mover = board.side_to_move();
    // By how much the mover beats the threshold if the exchange ends here, and what it could lose next.
    let mut balance = gain(board, mv) - threshold;
    let mut at_stake = mv.promotion().or_else(|| board.piece_on(mv.from())).map_or(0, value);
    if balance < 0 {
        return false; // even if the piece is not recaptured
    }
    if balance >= at_stake {
        return true; // even if the piece is lost for nothing
    }
    let victim = en_passant_victim(board, mv).map_or(BitBoard::EMPTY, Square::bitboard);
    let target = mv.to();
    let mut occupied = board.occupied() & !mv.from().bitboard() & !victim | target.bitboard();
    let mut side = !mover;
    // The side whose turn it is always falls short so far, so it captures if it can.
    loop {
        let own = attackers(board, target, occupied) & occupied & board.colors(side);
        let Some((piece, square)) = least_valuable(board, own) else { break };
        occupied ^= square.bitboard();
        let is_answered = || {
            let enemies = occupied & board.colors(!side);
            !attackers(board, target, occupied).is_disjoint(enemies)
        };
        if piece == Piece::King && is_answered() {
            break;
        }
        let is_mover = side == mover;
        balance += if is_mover { at_stake } else { -at_stake };
        at_stake = value(piece);
        let is_decided = if is_mover { balance >= at_stake } else { balance + at_stake < 0 };
        if is_decided {
            return is_mover;
        }
        side = !side;
    }
    side != mover
}

fn least_valuable(board: &Board, attackers: BitBoard) -> Option<(Piece, Square)> {
    let first = |piece| Some((piece, (attackers & board.pieces(piece)).next_square()?));
    Piece::ALL.into_iter().find_map(first)
}
