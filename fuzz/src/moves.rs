//! Moves in every notation: a FEN, a line feed, a move. Without a line feed it is a move from the start.

use crate::check_message;
use notation::{Notation, parse_any};
use xiangqi::{Board, Fen, Move};

/// A move that is read is legal, and every notation writes it so that it reads back.
pub fn check(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let (fen, text) = text.split_once('\n').unwrap_or((xiangqi::fen::START, text));
    let Ok(Fen { board, .. }) = fen.parse() else { return false };
    let mut is_read = false;
    for parse in [parse_any as fn(&Board, &str) -> _].into_iter().chain(PARSERS) {
        match parse(&board, text) {
            Ok(mv) => {
                check_move(&board, mv);
                is_read = true;
            }
            Err(error) => {
                check_message(&error.to_string(), 400);
                assert!(text.is_char_boundary(error.offset()), "{error} at {}", error.offset());
            }
        }
    }
    is_read
}

type Parser = fn(&Board, &str) -> Result<Move, notation::MoveError>;
const PARSERS: [Parser; 3] = [
    |board, text| Notation::Iccs.parse(board, text),
    |board, text| Notation::Wxf.parse(board, text),
    |board, text| Notation::Chinese(notation::Style::Simplified).parse(board, text),
];

fn check_move(board: &Board, mv: Move) {
    assert!(board.is_legal(mv), "{mv} is read and not legal");
    for notation in Notation::ALL {
        let written = notation.format(board, mv);
        assert_eq!(notation.parse(board, &written), Ok(mv), "{mv} is written {written}");
        assert_eq!(parse_any(board, &written), Ok(mv), "{mv} is written {written}");
    }
}
