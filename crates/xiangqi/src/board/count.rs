//! Counting moves without listing them.
//!
//! Whole groups of pieces are counted at once: pawns, advisors and elephants by shifting the set of
//! them; rook and cannon by their line words where no check and no open cannon line limits where the
//! pieces may go, which is most of the time.
//!
//! Where the pawns and advisors of a side can go depends on its own pieces alone, so that over all
//! the replies to the moves of a position they are counted once.

use super::Board;
use super::placement::Placement;
use crate::attacks;
use crate::types::{Bitboard, Colour, FILES, PieceKind, Square};
use core::ops::ControlFlow;

impl Board {
    /// How many legal moves there are.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        // Spelling out the sides lets the compiler make one straight piece of code for each.
        let count = match self.side {
            Colour::Red => self.placement.count(Colour::Red, None),
            Colour::Black => self.placement.count(Colour::Black, None),
        };
        u64::from(count)
    }

    /// How many lines of two legal moves there are.
    #[doc(hidden)]
    pub fn count_move_pairs(&self) -> u64 {
        let mut count = 0;
        let (side, danger) = (self.side, self.danger());
        let replying = self.colour(!side);
        let steady = self.placement.count_steady(!side, replying, !replying);
        let _ = self.placement.visit_sources(side, &danger, !self.colour(side), |kind, from, targets| {
            count += match side {
                Colour::Red => self.placement.count_replies_to_red(kind, from, targets, steady),
                Colour::Black => self.placement.count_replies_to_black(kind, from, targets, steady),
            };
            ControlFlow::Continue(())
        });
        count
    }
}

impl Placement {
    #[inline(never)]
    fn count_replies_to_red(&self, kind: PieceKind, from: Square, targets: Bitboard, steady: u32) -> u64 {
        self.count_replies(Colour::Red, kind, from, targets, steady)
    }

    #[inline(never)]
    fn count_replies_to_black(&self, kind: PieceKind, from: Square, targets: Bitboard, steady: u32) -> u64 {
        self.count_replies(Colour::Black, kind, from, targets, steady)
    }

    /// How many legal replies there are to the moves of one piece, all of them added up. `steady` is the
    /// number of moves that the pawns and advisors of the replying side have if nothing hinders them.
    #[inline(always)]
    fn count_replies(
        &self,
        side: Colour,
        kind: PieceKind,
        from: Square,
        targets: Bitboard,
        steady: u32,
    ) -> u64 {
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
            count += after.count(!side, captured.is_none().then_some(steady));
            after.toggle(side, kind, to);
            if let Some(captured) = captured {
                after.toggle(!side, captured, to);
            }
        }
        u64::from(count)
    }

    #[inline(always)]
    fn count(&self, side: Colour, steady: Option<u32>) -> u32 {
        let danger = self.danger(side);
        let own = self.colour(side);
        let mut count = self.king_targets(side).count();
        for from in danger.hinges {
            let reach = attacks::reach(self.kind_on(from), side, from, &self.lines);
            count += (reach & self.hinge_targets(side, from, &danger)).without(own).count();
        }
        let free = own.without(danger.hinges);
        let open = danger.targets.without(own);
        if danger.targets == Bitboard::ALL {
            count += self.count_straight(side, free);
        } else if open.is_empty() {
            return count;
        } else {
            count += self.count_straight_within(free, open);
        }
        for from in self.kind(PieceKind::Horse) & free {
            count += (attacks::horse(from, &self.lines) & open).count();
        }
        count += self.count_elephants(side, free, open);
        let is_steady = danger.hinges.is_empty() && danger.targets == Bitboard::ALL;
        count + steady.filter(|_| is_steady).unwrap_or_else(|| self.count_steady(side, free, open))
    }

    /// Rooks and cannons that may go anywhere.
    #[inline(always)]
    fn count_straight(&self, side: Colour, free: Bitboard) -> u32 {
        let mut count = 0;
        for from in self.kind(PieceKind::Rook) & free {
            count += attacks::count_rook(side, from, &self.lines);
        }
        for from in self.kind(PieceKind::Cannon) & free {
            count += attacks::count_cannon(side, from, &self.lines);
        }
        count
    }

    /// Rooks and cannons that may go to some squares only.
    fn count_straight_within(&self, free: Bitboard, open: Bitboard) -> u32 {
        let mut count = 0;
        for from in self.kind(PieceKind::Rook) & free {
            count += (attacks::rook(from, &self.lines) & open).count();
        }
        for from in self.kind(PieceKind::Cannon) & free {
            count += (attacks::cannon(from, &self.lines) & open).count();
        }
        count
    }

    /// Pawns and advisors.
    #[inline(always)]
    fn count_steady(&self, side: Colour, free: Bitboard, open: Bitboard) -> u32 {
        self.count_pawns(side, free, open) + self.count_advisors(side, free, open)
    }

    #[inline(always)]
    fn count_pawns(&self, side: Colour, free: Bitboard, open: Bitboard) -> u32 {
        const NOT_FILE_A: u128 = Bitboard::ALL.0 ^ file_bits(0);
        const NOT_FILE_I: u128 = Bitboard::ALL.0 ^ file_bits(FILES - 1);
        let pawns = (self.kind(PieceKind::Pawn) & free).0;
        let (forward, crossed) = match side {
            Colour::Red => (pawns << FILES, pawns & !Bitboard::RED_HALF.0),
            Colour::Black => (pawns >> FILES, pawns & Bitboard::RED_HALF.0),
        };
        let mut count = (Bitboard(forward) & open).count();
        if crossed != 0 {
            count += (Bitboard(crossed << 1 & NOT_FILE_A) & open).count();
            count += (Bitboard(crossed >> 1 & NOT_FILE_I) & open).count();
        }
        count
    }

    #[inline(always)]
    fn count_advisors(&self, side: Colour, free: Bitboard, open: Bitboard) -> u32 {
        let advisors = home(side, self.kind(PieceKind::Advisor) & free);
        let open = home(side, open & Bitboard::PALACES);
        let steps = DIAGONALS.map(|step| [advisors << step, advisors >> step]);
        steps.into_iter().flatten().map(|targets| (targets & open).count_ones()).sum()
    }

    #[inline(always)]
    fn count_elephants(&self, side: Colour, free: Bitboard, open: Bitboard) -> u32 {
        let elephants = home(side, self.kind(PieceKind::Elephant) & free);
        let (open, eyes) = (home(side, open) & ELEPHANT_POINTS, home(side, !self.occupied()));
        let steps =
            DIAGONALS.map(|step| [(elephants << step & eyes) << step, (elephants >> step & eyes) >> step]);
        steps.into_iter().flatten().map(|targets| (targets & open).count_ones()).sum()
    }
}

/// The part of a set on a side's own half: 45 bits, so that one word will do for the pieces that never
/// leave it.
#[inline(always)]
fn home(side: Colour, set: Bitboard) -> u64 {
    match side {
        Colour::Red => set.0 as u64 & HALF_BITS,
        Colour::Black => (set.0 >> (5 * FILES)) as u64,
    }
}

/// How far apart the numbers of diagonal neighbours are.
const DIAGONALS: [usize; 2] = [FILES + 1, FILES - 1];

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
