//! The board: which piece stands where, and whose turn it is.
//!
//! A [`Board`] knows attacks, moves and legality. It has no past: repetition, the counter of
//! moves without a capture and everything else that needs one belong to
//! [`Position`](crate::Position).
//!
//! The work is spread over files named after it: `play` makes and takes back moves, `danger` finds
//! checks and pins, `generate` lists and counts moves, `legal` asks about one move, `checks` asks
//! whether a move gives check, `exchange` estimates captures, `validate` is the one definition of
//! a board that can occur in a game.

mod build;
mod checks;
mod count;
mod danger;
mod exchange;
mod generate;
mod legal;
mod placement;
mod play;
#[doc(hidden)]
pub mod slow;
mod validate;
mod zobrist;

pub use build::BoardBuilder;
pub use checks::Checks;
pub use danger::Danger;
pub use exchange::{EXCHANGE_VALUES, ExchangeValues, is_ascending};
pub use generate::Generate;
pub use validate::InvalidBoard;
pub use zobrist::KeyGroup;

use crate::attacks::{self, Lines};
use crate::fen::{self, Fen};
use crate::types::{Bitboard, Colour, Piece, PieceKind, SQUARES, Square};
use placement::Placement;
use zobrist::Keys;

/// A placement of pieces with a side to move. Always valid: see [`BoardBuilder::build`].
///
/// ```
/// use xiangqi::{Board, Colour, PieceKind, Square};
///
/// let board = Board::start();
/// let square = |text: &str| Square::parse(text.as_bytes()).unwrap();
/// assert_eq!(board.side(), Colour::Red);
/// assert_eq!(board.piece(square("h2")).map(|piece| piece.letter()), Some('C'));
/// assert_eq!(board.king(Colour::Black), square("e9"));
/// // Sets of squares.
/// assert_eq!(board.occupied().count(), 32);
/// assert_eq!(board.colour(Colour::Red).count(), 16);
/// assert_eq!(board.kind(PieceKind::Pawn).count(), 10);
/// assert_eq!(board.of(Colour::Black, PieceKind::Rook).count(), 2);
/// // What a piece reaches, and what could capture on a square: the horse could.
/// assert!(board.reach(square("h2")).has(square("h9")));
/// assert_eq!(board.attackers(square("g2"), board.lines()).count(), 1);
/// // The same game from the other side, and in the mirror.
/// assert_eq!(board.swap_sides().side(), Colour::Black);
/// assert_eq!(board.mirror(), board);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    placement: Placement,
    pieces: [Option<Piece>; SQUARES],
    side: Colour,
    keys: Keys,
}

impl Board {
    /// The starting position.
    pub fn start() -> Self {
        match fen::START.parse::<Fen>() {
            Ok(fen) => fen.board,
            Err(error) => unreachable!("the starting position is valid: {error}"),
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn side(&self) -> Colour {
        self.side
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// All pieces of one kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.placement.kind(kind)
    }

    /// All pieces of one side.
    #[inline(always)]
    pub fn colour(&self, side: Colour) -> Bitboard {
        self.placement.colour(side)
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn of(&self, side: Colour, kind: PieceKind) -> Bitboard {
        self.colour(side) & self.kind(kind)
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.placement.occupied()
    }

    /// The pieces as line words.
    #[inline(always)]
    pub fn lines(&self) -> &Lines {
        &self.placement.lines
    }

    /// Where the king of a side stands.
    #[inline(always)]
    pub fn king(&self, side: Colour) -> Square {
        self.placement.king(side)
    }

    /// The hash key of placement and side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.keys.position(self.side)
    }

    /// The hash key of one group of pieces.
    #[doc(hidden)]
    #[inline(always)]
    pub fn group_key(&self, group: KeyGroup) -> u64 {
        self.keys.group(group)
    }

    /// What the piece on a square reaches; nothing if the square is empty.
    #[inline]
    pub fn reach(&self, from: Square) -> Bitboard {
        self.piece(from)
            .map_or(Bitboard::EMPTY, |piece| attacks::reach(piece.kind(), piece.colour(), from, self.lines()))
    }

    /// The pieces of both sides that could capture on `square` if it held an enemy of theirs, with
    /// the occupied squares given: a piece that is not among them is looked through.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: &Lines) -> Bitboard {
        let (rook_reach, cannon_reach) = attacks::rook_and_cannon(square, occupied);
        let kings = self.kind(PieceKind::King);
        let pawns = self.kind(PieceKind::Pawn);
        let mut attackers = rook_reach & self.kind(PieceKind::Rook);
        attackers |= cannon_reach & self.kind(PieceKind::Cannon);
        attackers |= attacks::horse_attackers(square, occupied) & self.kind(PieceKind::Horse);
        attackers |= attacks::pawn_attackers(Colour::Red, square) & pawns & self.colour(Colour::Red);
        attackers |= attacks::pawn_attackers(Colour::Black, square) & pawns & self.colour(Colour::Black);
        attackers |= attacks::elephant(square, occupied) & self.kind(PieceKind::Elephant);
        attackers |= attacks::advisor(square) & self.kind(PieceKind::Advisor);
        attackers |= attacks::king(square) & kings;
        attackers
    }

    /// The board with the two sides exchanged: colours swapped, ranks turned round, the other side
    /// to move.
    pub fn swap_sides(&self) -> Self {
        self.transform(|piece| Piece::new(!piece.colour(), piece.kind()), Square::flip_rank, !self.side)
    }

    /// The left-right mirror image.
    pub fn mirror(&self) -> Self {
        self.transform(|piece| piece, Square::flip_file, self.side)
    }

    fn transform(
        &self,
        piece_map: impl Fn(Piece) -> Piece,
        square_map: impl Fn(Square) -> Square,
        side: Colour,
    ) -> Self {
        let mut image = Self::empty(side);
        for square in self.occupied() {
            if let Some(piece) = self.piece(square) {
                image.put(piece_map(piece), square_map(square));
            }
        }
        image
    }

    /// The same pieces with a side to move that need not be valid: for questions about what a side
    /// could do if it were its turn.
    pub(crate) fn with_side(&self, side: Colour) -> Self {
        Self { side, ..self.clone() }
    }

    /// A board without pieces, to be filled by [`Board::put`]. Not valid until both kings are there.
    fn empty(side: Colour) -> Self {
        Self { placement: Placement::EMPTY, pieces: [None; SQUARES], side, keys: Keys::default() }
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, piece: Piece, square: Square) {
        self.placement.toggle(piece.colour(), piece.kind(), square);
        self.pieces[square.index()] = Some(piece);
        self.keys.toggle(piece, square);
        if piece.kind() == PieceKind::King {
            self.placement.set_king(piece.colour(), square);
        }
    }
}

impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Board({})", fen::BoardText(self))
    }
}
