//! What the other side attacks, for the order of quiet moves.

use xiangqi::{Bitboard, Board, Move, PieceKind, attacks};

/// The squares that the other side attacks, by the worth of its attackers. Pins are not looked at.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// By pawns, advisors and elephants.
    weak: Bitboard,
    /// By these, horses and cannons.
    minor: Bitboard,
    /// By anything.
    any: Bitboard,
}

impl Threats {
    /// The threats against the side to move.
    pub fn of(board: &Board) -> Self {
        let (enemy, lines) = (!board.side(), board.lines());
        let reach = |kind| {
            let pieces = board.of(enemy, kind);
            pieces
                .into_iter()
                .fold(Bitboard::EMPTY, |sum, from| sum | attacks::reach(kind, enemy, from, lines))
        };
        let cannons = board.of(enemy, PieceKind::Cannon).into_iter();
        let aims = cannons.fold(Bitboard::EMPTY, |sum, from| sum | attacks::cannon_aim(from, lines));
        let weak = reach(PieceKind::Pawn) | reach(PieceKind::Advisor) | reach(PieceKind::Elephant);
        let minor = weak | reach(PieceKind::Horse) | aims;
        let any = minor | reach(PieceKind::Rook) | reach(PieceKind::King);
        Self { weak, minor, any }
    }

    /// Whether a move leaves (1) and enters (2) a square that is attacked, added up.
    #[inline]
    pub fn class(&self, mv: Move) -> usize {
        usize::from(self.any.has(mv.from())) + 2 * usize::from(self.any.has(mv.to()))
    }

    /// What a quiet move saves from attackers that are worth less than itself, or with a minus sign what it gives
    /// up to them, in half rooks: 2 for a rook and 1 for a horse or cannon.
    #[inline]
    pub fn escape(&self, board: &Board, mv: Move) -> i32 {
        let kind = board.piece(mv.from()).map(xiangqi::Piece::kind);
        let (worth, lesser) = kind.map_or((0, Bitboard::EMPTY), |kind| self.lesser(kind));
        worth * (i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to())))
    }

    /// What a piece of this kind counts in half rooks, and what is attacked by those that are worth less.
    #[inline]
    pub fn lesser(&self, kind: PieceKind) -> (i32, Bitboard) {
        match kind {
            PieceKind::Rook => (2, self.minor),
            PieceKind::Horse | PieceKind::Cannon => (1, self.weak),
            _ => (0, Bitboard::EMPTY),
        }
    }

    /// What is attacked by anything.
    #[inline]
    pub fn any(&self) -> Bitboard {
        self.any
    }
}
