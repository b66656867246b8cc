//! A board in 28 bytes.
//!
//! ```text
//! bytes  0..12   little-endian: bits 0..90 say which squares are occupied (bit = square number),
//!                bit 90 is set when Black is to move, bits 91..96 are 0
//! bytes 12..28   a nibble for each occupied square in ascending order, the low half of a byte first:
//!                the kind (0 king, 1 advisor, 2 elephant, 3 horse, 4 rook, 5 cannon, 6 pawn), plus 8 for Black;
//!                nibbles that are not needed are 0
//! ```
//!
//! Everything that a [`Board`] can be is packed without loss. Unpacking refuses everything else.

use thiserror::Error;
use xiangqi::{Board, BoardBuilder, Colour, InvalidBoard, Piece, PieceKind, SQUARES, Square};

/// How many bytes a packed board has.
pub const PACKED_SIZE: usize = 28;

const OCCUPANCY_SIZE: usize = 12;
const OCCUPANCY_MASK: u128 = (1 << SQUARES) - 1;
const BLACK_TO_MOVE: u128 = 1 << SQUARES;
const MAX_PIECES: u32 = 32;

/// A placement and a side to move in 28 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedBoard([u8; PACKED_SIZE]);

/// The bytes are not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPacking {
    /// More than 32 squares are occupied.
    #[error("{0} squares are occupied; there are at most {MAX_PIECES} pieces")]
    TooMany(u32),
    /// A bit or a nibble that means nothing is set.
    #[error("bits are set that should be 0")]
    Stray,
    /// A nibble that is not a piece.
    #[error("{0} is not a piece; there are 0 to 6 and 8 to 14")]
    NotAPiece(u8),
    /// The pieces cannot stand like this.
    #[error(transparent)]
    Invalid(InvalidBoard),
}

impl From<&Board> for PackedBoard {
    fn from(board: &Board) -> Self {
        let mut bytes = [0; PACKED_SIZE];
        let mut occupancy = if board.side() == Colour::Black { BLACK_TO_MOVE } else { 0 };
        for (count, square) in board.occupied().into_iter().enumerate() {
            occupancy |= 1 << square.index();
            let nibble = board.piece(square).map_or(0, |piece| piece.index() as u8);
            bytes[OCCUPANCY_SIZE + count / 2] |= nibble << (count % 2 * 4);
        }
        bytes[..OCCUPANCY_SIZE].copy_from_slice(&occupancy.to_le_bytes()[..OCCUPANCY_SIZE]);
        Self(bytes)
    }
}

impl PackedBoard {
    /// Takes bytes as they are, whether they are a board or not.
    pub const fn from_bytes(bytes: [u8; PACKED_SIZE]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; PACKED_SIZE] {
        &self.0
    }

    #[inline]
    fn bits(&self) -> u128 {
        let mut wide = [0; 16];
        wide[..OCCUPANCY_SIZE].copy_from_slice(&self.0[..OCCUPANCY_SIZE]);
        u128::from_le_bytes(wide)
    }

    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Colour {
        if self.bits() & BLACK_TO_MOVE == 0 { Colour::Red } else { Colour::Black }
    }

    /// How many pieces there are.
    #[inline]
    pub fn count(&self) -> u32 {
        (self.bits() & OCCUPANCY_MASK).count_ones()
    }

    /// The pieces with their squares, in ascending order: all that a trainer needs, without building a
    /// board. Of other bytes it gives something, and never panics.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let mut left = self.bits() & OCCUPANCY_MASK;
        let mut count = 0;
        std::iter::from_fn(move || {
            let square = Square::new(left.trailing_zeros() as usize)?;
            left &= left - 1;
            let nibble = self.nibble(count)?;
            count += 1;
            piece(nibble & 8 | (nibble & 7).min(6)).map(|piece| (square, piece))
        })
    }

    /// The board.
    ///
    /// # Errors
    /// Says why the bytes are not a board.
    pub fn unpack(&self) -> Result<Board, BadPacking> {
        let bits = self.bits();
        let count = self.count();
        if count > MAX_PIECES {
            return Err(BadPacking::TooMany(count));
        }
        let has_stray_nibble =
            (count as usize..).map_while(|index| self.nibble(index)).any(|nibble| nibble != 0);
        if bits & !(OCCUPANCY_MASK | BLACK_TO_MOVE) != 0 || has_stray_nibble {
            return Err(BadPacking::Stray);
        }
        let mut builder = BoardBuilder::new();
        builder.side(self.side());
        for ((square, _), index) in self.pieces().zip(0..) {
            let nibble = self.nibble(index).unwrap_or_default();
            builder.place(piece(nibble).ok_or(BadPacking::NotAPiece(nibble))?, square);
        }
        builder.build().map_err(BadPacking::Invalid)
    }

    #[inline]
    fn nibble(&self, index: usize) -> Option<u8> {
        let byte = self.0.get(OCCUPANCY_SIZE + index / 2)?;
        Some(byte >> (index % 2 * 4) & 15)
    }
}

/// The piece that a nibble means.
#[inline]
fn piece(nibble: u8) -> Option<Piece> {
    let colour = Colour::ALL[usize::from(nibble >> 3 & 1)];
    PieceKind::ALL.get(usize::from(nibble & 7)).map(|&kind| Piece::new(colour, kind))
}
