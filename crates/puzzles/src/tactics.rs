//! What a solution does, by rules that look at the position, its first move, and what follows. A rule that fires is
//! right; one that does not proves nothing.

use crate::Theme;
use crate::mates::Mate;
use xiangqi::board::EXCHANGE_VALUES;
use xiangqi::{Bitboard, Board, Move, PieceKind, Square, attacks};

/// What a horse, a cannon and a rook are worth at least in an exchange.
const VALUABLE: i32 = 400;
/// What a piece that is lost wherever it goes costs at least.
const LOSS: i32 = 300;
/// Giving up more than a pawn's worth is a sacrifice.
const SMALL: i32 = -100;

/// The themes of a solution, which must be legal from this position, in the order of [`Theme`].
pub fn themes(board: &Board, solution: &[Move]) -> Vec<Theme> {
    let Some(&first) = solution.first() else { return Vec::new() };
    let mut boards = vec![board.clone()];
    for &mv in solution {
        let mut next = boards.last().unwrap_or(board).clone();
        next.play_unchecked(mv);
        boards.push(next);
    }
    let (after, end) = (&boards[1], &boards[boards.len() - 1]);
    let last = solution.last().copied().unwrap_or(first);
    let mate = Mate::of(end, last);
    let is_mate = mate.is_some();
    let mut themes = mate.map(|mate| mate.themes()).unwrap_or_default();
    let scene = Scene { board, after, first, solution };
    let rules: [(Theme, bool); 13] = [
        (Theme::HeartSacrifice, is_heart_sacrifice(&boards, solution)),
        (Theme::Fork, !is_mate && scene.is_fork()),
        (Theme::Pin, !is_mate && scene.is_pin()),
        (Theme::Skewer, !is_mate && scene.is_skewer()),
        (Theme::Deflection, scene.is_deflection()),
        (Theme::RemovedGuard, !is_mate && scene.is_removed_guard()),
        (Theme::Trapped, !is_mate && scene.is_trapped()),
        (Theme::DiscoveredAttack, !is_mate && scene.is_discovered_attack()),
        (Theme::DiscoveredCheck, scene.is_discovered_check()),
        (Theme::DoubleCheck, after.checkers().count() > 1),
        (Theme::Sacrifice, scene.is_sacrifice()),
        (Theme::Hanging, !is_mate && scene.is_hanging()),
        (Theme::Quiet, !board.is_capture(first) && !after.is_check()),
    ];
    themes.extend(rules.into_iter().filter_map(|(theme, fires)| fires.then_some(theme)));
    themes.sort_unstable();
    themes
}

fn value(board: &Board, square: Square) -> i32 {
    board.piece(square).map_or(0, |piece| EXCHANGE_VALUES[piece.kind().index()])
}

/// A rook or cannon takes the advisor in the middle of the palace and is taken there.
fn is_heart_sacrifice(boards: &[Board], solution: &[Move]) -> bool {
    solution.iter().zip(boards).step_by(2).enumerate().any(|(number, (&mv, board))| {
        let is_heart = (mv.to().file(), mv.to().rank_from(board.side())) == (4, 8);
        let takes = board.piece(mv.to()).is_some_and(|piece| piece.kind() == PieceKind::Advisor);
        let is_piece = value(board, mv.from()) >= VALUABLE;
        let reply = solution.get(2 * number + 1);
        is_heart && takes && is_piece && reply.is_some_and(|reply| reply.to() == mv.to())
    })
}

/// The position, its first move, and the position after it.
struct Scene<'a> {
    board: &'a Board,
    after: &'a Board,
    first: Move,
    solution: &'a [Move],
}

