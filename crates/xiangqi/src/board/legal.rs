//! Questions about one move.

use super::{Board, Danger};
use crate::types::{Bitboard, Move, PieceKind};

impl Board {
    /// Whether the side to move has a piece that makes this move, its own king in check afterwards
    /// or not.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let own = self.colour(self.side);
        own.has(mv.from()) && !own.has(mv.to()) && self.reach(mv.from()).has(mv.to())
    }

    /// Whether the move is legal. Any code that [`Move::from_code`] accepts may be asked about.
    ///
    /// ```
    /// use xiangqi::{Board, Move};
    ///
    /// let board = Board::start();
    /// let [cannon, horse]: [Move; 2] = ["h2e2".parse()?, "h2h9".parse()?];
    /// assert!(board.is_legal(cannon) && !board.is_capture(cannon) && !board.gives_check(cannon));
    /// assert!(board.is_capture(horse));
    /// // A pawn does not move two steps; whether the king would be in check is not even asked.
    /// assert!(!board.is_pseudo_legal("e3e5".parse()?));
    /// assert!(board.is_legal_under(cannon, &board.danger()));
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_under(mv, &self.danger())
    }

    /// [`Board::is_legal`] for callers that have the [`Danger`] of this board at hand.
    #[inline]
    pub fn is_legal_under(&self, mv: Move, danger: &Danger) -> bool {
        if !self.is_pseudo_legal(mv) {
            return false;
        }
        if self.kind(PieceKind::King).has(mv.from()) {
            let lifted = self.occupied() ^ Bitboard::of(mv.from());
            return self.placement.checkers_of(mv.to(), !self.side, lifted).is_empty();
        }
        self.targets_of(mv.from(), danger).has(mv.to())
    }

    /// Whether the move captures something.
    #[inline(always)]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.piece(mv.to()).is_some()
    }
}
