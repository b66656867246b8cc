//! Quiet moves with what their order asks of them, answered for all moves of a piece at once.

use super::Threats;
use search::QuietMove;
use xiangqi::{Bitboard, Board, Move, Piece, SQUARES, Square};

/// What the quiet moves of one piece have in common.
struct Source {
    from: Square,
    /// The piece's part of [`Game::piece_to`](search::Game::piece_to).
    first_piece_to: usize,
    /// Where it gives check.
    checking: Bitboard,
    is_attacked: bool,
    attacked: Bitboard,
    /// What an attack by a lesser piece counts, whether there is one now, and where there would be.
    worth: i32,
    is_lesser: bool,
    lesser: Bitboard,
}

/// Lists quiet moves, or those that give check: see [`Game::generate_quiet`](search::Game::generate_quiet).
#[inline]
pub fn list(
    board: &Board,
    checks_only: bool,
    threats: &mut Option<Threats>,
    mut push: impl FnMut(QuietMove<Move>),
) {
    let (side, checks) = (board.side(), board.checks());
    board.for_each_source(&board.danger(), !board.occupied(), |kind, from, targets| {
        let checking = board.checking_targets(kind, from, targets, &checks);
        let targets = if checks_only { checking } else { targets };
        if targets.is_empty() {
            return;
        }
        let threats = threats.get_or_insert_with(|| Threats::of(board));
        let (worth, lesser) = threats.lesser(kind);
        let source = Source {
            from,
            first_piece_to: Piece::new(side, kind).index() * SQUARES,
            checking,
            is_attacked: threats.any().has(from),
            attacked: threats.any(),
            worth,
            is_lesser: lesser.has(from),
            lesser,
        };
        source.list(targets, &mut push);
    });
}

impl Source {
    /// Out of line, as the caller has a loop for each kind of piece.
    #[inline(never)]
    fn list(&self, targets: Bitboard, push: &mut impl FnMut(QuietMove<Move>)) {
        for to in targets {
            push(QuietMove {
                mv: Move::new(self.from, to),
                piece_to: self.first_piece_to + to.index(),
                threat_class: usize::from(self.is_attacked) + 2 * usize::from(self.attacked.has(to)),
                escape: self.worth * (i32::from(self.is_lesser) - i32::from(self.lesser.has(to))),
                gives_check: self.checking.has(to),
            });
        }
    }
}
