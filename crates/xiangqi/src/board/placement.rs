//! The sets of pieces: all that attacks, checks and pins need to know.
//!
//! Small enough (240 bytes) that a changed copy is cheaper than making a move and taking it back,
//! which is how the last ply of a count is done.

use crate::attacks::Lines;
use crate::types::{Bitboard, Colour, PieceKind, Square};

/// Which squares hold which pieces, as sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    by_kind: [Bitboard; 7],
    by_colour: [Bitboard; 2],
    /// The pieces once more, as line words.
    pub lines: Lines,
    kings: [Square; 2],
}

impl Placement {
    /// No piece at all; the kings' squares mean nothing until they are there.
    pub const EMPTY: Self = Self {
        by_kind: [Bitboard::EMPTY; 7],
        by_colour: [Bitboard::EMPTY; 2],
        lines: Lines::EMPTY,
        kings: [Square::from_index(0); 2],
    };

    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    #[inline(always)]
    pub fn colour(&self, side: Colour) -> Bitboard {
        self.by_colour[side.index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.by_colour[0] | self.by_colour[1]
    }

    #[inline(always)]
    pub fn king(&self, side: Colour) -> Square {
        self.kings[side.index()]
    }

    /// Puts a piece on an empty square, or takes it away.
    #[inline(always)]
    pub fn toggle(&mut self, side: Colour, kind: PieceKind, square: Square) {
        let set = Bitboard::of(square);
        self.by_kind[kind.index()] ^= set;
        self.by_colour[side.index()] ^= set;
        self.lines.toggle(square, side);
    }

    /// Carries a piece to a square where no other piece is left.
    #[inline(always)]
    pub fn shift(&mut self, side: Colour, kind: PieceKind, from: Square, to: Square) {
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        self.by_kind[kind.index()] ^= both;
        self.by_colour[side.index()] ^= both;
        self.lines.toggle(from, side);
        self.lines.toggle(to, side);
        if kind == PieceKind::King {
            self.kings[side.index()] = to;
        }
    }

    /// Says where a king stands that [`Placement::toggle`] has put there.
    pub fn set_king(&mut self, side: Colour, square: Square) {
        self.kings[side.index()] = square;
    }

    /// What stands on an occupied square. For the few pieces that need a look of their own; the
    /// generators go through the pieces kind by kind.
    pub fn kind_on(&self, square: Square) -> PieceKind {
        debug_assert!(self.occupied().has(square));
        let found = PieceKind::ALL.into_iter().find(|&kind| self.kind(kind).has(square));
        found.unwrap_or(PieceKind::King)
    }
}
