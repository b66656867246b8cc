//! A set of squares, one bit each in a 128-bit word; ninety bits are used.

use super::{Colour, FILES, SQUARES, Square};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares.
///
/// ```
/// use xiangqi::{Bitboard, Square};
/// let file_e = Square::all().filter(|square| square.file() == 4).collect::<Bitboard>();
/// assert_eq!(file_e.count(), 10);
/// assert_eq!(file_e.into_iter().next(), Square::parse(b"e0"));
/// ```
///
/// ```
/// use xiangqi::{Bitboard, Colour, Square};
///
/// let centre = Square::parse(b"e4").unwrap();
/// let set = Bitboard::of(centre);
/// assert!(set.has(centre) && set.any() && !set.is_empty());
/// assert_eq!((set.count(), set.first()), (1, Some(centre)));
/// assert!(set.meets(Bitboard::RED_HALF) && Bitboard::half(Colour::Red) == Bitboard::RED_HALF);
/// assert!(!set.meets(Bitboard::PALACES));
/// assert_eq!(Bitboard::ALL.without(set).count(), 89);
/// assert_eq!(Bitboard::EMPTY, set & !set);
/// // The squares one by one, a0 first.
/// assert_eq!((set | Bitboard::of(Square::parse(b"a0").unwrap())).into_iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub(crate) u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All ninety squares.
    pub const ALL: Self = Self((1 << SQUARES) - 1);
    /// Both palaces.
    pub const PALACES: Self = Self(palace_bits() | palace_bits() << (7 * FILES));
    /// Red's half of the board, ranks 0 to 4.
    pub const RED_HALF: Self = Self((1 << (5 * FILES)) - 1);

    /// The set of this one square.
    #[inline(always)]
    pub fn of(square: Square) -> Self {
        // A load is cheaper than a shift of two words.
        SINGLE[square.index()]
    }

    /// The half of the board that belongs to a side.
    #[inline]
    pub fn half(side: Colour) -> Self {
        match side {
            Colour::Red => Self::RED_HALF,
            Colour::Black => Self::ALL ^ Self::RED_HALF,
        }
    }

    /// How many squares there are in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Whether the set has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.meets(Self::of(square))
    }

    /// Whether both sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares of this set in order of their number, each with whether it is in each of the other sets.
    ///
    /// ```
    /// use xiangqi::{Bitboard, Square};
    /// let (a, b) = (Square::from_index(3), Square::from_index(80));
    /// let both = Bitboard::of(a) | Bitboard::of(b);
    /// let squares = both.squares_among([Bitboard::of(b), both]);
    /// assert_eq!(squares.collect::<Vec<_>>(), [(a, [false, true]), (b, [true, true])]);
    /// ```
    #[inline(always)]
    pub fn squares_among<const SETS: usize>(
        self,
        others: [Self; SETS],
    ) -> impl Iterator<Item = (Square, [bool; SETS])> {
        SquaresAmong {
            half: self.0 as u64,
            others: others.map(|other| other.0 as u64),
            first: 0,
            high: (self.0 >> 64) as u64,
            high_others: others.map(|other| (other.0 >> 64) as u64),
        }
    }

    /// The square with the smallest number.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bits(self.0.trailing_zeros())) }
    }
}

/// See [`Bitboard::squares_among`].
struct SquaresAmong<const SETS: usize> {
    /// What is left of the half of the word that is gone through, and the same half of the other sets.
    half: u64,
    others: [u64; SETS],
    /// The number of the half's first square.
    first: u32,
    high: u64,
    high_others: [u64; SETS],
}

impl<const SETS: usize> Iterator for SquaresAmong<SETS> {
    type Item = (Square, [bool; SETS]);
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.half == 0 {
            if self.high == 0 {
                return None;
            }
            (self.half, self.others, self.first) = (self.high, self.high_others, 64);
            self.high = 0;
        }
        let bit = self.half.trailing_zeros();
        self.half &= self.half - 1;
        Some((Square::from_bits(self.first + bit), self.others.map(|other| other >> bit & 1 != 0)))
    }
}

static SINGLE: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        table[index] = Bitboard(1 << index);
        index += 1;
    }
    table
};

const fn palace_bits() -> u128 {
    let row = 0b111 << 3;
    row | row << FILES | row << (2 * FILES)
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    /// The squares of the board that are not in the set.
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The squares of a set in order of their number.
///
/// ```
/// use xiangqi::{Bitboard, Squares};
///
/// let squares: Squares = Bitboard::PALACES.into_iter();
/// assert_eq!(squares.count(), 18);
/// ```
#[derive(Clone)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::from_bits(bit))
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Square::from_bits(bit + 64))
        } else {
            None
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl core::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
