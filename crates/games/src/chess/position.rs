//! A chess position with its past.
//!
//! The board comes from `cozy-chess`, which makes a move on a copy: taking back is going back to the
//! copy. Two positions are the same by the rules if their keys are: an en passant square counts only
//! if a pawn can legally capture there.
//!
//! Read as FEN: the six fields, of which the two counters may be missing. Castling rights may be given
//! by files, as in Chess960. Refused, with the offending field in the message: anything else, and
//! boards that cannot occur in a game.

use super::Mv;
use super::rules::en_passant_square;
use crate::Side;
use cozy_chess::{Board, Color, FenParseError, File, Move, Piece, Square, get_king_moves, get_pawn_attacks};
use std::{fmt, str::FromStr};
use xiangqi::Random;

/// A board and what is known about it.
#[derive(Clone)]
struct Moment {
    board: Board,
    key: u64,
    /// How many plies back the same position could have occurred: those since the last capture, pawn
    /// move or pass.
    reversible: usize,
}

impl Moment {
    fn new(board: Board, reversible: usize) -> Self {
        Self { key: key(&board), board, reversible }
    }
}

/// The key of a board; an en passant square matters only if a capture there is legal.
fn key(board: &Board) -> u64 {
    let Some(target) = en_passant_square(board) else { return board.hash() };
    let mut pawns = get_pawn_attacks(target, !board.side_to_move()).iter();
    if pawns.any(|from| board.is_legal(Move { from, to: target, promotion: None })) {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

/// A board, whose turn it is, and how it came to be.
///
/// ```
/// use games::Side;
/// use games::chess::Position;
///
/// let mut position = Position::start();
/// let key = position.key();
/// assert_eq!((position.side(), position.move_number(), position.plies()), (Side::First, 1, 0));
/// let mv = position.legal_moves()[0];
/// position.play_unchecked(mv);
/// assert!(position.plies() == 1 && position.key() != key);
/// assert!(position.fen().contains(" b ") && !position.board().occupied().is_empty());
/// ```
#[derive(Clone)]
pub struct Position {
    now: Moment,
    past: Vec<Moment>,
}

impl Position {
    /// The usual starting position.
    pub fn start() -> Self {
        Self::from(Board::default())
    }

    /// The board as it is now.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// The hash key of placement, castling rights, en passant and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// A key of the same things from the key set that belongs to a seed, computed anew.
    pub(super) fn seeded_key(&self, seed: u64) -> u64 {
        let board = self.board();
        // The sets of two seeds begin at places of the sequence that have nothing to do with each other.
        let set = Random::new(seed).next_u64();
        let number = |group: usize, index: usize| Random::nth(set, (group * Square::NUM + index) as u64);
        let [white_castling, black_castling, other] = [12, 13, 14];
        let mut key = 0;
        for (side, castling) in Color::ALL.into_iter().zip([white_castling, black_castling]) {
            for piece in Piece::ALL {
                let group = side as usize * Piece::NUM + piece as usize;
                for square in board.colored_pieces(side, piece) {
                    key ^= number(group, square as usize);
                }
            }
            let rights = board.castle_rights(side);
            for file in [rights.short, rights.long].into_iter().flatten() {
                key ^= number(castling, file as usize);
            }
        }
        if self.key() != board.hash_without_ep() {
            key ^= board.en_passant().map_or(0, |file| number(other, file as usize));
        }
        if board.side_to_move() == Color::Black { key ^ number(other, File::NUM) } else { key }
    }

    /// The number of the move, counted from 1.
    pub fn move_number(&self) -> u16 {
        self.board().fullmove_number()
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        Side::from_index(self.board().side_to_move() as usize)
    }

    /// The position as text; the past is not part of it.
    pub fn fen(&self) -> String {
        let board = self.board();
        let is_ordinary = Color::ALL.into_iter().all(|side| {
            let rights = board.castle_rights(side);
            rights.short.is_none_or(|file| file == File::H) && rights.long.is_none_or(|file| file == File::A)
        });
        if is_ordinary { format!("{board}") } else { format!("{board:#}") }
    }

    /// How many plies it has grown from where it began.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Mv> {
        let own = self.board().colors(self.board().side_to_move());
        let mut moves = Vec::new();
        self.board().generate_moves(|set| {
            moves.extend(set.into_iter().map(|mv| Mv::new(mv, own.has(mv.to))));
            false
        });
        moves
    }

    /// Makes a legal move; with any other the position goes wrong.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Mv) {
        let mut board = self.now.board.clone();
        board.play_unchecked(mv.inner());
        let reversible = if board.halfmove_clock() == 0 { 0 } else { self.now.reversible + 1 };
        self.advance(Moment::new(board, reversible));
    }

    /// Hands the turn over. In check a side cannot pass: the board stays as it is, and an undo still
    /// belongs to it.
    #[inline]
    pub(super) fn pass(&mut self) {
        let board = self.now.board.null_move().unwrap_or_else(|| self.now.board.clone());
        self.advance(Moment::new(board, 0));
    }

    fn advance(&mut self, next: Moment) {
        self.past.push(std::mem::replace(&mut self.now, next));
    }

    /// Takes back the last move or pass. Does nothing at the beginning.
    #[inline]
    pub(super) fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.now = before;
        }
    }

    /// How many plies ago each earlier occurrence of this position was, the nearest first.
    pub(super) fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let plies = self.past.len();
        // It takes four plies at least to bring a position back.
        (4..=self.now.reversible.min(plies))
            .step_by(2)
            .filter(move |&distance| self.past[plies - distance].key == self.now.key)
    }
}

