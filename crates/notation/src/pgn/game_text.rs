//! Games without tags, one behind the other in a text.

use super::build::Builder;
use super::error::{Fault, PgnError};
use super::parse::{self, ReadMode};
use super::reader::salvage;
use super::scan::Cursor;
use crate::salvage::Salvaged;
use crate::{Game, Notation};
use xiangqi::Fen;

/// A text with moves and what PGN has between them, and no tags.
pub(crate) struct GameText<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    place: (usize, usize),
    /// Where the last game begins and from which position, if it could not be read.
    failed: Option<(Cursor<'a>, Option<Fen>)>,
}

impl<'a> GameText<'a> {
    /// The text, which begins at this line and byte of the whole.
    pub fn new(text: &'a str, place: (usize, usize)) -> Self {
        Self { text, cursor: Cursor::new(text, 0), place, failed: None }
    }

    /// The same, with its first game at a byte of the text.
    pub fn starting_at(self, at: usize) -> Self {
        Self { cursor: Cursor::new(self.text, at), ..self }
    }

    /// The next game, from a position or the usual one. Nothing if no text is left.
    pub fn next_game(&mut self, start: Option<Fen>) -> Option<Result<Game, PgnError>> {
        self.failed = None;
        let before = self.cursor.clone();
        let mut builder = Builder::default();
        let located =
            match parse::moves_from(&mut self.cursor, start.clone(), ReadMode::default(), &mut builder) {
                Ok(true) => return Some(Ok(builder.into_game())),
                Ok(false) => return None,
                Err(located) => located,
            };
        if located.1.is_squares() {
            let (mut cursor, mut builder) = (before.clone(), Builder::default());
            let mode = ReadMode { forced: Some(Notation::RanksFromOne), ..ReadMode::default() };
            if parse::moves_from(&mut cursor, start.clone(), mode, &mut builder) == Ok(true) {
                self.cursor = cursor;
                return Some(Ok(builder.into_game()));
            }
        }
        self.failed = Some((before, start));
        Some(Err(PgnError::locate(self.text, self.place, located)))
    }

    /// The legal part of the last game, if that could not be read and has one.
    pub fn salvage(&self) -> Option<Salvaged<PgnError>> {
        let (before, start) = self.failed.as_ref()?;
        salvage(before, self.text, self.place, |cursor, mode, builder| {
            parse::moves_from(cursor, start.clone(), mode, builder)
        })
    }

    /// An error at a byte of the text.
    pub fn error(&self, offset: usize, fault: Fault) -> PgnError {
        PgnError::locate(self.text, self.place, (offset, fault))
    }
}
