//! What a position is known by: the same for it and its mirror image.
//!
//! The key is FNV-1a over 91 bytes: the FEN letter of the piece on each square from a0 to i9 along the ranks, `.`
//! where there is none, then `w` or `b` for the side to move. Of a position and its mirror image, the one with the
//! smaller key stands for both. No part of the search has a say in this, so that books last.

use xiangqi::{Board, Colour, Move, Square};

/// A hash of bytes (Fowler, Noll and Vo, variant 1a, 64 bits). Any change of one byte changes it.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// How a book sees a position.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// What it is known by.
    pub key: u64,
    /// Whether the book holds the mirror image of it.
    is_mirrored: bool,
    /// Whether it is its own mirror image.
    pub is_symmetric: bool,
}

impl Image {
    /// The image of a board.
    pub fn of(board: &Board) -> Self {
        let side = if board.side() == Colour::Red { b'w' } else { b'b' };
        let letter = |square: Square| board.piece(square).map_or(b'.', |piece| piece.letter() as u8);
        let own = hash(Square::all().map(letter).chain([side]));
        let mirrored = hash(Square::all().map(|square| letter(square.flip_file())).chain([side]));
        let is_symmetric =
            own == mirrored && Square::all().all(|square| letter(square) == letter(square.flip_file()));
        Self { key: own.min(mirrored), is_mirrored: mirrored < own, is_symmetric }
    }

    /// The board that the book holds: the one that this is the image of, or its mirror image.
    pub fn held(&self, board: &Board) -> Board {
        if self.is_mirrored { board.mirror() } else { board.clone() }
    }

    /// A move of the position as the book holds it. Of two moves that are images of each other in a position that
    /// is its own image, the one with the smaller code stands for both.
    pub fn inward(&self, mv: Move) -> Move {
        if self.is_symmetric {
            mv.min(mv.flip_file())
        } else if self.is_mirrored {
            mv.flip_file()
        } else {
            mv
        }
    }

    /// A move that the book holds as it is in the position; and its twin, where the position is its own image.
    pub fn outward(&self, mv: Move) -> (Move, Option<Move>) {
        let twin = mv.flip_file();
        match (self.is_symmetric, self.is_mirrored) {
            (true, _) => (mv, (twin != mv).then_some(twin)),
            (false, true) => (twin, None),
            (false, false) => (mv, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Random;

    #[test]
    fn keys_are_what_books_were_written_with() {
        let image = Image::of(&Board::start());
        assert!(image.is_symmetric && !image.is_mirrored);
        let text =
            "RNBAKABNR..........C.....C.P.P.P.P.P..................p.p.p.p.p.c.....c..........rnbakabnrw";
        assert_eq!(text.len(), 91);
        assert_eq!(image.key, hash(text.bytes()));
        assert_eq!(hash(*b"foobar"), 0x8594_4171_f739_67e8, "as published");
    }

    #[test]
    fn a_position_and_its_mirror_image_are_one() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let mut board = Board::start();
            for _ in 0..random.below(60) {
                let moves = board.legal_moves();
                let Some(mv) = random.choose(&moves) else { break };
                board.play_unchecked(mv);
            }
            let mirror = board.mirror();
            let (image, other) = (Image::of(&board), Image::of(&mirror));
            assert_eq!((image.key, image.is_symmetric), (other.key, other.is_symmetric));
            assert_eq!(image.is_symmetric, format!("{board:?}") == format!("{mirror:?}"));
            for &mv in &board.legal_moves() {
                assert_eq!(image.inward(mv), other.inward(mv.flip_file()));
                let (back, twin) = image.outward(image.inward(mv));
                assert!(back == mv || twin == Some(mv));
            }
        }
    }
}
