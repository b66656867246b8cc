//! Moves as two squares: `h2e2`, and ICCS `H2-E2`; and `h3e3`, where ranks count from 1 to 10.
//!
//! Read: files a to i in either case, with or without a dash between the squares. A text does not tell whether its
//! ranks count from 0 or from 1, so these are two notations.

use crate::error::{Missing, MoveError};
use std::fmt;
use xiangqi::{Board, Move, Square};

/// Whether a text starts as these do and no WXF move does: a square, then another file.
pub(crate) fn looks_like(text: &str) -> bool {
    match text.as_bytes() {
        [file, rank, b'-', next, ..] | [file, rank, next, ..] => {
            Square::parse(&[*file, *rank]).is_some() && next.is_ascii_alphabetic()
        }
        _ => false,
    }
}

pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    let expected = "two squares with files a-i and ranks 0-9, such as h2e2 or H2-E2";
    let squares = match text.as_bytes() {
        [a, b, b'-', c, d] | [a, b, c, d] => Square::parse(&[*a, *b]).zip(Square::parse(&[*c, *d])),
        _ => None,
    };
    let Some((from, to)) = squares else {
        return Err(MoveError::syntax(text, first_fault(text), expected));
    };
    resolve(board, text, from, to)
}

/// Reads a move of which the ranks count from 1.
pub(crate) fn parse_from_one(board: &Board, text: &str) -> Result<Move, MoveError> {
    let expected = "two squares with files a-i and ranks 1-10, such as h3e3 or a10b10";
    let fault = |rest: &[u8]| MoveError::syntax(text, text.len() - rest.len(), expected);
    let bytes = text.as_bytes();
    let (from, rest) = square_from_one(bytes).ok_or_else(|| fault(bytes))?;
    let rest = rest.strip_prefix(b"-").unwrap_or(rest);
    match square_from_one(rest) {
        Some((to, [])) => resolve(board, text, from, to),
        Some((_, behind)) => Err(fault(behind)),
        None => Err(fault(rest)),
    }
}

/// A square whose rank counts from 1, and what follows it.
fn square_from_one(bytes: &[u8]) -> Option<(Square, &[u8])> {
    let (file, rank, rest) = match bytes {
        [file, b'1', b'0', rest @ ..] => (file, 9, rest),
        [file, digit @ b'1'..=b'9', rest @ ..] => (file, usize::from(digit - b'1'), rest),
        _ => return None,
    };
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    Some((Square::at(usize::from(file), rank)?, rest))
}

/// Writes a move with ranks that are counted from 1 to 10, as some programs do: `h3e3` for `h2e2`.
pub(crate) fn write_from_one(f: &mut fmt::Formatter<'_>, mv: Move) -> fmt::Result {
    let file = |square: Square| char::from(b'a' + square.file() as u8);
    let (from, to) = (mv.from(), mv.to());
    write!(f, "{}{}{}{}", file(from), from.rank() + 1, file(to), to.rank() + 1)
}

/// The move between two squares, if it is legal.
fn resolve(board: &Board, text: &str, from: Square, to: Square) -> Result<Move, MoveError> {
    let mv = Move::new(from, to);
    let Some(piece) = board.piece(from).filter(|piece| piece.colour() == board.side()) else {
        return Err(MoveError::NoPiece {
            text: text.to_owned(),
            side: board.side(),
            kind: None,
            place: Missing::Square(from),
        });
    };
    if board.is_legal(mv) {
        Ok(mv)
    } else if board.is_pseudo_legal(mv) {
        Err(MoveError::LeavesKingInCheck { text: text.to_owned(), mv })
    } else {
        Err(MoveError::CannotReach { text: text.to_owned(), kind: piece.kind(), from })
    }
}

/// The byte at which a text stops being a prefix of a move.
fn first_fault(text: &str) -> usize {
    let is_file = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'i');
    let mut wanted = 0;
    for (offset, byte) in text.bytes().enumerate() {
        match wanted {
            0 | 2 if is_file(byte) => wanted += 1,
            1 | 3 if byte.is_ascii_digit() => wanted += 1,
            2 if byte == b'-' && offset == 2 => {}
            _ => return offset,
        }
    }
    text.len()
}

pub(crate) fn write_iccs(f: &mut fmt::Formatter<'_>, mv: Move) -> fmt::Result {
    let file = |square: Square| char::from(b'A' + square.file() as u8);
    let (from, to) = (mv.from(), mv.to());
    write!(f, "{}{}-{}{}", file(from), from.rank(), file(to), to.rank())
}
