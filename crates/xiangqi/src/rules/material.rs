//! Draws because neither side has what it takes to win.

use crate::board::Board;
use crate::types::{Colour, PieceKind};

/// Which endings are drawn for want of material.
///
/// ```
/// use xiangqi::Fen;
/// use xiangqi::rules::MaterialRule;
///
/// let bare: Fen = "3k5/9/9/9/9/9/9/9/9/4K4 w".parse()?;
/// assert!(MaterialRule::NoAttackers.is_draw(&bare.board));
/// assert!(!MaterialRule::Never.is_draw(&bare.board));
/// # Ok::<(), xiangqi::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialRule {
    /// Always play on.
    Never,
    /// Neither side has a rook, horse, cannon or pawn.
    NoAttackers,
    /// The same, and a few endings with one cannon (or one each) that cannot be won, unless there is
    /// a mate in one: what most xiangqi programs do.
    Computer,
}

impl MaterialRule {
    /// Whether the game is drawn by this rule.
    #[inline]
    pub fn is_draw(self, board: &Board) -> bool {
        let attackers =
            board.kind(PieceKind::Pawn) | board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse);
        self != Self::Never && attackers.is_empty() && self.is_draw_with_cannons(board)
    }

    /// The same, with nothing but cannons to attack with.
    #[inline(never)]
    fn is_draw_with_cannons(self, board: &Board) -> bool {
        match (self, board.kind(PieceKind::Cannon).count()) {
            (_, 0) => true,
            (Self::Computer, 1) => is_lone_cannon_drawn(board),
            (Self::Computer, 2) => are_two_cannons_drawn(board),
            _ => false,
        }
    }
}

/// A cannon without an advisor of its own as a screen needs the enemy's.
fn is_lone_cannon_drawn(board: &Board) -> bool {
    let side = if board.of(Colour::Red, PieceKind::Cannon).any() { Colour::Red } else { Colour::Black };
    if board.of(side, PieceKind::Advisor).any() {
        return false;
    }
    let has_elephant = board.of(side, PieceKind::Elephant).any();
    match (board.of(!side, PieceKind::Advisor).count(), has_elephant) {
        (0, _) | (1, false) => true,
        (1, true) | (2, false) => !has_mate_in_one(board),
        _ => false,
    }
}

fn are_two_cannons_drawn(board: &Board) -> bool {
    let one_each = Colour::ALL.into_iter().all(|side| board.of(side, PieceKind::Cannon).count() == 1);
    if !one_each || board.kind(PieceKind::Advisor).any() {
        return false;
    }
    board.kind(PieceKind::Elephant).is_empty() || !has_mate_in_one(board)
}

/// Whether the side to move has a move after which the other side has none.
fn has_mate_in_one(board: &Board) -> bool {
    board.legal_moves().iter().any(|&mv| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        !after.has_legal_move()
    })
}