impl Scene<'_> {
    /// Pieces of the other side that the moved piece attacks and that are worth more than itself, or worth something and not
    /// protected.
    fn targets(&self) -> impl Iterator<Item = Square> {
        let after = self.after;
        let defender = after.colour(after.side());
        let own = value(after, self.first.to());
        (after.reach(self.first.to()) & defender).into_iter().filter(move |&square| {
            let worth = value(after, square);
            let is_king = square == after.king(after.side());
            let is_protected = (after.attackers(square, after.lines()) & defender).any();
            !is_king && (worth > own || !is_protected) && worth >= VALUABLE
        })
    }

    fn is_fork(&self) -> bool {
        let gives_check = self.after.checkers().has(self.first.to());
        let targets: Vec<Square> = self.targets().collect();
        if targets.len() + usize::from(gives_check) < 2 {
            return false;
        }
        match self.solution.get(2) {
            Some(then) => then.from() == self.first.to() && targets.contains(&then.to()),
            None => self.board.see_at_least(self.first, 0, &EXCHANGE_VALUES),
        }
    }

    fn is_pin(&self) -> bool {
        if self.after.is_check() {
            return false;
        }
        let is_taken = |target: Square| match self.solution {
            [_, reply, then, ..] => then.to() == target && reply.from() != target && reply.to() != target,
            _ => self.targets().any(|attacked| attacked == target),
        };
        let defender = self.after.colour(self.after.side());
        let mut pieces = defender.into_iter();
        pieces
            .any(|square| value(self.after, square) >= VALUABLE && is_taken(square) && self.is_pinned(square))
    }

    /// Whether a piece of the side to move has moves that the rules forbid, and no others but along the line to its king.
    fn is_pinned(&self, square: Square) -> bool {
        let (after, king) = (self.after, self.after.king(self.after.side()));
        let is_on_line = |to: Square| {
            square.file() == king.file() && to.file() == king.file()
                || square.rank() == king.rank() && to.rank() == king.rank()
        };
        let legal: Vec<Square> =
            after.legal_moves().iter().filter(|mv| mv.from() == square).map(|mv| mv.to()).collect();
        let reach = after.reach(square).without(after.colour(after.side()));
        reach.count() as usize > legal.len() && legal.into_iter().all(is_on_line)
    }

    fn is_skewer(&self) -> bool {
        let [first, front, then, ..] = self.solution else { return false };
        let after = self.after;
        let is_rook = after.piece(first.to()).is_some_and(|piece| piece.kind() == PieceKind::Rook);
        let is_worth = front.from() == after.king(after.side()) || value(after, front.from()) >= VALUABLE;
        let between = attacks::between(first.to(), then.to()) & after.occupied();
        is_rook
            && is_worth
            && then.from() == first.to()
            && between == Bitboard::of(front.from())
            && front.to() != then.to()
            && value(after, then.to()) >= VALUABLE
    }

    fn is_deflection(&self) -> bool {
        let [first, taking, then, ..] = self.solution else { return false };
        let mut taken = self.after.clone();
        taken.play_unchecked(*taking);
        let guards = |board: &Board, guard: Square| board.attackers(then.to(), board.lines()).has(guard);
        taking.to() == first.to()
            && self.is_sacrifice()
            && guards(self.after, taking.from())
            && !guards(&taken, taking.to())
    }

    fn is_removed_guard(&self) -> bool {
        let [first, reply, then, ..] = self.solution else { return false };
        let (board, after) = (self.board, self.after);
        let guards = board.attackers(then.to(), board.lines()) & board.colour(after.side());
        let left = after.attackers(then.to(), after.lines()) & after.colour(after.side());
        board.is_capture(*first)
            && guards == Bitboard::of(first.to())
            && left.is_empty()
            && reply.to() != then.to()
            && value(after, then.to()) >= VALUABLE
            && after.colour(after.side()).has(then.to())
    }

    fn is_trapped(&self) -> bool {
        let (Some(reply), Some(then)) = (self.solution.get(1), self.solution.get(2)) else { return false };
        if self.board.is_capture(self.first) || self.after.is_check() {
            return false;
        }
        let legal = self.after.legal_moves();
        self.targets().any(|target| {
            let taken = if reply.from() == target { reply.to() } else { target };
            let mut ways = legal.iter().filter(|mv| mv.from() == target).peekable();
            then.to() == taken && ways.peek().is_some() && ways.all(|&way| self.loses(way))
        })
    }

    /// Whether the piece that makes this move is taken where it goes.
    fn loses(&self, way: Move) -> bool {
        let gained = value(self.after, way.to());
        let mut then = self.after.clone();
        then.play_unchecked(way);
        then.legal_moves()
            .iter()
            .any(|&mv| mv.to() == way.to() && then.see_at_least(mv, LOSS + gained, &EXCHANGE_VALUES))
    }

    fn is_discovered_attack(&self) -> bool {
        let Some(then) = self.solution.get(2) else { return false };
        let (from, to) = (then.from(), then.to());
        let is_same_target = self.after.piece(to).is_some_and(|piece| piece.colour() == self.after.side());
        let was_moved = self.solution.get(1).is_some_and(|reply| reply.to() == to);
        from != self.first.to()
            && is_same_target
            && !was_moved
            && value(self.after, to) >= VALUABLE
            && self.after.reach(from).has(to)
            && !self.board.reach(from).has(to)
    }

    fn is_discovered_check(&self) -> bool {
        let checkers = self.after.checkers();
        checkers.any() && !checkers.has(self.first.to())
    }

    fn is_sacrifice(&self) -> bool {
        let can_be_taken = self.after.legal_moves().iter().any(|mv| mv.to() == self.first.to());
        can_be_taken && !self.board.see_at_least(self.first, SMALL, &EXCHANGE_VALUES)
    }

    fn is_hanging(&self) -> bool {
        self.board.is_capture(self.first) && self.board.see_at_least(self.first, LOSS, &EXCHANGE_VALUES)
    }
}
