//! A game small enough to be solved: pawns on a board of three files and four ranks, three to a side.
//!
//! ```text
//!  9 10 11   second     A pawn steps forward, or captures diagonally forward. Whoever reaches the last rank or
//!  6  7  8              takes all pawns has won; whoever is to move and cannot has a draw.
//!  3  4  5
//!  0  1  2   first
//! ```
//!
//! It is hexapawn (Gardner 1962) with a rank more, and with draws. A side is "in check" if the other could reach the last
//! rank next. Every move goes forward, so that no position comes back.

use search::{Evaluator, Game, Params, Score, ShippedTechniques, Which};
use std::fmt;
use xiangqi::Random;

const FILES: u8 = 3;
const RANKS: u8 = 4;
const SQUARES: u8 = FILES * RANKS;

/// The game.
pub struct Pawns;

/// A move; the default is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PawnMove {
    from: u8,
    to: u8,
}

impl fmt::Display for PawnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Where the pawns are, as bits, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    pawns: [u16; 2],
    side: usize,
}

impl Board {
    pub const START: Self = Self { pawns: [0b111, 0b111 << 9], side: 0 };

    fn own(&self) -> u16 {
        self.pawns[self.side]
    }

    fn theirs(&self) -> u16 {
        self.pawns[1 - self.side]
    }

    fn is_empty(&self, square: u8) -> bool {
        (self.pawns[0] | self.pawns[1]) >> square & 1 == 0
    }

    /// Whether the side that has just moved has reached the last rank.
    fn is_broken_through(&self) -> bool {
        let home = if self.side == 0 { 0b111 } else { 0b111 << 9 };
        self.theirs() & home != 0
    }

    /// Whether the side to move has lost.
    pub fn is_lost(&self) -> bool {
        self.is_broken_through() || self.own() == 0
    }

    /// All moves, as if nothing had been decided yet.
    fn steps(&self) -> Vec<PawnMove> {
        let mut moves = Vec::new();
        for from in (0..SQUARES).filter(|from| self.own() >> from & 1 == 1) {
            let (file, rank) = (i32::from(from % FILES), i32::from(from / FILES));
            let rank = rank + if self.side == 0 { 1 } else { -1 };
            for file in [file - 1, file, file + 1] {
                if !(0..i32::from(FILES)).contains(&file) || !(0..i32::from(RANKS)).contains(&rank) {
                    continue;
                }
                let to = (rank * i32::from(FILES) + file) as u8;
                let fits =
                    if to % FILES == from % FILES { self.is_empty(to) } else { self.theirs() >> to & 1 == 1 };
                if fits {
                    moves.push(PawnMove { from, to });
                }
            }
        }
        moves
    }

    pub fn moves(&self) -> Vec<PawnMove> {
        if self.is_broken_through() { Vec::new() } else { self.steps() }
    }

    pub fn after(mut self, mv: PawnMove) -> Self {
        self.pawns[self.side] ^= 1 << mv.from | 1 << mv.to;
        self.pawns[1 - self.side] &= !(1 << mv.to);
        self.side = 1 - self.side;
        self
    }

    fn passed(mut self) -> Self {
        self.side = 1 - self.side;
        self
    }

    /// Whether the other side has reached the last rank, or could next.
    fn is_check(&self) -> bool {
        let theirs = self.passed();
        self.is_broken_through() || theirs.steps().into_iter().any(|mv| theirs.after(mv).is_broken_through())
    }

    /// A number that tells boards apart.
    fn code(&self) -> u64 {
        u64::from(self.pawns[0]) | u64::from(self.pawns[1]) << 12 | (self.side as u64) << 24
    }
}

/// A board with those before it.
#[derive(Clone, Debug)]
pub struct Position {
    past: Vec<Board>,
    pub board: Board,
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        Self { past: Vec::new(), board }
    }
}

impl Position {
    fn go_to(&mut self, board: Board) {
        self.past.push(self.board);
        self.board = board;
    }
}

impl Game for Pawns {
    type Move = PawnMove;
    type Position = Position;
    type Threats = ();
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = 2 * SQUARES as usize;
    const FROM_TO: usize = SQUARES as usize * SQUARES as usize;
    const VICTIMS: usize = 2;
    const PARAMS: Params = Params::ROUND;

    fn side(position: &Position) -> usize {
        position.board.side
    }

    fn key(position: &Position) -> u64 {
        Random::mix(position.board.code())
    }

