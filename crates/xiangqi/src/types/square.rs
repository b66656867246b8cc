//! The ninety points of the board.
//!
//! A [`Square`] is always one of the ninety: every constructor checks, so that code that holds one
//! never has to. The numbering goes along the ranks from Red's left corner:
//!
//! ```text
//! 9 | 81 82 83 84 85 86 87 88 89      Black's back rank
//! 8 | 72 ...
//!   :
//! 1 |  9 10 11 12 13 14 15 16 17
//! 0 |  0  1  2  3  4  5  6  7  8      Red's back rank
//!   +---------------------------
//!      a  b  c  d  e  f  g  h  i
//! ```

#![allow(unsafe_code)] // range hints only, see `Square::index`

use super::Colour;
use core::fmt;

/// A point of the board, `a0` to `i9`.
///
/// ```
/// use xiangqi::{Colour, FILES, RANKS, SQUARES, Square};
///
/// let square = Square::parse(b"h2").unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (7, 2, 25));
/// assert_eq!(Square::at(7, 2), Some(square));
/// assert_eq!(Square::new(25), Some(square));
/// assert_eq!(Square::from_index(25), square);
/// assert_eq!(Square::new(SQUARES), None);
/// assert_eq!(Square::all().count(), FILES * RANKS);
/// assert_eq!(square.to_string(), "h2");
/// // A step to the left and one forward; off the board there is nothing.
/// assert_eq!(square.offset(-1, 1).map(|square| square.to_string()).as_deref(), Some("g3"));
/// assert_eq!(square.offset(2, 0), None);
/// // From the other side.
/// assert_eq!(square.flip_rank().rank(), 7);
/// assert_eq!(square.flip_file().file(), 1);
/// assert_eq!(square.rank_from(Colour::Black), 7);
/// assert!(square.is_own_half(Colour::Red));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

/// Number of files.
pub const FILES: usize = 9;
/// Number of ranks.
pub const RANKS: usize = 10;
/// Number of squares.
pub const SQUARES: usize = FILES * RANKS;

static FILE_OF: [u8; SQUARES] = coordinates().0;
static RANK_OF: [u8; SQUARES] = coordinates().1;

const fn coordinates() -> ([u8; SQUARES], [u8; SQUARES]) {
    let mut files = [0; SQUARES];
    let mut ranks = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        files[index] = (index % FILES) as u8;
        ranks[index] = (index / FILES) as u8;
        index += 1;
    }
    (files, ranks)
}

impl Square {
    /// The square with this number, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < SQUARES { Some(Self(index as u8)) } else { None }
    }

    /// The square on this file (0 = a) and rank (0 = Red's back rank), if both exist.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Self((rank * FILES + file) as u8)) } else { None }
    }

    /// Like [`Square::new`], for constants and tests.
    ///
    /// # Panics
    /// If there is no such square.
    #[track_caller]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < SQUARES, "a square's number is below 90");
        Self(index as u8)
    }

    /// Reads `h2`: a file letter of either case and a rank digit.
    pub const fn parse(text: &[u8]) -> Option<Self> {
        let [file, rank] = text else { return None };
        let (file, rank) = (file.to_ascii_lowercase(), *rank);
        if file.is_ascii_lowercase() && rank.is_ascii_digit() {
            Self::at((file - b'a') as usize, (rank - b'0') as usize)
        } else {
            None
        }
    }

    /// All squares in order of their number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..SQUARES as u8).map(Self)
    }

    /// The number of this square, 0 to 89.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor checks the range, and who calls `from_bits` promises it. The hint lets the compiler
        // drop the bounds check of every table that has an entry per square.
        unsafe { core::hint::assert_unchecked((self.0 as usize) < SQUARES) };
        self.0 as usize
    }

    /// The file, 0 (a) to 8 (i).
    #[inline(always)]
    pub fn file(self) -> usize {
        let file = FILE_OF[self.index()] as usize;
        // SAFETY: the table holds `index % FILES`.
        unsafe { core::hint::assert_unchecked(file < FILES) };
        file
    }

    /// The rank, 0 (Red's back rank) to 9.
    #[inline(always)]
    pub fn rank(self) -> usize {
        let rank = RANK_OF[self.index()] as usize;
        // SAFETY: the table holds `index / FILES`.
        unsafe { core::hint::assert_unchecked(rank < RANKS) };
        rank
    }

    /// This square moved by a number of files and ranks, if that is still on the board.
    #[inline]
    pub fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = usize::try_from(self.file() as i32 + files).ok()?;
        let rank = usize::try_from(self.rank() as i32 + ranks).ok()?;
        Self::at(file, rank)
    }

    /// The same point seen from the other side of the board: rank 0 and rank 9 change places.
    #[inline]
    pub fn flip_rank(self) -> Self {
        Self(((RANKS - 1 - self.rank()) * FILES + self.file()) as u8)
    }

    /// The left-right mirror image: file a and file i change places.
    #[inline]
    pub fn flip_file(self) -> Self {
        Self((self.rank() * FILES + FILES - 1 - self.file()) as u8)
    }

    /// The rank counted from the given side's own back rank.
    #[inline]
    pub fn rank_from(self, side: Colour) -> usize {
        match side {
            Colour::Red => self.rank(),
            Colour::Black => RANKS - 1 - self.rank(),
        }
    }

    /// Whether the square lies on the given side's own half of the board.
    #[inline]
    pub fn is_own_half(self, side: Colour) -> bool {
        self.rank_from(side) < 5
    }

    /// The square with this number, of which the caller has made sure: it comes from a `Move`, which two squares or a checked code
    /// make; from a `Bitboard`, which has no bit above the last square; or lies between two squares.
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        debug_assert!(bits < SQUARES as u32);
        Self(bits as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for square in Square::all() {
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(Square::parse(std::format!("{square}").as_bytes()), Some(square));
            assert_eq!(square.flip_rank().rank(), 9 - square.rank());
            assert_eq!(square.flip_rank().file(), square.file());
            assert_eq!(square.flip_file().file(), 8 - square.file());
            assert_eq!(square.flip_file().rank(), square.rank());
        }
        assert_eq!(Square::parse(b"j0"), None);
        assert_eq!(Square::parse(b"a"), None);
        assert_eq!(Square::new(90), None);
    }
}
