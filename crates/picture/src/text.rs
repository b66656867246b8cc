//! Positions as text: a grid of lines with a character for each piece.
//!
//! A point takes four columns of a terminal, two of them for a Chinese character. The sides have characters of their own, so that
//! no colour is needed.

use crate::faces::traditional;
use xiangqi::{Board, FILES, Move, Piece, RANKS, Square};

/// What stands for the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Signs {
    /// 帥 against 將.
    #[default]
    Characters,
    /// K against k, as FEN writes them.
    Letters,
}

/// Draws a board: `*` behind the piece that moved last, `o` where it came from.
///
/// ```
/// use picture::text::{Signs, draw};
/// let board = xiangqi::Board::start();
/// let text = draw(&board, None, false, Signs::Characters);
/// assert!(text.starts_with("9  車──馬──象──士──將──"));
/// assert!(text.ends_with("   a   b   c   d   e   f   g   h   i\n"));
/// ```
pub fn draw(board: &Board, last: Option<Move>, is_flipped: bool, signs: Signs) -> String {
    let mut text = String::new();
    for row in 0..RANKS {
        let rank = if is_flipped { row } else { RANKS - 1 - row };
        text.push(char::from(b'0' + rank as u8));
        text += "  ";
        for column in 0..FILES {
            let file = if is_flipped { FILES - 1 - column } else { column };
            let Some(square) = Square::at(file, rank) else { continue };
            let (sign, width) = match board.piece(square) {
                Some(piece) => sign(piece, signs),
                None if last.is_some_and(|mv| mv.from() == square) => ('o', 1),
                None => (point(row, column), 1),
            };
            text.push(sign);
            let is_moved = last.is_some_and(|mv| mv.to() == square);
            let rest = if column == FILES - 1 { 0 } else { 4 - width };
            if is_moved {
                text.push('*');
            }
            text += &"─".repeat(rest.saturating_sub(usize::from(is_moved)));
        }
        text.push('\n');
        text += between(row);
    }
    text += "  ";
    for column in 0..FILES {
        let file = if is_flipped { FILES - 1 - column } else { column };
        text += if column == 0 { " " } else { "   " };
        text.push(char::from(b'a' + file as u8));
    }
    text.push('\n');
    text
}

fn sign(piece: Piece, signs: Signs) -> (char, usize) {
    match signs {
        Signs::Characters => (traditional(piece), 2),
        Signs::Letters => (piece.letter(), 1),
    }
}

/// What is drawn at an empty point.
fn point(row: usize, column: usize) -> char {
    let (is_left, is_right) = (column == 0, column == FILES - 1);
    let (is_upper, is_lower) = (row == 0 || row == RANKS / 2, row == RANKS - 1 || row == RANKS / 2 - 1);
    match (row, is_left, is_right) {
        (0, true, _) => '┌',
        (0, _, true) => '┐',
        (9, true, _) => '└',
        (9, _, true) => '┘',
        (_, true, _) => '├',
        (_, _, true) => '┤',
        _ if is_upper => '┬',
        _ if is_lower => '┴',
        _ => '┼',
    }
}

/// The line below a row.
fn between(row: usize) -> &'static str {
    match row {
        0 | 7 => "   │   │   │   │ ╲ │ ╱ │   │   │   │\n",
        1 | 8 => "   │   │   │   │ ╱ │ ╲ │   │   │   │\n",
        4 => "   │     楚   河       漢   界     │\n",
        9 => "",
        _ => "   │   │   │   │   │   │   │   │   │\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_equally_wide() {
        let width = |line: &str| line.chars().map(|c| 1 + usize::from(c >= '\u{2e80}')).sum::<usize>();
        let mut board = Board::start();
        let mv = "h2e2".parse().unwrap();
        for signs in [Signs::Characters, Signs::Letters] {
            for is_flipped in [false, true] {
                let text = draw(&board, None, is_flipped, signs);
                assert_eq!(text.lines().count(), 20);
                for line in text.lines() {
                    // A character on the last file reaches over the edge.
                    let over = usize::from(line.ends_with(|c| c >= '\u{2e80}'));
                    assert_eq!(width(line), 36 + over, "{line}");
                }
            }
        }
        assert!(draw(&board, None, true, Signs::Letters).starts_with("0  R───N───B"));
        board.play_unchecked(mv);
        let text = draw(&board, Some(mv), false, Signs::Letters);
        assert!(text.contains("2  ├───C───┼───┼───C*──┼───┼───o───┤\n"), "{text}");
    }
}
