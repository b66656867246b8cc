//! What the network sees: which piece stands where, from each side's own point of view.
//!
//! A [`View`] is one side's way of looking at the board. Black's turns the ranks round, so that both sides
//! move upwards; and if the own king is on the right of the middle file, left and right change places. An input
//! is a piece on a square of that picture:
//!
//! ```text
//! bucket of the own king · 1260 + (0 own, 7 enemy + kind) · 90 + square
//! ```
//!
//! Buckets of king squares are added by [`KING_BUCKETS`] and `king_bucket` alone.

use xiangqi::{Board, Colour, FILES, Piece, PieceKind, RANKS, SQUARES, Square};

/// How many classes of squares of the own king have weights of their own.
pub const KING_BUCKETS: usize = 1;
/// Pieces of both sides on all squares.
pub const PIECE_SQUARES: usize = 2 * PieceKind::ALL.len() * SQUARES;
/// How many inputs a view has.
pub const INPUTS: usize = KING_BUCKETS * PIECE_SQUARES;
/// How many different views each side has.
pub const VIEWS: usize = 2 * KING_BUCKETS;
/// A view of a board has at most so many inputs set.
pub const MOST_PIECES: usize = 32;
/// How many output layers there are.
pub const OUTPUT_BUCKETS: usize = 8;

/// The middle file; a king beyond it is seen in the mirror.
const MIDDLE_FILE: usize = FILES / 2;

/// The bucket of the own king's square, as seen in the view: rank 0 to 2, file 3 or 4.
const fn king_bucket(_rank: usize, _file: usize) -> usize {
    0
}

/// The output layer for so many pieces.
#[inline]
pub const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(2) / 4;
    if bucket < OUTPUT_BUCKETS { bucket } else { OUTPUT_BUCKETS - 1 }
}

/// Squares as they are seen: as they are, mirrored, and both from Black's side.
static SEEN: [[u8; SQUARES]; 4] = {
    let mut seen = [[0; SQUARES]; 4];
    let mut index = 0;
    while index < SQUARES {
        let (file, rank) = (index % FILES, index / FILES);
        let (mirrored, turned) = (FILES - 1 - file, RANKS - 1 - rank);
        seen[0][index] = index as u8;
        seen[1][index] = (rank * FILES + mirrored) as u8;
        seen[2][index] = (turned * FILES + file) as u8;
        seen[3][index] = (turned * FILES + mirrored) as u8;
        index += 1;
    }
    seen
};

/// How a side looks at a board. It changes only when its king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Colour,
    bucket: u8,
    is_mirrored: bool,
}

impl View {
    /// The view of a side whose king stands on a square.
    #[inline]
    pub fn new(side: Colour, king: Square) -> Self {
        Self::with_mirror(side, king, king.file() > MIDDLE_FILE)
    }

    /// The view of a side on the mirror image of the board: the same, unless the king is on the middle file.
    #[inline]
    pub fn of_mirror_image(side: Colour, king: Square) -> Self {
        Self::with_mirror(side, king, king.file() >= MIDDLE_FILE)
    }

    #[inline]
    fn with_mirror(side: Colour, king: Square, is_mirrored: bool) -> Self {
        let file = if is_mirrored { FILES - 1 - king.file() } else { king.file() };
        Self { side, bucket: king_bucket(king.rank_from(side), file) as u8, is_mirrored }
    }

    /// Both sides' views of a board, Red's first.
    #[inline]
    pub fn both(board: &Board) -> [Self; 2] {
        Colour::ALL.map(|side| Self::new(side, board.king(side)))
    }

    /// Whose view it is.
    #[inline]
    pub const fn side(self) -> Colour {
        self.side
    }

    /// A number below [`VIEWS`], different for different views of a side.
    #[inline]
    pub const fn index(self) -> usize {
        self.bucket as usize * 2 + self.is_mirrored as usize
    }

    /// The input for a piece on a square, below [`INPUTS`].
    #[inline]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let seen = SEEN[self.side.index() * 2 + usize::from(self.is_mirrored)][square.index()];
        let owner = usize::from(piece.colour() != self.side) * PieceKind::ALL.len();
        usize::from(self.bucket) * PIECE_SQUARES
            + (owner + piece.kind().index()) * SQUARES
            + usize::from(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Random;

    fn inputs(board: &Board, side: Colour) -> Vec<usize> {
        let view = View::new(side, board.king(side));
        let input = |square| board.piece(square).map(|piece| view.input(piece, square));
        let mut inputs: Vec<_> = board.occupied().into_iter().filter_map(input).collect();
        inputs.sort_unstable();
        inputs
    }

    fn boards() -> Vec<Board> {
        let mut random = Random::new(1);
        let mut boards = Vec::new();
        for _ in 0..20 {
            let mut board = Board::start();
            for _ in 0..120 {
                boards.push(board.clone());
                let Some(mv) = random.choose(&board.legal_moves()) else { break };
                board.play_unchecked(mv);
            }
        }
        boards
    }

    #[test]
    fn every_piece_has_an_input_of_its_own() {
        for board in boards() {
            for side in Colour::ALL {
                let mut inputs = inputs(&board, side);
                assert!(inputs.iter().all(|&input| input < INPUTS));
                inputs.dedup();
                assert_eq!(inputs.len(), board.occupied().count() as usize);
            }
        }
    }

    #[test]
    fn the_formula() {
        let view = View::new(Colour::Red, Square::from_index(4));
        assert_eq!(view.input(Piece::RedRook, Square::from_index(0)), 4 * 90);
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 11 * 90 + 89);
        let view = View::new(Colour::Black, Square::from_index(84));
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 4 * 90 + 8);
        let view = View::new(Colour::Black, Square::from_index(86));
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 4 * 90);
        assert_eq!(view.input(Piece::RedKing, Square::from_index(4)), 7 * 90 + 9 * 9 + 4);
    }

    #[test]
    fn both_sides_see_alike() {
        for board in boards() {
            let swapped = board.swap_sides();
            for side in Colour::ALL {
                assert_eq!(inputs(&board, side), inputs(&swapped, !side), "{board:?}");
            }
        }
    }

    #[test]
    fn a_mirror_image_looks_the_same_unless_the_king_is_in_the_middle() {
        for board in boards() {
            let image = board.mirror();
            for side in Colour::ALL {
                let king = board.king(side);
                if king.file() != MIDDLE_FILE {
                    assert_eq!(inputs(&board, side), inputs(&image, side), "{board:?}");
                }
                let view = View::of_mirror_image(side, king);
                let of_image = View::new(side, image.king(side));
                for square in board.occupied() {
                    let piece = board.piece(square).expect("an occupied square");
                    assert_eq!(view.input(piece, square), of_image.input(piece, square.flip_file()));
                }
            }
        }
    }

    #[test]
    fn output_layers_go_by_the_number_of_pieces() {
        let buckets = [2, 5, 6, 10, 29, 30, 32].map(output_bucket);
        assert_eq!(buckets, [0, 0, 1, 2, 6, 7, 7]);
    }
}