/// The number of lines of `depth` legal moves. The last ply is counted, not played.
///
/// ```
/// use games::chess::{Position, perft};
///
/// assert_eq!(perft(&mut Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = 0;
            position.board().generate_moves(|set| {
                count += set.len() as u64;
                false
            });
            count
        }
        _ => {
            let mut leaves = 0;
            for mv in position.legal_moves() {
                position.play_unchecked(mv);
                leaves += perft(position, depth - 1);
                position.undo();
            }
            leaves
        }
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        Self { now: Moment::new(board, 0), past: Vec::new() }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

/// Why a text is not a FEN; each holds the field as written, or the whole text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// The text does not have four to six fields.
    FieldCount(String),
    /// The placement is not eight ranks of eight files, or cannot occur whoever is to move.
    Placement(String),
    /// The side that has just moved is in check in this placement.
    LeftInCheck(String),
    /// The kings stand next to each other in this placement.
    TouchingKings(String),
    /// The side is neither `w` nor `b`.
    Side(String),
    /// The castling rights are malformed, or king or rook are not where they belong.
    Castling(String),
    /// No pawn has just made a double step past this square.
    EnPassant(String),
    /// The plies since the last capture or pawn move are not a number from 0 to 100.
    Clock(String),
    /// The number of the move is not a number from 1 to 65,535.
    MoveNumber(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldCount(text) => write!(
                f,
                "\"{text}\" is not a FEN: it needs placement, side, castling rights and en passant square, \
                 and may have the two counters"
            ),
            Self::Placement(text) => write!(
                f,
                "the placement \"{text}\" cannot be: it needs eight ranks separated by '/', of the letters \
                 k q r b n p and the digits 1-8, one king a side, at most sixteen pieces a side with eight \
                 pawns among them, no pawn on the last ranks, and at most two pieces that give check"
            ),
            Self::LeftInCheck(text) => write!(
                f,
                "the placement \"{text}\" cannot be with this side to move: the other side is in check, and its \
                 king could be captured"
            ),
            Self::TouchingKings(text) => write!(
                f,
                "the placement \"{text}\" cannot be: the kings stand next to each other; there must be a square \
                 between them"
            ),
            Self::Side(text) => write!(f, "the side \"{text}\" is neither w nor b"),
            Self::Castling(text) => write!(
                f,
                "the castling rights \"{text}\" are none: some of KQkq, or -, with king and rooks in place"
            ),
            Self::EnPassant(text) => write!(
                f,
                "the en passant square \"{text}\" is none: the square that a pawn has just passed by a \
                 double step, or -"
            ),
            Self::Clock(text) => {
                write!(f, "\"{text}\" plies without capture or pawn move: that is not a number from 0 to 100")
            }
            Self::MoveNumber(text) => write!(f, "the move number \"{text}\" is not a number from 1 to 65535"),
        }
    }
}

impl std::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (placement, side, castling, en_passant, clock, number) = match *fields.as_slice() {
            [placement, side, castling, en_passant] => (placement, side, castling, en_passant, "0", "1"),
            [placement, side, castling, en_passant, clock] => {
                (placement, side, castling, en_passant, clock, "1")
            }
            [placement, side, castling, en_passant, clock, number] => {
                (placement, side, castling, en_passant, clock, number)
            }
            _ => return Err(FenError::FieldCount(text.to_owned())),
        };
        if placement.split('/').count() != 8 {
            return Err(FenError::Placement(placement.to_owned()));
        }
        let fen = [placement, side, castling, en_passant, clock, number].join(" ");
        let board = fen.parse::<Board>().map_err(|error| match error {
            FenParseError::InvalidBoard if is_left_in_check(placement, side) => {
                FenError::LeftInCheck(placement.to_owned())
            }
            FenParseError::InvalidBoard => FenError::Placement(placement.to_owned()),
            FenParseError::InvalidSideToMove => FenError::Side(side.to_owned()),
            FenParseError::InvalidCastlingRights => FenError::Castling(castling.to_owned()),
            FenParseError::InvalidEnPassant => FenError::EnPassant(en_passant.to_owned()),
            FenParseError::InvalidHalfMoveClock => FenError::Clock(clock.to_owned()),
            FenParseError::InvalidFullmoveNumber => FenError::MoveNumber(number.to_owned()),
            FenParseError::MissingField | FenParseError::TooManyFields => {
                FenError::FieldCount(text.to_owned())
            }
        })?;
        // Kings give no check in the eyes of `cozy-chess`, and would capture each other.
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err(FenError::TouchingKings(placement.to_owned()));
        }
        Ok(Self::from(board))
    }
}

/// Whether a placement that cannot be with this side to move could be with the other.
fn is_left_in_check(placement: &str, side: &str) -> bool {
    let other = if side == "w" { "b" } else { "w" };
    format!("{placement} {other} - - 0 1").parse::<Board>().is_ok()
}
