//! How a piece falls that is lost: what the move did to it, and what the answer does.
//!
//! Everything that is said here follows from the line and the rules of movement. A piece is undefended if nothing of its side reaches its
//! square once it is taken there, not even a piece that is pinned.

use super::line::PlayedLine;
use xiangqi::attacks::between;
use xiangqi::board::EXCHANGE_VALUES;
use xiangqi::{Bitboard, Board, Move, Piece, PieceKind, Square};

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// Whether it is the only one of its kind and side.
    pub is_single: bool,
    /// How many of its kind and side stand before it on its file, seen from its side.
    pub ahead: usize,
    /// How many stand behind it there.
    pub behind: usize,
}

impl PlacedPiece {
    /// What stands on a square.
    fn on(board: &Board, square: Square) -> Option<Self> {
        let piece = board.piece(square)?;
        let side = piece.colour();
        let alike = board.of(side, piece.kind());
        let on_file = |squares: fn(usize, usize) -> bool| {
            let others = alike.into_iter().filter(|other| other.file() == square.file());
            others.filter(|other| squares(other.rank_from(side), square.rank_from(side))).count()
        };
        let (ahead, behind) = (on_file(|other, here| other > here), on_file(|other, here| other < here));
        Some(Self { piece, square, is_single: alike.count() == 1, ahead, behind })
    }
}

/// How a piece comes to fall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It is the piece that moved, and the answer takes it.
    MovedInto,
    /// The piece that moved was its defence; the answer takes it, and nothing takes back.
    DefenceGone,
    /// The piece that moved stood in the way of the answer, which takes it.
    Opened,
    /// The piece that moved is the screen over which a cannon takes it; there was none before.
    Screen,
    /// The answer takes it, could have taken it before, and nothing takes back.
    Undefended,
    /// The answer takes it.
    Taken,
    /// The answer attacks several pieces, of which it takes this one next.
    Fork(Vec<PlacedPiece>),
    /// The answer is check, and the piece is taken next.
    Check,
    /// The answer attacks it and takes it next.
    Attacked,
    /// It falls later in the line.
    Later,
}

/// The piece that is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// It, where it is taken.
    pub victim: PlacedPiece,
    /// What takes it.
    pub taker: Piece,
    /// With which move of the punishing line, 1 for the first.
    pub ply: usize,
    /// How it comes to that.
    pub cause: Cause,
    /// Whether it stands there when the mistake has been made; else it goes there in the line.
    pub stood_there: bool,
}

/// The first piece of a kind that the other side, or with `own` the side that moves first, takes within some moves of a line.
pub(super) fn first_capture(
    line: &PlayedLine,
    kind: PieceKind,
    plies: usize,
    own: bool,
) -> Option<(usize, PlacedPiece, Piece)> {
    let victim = if own { !line.side } else { line.side };
    let wanted = Some(Piece::new(victim, kind));
    let index = (0..plies.min(line.moves.len())).find(|&index| line.captures[index] == wanted)?;
    let mv = line.moves[index];
    let board = &line.boards[index];
    Some((index, PlacedPiece::on(board, mv.to())?, board.piece(mv.from())?))
}

/// How a piece falls in a line whose first move is the mistake, if one of this kind does.
pub(super) fn fall(line: &PlayedLine, kind: PieceKind, plies: usize) -> Option<Fall> {
    let (index, victim, taker) = first_capture(line, kind, plies, false)?;
    let cause = match index {
        1 => at_once(line, victim.square),
        3 => next(line, victim),
        _ => Cause::Later,
    };
    let stood_there = line.moves.iter().take(index).skip(1).all(|mv| mv.to() != victim.square);
    Some(Fall { victim, taker, ply: index, cause, stood_there })
}

/// The answer takes the piece.
fn at_once(line: &PlayedLine, square: Square) -> Cause {
    let (played, capture) = (line.moves[0], line.moves[1]);
    if played.to() == square {
        return Cause::MovedInto;
    }
    let mut before = line.boards[0].clone();
    before.pass();
    if !before.is_pseudo_legal(capture) {
        // Nothing but the move changed the board: a piece has left the way, or a cannon has got its screen.
        let is_cannon = before.piece(capture.from()).is_some_and(|taker| taker.kind() == PieceKind::Cannon);
        let way = between(capture.from(), square);
        let is_screen = is_cannon && way.has(played.to()) && (way & before.occupied()).is_empty();
        return if is_screen { Cause::Screen } else { Cause::Opened };
    }
    let taken = &line.boards[2];
    if (taken.attackers(square, taken.lines()) & taken.colour(line.side)).any() {
        return Cause::Taken;
    }
    before.play_unchecked(capture);
    let retaking = Move::new(played.from(), square);
    let was_defence = before.piece(played.from()).is_some() && before.is_legal(retaking);
    if was_defence { Cause::DefenceGone } else { Cause::Undefended }
}

/// The piece is taken by the move after the answer.
fn next(line: &PlayedLine, victim: PlacedPiece) -> Cause {
    let (answer, defence, capture) = (line.moves[1], line.moves[2], line.moves[3]);
    let answered = &line.boards[2];
    let stood = defence.to() != victim.square;
    if stood && capture.from() == answer.to() {
        let targets = targets(answered, answer.to());
        let is_target = targets.iter().any(|target| target.square == victim.square);
        if is_target && targets.len() > 1 {
            return Cause::Fork(targets);
        }
        if is_target && !answered.is_check() {
            return Cause::Attacked;
        }
    }
    if answered.is_check() { Cause::Check } else { Cause::Later }
}

/// What the piece on a square attacks so that it must be minded: the king, and what it can take without losing by it.
fn targets(board: &Board, from: Square) -> Vec<PlacedPiece> {
    let Some(piece) = board.piece(from) else { return Vec::new() };
    let mut other = board.clone();
    other.pass();
    let mut reach: Bitboard = board.reach(from) & board.colour(!piece.colour());
    let mut targets = Vec::new();
    while let Some(square) = reach.first() {
        reach = reach.without(Bitboard::of(square));
        let capture = Move::new(from, square);
        let is_king = board.piece(square).is_some_and(|piece| piece.kind() == PieceKind::King);
        if is_king || other.is_legal(capture) && other.see_at_least(capture, 1, &EXCHANGE_VALUES) {
            targets.extend(PlacedPiece::on(board, square));
        }
    }
    // The most valuable first.
    targets.sort_by_key(|target| std::cmp::Reverse(EXCHANGE_VALUES[target.piece.kind().index()]));
    targets
}
