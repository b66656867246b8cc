//! WXF notation: `C2=5`, `H8+7`, `R+-2`, `15+1`.
//!
//! Four characters: the piece, its file, the direction (`+` forward, `-` backward, `=` sideways),
//! and the file it goes to, or the number of ranks for a king, rook, cannon or pawn going straight.
//!
//! Written where a file holds several of a kind (World Xiangqi Rules 2018):
//!
//! | pieces                                             | written             |
//! |----------------------------------------------------|---------------------|
//! | two rooks, horses, cannons, or pawns               | `R+` front, `R-` rear |
//! | three to five pawns on a file                      | `15` = first from the front on file 5 |
//! | pawns in tandem on two files                       | `15` likewise       |
//! | two advisors or elephants                          | their file; the direction tells which |
//!
//! Read besides: `.` for `=`, letters in either case, `B`, `M`, `N` and `G`; `+C=5`; the tandem marks on any
//! piece; a plain file where only one piece on it can make the move; the AXF rules of 1997 (`P+`,
//! `P3`, `P-` for three pawns on file 3, `++` and `--` for the outermost of four or five, `3+` and `3-`
//! for front and rear on file 3); `P.` for the middle of three and `Pa` to `Pe` as xqbase writes them.

use crate::Letters;
use crate::error::MoveError;
use crate::letters::kind_of;
use crate::relative::{self, Description, Direction, Order};
use std::fmt;
use xiangqi::{Board, Move, PieceKind};

/// How to spell a move.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    pub letters: Letters,
    /// As `PlayOK` does: lower case, and `.` for `=`.
    pub is_playok: bool,
}

pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    mv: Move,
    Spelling { letters, is_playok }: Spelling,
) -> fmt::Result {
    let Some(name) = relative::name(board, mv) else { return write!(f, "{mv}") };
    let letter = letters.letter(name.kind);
    let letter = if is_playok { letter.to_ascii_lowercase() } else { letter };
    match name.tandem {
        None => write!(f, "{letter}{}", name.file)?,
        Some(tandem) if tandem.count == 2 && tandem.only_file => {
            write!(f, "{letter}{}", if tandem.index == 0 { '+' } else { '-' })?;
        }
        Some(tandem) => write!(f, "{}{}", tandem.index + 1, name.file)?,
    }
    let direction = match name.direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways if is_playok => '.',
        Direction::Sideways => '=',
    };
    write!(f, "{direction}{}", name.number)
}

pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    let description = describe(text)?;
    match description.resolve(board, text) {
        // By the rules of 1997 the middle pawn has no mark.
        Err(MoveError::Ambiguous { .. }) if is_plain_pawn(description) => {
            let middle = Description { order: Some(Order::Middle), ..description };
            middle.resolve(board, text).or_else(|_| description.resolve(board, text))
        }
        result => result,
    }
}

fn is_plain_pawn(description: Description) -> bool {
    description.kind == PieceKind::Pawn && description.order.is_none()
}

/// Reads the text without looking at a board.
fn describe(text: &str) -> Result<Description, MoveError> {
    let mut bytes = text.bytes();
    let mut next = || bytes.next().unwrap_or(0);
    let fault = |offset, expected| Err(MoveError::syntax(text, offset, expected));

    let (first, second) = (next(), next());
    let Some((kind, file, order)) = piece(first, second) else {
        return if starts_a_move(first) {
            fault(1, "the file 1-9, or + or - for the front or rear piece, such as C2=5 or C+=5")
        } else {
            fault(0, "a piece, one of K A E H R C P, such as C2=5")
        };
    };
    let direction = match next() {
        b'+' => Direction::Forward,
        b'-' => Direction::Backward,
        b'=' | b'.' => Direction::Sideways,
        _ => return fault(2, "+, - or =, such as C2=5"),
    };
    let Some(number) = digit(next()) else {
        return fault(3, "a digit 1-9, such as C2=5");
    };
    if text.len() > 4 {
        return fault(4, "nothing more: a move has four characters, such as C2=5");
    }
    Ok(Description { kind, file, order, direction, number })
}

fn starts_a_move(byte: u8) -> bool {
    kind_of(byte).is_some() || digit(byte).is_some() || matches!(byte, b'+' | b'-')
}

/// The two characters that say which piece moves.
fn piece(first: u8, second: u8) -> Option<(PieceKind, Option<u8>, Option<Order>)> {
    let pawn = |file, order| Some((PieceKind::Pawn, file, Some(order)));
    match (first, second) {
        (b'+', b'+') => return pawn(None, Order::Front),
        (b'-', b'-') => return pawn(None, Order::Rear),
        (b'1'..=b'5', b'1'..=b'9') => return pawn(digit(second), Order::Nth(first - b'0')),
        (b'1'..=b'9', b'+') => return pawn(digit(first), Order::Front),
        (b'1'..=b'9', b'-') => return pawn(digit(first), Order::Rear),
        (b'+', _) => return Some((kind_of(second)?, None, Some(Order::Plus))),
        (b'-', _) => return Some((kind_of(second)?, None, Some(Order::Minus))),
        _ => {}
    }
    let kind = kind_of(first)?;
    let order = match second {
        b'+' => Order::Plus,
        b'-' => Order::Minus,
        b'.' => Order::Middle,
        b'a'..=b'e' if kind == PieceKind::Pawn => Order::Nth(second - b'a' + 1),
        _ => return Some((kind, Some(digit(second)?), None)),
    };
    Some((kind, None, Some(order)))
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0').filter(|&digit| digit > 0)
}
