//! The words of the game: squares, sides, pieces, sets of squares, moves.

mod bitboard;
mod moves;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use moves::{BadMoveText, Move, MoveList};
pub use piece::{Colour, Piece, PieceKind};
pub use square::{FILES, RANKS, SQUARES, Square};
