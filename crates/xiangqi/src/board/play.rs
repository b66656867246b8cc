//! Making and taking back moves.

use super::Board;
use crate::types::{Move, Piece, Square};

impl Board {
    /// Makes a move and gives back what it captured, which [`Board::take_back`] wants.
    ///
    /// The move must be one that [`Board::is_pseudo_legal`] accepts; if not, the board may become
    /// invalid (a king captured, say), though nothing worse.
    ///
    /// ```
    /// use xiangqi::Board;
    ///
    /// let mut board = Board::start();
    /// let mv = "h2h9".parse()?;
    /// let expected = board.key_after(mv);
    /// let captured = board.play_unchecked(mv);
    /// assert_eq!(board.key(), expected);
    /// assert_eq!(captured.map(|piece| piece.letter()), Some('n'));
    /// board.take_back(mv, captured);
    /// board.pass();
    /// board.pass();
    /// assert_eq!(board, Board::start());
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    ///
    /// # Panics
    /// If no piece stands where the move begins.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Option<Piece> {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.pieces[to.index()];
        self.toggle_captured(captured, to);
        self.shift(from, to);
        self.pieces[from.index()] = None;
        self.side = !self.side;
        captured
    }

    /// Takes back the move that was made last; `captured` is what making it gave.
    ///
    /// # Panics
    /// If no piece stands where the move ends.
    #[inline]
    pub fn take_back(&mut self, mv: Move, captured: Option<Piece>) {
        let (from, to) = (mv.from(), mv.to());
        self.shift(to, from);
        self.toggle_captured(captured, to);
        self.pieces[to.index()] = captured;
        self.side = !self.side;
    }

    /// Hands the turn to the other side. Doing it twice restores the board.
    ///
    /// Meant for the null move of a search, which never passes when in check.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
    }

    /// Lifts the captured piece off a move's target, or puts it back.
    #[inline(always)]
    fn toggle_captured(&mut self, captured: Option<Piece>, square: Square) {
        if let Some(piece) = captured {
            self.placement.toggle(piece.colour(), piece.kind(), square);
            self.keys.toggle(piece, square);
        }
    }

    /// Carries a piece from one square to another, where no piece is left.
    #[inline(always)]
    fn shift(&mut self, from: Square, to: Square) {
        let Some(piece) = self.pieces[from.index()] else { panic!("no piece to move on {from}") };
        self.placement.shift(piece.colour(), piece.kind(), from, to);
        self.pieces[to.index()] = Some(piece);
        self.keys.shift(piece, from, to);
    }
}
