//! The one definition of a board that can occur in a game.
//!
//! Accepted: exactly one king a side, in its palace; every other piece on a point it can reach and
//! in no larger number than a side starts with; the side that is *not* to move neither in check nor
//! facing the other king. Whether the position can be reached by moves from the start is not asked.

use super::{Board, BoardBuilder};
use crate::attacks::slow::is_palace_of;
use crate::types::{Colour, Piece, PieceKind, Square};
use core::fmt;

/// Why a board cannot occur in a game.
///
/// ```
/// use xiangqi::{BoardBuilder, Colour, InvalidBoard};
///
/// assert_eq!(BoardBuilder::new().build(), Err(InvalidBoard::NoKing(Colour::Red)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidBoard {
    /// A side has no king.
    NoKing(Colour),
    /// There are more pieces of this sort than a side starts with.
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many there are.
        count: u32,
    },
    /// A piece stands where it can never get.
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The kings face each other on an open file.
    KingsFace {
        /// The red king.
        red: Square,
        /// The black king.
        black: Square,
    },
    /// The side that has just moved is in check.
    CapturableKing {
        /// The side in check.
        side: Colour,
        /// Its king.
        king: Square,
        /// A piece that attacks it.
        attacker: Square,
    },
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(side) => write!(f, "{side} has no king; each side needs exactly one"),
            Self::TooMany { piece, count } => {
                let (side, kind) = (piece.colour(), piece.kind());
                write!(f, "{side} has {count} {}s; at most {} are possible", kind.name(), kind.set_size())
            }
            Self::Misplaced { piece, square } => {
                let (side, name) = (piece.colour(), piece.kind().name());
                write!(f, "a {side} {name} cannot stand on {square}; it belongs ")?;
                f.write_str(match piece.kind() {
                    PieceKind::King => "in its palace, files d-f on the three ranks nearest its side",
                    PieceKind::Advisor => "on the corners or the centre of its palace",
                    PieceKind::Elephant => "on one of its seven points, such as c0, a2, e2, g4 for Red",
                    _ => "on files a, c, e, g, i of the two ranks before the river, or anywhere beyond it",
                })
            }
            Self::KingsFace { red, black } => {
                write!(f, "the kings on {red} and {black} face each other; a piece must stand between")
            }
            Self::CapturableKing { side, king, attacker } => write!(
                f,
                "{side}'s king on {king} is attacked from {attacker}, but it is the other side's turn; \
                 only the side to move may be in check"
            ),
        }
    }
}

impl core::error::Error for InvalidBoard {}

/// Kings, numbers and places.
pub(super) fn placement(builder: &BoardBuilder) -> Result<(), InvalidBoard> {
    let mut counts = [0; Piece::LIMIT];
    builder.pieces().for_each(|(_, piece)| counts[piece.index()] += 1);
    for piece in Piece::all() {
        let count = counts[piece.index()];
        if piece.kind() == PieceKind::King && count == 0 {
            return Err(InvalidBoard::NoKing(piece.colour()));
        }
        if count > piece.kind().set_size() {
            return Err(InvalidBoard::TooMany { piece, count });
        }
    }
    match builder.pieces().find(|&(square, piece)| !can_stand(piece, square)) {
        Some((square, piece)) => Err(InvalidBoard::Misplaced { piece, square }),
        None => Ok(()),
    }
}

/// Whether a piece can ever get to a square.
fn can_stand(piece: Piece, square: Square) -> bool {
    let side = piece.colour();
    let (file, rank) = (square.file(), square.rank_from(side));
    match piece.kind() {
        PieceKind::King => is_palace_of(side)(square),
        PieceKind::Advisor => is_palace_of(side)(square) && (file + rank) % 2 == 1,
        PieceKind::Elephant => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file == 0 || file == 4 || file == 8,
            _ => false,
        },
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

/// No face-off, and the side that has just moved not in check.
pub(super) fn kings_are_safe(board: &Board) -> Result<(), InvalidBoard> {
    let [red, black] = Colour::ALL.map(|side| board.king(side));
    let waiting = !board.side();
    let attackers = board.placement.checkers_of(board.king(waiting), board.side(), board.occupied());
    if attackers.has(board.king(board.side())) {
        return Err(InvalidBoard::KingsFace { red, black });
    }
    match attackers.first() {
        None => Ok(()),
        Some(attacker) => {
            Err(InvalidBoard::CapturableKing { side: waiting, king: board.king(waiting), attacker })
        }
    }
}
