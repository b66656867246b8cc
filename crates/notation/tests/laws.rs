//! Laws of move notation over random play and over boards full of tandems.

mod common;

use common::tandem_board;
use notation::{Notation, parse_any};
use std::collections::HashSet;
use xiangqi::{Board, BoardBuilder, Move, Piece, Random, SQUARES, Square};

/// Every legal move has a text of its own, and the text reads back as the move.
fn check_all_moves(board: &Board) -> usize {
    let moves = board.legal_moves();
    for notation in Notation::ALL {
        let mut texts = HashSet::new();
        for &mv in &moves {
            let text = notation.format(board, mv);
            assert_eq!(notation.parse(board, &text), Ok(mv), "{board:?} {mv} is written {text}");
            assert_eq!(parse_any(board, &text), Ok(mv), "{board:?} {mv} is written {text}");
            assert!(texts.insert(text), "{board:?} {mv} shares its text in {notation:?}");
        }
    }
    moves.len()
}

#[test]
fn moves_of_random_games_read_back() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let mut board = Board::start();
        for _ in 0..150 {
            check_all_moves(&board);
            let Some(mv) = random.choose(&board.legal_moves()) else { break };
            board.play_unchecked(mv);
        }
    }
}

#[test]
fn moves_of_tandems_read_back() {
    let mut random = Random::new(3);
    let mut checked = 0;
    while checked < 200_000 {
        if let Some(board) = tandem_board(&mut random) {
            checked += check_all_moves(&board);
        }
    }
}

#[test]
fn both_sides_write_alike() {
    let mut random = Random::new(4);
    for board in std::iter::repeat_with(|| tandem_board(&mut random)).flatten().take(500) {
        let turned = turned_round(&board);
        for &mv in &board.legal_moves() {
            let turned_move = Move::new(opposite(mv.from()), opposite(mv.to()));
            assert_eq!(Notation::Wxf.format(&turned, turned_move), Notation::Wxf.format(&board, mv));
        }
    }
}

/// The board as the other player sees it, with the colours exchanged.
fn turned_round(board: &Board) -> Board {
    let mut builder = BoardBuilder::new();
    for square in board.occupied() {
        let piece = board.piece(square).expect("the square is occupied");
        builder.place(Piece::new(!piece.colour(), piece.kind()), opposite(square));
    }
    builder.side(!board.side()).build().expect("a possible board stays possible")
}

fn opposite(square: Square) -> Square {
    Square::from_index(SQUARES - 1 - square.index())
}

#[test]
fn whatever_is_read_is_legal() {
    let mut random = Random::new(5);
    let boards: Vec<Board> =
        std::iter::repeat_with(|| tandem_board(&mut random)).flatten().take(200).collect();
    let pawns = ["P", "+", "-", "1", "2", "3", "前", "后", "中", "一", "二", "兵", "车", "平", "进"];
    let parts = ["R", "H", "C", "A", "E", "4", "5", "7", "8", "9", "=", ".", "五", "６", "退"];
    let parts = [pawns, parts].concat();
    for board in boards {
        for _ in 0..500 {
            let text: String = (0..4).map(|_| parts[random.below(parts.len())]).collect();
            if let Ok(mv) = parse_any(&board, &text) {
                assert!(board.is_legal(mv), "{board:?} {text}");
            }
        }
    }
}

#[test]
fn any_move_can_be_written() {
    let board = Board::start();
    for mv in (0..1 << 14).filter_map(Move::from_code) {
        for notation in [Notation::Wxf, Notation::ALL[3], Notation::ALL[4]] {
            let text = notation.format(&board, mv);
            assert_eq!(text == mv.to_string(), !board.is_pseudo_legal(mv));
        }
    }
}
