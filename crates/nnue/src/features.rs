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
//! A network says how many buckets of king squares it tells apart: [`KingBuckets`].

use xiangqi::{Board, Colour, FILES, Piece, PieceKind, RANKS, SQUARES, Square};

/// Pieces of both sides on all squares.
pub const PIECE_SQUARES: usize = 2 * PieceKind::ALL.len() * SQUARES;
/// A view of a board has at most this number of inputs set.
pub const MAX_PIECES: usize = 32;
/// How many output layers there are.
pub const OUTPUT_BUCKETS: usize = 8;

/// The middle file; a king beyond it is seen in the mirror.
const MIDDLE_FILE: usize = FILES / 2;

/// How a network tells squares of the own king apart: pieces are judged by weights of their own for each bucket.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum KingBuckets {
    /// Not at all.
    #[default]
    One,
    /// At home, beside its home, or further up.
    Three,
    /// Every square of the palace, but for left and right.
    Six,
}

impl KingBuckets {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::One, Self::Three, Self::Six];

    /// How many buckets there are.
    #[inline]
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Three => 3,
            Self::Six => 6,
        }
    }

    /// Those of a number, if there are such.
    pub fn from_count(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|buckets| buckets.count() == count)
    }

    /// How many inputs a view has.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.count() * PIECE_SQUARES
    }

    /// How many different views each side has.
    #[inline]
    pub const fn views(self) -> usize {
        2 * self.count()
    }

    /// The bucket of the own king's square, as seen in the view: rank 0 to 2, file 3 or 4.
    #[inline]
    const fn bucket(self, rank: usize, file: usize) -> usize {
        match (self, rank) {
            (Self::One, _) => 0,
            (Self::Three, 1..) => 2,
            (Self::Three | Self::Six, _) => rank * 2 + MIDDLE_FILE - file,
        }
    }
}

/// The output layer for a number of pieces.
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
    pub fn new(buckets: KingBuckets, side: Colour, king: Square) -> Self {
        Self::with_mirror(buckets, side, king, king.file() > MIDDLE_FILE)
    }

    /// The view of a side on the mirror image of the board: the same, unless the king is on the middle file.
    #[inline]
    pub fn of_mirror_image(buckets: KingBuckets, side: Colour, king: Square) -> Self {
        Self::with_mirror(buckets, side, king, king.file() >= MIDDLE_FILE)
    }

    #[inline]
    fn with_mirror(buckets: KingBuckets, side: Colour, king: Square, is_mirrored: bool) -> Self {
        let file = if is_mirrored { FILES - 1 - king.file() } else { king.file() };
        Self { side, bucket: buckets.bucket(king.rank_from(side), file) as u8, is_mirrored }
    }

    /// Both sides' views of a board, Red's first.
    #[inline]
    pub fn both(buckets: KingBuckets, board: &Board) -> [Self; 2] {
        Colour::ALL.map(|side| Self::new(buckets, side, board.king(side)))
    }

    /// Whose view it is.
    #[inline]
    pub const fn side(self) -> Colour {
        self.side
    }

    /// A number below [`KingBuckets::views`], different for different views of a side.
    #[inline]
    pub const fn index(self) -> usize {
        self.bucket as usize * 2 + self.is_mirrored as usize
    }

    /// The input for a piece on a square, below [`KingBuckets::inputs`].
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

    fn inputs(buckets: KingBuckets, board: &Board, side: Colour) -> Vec<usize> {
        let view = View::new(buckets, side, board.king(side));
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

    fn buckets_and_sides() -> impl Iterator<Item = (KingBuckets, Colour)> {
        KingBuckets::ALL.into_iter().flat_map(|buckets| Colour::ALL.map(|side| (buckets, side)))
    }

    #[test]
    fn every_piece_has_an_input_of_its_own() {
        for board in boards() {
            for (buckets, side) in buckets_and_sides() {
                let mut inputs = inputs(buckets, &board, side);
                assert!(inputs.iter().all(|&input| input < buckets.inputs()));
                inputs.dedup();
                assert_eq!(inputs.len(), board.occupied().count() as usize);
            }
        }
    }

    #[test]
    fn the_formula() {
        let view = View::new(KingBuckets::One, Colour::Red, Square::from_index(4));
        assert_eq!(view.input(Piece::RedRook, Square::from_index(0)), 4 * 90);
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 11 * 90 + 89);
        let view = View::new(KingBuckets::One, Colour::Black, Square::from_index(84));
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 4 * 90 + 8);
        let view = View::new(KingBuckets::One, Colour::Black, Square::from_index(86));
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 4 * 90);
        assert_eq!(view.input(Piece::RedKing, Square::from_index(4)), 7 * 90 + 9 * 9 + 4);
        let view = View::new(KingBuckets::Six, Colour::Black, Square::from_index(76));
        assert_eq!(view.input(Piece::BlackRook, Square::from_index(89)), 2 * 1260 + 4 * 90 + 8);
    }

    #[test]
    fn buckets_of_king_squares() {
        let palace = [3, 4, 5, 12, 13, 14, 21, 22, 23].map(Square::from_index);
        for (buckets, right) in KingBuckets::ALL.into_iter().zip([
            [0, 0, 0, 0, 0, 0, 0, 0, 0],
            [1, 0, 1, 2, 2, 2, 2, 2, 2],
            [1, 0, 1, 3, 2, 3, 5, 4, 5],
        ]) {
            let found = palace.map(|king| View::new(buckets, Colour::Red, king).bucket);
            assert_eq!(found, right, "{buckets:?}");
            assert_eq!(KingBuckets::from_count(buckets.count()), Some(buckets));
            for king in palace {
                assert!(View::new(buckets, Colour::Red, king).index() < buckets.views());
            }
        }
        assert_eq!(KingBuckets::from_count(2), None);
    }

    #[test]
    fn both_sides_see_alike() {
        for board in boards() {
            let swapped = board.swap_sides();
            for (buckets, side) in buckets_and_sides() {
                assert_eq!(inputs(buckets, &board, side), inputs(buckets, &swapped, !side), "{board:?}");
            }
        }
    }

    #[test]
    fn a_mirror_image_looks_the_same_unless_the_king_is_in_the_middle() {
        for board in boards() {
            let image = board.mirror();
            for (buckets, side) in buckets_and_sides() {
                let king = board.king(side);
                if king.file() != MIDDLE_FILE {
                    assert_eq!(inputs(buckets, &board, side), inputs(buckets, &image, side), "{board:?}");
                }
                let view = View::of_mirror_image(buckets, side, king);
                let of_image = View::new(buckets, side, image.king(side));
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
