//! What the pieces look like, and which way round the board is. The dialogue shows it as the crate `picture` draws it.

use clap::ValueEnum;
use picture::text::{self, Signs};
use std::ffi::OsStr;
use xiangqi::Position;
#[cfg(feature = "tui")]
use xiangqi::{FILES, Piece, RANKS, Square};

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
    /// Without colour the two sides need characters of their own, which tradition has.
    fn signs(self, has_colour: bool) -> Signs {
        match self {
            Self::Letters => Signs::Ascii,
            Self::Chinese if has_colour => Signs::Simplified,
            Self::Chinese | Self::Traditional => Signs::Characters,
        }
    }

    /// The sign on a piece.
    #[cfg(feature = "tui")]
    pub fn sign(self, piece: Piece, has_colour: bool) -> char {
        self.signs(has_colour).sign(piece)
    }
}

/// Terminals without colours, by the names in `TERM`.
const COLOURLESS: [&str; 5] = ["dumb", "vt52", "vt100", "vt102", "vt220"];

/// Whether there is colour: on a terminal that has it, unless the user says otherwise (`NO_COLOR`).
pub fn has_colour(is_terminal: bool, no_colour: Option<&OsStr>, terminal: Option<&OsStr>) -> bool {
    let name = terminal.map(OsStr::to_string_lossy).unwrap_or_default();
    let is_colourless =
        COLOURLESS.contains(&name.as_ref()) || name.ends_with("-m") || name.ends_with("-mono");
    is_terminal && !is_colourless && no_colour.is_none_or(OsStr::is_empty)
}

/// How the board looks.
#[derive(Clone, Debug)]
pub struct Look {
    pub pieces: Pieces,
    pub is_flipped: bool,
    pub has_colour: bool,
}

impl Look {
    /// The point that is shown in a row and a column, both counted from the top left.
    #[cfg(feature = "tui")]
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
        let draw = if self.has_colour { text::draw_in_colour } else { text::draw };
        draw(position.board(), last, self.is_flipped, self.pieces.signs(self.has_colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_the_sides_have_characters_of_their_own() {
        for (is_terminal, no_colour, terminal, expected) in [
            (true, None, Some("xterm-256color"), true),
            (true, None, None, true),
            (true, Some(""), Some("linux"), true),
            (true, Some("1"), Some("xterm"), false),
            (true, None, Some("dumb"), false),
            (true, None, Some("xterm-mono"), false),
            (false, None, Some("xterm"), false),
        ] {
            let has_colour = has_colour(is_terminal, no_colour.map(OsStr::new), terminal.map(OsStr::new));
            assert_eq!(has_colour, expected, "{is_terminal} {no_colour:?} {terminal:?}");
            let drawn =
                Look { pieces: Pieces::Chinese, is_flipped: false, has_colour }.draw(&Position::start());
            assert_eq!(drawn.contains('俥') && drawn.contains('車'), !has_colour, "{drawn}");
        }
    }
}
