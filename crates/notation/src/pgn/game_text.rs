//! Games without tags, one behind the other in a text.

use super::build::Builder;
use super::error::{Fault, PgnError};
use super::parse;
use super::scan::Cursor;
use crate::{Game, Notation};
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
        let before = self.cursor.clone();
        let mut builder = Builder::default();
        let located = match parse::moves_from(&mut self.cursor, start.clone(), None, &mut builder) {
            Ok(true) => return Some(Ok(builder.into_game())),
            Ok(false) => return None,
            Err(located) => located,
        };
        if located.1.is_squares() {
            let (mut cursor, mut builder) = (before, Builder::default());
            let notation = Some(Notation::RanksFromOne);
            if parse::moves_from(&mut cursor, start, notation, &mut builder) == Ok(true) {
                self.cursor = cursor;
                return Some(Ok(builder.into_game()));
            }
        }
        Some(Err(PgnError::locate(self.text, self.place, located)))
    }

    /// An error at a byte of the text.
    pub fn error(&self, offset: usize, fault: Fault) -> PgnError {
        PgnError::locate(self.text, self.place, (offset, fault))
    }
}
