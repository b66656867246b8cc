//! Checks and pins, as exact masks of the squares a piece may go to.
//!
//! Each enemy piece that aims at the king lays a [`Constraint`] on the side to move: a set of
//! squares for most pieces, and another set for its *hinges*, the own pieces that now stand
//! between. A move of any piece but the king is legal exactly if every constraint allows it, so
//! that legality costs nothing per move: the generators intersect with the masks.
//!
//! | aims at the king     | pieces between | hinges may go to          | others may go to       |
//! |----------------------|----------------|---------------------------|------------------------|
//! | rook, facing king    | 0 (check)      |                           | the line, the attacker |
//! | rook, facing king    | 1              | the line, the attacker    | anywhere               |
//! | cannon               | 0              |                           | off the line           |
//! | cannon               | 1 (check)      | off the line              | the line's empty squares, the cannon |
//! | cannon               | 2              | the line's empty squares, the cannon | anywhere    |
//! | horse                | leg free (check) |                         | the leg, the horse     |
//! | horse                | leg taken      | the horse                 | anywhere               |
//! | pawn                 | (check)        |                           | the pawn               |
//!
//! "The line" is the squares strictly between. More pieces between than listed: one move cannot
//! open the line. Why a hinge of a cannon may not capture the other piece between: it leaves one
//! point and takes over the other, and a single screen is left. Two horses can share one leg; then
//! their constraints ask for two different squares, and the piece on the leg cannot move.

use super::Board;
use crate::attacks::{self, Lines};
use crate::types::{Bitboard, Colour, PieceKind, Square};

/// What one attacker demands of the side whose king it aims at.
struct Constraint {
    /// The attacker, if it gives check.
    checker: Bitboard,
    /// Pieces for which `hinge_targets` counts, in place of `targets`. May include enemy pieces.
    hinges: Bitboard,
    hinge_targets: Bitboard,
    targets: Bitboard,
}

/// Checks and pins against the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// Where a piece may go that is neither the king nor one of `hinges`.
    pub targets: Bitboard,
    /// Own pieces that have limits of their own, see [`Board::targets_of`].
    pub hinges: Bitboard,
}

impl Danger {
    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }
}

impl Board {
    /// The checks and pins against the side to move.
    #[inline]
    pub fn danger(&self) -> Danger {
        let mut danger =
            Danger { checkers: Bitboard::EMPTY, targets: Bitboard::ALL, hinges: Bitboard::EMPTY };
        self.for_each_constraint(|constraint| {
            danger.checkers |= constraint.checker;
            danger.targets &= constraint.targets;
            danger.hinges |= constraint.hinges;
        });
        danger.hinges &= self.colour(self.side);
        danger
    }

    /// Where the piece on `from`, which is not the king, may go without leaving its king in check.
    /// What the piece reaches is not looked at.
    #[inline]
    pub fn targets_of(&self, from: Square, danger: &Danger) -> Bitboard {
        if danger.hinges.has(from) { self.hinge_targets(from) } else { danger.targets }
    }

    #[cold]
    fn hinge_targets(&self, from: Square) -> Bitboard {
        let mut targets = Bitboard::ALL;
        self.for_each_constraint(|constraint| {
            targets &=
                if constraint.hinges.has(from) { constraint.hinge_targets } else { constraint.targets };
        });
        targets
    }

    #[inline(always)]
    fn for_each_constraint(&self, mut visit: impl FnMut(Constraint)) {
        let king = self.king(self.side);
        let enemy = self.colour(!self.side);
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon) | self.kind(PieceKind::King);
        for attacker in straight & enemy & attacks::cross(king) {
            if let Some(constraint) = self.line_constraint(king, attacker) {
                visit(constraint);
            }
        }
        for attacker in self.kind(PieceKind::Horse) & enemy & attacks::horse_ring(king) {
            visit(self.horse_constraint(king, attacker));
        }
        let pawns = self.kind(PieceKind::Pawn) & enemy & attacks::pawn_attackers(!self.side, king);
        for attacker in pawns {
            let pawn = Bitboard::of(attacker);
            visit(Constraint {
                checker: pawn,
                hinges: Bitboard::EMPTY,
                hinge_targets: Bitboard::ALL,
                targets: pawn,
            });
        }
    }

    #[inline(always)]
    fn line_constraint(&self, king: Square, attacker: Square) -> Option<Constraint> {
        let line = attacks::between(king, attacker);
        let blockers = line & self.occupied();
        let count = blockers.count();
        if count > 2 {
            return None;
        }
        let capture = Bitboard::of(attacker);
        let stay = line.without(blockers) | capture;
        let nothing = Bitboard::EMPTY;
        let (checker, hinges, hinge_targets, targets) =
            match (self.kind(PieceKind::Cannon).has(attacker), count) {
                (false, 0) => (capture, nothing, Bitboard::ALL, stay),
                (false, 1) => (nothing, blockers, stay, Bitboard::ALL),
                (true, 0) => (nothing, nothing, Bitboard::ALL, !line),
                (true, 1) => (capture, blockers, !line, stay),
                (true, 2) => (nothing, blockers, stay, Bitboard::ALL),
                _ => return None,
            };
        Some(Constraint { checker, hinges, hinge_targets, targets })
    }

    #[inline(always)]
    fn horse_constraint(&self, king: Square, attacker: Square) -> Constraint {
        let leg = Bitboard::of(attacks::leg(attacker, king));
        let capture = Bitboard::of(attacker);
        if self.occupied().meets(leg) {
            Constraint {
                checker: Bitboard::EMPTY,
                hinges: leg,
                hinge_targets: capture,
                targets: Bitboard::ALL,
            }
        } else {
            Constraint {
                checker: capture,
                hinges: Bitboard::EMPTY,
                hinge_targets: Bitboard::ALL,
                targets: capture | leg,
            }
        }
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_of(self.king(self.side), !self.side, &self.lines)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of `attacker` that would capture a king on `square`, with these squares occupied;
    /// a facing king counts as one.
    #[inline(always)]
    pub(super) fn checkers_of(&self, square: Square, attacker: Colour, occupied: &Lines) -> Bitboard {
        let enemy = self.colour(attacker);
        let mut checkers = self.kind(PieceKind::Pawn) & attacks::pawn_attackers(attacker, square);
        let rooks = self.kind(PieceKind::Rook) | self.kind(PieceKind::King);
        let cannons = self.kind(PieceKind::Cannon);
        if ((rooks | cannons) & enemy).meets(attacks::cross(square)) {
            let (rook_reach, cannon_reach) = attacks::rook_and_cannon(square, occupied);
            checkers |= rook_reach & rooks | cannon_reach & cannons;
        }
        let horses = self.kind(PieceKind::Horse);
        if (horses & enemy).meets(attacks::horse_ring(square)) {
            checkers |= attacks::horse_attackers(square, occupied) & horses;
        }
        checkers & enemy
    }

    /// Where the king of the side to move can go: a step, not onto an own piece, not into check.
    #[inline]
    pub(super) fn king_targets(&self) -> Bitboard {
        let king = self.king(self.side);
        let mut targets = attacks::king(king).without(self.colour(self.side));
        let mut lifted = self.lines;
        lifted.toggle(king);
        for to in targets {
            if self.checkers_of(to, !self.side, &lifted).any() {
                targets ^= Bitboard::of(to);
            }
        }
        targets
    }
}
