//! Games without tags, one behind the other in a text.

use super::build::Builder;
use super::error::{Fault, PgnError};
use super::parse;
use super::scan::Cursor;
use crate::Game;
use xiangqi::Fen;

/// A text with moves and what PGN has between them, and no tags.
pub(crate) struct GameText<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    place: (usize, usize),
}

impl<'a> GameText<'a> {
    /// The text, which begins at this line and byte of the whole.
    pub fn new(text: &'a str, place: (usize, usize)) -> Self {
        Self { text, cursor: Cursor::new(text, 0), place }
    }

    /// The next game, from a position or the usual one. Nothing if no text is left.
    pub fn next_game(&mut self, start: Option<Fen>) -> Option<Result<Game, PgnError>> {
        let mut builder = Builder::default();
        match parse::moves_from(&mut self.cursor, start, &mut builder) {
            Ok(true) => Some(Ok(builder.into_game())),
            Ok(false) => None,
            Err(located) => Some(Err(PgnError::locate(self.text, self.place, located))),
        }
    }

    /// An error at a byte of the text.
    pub fn error(&self, offset: usize, fault: Fault) -> PgnError {
        PgnError::locate(self.text, self.place, (offset, fault))
    }
}
