//! A line of moves played out on the board: what is captured in it, where it is quiet, whether it ends in mate.
//!
//! A line is taken as far as its moves are legal. Material is counted by the values of exchanges; what one side has lost and the other has lost
//! of the same kind cancels out. A loss is decided at the first quiet position from which on it is never won back in the line.

use xiangqi::board::EXCHANGE_VALUES;
use xiangqi::{Board, Colour, Move, Piece, PieceKind};

/// The least that counts as a loss, and what a loss may change later in the line: less than a pawn.
pub(super) const MARGIN: i32 = 100;
/// How many captures in a row are looked at behind a position.
const CAPTURES: u32 = 6;

/// What a side has lost and taken, by kind, without what is the same on both sides.
///
/// ```
/// use engine::review::MaterialChange;
/// use xiangqi::PieceKind;
///
/// let mut change = MaterialChange::default();
/// change.lost[PieceKind::Rook.index()] = 1;
/// assert!(change.is_only_loss_of(PieceKind::Rook) && change.value() < 0);
/// change.taken[PieceKind::Pawn.index()] = 2;
/// assert!(!change.is_only_loss_of(PieceKind::Rook) && !change.is_only_gain_of(PieceKind::Pawn));
/// assert_eq!(change.lost_by_kind(), [(PieceKind::Rook, 1)]);
/// assert_eq!(change.taken_by_kind(), [(PieceKind::Pawn, 2)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaterialChange {
    /// How many pieces of each kind it lost, in the order of [`PieceKind::ALL`].
    pub lost: [u8; 7],
    /// How many it took.
    pub taken: [u8; 7],
}

impl MaterialChange {
    fn note(&mut self, captured: Piece, side: Colour) {
        let (here, there) = if captured.colour() == side {
            (&mut self.lost, &mut self.taken)
        } else {
            (&mut self.taken, &mut self.lost)
        };
        let index = captured.kind().index();
        if there[index] > 0 {
            there[index] -= 1;
        } else {
            here[index] += 1;
        }
    }

    /// What it is worth to the side.
    pub fn value(&self) -> i32 {
        PieceKind::ALL.iter().fold(0, |sum, kind| {
            let index = kind.index();
            sum + EXCHANGE_VALUES[index] * (i32::from(self.taken[index]) - i32::from(self.lost[index]))
        })
    }

    /// Whether the side lost one piece of this kind and nothing else changed.
    pub fn is_only_loss_of(&self, kind: PieceKind) -> bool {
        is_one(self.lost, kind) && self.taken == [0; 7]
    }

    /// Whether the side took one piece of this kind and nothing else changed.
    pub fn is_only_gain_of(&self, kind: PieceKind) -> bool {
        is_one(self.taken, kind) && self.lost == [0; 7]
    }

    /// How many of which kind it lost, the most valuable first.
    pub fn lost_by_kind(&self) -> Vec<(PieceKind, u8)> {
        by_kind(self.lost)
    }

    /// How many of which kind it took, the most valuable first.
    pub fn taken_by_kind(&self) -> Vec<(PieceKind, u8)> {
        by_kind(self.taken)
    }

    /// The most valuable kind that was lost.
    pub(super) fn heaviest_lost(&self) -> Option<PieceKind> {
        heaviest(self.lost)
    }

    /// The most valuable kind that was taken.
    pub(super) fn heaviest_taken(&self) -> Option<PieceKind> {
        heaviest(self.taken)
    }
}

fn is_one(counts: [u8; 7], kind: PieceKind) -> bool {
    PieceKind::ALL.into_iter().zip(counts).all(|(other, count)| count == u8::from(other == kind))
}

fn by_kind(counts: [u8; 7]) -> Vec<(PieceKind, u8)> {
    use PieceKind as K;
    let order = [K::Rook, K::Cannon, K::Horse, K::Elephant, K::Advisor, K::Pawn];
    order.into_iter().map(|kind| (kind, counts[kind.index()])).filter(|(_, count)| *count > 0).collect()
}

