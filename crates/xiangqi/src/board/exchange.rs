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
use crate::types::{Bitboard, Move, PieceKind};

/// What each kind of piece is worth, in the order of [`PieceKind::ALL`]. The king must have the
/// largest value, or it would capture before the others.
pub type ExchangeValues = [i32; 7];

/// Conventional values: a rook 9, a cannon 4.5, a horse 4, advisor and elephant 2, a pawn 1.
pub const EXCHANGE_VALUES: ExchangeValues = [10_000, 200, 201, 400, 900, 450, 100];

impl Board {
    /// Whether a pseudo-legal move gains at least `threshold` by the exchanges on its target.
    ///
    /// No two values may be equal: ties between kinds would leave the order open.
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
        let mut lines = self.placement.lines;
        lines.toggle(from, self.side);
        if self.piece(to).is_none() {
            lines.toggle(to, self.side);
        }
        let mut standing = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let mut side = self.side;
        let mut mover_is_ahead = true;
        loop {
            side = !side;
            let attackers = self.attackers(to, &lines) & standing;
            let own = attackers & self.colour(side);
            let Some((kind, square)) = self.least_valuable(own, values) else { break };
            lines.toggle(square, side);
            standing ^= Bitboard::of(square);
            if kind == PieceKind::King {
                let enemies = self.attackers(to, &lines) & standing & self.colour(!side);
                return if enemies.any() { mover_is_ahead } else { !mover_is_ahead };
            }
            mover_is_ahead = !mover_is_ahead;
            balance = values[kind.index()] - balance;
            if balance < i32::from(mover_is_ahead) {
                break;
            }
        }
        mover_is_ahead
    }

    fn least_valuable(
        &self,
        attackers: Bitboard,
        values: &ExchangeValues,
    ) -> Option<(PieceKind, crate::Square)> {
        let kinds = PieceKind::ALL.into_iter().filter(|&kind| attackers.meets(self.kind(kind)));
        let kind = kinds.min_by_key(|kind| values[kind.index()])?;
        Some((kind, (attackers & self.kind(kind)).first()?))
    }
}
