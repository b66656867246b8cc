//! Reads game after game.

use super::build::Builder;
use super::error::{Fault, PgnError};
use super::parse;
use super::scan::{Cursor, Located};
use super::sections::{Sections, TooLong};
use super::visitor::Visitor;
use crate::Game;
use std::iter::{Fuse, Once, once};

/// Reads games from text that comes in chunks of any size: the whole, lines, or blocks of a file.
///
/// As an iterator it gives [`Game`]s; [`Reader::visit`] reports to a [`Visitor`] and builds nothing.
/// A game that cannot be read gives an error, and the reader goes on with the next that starts with
/// a tag.
///
/// ```
/// use notation::pgn::Reader;
/// let lines = ["[Event \"1\"]\n", "1. C2=4 C9=9\n", "[Event \"2\"]\n", "1. C2=4 *\n"];
/// let mut reader = Reader::new(lines);
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 9));
/// assert_eq!(reader.next().unwrap()?.tags.get("Event"), Some("2"));
/// assert!(reader.next().is_none());
/// # Ok::<(), notation::pgn::PgnError>(())
/// ```
pub struct Reader<I> {
    sections: Sections<Fuse<I>>,
    /// The byte of the current section at which the next game starts.
    at: usize,
}

/// Reads the games of a text.
pub fn read(text: &str) -> Reader<Once<&str>> {
    Reader::new(once(text))
}

impl<I: Iterator<Item: AsRef<str>>> Reader<I> {
    /// A reader of the games in these chunks.
    pub fn new(chunks: impl IntoIterator<IntoIter = I>) -> Self {
        Self { sections: Sections::new(chunks.into_iter().fuse()), at: 0 }
    }

    /// The same with another limit on the bytes of one game than
    /// [`GAME_SIZE_LIMIT`](super::GAME_SIZE_LIMIT). It bounds the memory that the reader takes.
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.sections.set_limit(bytes);
        self
    }

    /// Reports the next game to a visitor. Nothing if there is none.
    pub fn visit(&mut self, visitor: &mut impl Visitor) -> Option<Result<(), PgnError>> {
        loop {
            let mut cursor = Cursor::new(self.sections.text(), self.at);
            match parse::game(&mut cursor, visitor) {
                Ok(true) => {
                    self.at = cursor.offset();
                    return Some(Ok(()));
                }
                Ok(false) => {}
                Err(located) => {
                    let error = self.locate(located);
                    self.at = usize::MAX;
                    return Some(Err(error));
                }
            }
            self.at = 0;
            if let Err(TooLong) = self.sections.advance()? {
                let error = self.locate((0, Fault::TooLong(self.sections.limit())));
                self.sections.skip_to_tag();
                return Some(Err(error));
            }
        }
    }

    /// The error with its place in the whole text.
    fn locate(&self, located: Located) -> PgnError {
        PgnError::locate(self.sections.text(), self.sections.position(), located)
    }
}

impl<I: Iterator<Item: AsRef<str>>> Iterator for Reader<I> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = Builder::default();
        let result = self.visit(&mut builder)?;
        Some(result.map(|()| builder.into_game()))
    }
}
