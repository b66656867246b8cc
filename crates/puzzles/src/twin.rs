//! Positions that are the same puzzle: equal, or mirror images of each other.

use xiangqi::{Board, Colour, Piece, Square};

/// A text that a position shares with its mirror image and with no other position.
pub fn twin_key(board: &Board) -> String {
    let side = if board.side() == Colour::Red { 'w' } else { 'b' };
    let letter = |square: Square| board.piece(square).map_or('.', Piece::letter);
    let own: String = Square::all().map(letter).chain([side]).collect();
    let mirrored: String = Square::all().map(|square| letter(square.flip_file())).chain([side]).collect();
    own.min(mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Position;

    #[test]
    fn mirror_images_are_twins_and_nothing_else_is() {
        let position: Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w".parse().unwrap_or_else(|_| Position::start());
        let board = position.board();
        assert_eq!(twin_key(board), twin_key(&board.mirror()));
        assert_ne!(twin_key(board), twin_key(&board.swap_sides()));
        let mut after = board.clone();
        after.pass();
        assert_ne!(twin_key(board), twin_key(&after));
    }
}
