//! What a solution does, by rules that look at the position, its first move, and what follows. A rule that fires is
//! right; one that does not proves nothing.

use crate::Theme;
use crate::mates::Mate;
use xiangqi::board::EXCHANGE_VALUES;
use xiangqi::{Board, Move, PieceKind, Square};

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
    let rules: [(Theme, bool); 10] = [
        (Theme::HeartSacrifice, is_heart_sacrifice(&boards, solution)),
        (Theme::Fork, !is_mate && scene.is_fork()),
        (Theme::Pin, !is_mate && scene.is_pin()),
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
        let legal = self.after.legal_moves();
        let own = self.after.colour(self.after.side());
        self.targets().any(|target| {
            self.after.reach(target).without(own).any() && legal.iter().all(|mv| mv.from() != target)
        })
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
