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
use super::placement::Placement;
use crate::attacks;
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

impl Constraint {
    const NONE: Self = Self {
        checker: Bitboard::EMPTY,
        hinges: Bitboard::EMPTY,
        hinge_targets: Bitboard::ALL,
        targets: Bitboard::ALL,
    };

    /// A check that every piece must answer on the same squares.
    #[inline(always)]
    fn check(checker: Bitboard, targets: Bitboard) -> Self {
        Self { checker, targets, ..Self::NONE }
    }

    /// Pieces that may only go to certain squares.
    #[inline(always)]
    fn pin(hinges: Bitboard, hinge_targets: Bitboard) -> Self {
        Self { hinges, hinge_targets, ..Self::NONE }
    }
}

/// Checks and pins against the side to move.
///
/// ```
/// use xiangqi::{Board, Generate, MoveList};
///
/// let board = Board::start();
/// let danger = board.danger();
/// assert!(!danger.is_check() && danger.checkers.is_empty());
/// // Whoever asks several times works it out once.
/// let mut captures = MoveList::new();
/// board.generate(Generate::Captures, &danger, &mut captures);
/// assert!(captures.iter().all(|&mv| board.is_legal_under(mv, &danger)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// Where a piece may go that is neither the king nor one of `hinges`.
    pub targets: Bitboard,
    /// Own pieces that have limits of their own, see [`Board::targets_of`].
    pub hinges: Bitboard,
    /// Where the hinges may go, if one pin makes them all; else [`Danger::LOOK_AGAIN`].
    hinge_targets: Bitboard,
}

impl Danger {
    /// More than one constraint has hinges, or a check does. It is not a set of squares, so that nothing is left out.
    const LOOK_AGAIN: Bitboard = Bitboard::ALL;

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
        self.placement.danger(self.side)
    }

    /// Where the piece on `from`, which is not the king, may go without leaving its king in check.
    /// What the piece reaches is not looked at.
    #[doc(hidden)]
    #[inline]
    pub fn targets_of(&self, from: Square, danger: &Danger) -> Bitboard {
        if danger.hinges.has(from) {
            self.placement.hinge_targets(self.side, from, danger)
        } else {
            danger.targets
        }
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use xiangqi::Fen;
    ///
    /// let fen: Fen = "4k4/4R4/9/9/9/9/9/9/9/3K5 b".parse()?;
    /// assert!(fen.board.is_check());
    /// assert_eq!(fen.board.checkers().count(), 1);
    /// assert!(fen.board.danger().is_check());
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.placement.checkers_of(self.king(self.side), !self.side, self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }
}

impl Placement {
    #[inline(always)]
    pub fn danger(&self, side: Colour) -> Danger {
        let mut danger = Danger {
            checkers: Bitboard::EMPTY,
            targets: Bitboard::ALL,
            hinges: Bitboard::EMPTY,
            hinge_targets: Bitboard::EMPTY,
        };
        let own = self.colour(side);
        self.for_each_constraint(side, |constraint| {
            danger.checkers |= constraint.checker;
            danger.targets &= constraint.targets;
            let hinges = constraint.hinges & own;
            if hinges.any() {
                let is_only_pin = danger.hinges.is_empty() && constraint.checker.is_empty();
                danger.hinge_targets =
                    if is_only_pin { constraint.hinge_targets } else { Danger::LOOK_AGAIN };
                danger.hinges |= hinges;
            }
        });
        danger
    }

    /// Where one of the hinges may go.
    #[inline(always)]
    pub fn hinge_targets(&self, side: Colour, from: Square, danger: &Danger) -> Bitboard {
        if danger.hinge_targets == Danger::LOOK_AGAIN {
            self.all_constraints(side, from)
        } else {
            danger.hinge_targets & danger.targets
        }
    }

    #[cold]
    fn all_constraints(&self, side: Colour, from: Square) -> Bitboard {
        let mut targets = Bitboard::ALL;
        self.for_each_constraint(side, |constraint| {
            targets &=
                if constraint.hinges.has(from) { constraint.hinge_targets } else { constraint.targets };
        });
        targets
    }

    #[inline(always)]
    fn for_each_constraint(&self, side: Colour, mut visit: impl FnMut(Constraint)) {
        let king = self.king(side);
        let occupied = self.occupied();
        if let Some(line) = self.facing_line(king, !side) {
            let blockers = line & occupied;
            if blockers.count() == 1 {
                visit(Constraint::pin(blockers, line));
            }
        }
        if !self.is_palace_aimed_at(side) {
            return;
        }
        let enemy = self.colour(!side);
        let cross = attacks::cross(king) & enemy;
        for attacker in self.kind(PieceKind::Rook) & cross {
            let line = attacks::between(king, attacker);
            let blockers = line & occupied;
            let capture = Bitboard::of(attacker);
            match blockers.count() {
                0 => visit(Constraint::check(capture, line | capture)),
                1 => visit(Constraint::pin(blockers, line | capture)),
                _ => {}
            }
        }
        for attacker in self.kind(PieceKind::Cannon) & cross {
            let line = attacks::between(king, attacker);
            let blockers = line & occupied;
            let capture = Bitboard::of(attacker);
            let stay = line.without(blockers) | capture;
            match blockers.count() {
                0 => visit(Constraint { targets: !line, ..Constraint::NONE }),
                1 => {
                    let check = Constraint::check(capture, stay);
                    visit(Constraint { hinges: blockers, hinge_targets: !line, ..check });
                }
                2 => visit(Constraint::pin(blockers, stay)),
                _ => {}
            }
        }
        let horses = self.kind(PieceKind::Horse) & enemy & attacks::horse_ring(king);
        let pawns = self.kind(PieceKind::Pawn) & enemy & attacks::pawn_attackers(!side, king);
        if (horses | pawns).is_empty() {
            return;
        }
        for attacker in horses {
            let leg = Bitboard::of(attacks::leg(attacker, king));
            let capture = Bitboard::of(attacker);
            visit(if occupied.meets(leg) {
                Constraint::pin(leg, capture)
            } else {
                Constraint::check(capture, capture | leg)
            });
        }
        for attacker in pawns {
            let capture = Bitboard::of(attacker);
            visit(Constraint::check(capture, capture));
        }
    }