    fn seeded_key(position: &Position, seed: u64) -> u64 {
        Random::mix(position.board.code() ^ Random::mix(seed))
    }

    fn part_keys(position: &Position) -> [u64; 3] {
        let [first, second] = position.board.pawns.map(u64::from);
        [Random::mix(first), Random::mix(second), Random::mix(first | second)]
    }

    fn is_check(position: &Position) -> bool {
        position.board.is_check()
    }

    fn generate(position: &Position, which: Which, push: impl FnMut(PawnMove)) {
        let is_listed = |mv: &PawnMove| match which {
            Which::Noisy => Self::is_noisy(position, *mv),
            Which::Quiet => !Self::is_noisy(position, *mv),
            Which::QuietChecks => !Self::is_noisy(position, *mv) && Self::gives_check(position, *mv),
        };
        position.board.moves().into_iter().filter(is_listed).for_each(push);
    }

    fn is_legal(position: &Position, mv: PawnMove) -> bool {
        position.board.moves().contains(&mv)
    }

    fn play(position: &mut Position, mv: PawnMove) {
        position.go_to(position.board.after(mv));
    }

    fn pass(position: &mut Position) {
        position.go_to(position.board.passed());
    }

    fn undo(position: &mut Position) {
        position.board = position.past.pop().expect("something to take back");
    }

    fn is_noisy(position: &Position, mv: PawnMove) -> bool {
        !position.board.is_empty(mv.to)
    }

    fn gives_check(position: &Position, mv: PawnMove) -> bool {
        position.board.after(mv).is_check()
    }

    /// Captures on one square, each side free to stop, by trying them all.
    fn see_at_least(position: &Position, mv: PawnMove, threshold: i32) -> bool {
        fn gain(board: Board, mv: PawnMove) -> i32 {
            let taken = Pawns::captured_value(&board.into(), mv);
            let after = board.after(mv);
            let replies = after.moves().into_iter().filter(|reply| reply.to == mv.to);
            taken - replies.map(|reply| gain(after, reply)).max().unwrap_or(0).max(0)
        }
        gain(position.board, mv) >= threshold
    }

    fn captured_value(position: &Position, mv: PawnMove) -> i32 {
        if Self::is_noisy(position, mv) { 100 } else { 0 }
    }

    fn victim(position: &Position, mv: PawnMove) -> usize {
        usize::from(Self::is_noisy(position, mv))
    }

    fn piece_to(position: &Position, mv: PawnMove) -> usize {
        position.board.side * usize::from(SQUARES) + usize::from(mv.to)
    }

    fn threats(_: &Position) {}

    fn from_to(mv: PawnMove) -> usize {
        usize::from(mv.from) * usize::from(SQUARES) + usize::from(mv.to)
    }

    fn code(mv: PawnMove) -> u16 {
        Self::from_to(mv) as u16
    }

    fn from_code(code: u16) -> Option<PawnMove> {
        let (from, to) = ((code / u16::from(SQUARES)) as u8, (code % u16::from(SQUARES)) as u8);
        (code > 0 && usize::from(code) < Self::FROM_TO).then_some(PawnMove { from, to })
    }

    fn verdict(position: &Position, ply: usize) -> Option<Score> {
        position.board.is_lost().then_some(Score::mated_in(ply))
    }

    fn no_moves(position: &Position, ply: usize) -> Score {
        Self::verdict(position, ply).unwrap_or(Score::DRAW)
    }

    /// Nearly always it would be good to pass: there is work for the search that verifies.
    fn may_pass(_: &Position) -> bool {
        true
    }

    fn damped(_: &Position, score: i32) -> i32 {
        score
    }
}

/// Pawns, how far they have come, and a little noise, so that few positions are worth the same.
pub struct Counting;

impl Evaluator<Pawns> for Counting {
    fn refresh(&mut self, _: &Position) {}

    fn push(&mut self, _: &Position, _: PawnMove) {}

    fn push_pass(&mut self) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        let board = position.board;
        let worth = |side: usize| -> i32 {
            let squares = (0..SQUARES).filter(|square| board.pawns[side] >> square & 1 == 1);
            squares
                .map(|square| {
                    let rank = i32::from(square / FILES);
                    100 + 15 * if side == 0 { rank } else { 3 - rank }
                })
                .sum()
        };
        worth(board.side) - worth(1 - board.side) + (Random::mix(board.code()) % 41) as i32 - 20
    }
}
