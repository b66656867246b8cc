//! Moves in sixteen bits, and as text.
//!
//! ```text
//!  15 | 14 13 12 | 11 ... 6 | 5 ... 0
//!   0 |   kind   |    to    |   from        kind: 0 ordinary, 1-4 promotion to knight, bishop,
//!                                                 rook, queen, 5 castling
//! ```
//!
//! Castling goes from the king to its own rook. In text it is the usual `e1g1`, unless king or rook
//! stand elsewhere than in the ordinary game: then the text, too, is king to rook. [`parse_move`] reads
//! both and accepts legal moves only.

use super::Position;
use cozy_chess::util::display_san_move;
use cozy_chess::{File, Move, Piece, Square};
use std::fmt;

const SQUARE_BITS: u16 = 6;
const SQUARE_MASK: u16 = (1 << SQUARE_BITS) - 1;
const CASTLING: u16 = 5;
/// What a pawn can become, in the order of their kinds.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A move of chess; the default stands for "no move".
///
/// ```
/// use games::chess::{self, Position};
///
/// let position: Position = "r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let promotion = chess::parse_move(&position, "b7b8q")?;
/// assert!(promotion.promotion().is_some() && promotion.from() != promotion.to());
/// let castling = chess::parse_move(&position, "e1g1")?;
/// assert!(castling.is_castling());
/// assert_eq!(chess::move_text(&position, castling), "e1g1");
/// assert_eq!(chess::algebraic_text(&position, castling), "O-O");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mv(u16);

impl Mv {
    #[inline]
    pub(super) fn new(mv: Move, is_castling: bool) -> Self {
        let kind = match mv.promotion {
            _ if is_castling => CASTLING,
            None | Some(Piece::Pawn | Piece::King) => 0,
            Some(piece) => piece as u16,
        };
        Self(mv.from as u16 | (mv.to as u16) << SQUARE_BITS | kind << (2 * SQUARE_BITS))
    }

    /// Where the piece comes from.
    #[inline]
    pub fn from(self) -> Square {
        Square::index(usize::from(self.0 & SQUARE_MASK))
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    pub fn to(self) -> Square {
        Square::index(usize::from(self.0 >> SQUARE_BITS & SQUARE_MASK))
    }

    /// What a pawn becomes on the last rank.
    #[inline]
    pub fn promotion(self) -> Option<Piece> {
        PROMOTIONS.get(usize::from(self.kind()).wrapping_sub(1)).copied()
    }

    /// Whether king and rook move together.
    #[inline]
    pub fn is_castling(self) -> bool {
        self.kind() == CASTLING
    }

    #[inline]
    fn kind(self) -> u16 {
        self.0 >> (2 * SQUARE_BITS)
    }

    #[inline]
    pub(super) fn code(self) -> u16 {
        self.0
    }

    /// The move with this code; none for codes that no move could have.
    #[inline]
    pub(super) fn from_code(code: u16) -> Option<Self> {
        let mv = Self(code);
        (mv.kind() <= CASTLING && mv.from() != mv.to()).then_some(mv)
    }

    /// As the move generator has it.
    #[inline]
    pub(super) fn inner(self) -> Move {
        Move { from: self.from(), to: self.to(), promotion: self.promotion() }
    }
}

impl fmt::Display for Mv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_str("0000");
        }
        let mut mv = self.inner();
        if self.is_castling() && mv.from.file() == File::E {
            mv.to = match mv.to.file() {
                File::A => Square::new(File::C, mv.to.rank()),
                File::H => Square::new(File::G, mv.to.rank()),
                _ => mv.to,
            };
        }
        mv.fmt(f)
    }
}

impl fmt::Debug for Mv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mv({self})")
    }
}

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text does not look like a move.
    Form(String),
    /// The text looks like a move, but none that is legal in the position.
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(
                f,
                "\"{text}\" is not a move; a move is two squares and perhaps what a pawn becomes \
                 (n, b, r or q): e2e4, e1g1, e7e8q"
            ),
            Self::Illegal { text, fen } => write!(f, "\"{text}\" is not a legal move in \"{fen}\""),
        }
    }
}

impl std::error::Error for MoveError {}

/// Reads a legal move.
///
/// ```
/// use games::chess::{Position, move_text, parse_move};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castling = parse_move(&position, "e1g1")?;
/// assert_eq!(parse_move(&position, "e1h1"), Ok(castling));
/// assert_eq!(move_text(&position, castling), "e1g1");
/// assert!(parse_move(&position, "e1e3").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text is not a move or not a legal one.
pub fn parse_move(position: &Position, text: &str) -> Result<Mv, MoveError> {
    if !has_form_of_move(text) {
        return Err(MoveError::Form(text.to_owned()));
    }
    let means = |mv: &Mv| mv.to_string() == text || mv.inner().to_string() == text;
    let illegal = || MoveError::Illegal { text: text.to_owned(), fen: position.fen() };
    position.legal_moves().into_iter().find(means).ok_or_else(illegal)
}

fn has_form_of_move(text: &str) -> bool {
    let is_square = |file: &u8, rank: &u8| (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank);
    match text.as_bytes() {
        [file, rank, to_file, to_rank, promotion @ ..] => {
            is_square(file, rank)
                && is_square(to_file, to_rank)
                && matches!(promotion, [] | [b'n' | b'b' | b'r' | b'q'])
        }
        _ => false,
    }
}

/// Writes a legal move in standard algebraic notation, as people read it: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
///
/// ```
/// use games::chess::{self, Position};
/// let position = Position::start();
/// let knight = chess::parse_move(&position, "g1f3")?;
/// assert_eq!(chess::algebraic_text(&position, knight), "Nf3");
/// # Ok::<(), chess::MoveError>(())
/// ```
pub fn algebraic_text(position: &Position, mv: Mv) -> String {
    display_san_move(position.board(), mv.inner()).to_string()
}

/// Writes a move so that [`parse_move`] reads it in the same position. A move knows all that its text
/// says; the position is asked for so that both directions look alike.
///
/// ```
/// use games::chess::{self, Position};
/// let position = Position::start();
/// let knight = chess::parse_move(&position, "g1f3")?;
/// assert_eq!(chess::move_text(&position, knight), "g1f3");
/// # Ok::<(), chess::MoveError>(())
/// ```
pub fn move_text(_: &Position, mv: Mv) -> String {
    mv.to_string()
}
