//! Positions as text.

use crate::check_message;
use std::collections::BTreeSet;
use xiangqi::board::slow;
use xiangqi::{Board, Fen, Move};

/// A FEN that is accepted is written in one way only, which reads back as the same position; the fast code finds the
/// same moves there as the slow, and every move can be taken back.
pub fn check(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    match text.parse::<Fen>() {
        Ok(fen) => {
            let written = fen.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&fen), "{text:?} is written {written:?}");
            check_board(&fen.board);
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 400);
            false
        }
    }
}

fn check_board(board: &Board) {
    let set = |moves: &[Move]| -> BTreeSet<Move> { moves.iter().copied().collect() };
    let moves = board.legal_moves();
    assert_eq!(set(&moves), set(&slow::legal_moves(board)), "{board:?}");
    assert_eq!(board.has_legal_move(), !moves.is_empty(), "{board:?}");
    let mirrored: Vec<Move> = moves.iter().map(|mv| mv.flip_file()).collect();
    assert_eq!(set(&board.mirror().legal_moves()), set(&mirrored), "{board:?}");
    assert_eq!(board.mirror().mirror(), *board);
    assert_eq!(board.swap_sides().swap_sides(), *board);
    for &mv in &moves {
        let (captured, mut after) = (board.piece(mv.to()), board.clone());
        after.play_unchecked(mv);
        after.take_back(mv, captured);
        assert_eq!(after, *board, "{mv} played and taken back");
    }
}
