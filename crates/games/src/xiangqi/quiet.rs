//! Quiet moves with what their order asks of them, answered for all moves of a piece at once.

use super::Threats;
use search::QuietMove;
use xiangqi::{Bitboard, Board, Move, Piece, PieceKind, SQUARES, Square};

/// Lists quiet moves, or those that give check: see [`Game::generate_quiet`](search::Game::generate_quiet).
#[inline]
pub fn list(
    board: &Board,
    checks_only: bool,
    threats: &mut Option<Threats>,
    mut push: impl FnMut(QuietMove<Move>),
) {
    let checks = board.checks();
    let mut sources = Sources::default();
    board.for_each_source(&board.danger(), !board.occupied(), |kind, from, targets| {
        let checking = board.checking_targets(kind, from, targets, &checks);
        let targets = if checks_only { checking } else { targets };
        if targets.any() {
            sources.push(Source { kind, from, targets, checking });
        }
    });
    if sources.count == 0 {
        return;
    }
    let threats = threats.get_or_insert_with(|| Threats::of(board));
    let attacked = threats.any();
    for &Source { kind, from, targets, checking } in sources.list() {
        let first_piece_to = Piece::new(board.side(), kind).index() * SQUARES;
        let (worth, lesser) = threats.lesser(kind);
        let (is_attacked, is_attacked_by_lesser) = (attacked.has(from), lesser.has(from));
        for (to, [into_attack, into_lesser, gives_check]) in
            targets.squares_among([attacked, lesser, checking])
        {
            push(QuietMove {
                mv: Move::new(from, to),
                piece_to: first_piece_to + to.index(),
                threat_class: usize::from(is_attacked) + 2 * usize::from(into_attack),
                escape: worth * (i32::from(is_attacked_by_lesser) - i32::from(into_lesser)),
                gives_check,
            });
        }
    }
}

/// A piece and where it goes.
#[derive(Clone, Copy)]
struct Source {
    kind: PieceKind,
    from: Square,
    targets: Bitboard,
    /// Where it gives check.
    checking: Bitboard,
}

/// The pieces of a side. They are gathered first, so that the moves of all of them go through one loop.
struct Sources {
    list: [Source; Self::MAX],
    count: usize,
}

impl Sources {
    /// A side has sixteen pieces at most.
    const MAX: usize = 16;

    #[inline(always)]
    fn push(&mut self, source: Source) {
        self.list[self.count % Self::MAX] = source;
        self.count += 1;
    }

    fn list(&self) -> &[Source] {
        &self.list[..self.count]
    }
}

impl Default for Sources {
    fn default() -> Self {
        let nothing = Source {
            kind: PieceKind::King,
            from: Square::from_index(0),
            targets: Bitboard::EMPTY,
            checking: Bitboard::EMPTY,
        };
        Self { list: [nothing; Self::MAX], count: 0 }
    }
}