fn heaviest(counts: [u8; 7]) -> Option<PieceKind> {
    let kinds = PieceKind::ALL.into_iter().filter(|kind| counts[kind.index()] > 0);
    kinds.max_by_key(|kind| EXCHANGE_VALUES[kind.index()])
}

/// A line, played out.
pub(super) struct PlayedLine {
    pub side: Colour,
    /// One more than moves.
    pub boards: Vec<Board>,
    pub moves: Vec<Move>,
    /// What each move captured.
    pub captures: Vec<Option<Piece>>,
    /// After each number of moves, for the side that is to move first.
    changes: Vec<MaterialChange>,
}

impl PlayedLine {
    /// Plays moves as far as they are legal.
    pub fn new(board: &Board, moves: impl IntoIterator<Item = Move>) -> Self {
        let side = board.side();
        let mut line = Self {
            side,
            boards: vec![board.clone()],
            moves: Vec::new(),
            captures: Vec::new(),
            changes: vec![MaterialChange::default()],
        };
        let (mut board, mut change) = (board.clone(), MaterialChange::default());
        for mv in moves {
            if !board.is_legal(mv) {
                break;
            }
            let captured = board.play_unchecked(mv);
            if let Some(piece) = captured {
                change.note(piece, side);
            }
            line.boards.push(board.clone());
            line.moves.push(mv);
            line.captures.push(captured);
            line.changes.push(change);
        }
        line
    }

    /// What the side that moves first has lost and taken after a number of moves.
    pub fn change(&self, plies: usize) -> MaterialChange {
        self.changes.get(plies).copied().unwrap_or_default()
    }

    /// What the line comes to for the side that moves first once the captures behind it have been made.
    pub fn settled(&self) -> i32 {
        let value = self.change(self.moves.len()).value();
        let Some(last) = self.boards.last() else { return value };
        let gain = gain_by_captures(last, CAPTURES);
        if last.side() == self.side { value + gain } else { value - gain }
    }

    /// After how many moves something is won for good (`sign` 1) or lost for good (-1) by the side that moves first, if it is.
    pub fn decided(&self, sign: i32) -> Option<usize> {
        let quiet: Vec<usize> =
            (1..self.boards.len()).filter(|&plies| is_quiet(&self.boards[plies])).collect();
        let worth = |plies: usize| sign * self.change(plies).value();
        let end = sign * self.settled();
        quiet.iter().enumerate().find_map(|(index, &plies)| {
            let here = worth(plies);
            let keeps = |there: i32| there > here - MARGIN;
            let is_kept = quiet[index..].iter().all(|&later| keeps(worth(later))) && keeps(end);
            (here >= MARGIN && is_kept).then_some(plies)
        })
    }

    /// Whether the line ends the game: the side to move at its end has no move.
    pub fn is_mate(&self) -> bool {
        self.boards.last().is_some_and(|board| !board.has_legal_move())
    }
}

/// Whether the side to move is not in check and wins nothing by captures.
fn is_quiet(board: &Board) -> bool {
    !board.is_check() && gain_by_captures(board, CAPTURES) == 0
}

/// What the side to move wins by captures alone, if it may stop at any time. Captures that lose by an exchange are left out.
fn gain_by_captures(board: &Board, plies: u32) -> i32 {
    if plies == 0 {
        return 0;
    }
    let moves = board.legal_moves();
    let captures = moves.iter().filter_map(|&mv| Some((mv, board.piece(mv.to())?)));
    let sound = captures.filter(|&(mv, _)| board.see_at_least(mv, 1, &EXCHANGE_VALUES));
    let gains = sound.map(|(mv, captured)| {
        let mut next = board.clone();
        next.play_unchecked(mv);
        EXCHANGE_VALUES[captured.kind().index()] - gain_by_captures(&next, plies - 1)
    });
    gains.fold(0, i32::max)
}
