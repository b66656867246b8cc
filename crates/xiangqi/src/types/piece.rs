//! Sides and pieces. Every name of a piece in this project comes from here.
//!
//! | here     | FEN    | also written | Chinese (Red, Black) |
//! |----------|--------|--------------|----------------------|
//! | king     | `K`    | general      | 帅 将 |
//! | advisor  | `A`    | guard        | 仕 士 |
//! | elephant | `B`    | `E`, bishop  | 相 象 |
//! | horse    | `N`    | `H`, knight  | 马 马 |
//! | rook     | `R`    | chariot      | 车 车 |
//! | cannon   | `C`    |              | 炮 炮 |
//! | pawn     | `P`    | soldier      | 兵 卒 |

use core::fmt;

/// A side. Red moves first and is written in upper case, `w` in FEN.
///
/// ```
/// use xiangqi::Colour;
///
/// assert_eq!(Colour::Red.other(), Colour::Black);
/// assert_eq!(Colour::ALL.map(Colour::index), [0, 1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The side at ranks 0 to 4.
    Red,
    /// The side at ranks 5 to 9.
    Black,
}

impl Colour {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// 0 for Red, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl core::ops::Not for Colour {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "Red",
            Self::Black => "Black",
        })
    }
}

/// What a piece is, whichever side it belongs to.
///
/// ```
/// use xiangqi::PieceKind;
///
/// let kind = PieceKind::from_letter('E').unwrap();
/// assert_eq!((kind, kind.letter(), kind.name()), (PieceKind::Elephant, 'B', "elephant"));
/// assert_eq!(PieceKind::ALL.map(PieceKind::set_size).iter().sum::<u32>(), 16);
/// assert_eq!(PieceKind::ALL[kind.index()], kind);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// One step inside the palace.
    King,
    /// One step diagonally inside the palace.
    Advisor,
    /// Two steps diagonally on its own half, the point between empty.
    Elephant,
    /// One step straight, the point empty, and one outward diagonally.
    Horse,
    /// Any distance straight.
    Rook,
    /// Moves as a rook, captures over exactly one piece.
    Cannon,
    /// One step forward; once over the river also sideways.
    Pawn,
}

impl PieceKind {
    /// All seven kinds.
    pub const ALL: [Self; 7] =
        [Self::King, Self::Advisor, Self::Elephant, Self::Horse, Self::Rook, Self::Cannon, Self::Pawn];

    /// 0 to 6, in the order of [`PieceKind::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The FEN letter in upper case: `K A B N R C P`.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self.index()]
    }

    /// The kind that a FEN letter of either case means; `H` (horse) and `E` (elephant) are read too.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Elephant,
            'N' | 'H' => Self::Horse,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self.index()]
    }

    /// How many pieces of this kind a side starts with, and so can have at most.
    pub const fn set_size(self) -> u32 {
        [1, 2, 2, 2, 2, 2, 5][self.index()]
    }
}

/// A piece of one side.
///
/// ```
/// use xiangqi::{Colour, Piece, PieceKind};
///
/// let horse = Piece::new(Colour::Black, PieceKind::Horse);
/// assert_eq!((horse.colour(), horse.kind()), (Colour::Black, PieceKind::Horse));
/// assert_eq!((horse.letter(), horse.glyph()), ('n', '马'));
/// // Both alphabets are read.
/// assert_eq!([Piece::from_letter('n'), Piece::from_letter('h')], [Some(horse); 2]);
/// assert_eq!(Piece::all().count(), 14);
/// assert!(Piece::all().all(|piece| piece.index() < Piece::LIMIT));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    RedKing = 0,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing = 8,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl Piece {
    /// One more than the largest [`Piece::index`].
    pub const LIMIT: usize = 15;

    const BY_COLOUR: [[Self; 7]; 2] = [
        [
            Self::RedKing,
            Self::RedAdvisor,
            Self::RedElephant,
            Self::RedHorse,
            Self::RedRook,
            Self::RedCannon,
            Self::RedPawn,
        ],
        [
            Self::BlackKing,
            Self::BlackAdvisor,
            Self::BlackElephant,
            Self::BlackHorse,
            Self::BlackRook,
            Self::BlackCannon,
            Self::BlackPawn,
        ],
    ];

    /// All fourteen pieces, Red's first.
    pub fn all() -> impl Iterator<Item = Self> {
        Colour::ALL.into_iter().flat_map(|colour| PieceKind::ALL.map(|kind| Self::new(colour, kind)))
    }

    /// The piece of this kind and side.
    #[inline(always)]
    pub const fn new(colour: Colour, kind: PieceKind) -> Self {
        Self::BY_COLOUR[colour.index()][kind.index()]
    }

    /// Whose piece it is.
    #[inline(always)]
    pub const fn colour(self) -> Colour {
        if (self as u8) < 8 { Colour::Red } else { Colour::Black }
    }

    /// What it is.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        // An eighth entry, never used, saves the bounds check.
        const KINDS: [PieceKind; 8] = {
            let mut kinds = [PieceKind::Pawn; 8];
            let mut index = 0;
            while index < 7 {
                kinds[index] = PieceKind::ALL[index];
                index += 1;
            }
            kinds
        };
        KINDS[(self as u8 & 7) as usize]
    }

    /// A number below [`Piece::LIMIT`]: the kind, plus 8 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The FEN letter: upper case for Red, lower case for Black.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.colour() {
            Colour::Red => letter,
            Colour::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_uppercase() { Colour::Red } else { Colour::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(colour, kind)),
            None => None,
        }
    }

    /// The Chinese character on the piece.
    pub const fn glyph(self) -> char {
        [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']]
            [self.colour().index()][self.kind().index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for piece in Piece::all() {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.colour(), piece.kind()), piece);
            assert!(piece.index() < Piece::LIMIT);
        }
        assert_eq!(Piece::from_letter('h'), Some(Piece::BlackHorse));
        assert_eq!(Piece::from_letter('E'), Some(Piece::RedElephant));
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
