//! Chess behind the seam: the second game, which keeps the search from knowing the first.
//!
//! The rules of movement are those of `cozy-chess`; [`Position`] adds the past, [`Mv`] the sixteen bits.

mod definition;
mod evaluation;
mod exchange;
mod moves;
mod position;
mod rules;
mod tables;

pub use evaluation::Classical;
pub use moves::{MoveError, Mv, algebraic_text, move_text, parse_move};
pub use position::{FenError, Position, perft};

use cozy_chess::{BitBoard, Board, Color, Piece, PieceMoves, Rank, Square};
use search::{Game, Params, Score, ShippedTechniques, Which};

/// The game of chess.
pub struct Chess;

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

impl Game for Chess {
    type Move = Mv;
    type Position = Position;
    type Threats = ();
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = Color::NUM * Piece::NUM * Square::NUM;
    const FROM_TO: usize = Square::NUM * Square::NUM;
    /// Nothing, or any piece but the king.
    const VICTIMS: usize = Piece::NUM;
    const PARAMS: Params = Params::ROUND;

    #[inline]
    fn side(position: &Position) -> usize {
        position.board().side_to_move() as usize
    }

    #[inline]
    fn key(position: &Position) -> u64 {
        position.key()
    }

    fn seeded_key(position: &Position, seed: u64) -> u64 {
        position.seeded_key(seed)
    }

    /// Pawns, minor pieces, major pieces.
    #[inline]
    fn part_keys(position: &Position) -> [u64; 3] {
        let board = position.board();
        let parts: [&[Piece]; 3] =
            [&[Piece::Pawn], &[Piece::Knight, Piece::Bishop], &[Piece::Rook, Piece::Queen]];
        parts.map(|pieces| placement_key(board, pieces))
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        !position.board().checkers().is_empty()
    }

    #[inline]
    fn generate(position: &Position, which: Which, mut push: impl FnMut(Mv)) {
        let board = position.board();
        match which {
            Which::Noisy => generate_class(board, true, push),
            Which::Quiet => generate_class(board, false, push),
            Which::QuietChecks => generate_class(board, false, |mv| {
                if rules::gives_check(board, mv) {
                    push(mv);
                }
            }),
        }
    }

    #[inline]
    fn is_legal(position: &Position, mv: Mv) -> bool {
        let board = position.board();
        board.colors(board.side_to_move()).has(mv.to()) == mv.is_castling() && board.is_legal(mv.inner())
    }

    #[inline]
    fn play(position: &mut Position, mv: Mv) {
        position.play_unchecked(mv);
    }

    #[inline]
    fn pass(position: &mut Position) {
        position.pass();
    }

    #[inline]
    fn undo(position: &mut Position) {
        position.undo();
    }

    /// Captures and promotions to a queen.
    #[inline]
    fn is_noisy(position: &Position, mv: Mv) -> bool {
        mv.promotion() == Some(Piece::Queen) || rules::captured(position.board(), mv).is_some()
    }

    #[inline]
    fn gives_check(position: &Position, mv: Mv) -> bool {
        rules::gives_check(position.board(), mv)
    }

    #[inline]
    fn see_at_least(position: &Position, mv: Mv, threshold: i32) -> bool {
        exchange::see_at_least(position.board(), mv, threshold)
    }

    /// A promotion gains, too.
    #[inline]
    fn captured_value(position: &Position, mv: Mv) -> i32 {
        if Self::is_noisy(position, mv) { exchange::gain(position.board(), mv) } else { 0 }
    }

    #[inline]
    fn victim(position: &Position, mv: Mv) -> usize {
        rules::captured(position.board(), mv).map_or(0, |piece| 1 + piece as usize)
    }

    #[inline]
    fn piece_to(position: &Position, mv: Mv) -> usize {
        let piece = position.board().piece_on(mv.from()).map_or(0, |piece| piece as usize);
        (Self::side(position) * Piece::NUM + piece) * Square::NUM + mv.to() as usize
    }

    fn threats(_: &Position) {}

    #[inline]
    fn from_to(mv: Mv) -> usize {
        mv.from() as usize * Square::NUM + mv.to() as usize
    }

    #[inline]
    fn code(mv: Mv) -> u16 {
        mv.code()
    }

    #[inline]
    fn from_code(code: u16) -> Option<Mv> {
        Mv::from_code(code)
    }

    /// A mate on the last of the fifty moves goes before the draw.
    #[inline]
    fn verdict(position: &Position, ply: usize) -> Option<Score> {
        let board = position.board();
        if board.halfmove_clock() >= FIFTY_MOVES {
            let is_mate = Self::is_check(position) && !rules::has_legal_move(board);
            return Some(if is_mate { Score::mated_in(ply) } else { Score::DRAW });
        }
        (is_repetition(position, ply) || rules::is_dead(board)).then_some(Score::DRAW)
    }

    #[inline]
    fn no_moves(position: &Position, ply: usize) -> Score {
        if Self::is_check(position) { Score::mated_in(ply) } else { Score::DRAW }
    }

    /// With king and pawns alone, having to move is often a burden.
    #[inline]
    fn may_pass(position: &Position) -> bool {
        let board = position.board();
        let burdened = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        !board.colors(board.side_to_move()).is_subset(burdened)
    }

    #[inline]
    fn damped(position: &Position, score: i32) -> i32 {
        score * (200 - i32::from(position.board().halfmove_clock())) / 200
    }
}

/// The first repetition inside the tree counts: the sides have had their choice. Before the root, it
/// is the third occurrence that draws.
fn is_repetition(position: &Position, ply: usize) -> bool {
    let mut earlier = position.earlier_occurrences();
    earlier.next().is_some_and(|plies| plies < ply || earlier.next().is_some())
}

/// Lists the noisy moves, or all the others.
#[inline]
fn generate_class(board: &Board, noisy: bool, mut push: impl FnMut(Mv)) {
    let side = board.side_to_move();
    let (own, enemies) = (board.colors(side), board.colors(!side));
    let en_passant = rules::en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    let last_rank = Rank::Eighth.relative_to(side).bitboard();
    board.generate_moves(|set| {
        let is_pawn = set.piece == Piece::Pawn;
        let captures = if is_pawn { enemies | en_passant } else { enemies };
        let wanted = match noisy {
            true if is_pawn => captures | last_rank,
            true => captures,
            false => !captures,
        };
        for mv in (PieceMoves { to: set.to & wanted, ..set }) {
            let is_noisy = captures.has(mv.to) || mv.promotion == Some(Piece::Queen);
            if is_noisy == noisy {
                push(Mv::new(mv, own.has(mv.to)));
            }
        }
        false
    });
}

/// A key of where some of the pieces stand.
#[inline]
fn placement_key(board: &Board, pieces: &[Piece]) -> u64 {
    // Odd multipliers spread each bit over the higher ones, the shifts bring them back down.
    let mut key = 0x9E37_79B9_7F4A_7C15_u64;
    for &piece in pieces {
        for side in Color::ALL {
            key = (key ^ board.colored_pieces(side, piece).0).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            key ^= key >> 32;
        }
    }
    key
}
