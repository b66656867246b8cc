//! Static exchange evaluation: what a move wins or loses by the captures on its target square.
//!
//! The policy, which the slow twin in [`slow`](super::slow) follows too:
//!
//! * The sides capture in turn, each with its least valuable attacker; of equals, the one on the
//!   square with the smallest number. Each side may stop when going on would lose.
//! * Attackers are looked up anew after each capture, so that a cannon joins when a screen appears,
//!   drops out when its screen is used up, and a horse's leg or an elephant's eye opens.
//! * A king captures only if nothing can recapture. Other pins and exposed kings are ignored.

use super::Board;
use crate::attacks;
use crate::types::{Bitboard, Colour, Move, PieceKind, Square};

/// What each kind of piece is worth, in the order of [`PieceKind::ALL`]. The values must ascend from pawn over advisor,
/// elephant, horse, cannon and rook to the king: in this order pieces capture.
///
/// ```
/// use xiangqi::PieceKind;
/// use xiangqi::board::{EXCHANGE_VALUES, ExchangeValues};
///
/// let mut values: ExchangeValues = EXCHANGE_VALUES;
/// values[PieceKind::Pawn.index()] = 150;
/// ```
pub type ExchangeValues = [i32; 7];

/// Whether values ascend as they must.
#[doc(hidden)]
pub const fn is_ascending(values: &ExchangeValues) -> bool {
    const ORDER: [PieceKind; 7] = [
        PieceKind::Pawn,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::Rook,
        PieceKind::King,
    ];
    let mut place = 1;
    while place < ORDER.len() {
        if values[ORDER[place - 1] as usize] > values[ORDER[place] as usize] {
            return false;
        }
        place += 1;
    }
    true
}

/// Conventional values: a rook 9, a cannon 4.5, a horse 4, advisor and elephant 2, a pawn 1.
pub const EXCHANGE_VALUES: ExchangeValues = [10_000, 200, 201, 400, 900, 450, 100];
const _: () = assert!(is_ascending(&EXCHANGE_VALUES));

impl Board {
    /// Whether a pseudo-legal move gains at least `threshold` by the exchanges on its target.
    ///
    /// ```
    /// use xiangqi::Board;
    /// use xiangqi::board::EXCHANGE_VALUES;
    ///
    /// // The cannon takes a horse and is taken by a rook: 4 for 4.5.
    /// let capture = "h2h9".parse()?;
    /// let board = Board::start();
    /// assert!(board.see_at_least(capture, -50, &EXCHANGE_VALUES));
    /// assert!(!board.see_at_least(capture, 0, &EXCHANGE_VALUES));
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn see_at_least(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let value = |square| self.piece(square).map_or(0, |piece| values[piece.kind().index()]);
        // What the side that just captured is ahead of the threshold, seen from the side to reply.
        let mut balance = value(to) - threshold;
        if balance < 0 {
            return false;
        }
        balance = value(from) - balance;
        if balance <= 0 {
            return true; // even if the piece is lost for nothing
        }
        let mut standing = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let mut side = self.side;
        let mut mover_is_ahead = true;
        loop {
            side = !side;
            let Some((kind, square)) = self.least_attacker(side, to, standing) else { break };
            standing ^= Bitboard::of(square);
            if kind == PieceKind::King {
                let is_recaptured = self.least_attacker(!side, to, standing).is_some();
                return if is_recaptured { mover_is_ahead } else { !mover_is_ahead };
            }
            mover_is_ahead = !mover_is_ahead;
            balance = values[kind.index()] - balance;
            if balance < i32::from(mover_is_ahead) {
                break;
            }
        }
        mover_is_ahead
    }

    /// The least valuable piece of a side that captures on `to`, of the pieces that are still standing.
    ///
    /// The kinds are asked in the order of their values, so that the costly ones come last.
    #[inline(always)]
    fn least_attacker(&self, side: Colour, to: Square, standing: Bitboard) -> Option<(PieceKind, Square)> {
        let own = self.colour(side) & standing;
        let pieces = |kind: PieceKind, near: Bitboard| self.kind(kind) & own & near;
        let blockers = |from: Square| (attacks::between(to, from) & standing).count();
        if let Some(square) = pieces(PieceKind::Pawn, attacks::pawn_attackers(side, to)).first() {
            return Some((PieceKind::Pawn, square));
        }
        if let Some(square) = pieces(PieceKind::Advisor, attacks::advisor(to)).first() {
            return Some((PieceKind::Advisor, square));
        }
        let mut elephants = pieces(PieceKind::Elephant, attacks::elephant_ring(to)).into_iter();
        if let Some(square) = elephants.find(|&from| !standing.has(attacks::eye(from, to))) {
            return Some((PieceKind::Elephant, square));
        }
        let mut horses = pieces(PieceKind::Horse, attacks::horse_ring(to)).into_iter();
        if let Some(square) = horses.find(|&from| !standing.has(attacks::leg(from, to))) {
            return Some((PieceKind::Horse, square));
        }
        let mut cannons = pieces(PieceKind::Cannon, attacks::cross(to)).into_iter();
        if let Some(square) = cannons.find(|&from| blockers(from) == 1) {
            return Some((PieceKind::Cannon, square));
        }
        let mut rooks = pieces(PieceKind::Rook, attacks::cross(to)).into_iter();
        if let Some(square) = rooks.find(|&from| blockers(from) == 0) {
            return Some((PieceKind::Rook, square));
        }
        pieces(PieceKind::King, attacks::king(to)).first().map(|square| (PieceKind::King, square))
    }
}
