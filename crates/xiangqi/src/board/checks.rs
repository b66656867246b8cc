//! Whether a move gives check, without making it.

use super::Board;
use crate::attacks;
use crate::types::{Bitboard, Move, PieceKind};

impl Board {
    /// Whether a pseudo-legal move of the side to move attacks the other king: by the moved piece,
    /// by opening a line or a horse's leg, or by making or unmaking a cannon's screen.
    ///
    /// The other king must not stand in check now, which in a valid position it does not.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let changed = Bitboard::of(from) | Bitboard::of(to);
        if !changed.meets(attacks::cross(king) | attacks::diagonal(king)) {
            // The king's lines and the legs of horses that aim at it stay as they are: only a horse can arrive.
            return attacks::horse_ring(king).has(to)
                && self.of(self.side, PieceKind::Horse).has(from)
                && attacks::horse_attackers(king, &self.placement.lines).has(to);
        }
        let mut lines = self.placement.lines;
        lines.toggle(from, self.side);
        if self.piece(to).is_none() {
            lines.toggle(to, self.side);
        }
        let Some(moved) = self.piece(from) else { return false };
        let before = Bitboard::of(from);
        let after = Bitboard::of(to);
        // The pieces of one kind as they stand after the move.
        let now = |kind: PieceKind| {
            let pieces = self.of(self.side, kind).without(before);
            if moved.kind() == kind { pieces | after } else { pieces }
        };
        let (rook_reach, cannon_reach) = attacks::rook_and_cannon(king, &lines);
        (rook_reach & (now(PieceKind::Rook) | now(PieceKind::King))).any()
            || (cannon_reach & now(PieceKind::Cannon)).any()
            || (attacks::horse_attackers(king, &lines) & now(PieceKind::Horse)).any()
            || (attacks::pawn_attackers(self.side, king) & now(PieceKind::Pawn)).any()
    }
}
