//! A move in sixteen bits, and a list of them that lives on the stack.

use super::Square;
use core::{fmt, ops::Deref, str::FromStr};

/// A move: where from, where to. Nothing else is needed, for xiangqi has no special moves.
///
/// ```text
/// bit 15 14 | 13 .. 7 | 6 .. 0
///      0  0 |    to   |  from
/// ```
///
/// ```
/// use xiangqi::{Move, Square};
///
/// let [from, to] = [b"h2", b"e2"].map(|text| Square::parse(text).unwrap());
/// let mv = Move::new(from, to);
/// assert_eq!((mv.from(), mv.to()), (from, to));
/// assert_eq!(mv.to_string(), "h2e2");
/// assert_eq!("h2e2".parse(), Ok(mv));
/// // Sixteen bits, for files and tables.
/// assert_eq!(Move::from_code(mv.code()), Some(mv));
/// assert_eq!(Move::from_code(u16::MAX), None);
/// assert_eq!(Move::NONE, Move::default());
/// // The other cannon, and the other side's.
/// assert_eq!(mv.flip_file().to_string(), "b2e2");
/// assert_eq!(mv.flip_rank().to_string(), "h7e7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// The move that does nothing, a0 to a0: legal nowhere.
    pub const NONE: Self = Self(0);

    /// A move between two squares.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// The move with this code, if both halves are squares.
    #[inline]
    pub const fn from_code(code: u16) -> Option<Self> {
        let (from, to) = (code & 127, code >> 7);
        if from < 90 && to < 90 { Some(Self(code)) } else { None }
    }

    /// The sixteen bits.
    #[inline(always)]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Where the piece stands before the move.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_bits((self.0 & 127) as u32)
    }

    /// Where it stands afterwards.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_bits((self.0 >> 7) as u32)
    }

    /// The left-right mirror image.
    pub fn flip_file(self) -> Self {
        Self::new(self.from().flip_file(), self.to().flip_file())
    }

    /// The same move for the other side.
    pub fn flip_rank(self) -> Self {
        Self::new(self.from().flip_rank(), self.to().flip_rank())
    }
}

impl Default for Move {
    /// [`Move::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadMoveText;

impl fmt::Display for BadMoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is written as two squares, files a-i and ranks 0-9, such as h2e2")
    }
}

impl core::error::Error for BadMoveText {}

impl FromStr for Move {
    type Err = BadMoveText;
    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        let bytes = text.as_bytes();
        if bytes.len() != 4 {
            return Err(BadMoveText);
        }
        let square = |part: &[u8]| Square::parse(part).ok_or(BadMoveText);
        Ok(Self::new(square(&bytes[..2])?, square(&bytes[2..])?))
    }
}

/// Room for every move of a position: both rooks and cannons 17 each, horses 8, elephants and
/// advisors 4, pawns 3 and the king 4 make 119.
const CAPACITY: usize = 128;

/// Moves of one position. Read it as a slice.
///
/// ```
/// use xiangqi::MoveList;
///
/// let mut list = MoveList::new();
/// list.push("h2e2".parse()?);
/// assert_eq!(list.iter().map(ToString::to_string).collect::<Vec<_>>(), ["h2e2"]);
/// list.clear();
/// assert!(list.is_empty());
/// # Ok::<(), xiangqi::BadMoveText>(())
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// A list with nothing in it.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; CAPACITY], len: 0 }
    }

    /// Adds a move. No position has more moves than the list has room for.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
