//! Setting up a board piece by piece.

use super::{Board, InvalidBoard, validate};
use crate::types::{Colour, Piece, SQUARES, Square};

/// A board under construction: anything may stand anywhere, until [`BoardBuilder::build`] looks.
///
/// ```
/// use xiangqi::{BoardBuilder, Colour, Piece, Square};
/// let mut builder = BoardBuilder::new();
/// builder.place(Piece::RedKing, Square::parse(b"e0").unwrap());
/// builder.place(Piece::BlackKing, Square::parse(b"d9").unwrap());
/// builder.side(Colour::Black);
/// assert_eq!(builder.build().unwrap().legal_moves().len(), 1); // e9 would face the red king
/// ```
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    pieces: [Option<Piece>; SQUARES],
    side: Colour,
}

impl BoardBuilder {
    /// An empty board, Red to move.
    pub const fn new() -> Self {
        Self { pieces: [None; SQUARES], side: Colour::Red }
    }

    /// Puts a piece on a square, in place of what stood there.
    pub fn place(&mut self, piece: Piece, square: Square) -> &mut Self {
        self.pieces[square.index()] = Some(piece);
        self
    }

    /// Takes away what stands on a square.
    ///
    /// ```
    /// use xiangqi::{BoardBuilder, Piece, Square};
    ///
    /// let square = Square::parse(b"e0").unwrap();
    /// let mut builder = BoardBuilder::new();
    /// builder.place(Piece::RedKing, square);
    /// assert_eq!(builder.piece(square), Some(Piece::RedKing));
    /// assert_eq!(builder.clear(square).piece(square), None);
    /// ```
    pub fn clear(&mut self, square: Square) -> &mut Self {
        self.pieces[square.index()] = None;
        self
    }

    /// Says whose turn it is.
    pub fn side(&mut self, side: Colour) -> &mut Self {
        self.side = side;
        self
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The pieces and their squares.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The board, if it could occur in a game.
    ///
    /// # Errors
    /// Says what is wrong: see [`InvalidBoard`].
    pub fn build(&self) -> Result<Board, InvalidBoard> {
        validate::placement(self)?;
        let mut board = Board::empty(self.side);
        for (square, piece) in self.pieces() {
            board.put(piece, square);
        }
        validate::kings_are_safe(&board)?;
        Ok(board)
    }
}

impl Default for BoardBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&Board> for BoardBuilder {
    fn from(board: &Board) -> Self {
        Self { pieces: board.pieces, side: board.side }
    }
}
