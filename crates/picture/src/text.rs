//! Positions as text: a grid of lines with a character for each piece.
//!
//! A point takes four columns of a terminal, two of them for a Chinese character. Where there are no colours the sides need signs of
//! their own, which traditional characters and letters are.

use crate::faces::traditional;
use std::fmt::Write;
use xiangqi::{Board, Colour, FILES, Move, Piece, RANKS, Square};

/// What stands for the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Signs {
    /// 帥 against 將, 傌 against 馬.
    #[default]
    Characters,
    /// 帅 against 将, and 马 on both sides: for colours.
    Simplified,
    /// K against k, as FEN writes them.
    Letters,
    /// The same, and the lines in ASCII, too.
    Ascii,
}

impl Signs {
    /// What stands for a piece.
    pub fn sign(self, piece: Piece) -> char {
        match self {
            Self::Characters => traditional(piece),
            Self::Simplified => piece.glyph(),
            Self::Letters | Self::Ascii => piece.letter(),
        }
    }

    /// How many columns of a terminal it takes.
    pub const fn width(self) -> usize {
        match self {
            Self::Characters | Self::Simplified => 2,
            Self::Letters | Self::Ascii => 1,
        }
    }
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
    grid(signs, is_flipped, |place, rest| {
        let is_moved = last.is_some_and(|mv| mv.to() == place.square);
        let (sign, width) = match board.piece(place.square) {
            Some(piece) => (signs.sign(piece), signs.width()),
            None if last.is_some_and(|mv| mv.from() == place.square) => ('o', 1),
            None => (place.point, 1),
        };
        let mark = if is_moved { "*" } else { "" };
        format!("{sign}{mark}{}", "─".repeat(rest.saturating_sub(width + mark.len())))
    })
}

const RED: &str = "\x1b[1;31m";
const MARKED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

/// Draws a board for a terminal with colours: Red is red, and both ends of the last move are in reverse.
pub fn draw_in_colour(board: &Board, last: Option<Move>, is_flipped: bool, signs: Signs) -> String {
    grid(signs, is_flipped, |place, rest| {
        let piece = board.piece(place.square);
        let (sign, width) = piece.map_or((place.point, 1), |piece| (signs.sign(piece), signs.width()));
        let is_red = piece.is_some_and(|piece| piece.colour() == Colour::Red);
        let is_last = last.is_some_and(|mv| mv.from() == place.square || mv.to() == place.square);
        let red = if is_red { RED } else { "" };
        let marked = if is_last { MARKED } else { "" };
        let plain = if is_red || is_last { PLAIN } else { "" };
        format!("{red}{marked}{sign}{plain}{}", "─".repeat(rest.saturating_sub(width)))
    })
}

/// A point of the board, and what the lines look like there.
struct Place {
    square: Square,
    point: char,
}

/// The whole board, each point drawn by the function, which is told how many columns it has: none after the last file, where a
/// sign may reach over the edge.
fn grid(signs: Signs, is_flipped: bool, draw_point: impl Fn(&Place, usize) -> String) -> String {
    let mut text = String::new();
    for row in 0..RANKS {
        let rank = if is_flipped { row } else { RANKS - 1 - row };
        // A `String` takes everything.
        let _ = write!(text, "{rank}  ");
        for column in 0..FILES {
            let file = if is_flipped { FILES - 1 - column } else { column };
            let Some(square) = Square::at(file, rank) else { continue };
            let rest = if column == FILES - 1 { 0 } else { 4 };
            text += &draw_point(&Place { square, point: point(row, column) }, rest);
        }
        text.push('\n');
        text += between(row, signs);
    }
    text += "  ";
    for column in 0..FILES {
        let file = if is_flipped { FILES - 1 - column } else { column };
        text += if column == 0 { " " } else { "   " };
        text.push(char::from(b'a' + file as u8));
    }
    text.push('\n');
    if signs == Signs::Ascii { text.chars().map(ascii).collect() } else { text }
}

/// A sign of the lines in ASCII.
fn ascii(sign: char) -> char {
    match sign {
        '─' => '-',
        '│' => '|',
        '╲' => '\\',
        '╱' => '/',
        sign if sign.is_ascii() => sign,
        _ => '+',
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
fn between(row: usize, signs: Signs) -> &'static str {
    match row {
        0 | 7 => "   │   │   │   │ ╲ │ ╱ │   │   │   │\n",
        1 | 8 => "   │   │   │   │ ╱ │ ╲ │   │   │   │\n",
        4 => match signs {
            Signs::Simplified => "   │     楚   河       汉   界     │\n",
            Signs::Ascii => "   │             river             │\n",
            Signs::Characters | Signs::Letters => "   │     楚   河       漢   界     │\n",
        },
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
        for signs in [Signs::Characters, Signs::Simplified, Signs::Letters, Signs::Ascii] {
            for is_flipped in [false, true] {
                let text = draw(&board, None, is_flipped, signs);
                assert_eq!(text.is_ascii(), signs == Signs::Ascii, "{text}");
                let plain =
                    draw_in_colour(&board, None, is_flipped, signs).replace(RED, "").replace(PLAIN, "");
                assert_eq!(plain, text, "colours change no column");
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
        let text = draw(&board, Some(mv), false, Signs::Ascii);
        assert!(text.contains("2  +---C---+---+---C*--+---+---o---+\n"), "{text}");
        let text = draw_in_colour(&board, Some(mv), false, Signs::Simplified);
        assert!(text.contains("\x1b[1;31m\x1b[7m炮\x1b[0m──┼───┼───\x1b[7m┼\x1b[0m───┤\n"), "{text:?}");
    }
}
