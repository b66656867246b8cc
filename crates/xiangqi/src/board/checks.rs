//! Whether a move gives check, without making it.
//!
//! [`Checks`] answers it for all moves of a position by one look each. Few pieces are *hinges*, whose going away may
//! change what others do to the king; they alone are asked about one move at a time. For any other piece:
//!
//! | what attacks the king after the move | which squares |
//! |---|---|
//! | the piece itself | those from which its kind attacks the king as the board is now |
//! | an own cannon with nothing between | the squares between, where any piece is a screen |
//!
//! Nothing else can, for the king is not in check now: lines open and legs come free only where a piece leaves.

use super::Board;
use crate::attacks;
use crate::types::{Bitboard, Move, PieceKind, Square};

/// Where pieces of the side to move give check.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Where a piece of each kind gives check, if it is not a hinge.
    squares: [Bitboard; 7],
    /// Own pieces whose moves need a look of their own: what stands in the way of a rook, a cannon or the own king, beside
    /// the other king where horses have their legs, and cannons with nothing between.
    hinges: Bitboard,
}

impl Board {
    /// What gives check, for all moves of the side to move.
    ///
    /// The other king must not stand in check now, which in a valid position it does not.
    #[doc(hidden)]
    #[inline]
    pub fn checks(&self) -> Checks {
        let king = self.king(!self.side);
        let own = self.colour(self.side);
        let cross = attacks::cross(king) & own;
        let blockers = |from: Square| attacks::between(king, from) & self.occupied();
        let mut hinges = attacks::diagonal(king);
        let mut screens = Bitboard::EMPTY;
        for from in (self.kind(PieceKind::Rook) | self.kind(PieceKind::King)) & cross {
            if blockers(from).count() == 1 {
                hinges |= blockers(from);
            }
        }
        for from in self.kind(PieceKind::Cannon) & cross {
            match blockers(from).count() {
                0 => {
                    screens |= attacks::between(king, from);
                    hinges |= Bitboard::of(from);
                }
                2 => hinges |= blockers(from),
                _ => {}
            }
        }
        let lines = &self.placement.lines;
        let straight = attacks::rook(king, lines);
        let mut squares = [screens; 7];
        squares[PieceKind::King.index()] |= straight;
        squares[PieceKind::Rook.index()] |= straight;
        squares[PieceKind::Cannon.index()] |= attacks::cannon_aim(king, lines);
        squares[PieceKind::Horse.index()] |= attacks::horse_attackers(king, lines);
        squares[PieceKind::Pawn.index()] |= attacks::pawn_attackers(self.side, king);
        Checks { squares, hinges: hinges & own }
    }

    /// Those of its targets on which a piece of the side to move gives check. `checks` is this board's [`Board::checks`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn checking_targets(
        &self,
        kind: PieceKind,
        from: Square,
        targets: Bitboard,
        checks: &Checks,
    ) -> Bitboard {
        if checks.hinges.has(from) {
            self.checking_targets_of_hinge(from, targets)
        } else {
            targets & checks.squares[kind.index()]
        }
    }

    #[inline(never)]
    fn checking_targets_of_hinge(&self, from: Square, targets: Bitboard) -> Bitboard {
        targets.into_iter().filter(|&to| self.gives_check(Move::new(from, to))).collect()
    }

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
