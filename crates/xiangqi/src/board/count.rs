//! Counting moves without listing them.
//!
//! Where no check and no open cannon line limits the free pieces, which is most of the time, whole
//! groups of them are counted at once: rook and cannon by their line words, pawns, advisors and
//! elephants by shifting the set of them. Everywhere else the visitor of the generators counts.

use super::placement::Placement;
use super::{Board, Danger};
use crate::attacks;
use crate::types::{Bitboard, Colour, FILES, PieceKind, Square};
use core::ops::ControlFlow;

impl Board {
    /// How many legal moves there are.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        // Spelling out the sides lets the compiler make one straight piece of code for each.
        let count = match self.side {
            Colour::Red => self.placement.count(Colour::Red),
            Colour::Black => self.placement.count(Colour::Black),
        };
        u64::from(count)
    }

    /// How many lines of two legal moves there are.
    pub fn count_move_pairs(&self) -> u64 {
        let mut count = 0;
        let (side, danger) = (self.side, self.danger());
        let _ = self.placement.visit_sources(side, &danger, !self.colour(side), |kind, from, targets| {
            count += match side {
                Colour::Red => self.placement.count_replies_to_red(kind, from, targets),
                Colour::Black => self.placement.count_replies_to_black(kind, from, targets),
            };
            ControlFlow::Continue(())
        });
        count
    }
}

impl Placement {
    #[inline(never)]
    fn count_replies_to_red(&self, kind: PieceKind, from: Square, targets: Bitboard) -> u64 {
        self.count_replies(Colour::Red, kind, from, targets)
    }

    #[inline(never)]
    fn count_replies_to_black(&self, kind: PieceKind, from: Square, targets: Bitboard) -> u64 {
        self.count_replies(Colour::Black, kind, from, targets)
    }

    /// How many legal replies there are to the moves of one piece, all of them added up.
    #[inline(always)]
    fn count_replies(&self, side: Colour, kind: PieceKind, from: Square, targets: Bitboard) -> u64 {
        let mut after = *self;
        after.toggle(side, kind, from);
        let mut count = 0;
        for to in targets {
            let captured = self.colour(!side).has(to).then(|| self.kind_on(to));
            if let Some(captured) = captured {
                after.toggle(!side, captured, to);
            }
            after.toggle(side, kind, to);
            if kind == PieceKind::King {
                after.set_king(side, to);
            }
            count += after.count(!side);
            after.toggle(side, kind, to);
            if let Some(captured) = captured {
                after.toggle(!side, captured, to);
            }
        }
        u64::from(count)
    }

    #[inline(always)]
    fn count(&self, side: Colour) -> u32 {
        let danger = self.danger(side);
        if danger.targets != Bitboard::ALL {
            return self.count_by_source(side, &danger);
        }
        let lines = &self.lines;
        let own = self.colour(side);
        let free = own.without(danger.hinges);
        let mut count = self.king_targets(side).count();
        for from in self.kind(PieceKind::Rook) & free {
            count += attacks::count_rook(side, from, lines);
        }
        for from in self.kind(PieceKind::Cannon) & free {
            count += attacks::count_cannon(side, from, lines);
        }
        for from in self.kind(PieceKind::Horse) & free {
            count += attacks::horse(from, lines).without(own).count();
        }
        count += self.count_pawns(side, free, own);
        count += self.count_home(side, free, own);
        for from in danger.hinges {
            let reach = attacks::reach(self.kind_on(from), side, from, lines);
            count += (reach & self.hinge_targets(side, from)).without(own).count();
        }
        count
    }

    #[inline(never)]
    fn count_by_source(&self, side: Colour, danger: &Danger) -> u32 {
        let mut count = 0;
        let _ = self.visit_sources(side, danger, !self.colour(side), |_, _, targets| {
            count += targets.count();
            ControlFlow::Continue(())
        });
        count
    }

    #[inline(always)]
    fn count_pawns(&self, side: Colour, free: Bitboard, own: Bitboard) -> u32 {
        const NOT_FILE_A: u128 = Bitboard::ALL.0 ^ file_bits(0);
        const NOT_FILE_I: u128 = Bitboard::ALL.0 ^ file_bits(FILES - 1);
        let pawns = (self.kind(PieceKind::Pawn) & free).0;
        let (forward, crossed) = match side {
            Colour::Red => (pawns << FILES, pawns & !Bitboard::RED_HALF.0),
            Colour::Black => (pawns >> FILES, pawns & Bitboard::RED_HALF.0),
        };
        let open = !own;
        let mut count = (Bitboard(forward) & open).count();
        if crossed != 0 {
            count += (Bitboard(crossed << 1 & NOT_FILE_A) & open).count();
            count += (Bitboard(crossed >> 1 & NOT_FILE_I) & open).count();
        }
        count
    }

    /// Advisors and elephants, which never leave their own half: 45 bits, so that one word will do.
    #[inline(always)]
    fn count_home(&self, side: Colour, free: Bitboard, own: Bitboard) -> u32 {
        const HALF: u32 = 5 * FILES as u32;
        let home = |set: Bitboard| match side {
            Colour::Red => set.0 as u64 & HALF_BITS,
            Colour::Black => (set.0 >> HALF) as u64,
        };
        let (open, empty) = (home(!own), home(!self.occupied()));
        let palace = home(Bitboard::PALACES);
        let advisors = home(self.kind(PieceKind::Advisor) & free);
        let elephants = home(self.kind(PieceKind::Elephant) & free);
        let mut count = 0;
        for diagonal in [FILES + 1, FILES - 1] {
            let (up, down) = (|set: u64| set << diagonal, |set: u64| set >> diagonal);
            // The points of the two kinds are different ones, so that one count serves both.
            let higher = up(advisors) & palace | up(up(elephants) & empty) & ELEPHANT_POINTS;
            let lower = down(advisors) & palace | down(down(elephants) & empty) & ELEPHANT_POINTS;
            count += (higher & open).count_ones() + (lower & open).count_ones();
        }
        count
    }
}

const HALF_BITS: u64 = (1 << 45) - 1;

/// c0, g0, a2, e2, i2, c4, g4, and the same seen from the other side. Being on one of them also rules
/// out a shift that ran over the edge.
const ELEPHANT_POINTS: u64 = 1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42;

const fn file_bits(file: usize) -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (rank * FILES + file);
        rank += 1;
    }
    bits
}
