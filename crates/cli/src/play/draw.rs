//! The board as text.

use super::Pieces;
use std::fmt::Write;
use xiangqi::{Colour, FILES, Piece, Position, RANKS, Square};

/// How the board looks.
pub struct Look {
    pub pieces: Pieces,
    pub is_flipped: bool,
    pub has_colour: bool,
}

const RED: &str = "\x1b[1;31m";
const MARKED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

impl Look {
    /// The board with its ranks and files, the last move marked.
    pub fn draw(&self, position: &Position) -> String {
        let last = position.past().last().and_then(|ply| ply.mv);
        let mut text = String::new();
        for row in 0..RANKS {
            let rank = if self.is_flipped { row } else { RANKS - 1 - row };
            let _ = write!(text, "{rank} ");
            for column in 0..FILES {
                let file = if self.is_flipped { FILES - 1 - column } else { column };
                let Some(square) = Square::at(file, rank) else { continue };
                let is_last = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
                self.draw_point(&mut text, square, position.board().piece(square), is_last);
            }
            text.push('\n');
            // The river runs between ranks 4 and 5.
            if row == RANKS / 2 - 1 {
                text.push_str(if self.pieces == Pieces::Chinese {
                    "     楚河          汉界\n"
                } else {
                    "\n"
                });
            }
        }
        text.push_str("  ");
        for column in 0..FILES {
            let file = if self.is_flipped { FILES - 1 - column } else { column };
            let _ = write!(text, " {} ", (b'a' + file as u8) as char);
        }
        text.push('\n');
        text
    }

    /// Three columns: a mark, and the piece or the empty point.
    fn draw_point(&self, text: &mut String, square: Square, piece: Option<Piece>, is_last: bool) {
        let shape = match (piece, self.pieces) {
            (None, _) => String::from(if is_palace_centre(square) { "+ " } else { ". " }),
            (Some(piece), Pieces::Letters) => format!("{} ", piece.letter()),
            (Some(piece), Pieces::Chinese) if self.has_colour => piece.glyph().to_string(),
            (Some(piece), Pieces::Chinese) => distinct_glyph(piece).to_string(),
        };
        let is_red = piece.is_some_and(|piece| piece.colour() == Colour::Red);
        let mark = if is_last && !self.has_colour { "*" } else { " " };
        text.push_str(mark);
        let (start, end) = match (self.has_colour, is_red, is_last) {
            (true, true, true) => ([RED, MARKED].concat(), PLAIN),
            (true, true, false) => (RED.to_string(), PLAIN),
            (true, false, true) => (MARKED.to_string(), PLAIN),
            _ => (String::new(), ""),
        };
        let _ = write!(text, "{start}{shape}{end}");
    }
}

/// Without colour the two sides need characters of their own, which tradition has.
fn distinct_glyph(piece: Piece) -> char {
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']]
        [piece.colour().index()][piece.kind().index()]
}

fn is_palace_centre(square: Square) -> bool {
    square.file() == 4 && (square.rank() == 1 || square.rank() == 8)
}