    /// Whether a piece of `enemy` would attack a king on `square` if the pieces between stood right
    /// for it. The other king is left out.
    #[inline(always)]
    fn is_aimed_at(&self, square: Square, enemy: Colour) -> bool {
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon);
        let aiming = straight & attacks::cross(square)
            | self.kind(PieceKind::Horse) & attacks::horse_ring(square)
            | self.kind(PieceKind::Pawn) & attacks::pawn_attackers(enemy, square);
        aiming.meets(self.colour(enemy))
    }

    /// Whether a piece of the enemy could aim at any square of a side's palace; if not, neither the
    /// king nor the squares it steps to need a closer look.
    #[inline(always)]
    fn is_palace_aimed_at(&self, side: Colour) -> bool {
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon);
        let close = self.kind(PieceKind::Horse) | self.kind(PieceKind::Pawn);
        let aiming = straight & attacks::palace_lines(side) | close & attacks::palace_surroundings(side);
        aiming.meets(self.colour(!side))
    }

    /// The squares between `square` and the king of `enemy`, if they are on one file.
    #[inline(always)]
    fn facing_line(&self, square: Square, enemy: Colour) -> Option<Bitboard> {
        let king = self.king(enemy);
        (king.file() == square.file()).then(|| attacks::between(square, king))
    }

    /// The pieces of `enemy` that would capture a king on `square`, with these squares occupied;
    /// a facing king counts as one.
    #[inline(always)]
    pub fn checkers_of(&self, square: Square, enemy: Colour, occupied: Bitboard) -> Bitboard {
        let mut checkers = Bitboard::EMPTY;
        if self.facing_line(square, enemy).is_some_and(|line| !line.meets(occupied)) {
            checkers = Bitboard::of(self.king(enemy));
        }
        if self.is_aimed_at(square, enemy) {
            checkers |= self.hitters_of(square, enemy, occupied);
        }
        checkers
    }

    /// The pieces of `enemy`, its king left out, that would capture a king on `square`.
    #[inline(never)]
    fn hitters_of(&self, square: Square, enemy: Colour, occupied: Bitboard) -> Bitboard {
        let pieces = self.colour(enemy);
        let cross = attacks::cross(square) & pieces;
        let mut hitters = self.kind(PieceKind::Pawn) & pieces & attacks::pawn_attackers(enemy, square);
        for from in self.kind(PieceKind::Rook) & cross {
            if !attacks::between(square, from).meets(occupied) {
                hitters |= Bitboard::of(from);
            }
        }
        for from in self.kind(PieceKind::Cannon) & cross {
            if (attacks::between(square, from) & occupied).count() == 1 {
                hitters |= Bitboard::of(from);
            }
        }
        for from in self.kind(PieceKind::Horse) & pieces & attacks::horse_ring(square) {
            if !occupied.has(attacks::leg(from, square)) {
                hitters |= Bitboard::of(from);
            }
        }
        hitters
    }

    /// Where the king of a side can go: a step, not onto an own piece, not into check.
    #[inline(always)]
    pub fn king_targets(&self, side: Colour) -> Bitboard {
        let king = self.king(side);
        let lifted = self.occupied() ^ Bitboard::of(king);
        let mut targets = attacks::king(king).without(self.colour(side));
        let facing = self.king(!side);
        for to in targets & attacks::cross(facing) {
            if !attacks::between(to, facing).meets(lifted) {
                targets ^= Bitboard::of(to);
            }
        }
        if self.is_palace_aimed_at(side) { self.unattacked(targets, side, lifted) } else { targets }
    }

    /// Those of a few palace squares that no piece of the other side attacks, its king left out, with
    /// these squares occupied. Goes through the pieces near the palace and strikes out what each of
    /// them attacks.
    #[inline(always)]
    fn unattacked(&self, mut targets: Bitboard, side: Colour, occupied: Bitboard) -> Bitboard {
        let enemy = self.colour(!side);
        let cannons = self.kind(PieceKind::Cannon);
        let straight = (self.kind(PieceKind::Rook) | cannons) & attacks::palace_lines(side);
        for attacker in straight & enemy {
            for to in targets & attacks::cross(attacker) {
                let blockers = (attacks::between(to, attacker) & occupied).count();
                if blockers == u32::from(cannons.has(attacker)) {
                    targets ^= Bitboard::of(to);
                }
            }
        }
        let close = enemy & attacks::palace_surroundings(side);
        for attacker in self.kind(PieceKind::Horse) & close {
            for to in targets & attacks::horse_ring(attacker) {
                if !occupied.has(attacks::leg(attacker, to)) {
                    targets ^= Bitboard::of(to);
                }
            }
        }
        for attacker in self.kind(PieceKind::Pawn) & close {
            targets = targets.without(attacks::pawn(!side, attacker));
        }
        targets
    }
}
