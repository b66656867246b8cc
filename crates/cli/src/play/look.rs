//! What the pieces look like, and how the dialogue draws the board as text.

use clap::ValueEnum;
use std::fmt::Write;
use xiangqi::{Colour, FILES, Piece, Position, RANKS, Square};

/// What the pieces look like.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub enum Pieces {
    /// R N B A K A B N R, Black in lower case; nothing but ASCII
    Letters,
    /// 车马相仕帅
    #[default]
    #[value(alias = "simplified")]
    Chinese,
    /// 俥傌相仕帥 and 車馬象士將
    Traditional,
}

impl Pieces {
    /// The sign on a piece. Without colour the two sides need characters of their own, which tradition has.
    pub fn sign(self, piece: Piece, has_colour: bool) -> char {
        match self {
            Self::Letters => piece.letter(),
            Self::Chinese if has_colour => piece.glyph(),
            Self::Chinese | Self::Traditional => {
                [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']]
                    [piece.colour().index()][piece.kind().index()]
            }
        }
    }
}

/// How the board looks.
#[derive(Clone, Debug)]
pub struct Look {
    pub pieces: Pieces,
    pub is_flipped: bool,
    pub has_colour: bool,
}

const RED: &str = "\x1b[1;31m";
const MARKED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

impl Look {
    /// The point that is shown in a row and a column, both counted from the top left.
    pub fn square(&self, row: usize, column: usize) -> Option<Square> {
        let rank = if self.is_flipped { Some(row) } else { (RANKS - 1).checked_sub(row) };
        let file = if self.is_flipped { (FILES - 1).checked_sub(column) } else { Some(column) };
        Square::at(file?, rank?)
    }

    /// The row and the column in which a point is shown.
    #[cfg(feature = "tui")]
    pub fn place(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file(), square.rank());
        if self.is_flipped { (rank, FILES - 1 - file) } else { (RANKS - 1 - rank, file) }
    }

    /// The board with its ranks and files, the last move marked.
    pub fn draw(&self, position: &Position) -> String {
        let last = position.past().last().and_then(|ply| ply.mv);
        let mut text = String::new();
        for row in 0..RANKS {
            let rank = self.square(row, 0).map_or(0, Square::rank);
            let _ = write!(text, "{rank} ");
            for square in (0..FILES).filter_map(|column| self.square(row, column)) {
                let is_last = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
                self.draw_point(&mut text, square, position.board().piece(square), is_last);
            }
            text.push('\n');
            // The river runs between ranks 4 and 5.
            if row == RANKS / 2 - 1 {
                text.push_str(match self.pieces {
                    Pieces::Chinese => "     楚河          汉界\n",
                    Pieces::Traditional => "     楚河          漢界\n",
                    Pieces::Letters => "\n",
                });
            }
        }
        text.push_str("  ");
        for square in (0..FILES).filter_map(|column| self.square(0, column)) {
            let _ = write!(text, " {} ", (b'a' + square.file() as u8) as char);
        }
        text.push('\n');
        text
    }

    /// Three columns: a mark, and the piece or the empty point.
    fn draw_point(&self, text: &mut String, square: Square, piece: Option<Piece>, is_last: bool) {
        let shape = match (piece, self.pieces) {
            (None, _) => String::from(if is_palace_centre(square) { "+ " } else { ". " }),
            (Some(piece), Pieces::Letters) => format!("{} ", piece.letter()),
            (Some(piece), pieces) => pieces.sign(piece, self.has_colour).to_string(),
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

fn is_palace_centre(square: Square) -> bool {
    square.file() == 4 && (square.rank() == 1 || square.rank() == 8)
}
