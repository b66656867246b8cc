//! Reads game after game.

use super::build::Builder;
use super::error::{Fault, PgnError};
use super::parse::{self, ReadMode};
use super::scan::{Cursor, Located};
use super::sections::{Sections, TooLong};
use super::visitor::Visitor;
use crate::salvage::Salvaged;
use crate::{Game, Notation};
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
    /// The byte of the current section at which the last game starts, if it could not be read.
    failed: Option<usize>,
}

/// Reads the games of a text.
pub fn read(text: &str) -> Reader<Once<&str>> {
    Reader::new(once(text))
}

impl<I: Iterator<Item: AsRef<str>>> Reader<I> {
    /// A reader of the games in these chunks.
    pub fn new(chunks: impl IntoIterator<IntoIter = I>) -> Self {
        Self { sections: Sections::new(chunks.into_iter().fuse()), at: 0, failed: None }
    }

    /// The same with another limit on the bytes of one game than
    /// [`GAME_SIZE_LIMIT`](super::GAME_SIZE_LIMIT). It bounds the memory that the reader takes.
    ///
    /// ```
    /// use notation::pgn::{Reader, Visitor};
    ///
    /// struct Results(usize);
    /// impl Visitor for Results {
    ///     fn end_game(&mut self, _: notation::RecordedResult) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let mut reader = Reader::new(["1. C2=5 *\n"]).with_limit(1 << 16);
    /// let mut results = Results(0);
    /// while let Some(game) = reader.visit(&mut results) {
    ///     game?;
    /// }
    /// assert_eq!(results.0, 1);
    /// # Ok::<(), notation::pgn::PgnError>(())
    /// ```
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.sections.set_limit(bytes);
        self
    }

    /// Reports the next game to a visitor. Nothing if there is none.
    pub fn visit(&mut self, visitor: &mut impl Visitor) -> Option<Result<(), PgnError>> {
        self.failed = None;
        loop {
            let mut cursor = Cursor::new(self.sections.text(), self.at);
            match parse::game(&mut cursor, ReadMode::default(), visitor) {
                Ok(true) => {
                    self.at = cursor.offset();
                    return Some(Ok(()));
                }
                Ok(false) => {}
                Err(located) => {
                    let error = self.locate(located);
                    self.failed = Some(self.at);
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

    /// The last game, read once more with ranks that count from 1, if that makes sense of it.
    fn read_from_one(&mut self) -> Option<Game> {
        let mut builder = Builder::default();
        let mut cursor = Cursor::new(self.sections.text(), self.failed?);
        let mode = ReadMode { forced: Some(Notation::RanksFromOne), ..ReadMode::default() };
        parse::game(&mut cursor, mode, &mut builder).ok().filter(|found| *found)?;
        (self.at, self.failed) = (cursor.offset(), None);
        Some(builder.into_game())
    }

    /// The legal part of the last game, if that could not be read and has one.
    ///
    /// ```
    /// let mut reader = notation::pgn::read("1. C2=5 H8+7 (1... H2+3 2. C9=9) 2. R1+9 R9=8 1-0");
    /// let error = reader.next().unwrap().unwrap_err();
    /// let salvaged = reader.salvage().unwrap();
    /// assert_eq!((salvaged.plies(), salvaged.game.node_count()), (2, 4));
    /// assert_eq!(salvaged.cuts.len(), 2);
    /// assert_eq!(salvaged.cuts[0], error);
    /// ```
    pub fn salvage(&self) -> Option<Salvaged<PgnError>> {
        let text = self.sections.text();
        let cursor = Cursor::new(text, self.failed?);
        let read = |cursor: &mut Cursor<'_>, mode, builder: &mut Builder| parse::game(cursor, mode, builder);
        salvage(&cursor, text, self.sections.position(), read)
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
        Some(match self.visit(&mut builder)? {
            Ok(()) => Ok(builder.into_game()),
            Err(error) if error.fault().is_squares() => self.read_from_one().ok_or(error),
            Err(error) => Err(error),
        })
    }
}

/// The legal part of the game at a place: with ranks that count from 0 or from 1, whichever makes more sense of it.
pub(super) fn salvage<'a>(
    start: &Cursor<'a>,
    text: &str,
    place: (usize, usize),
    read: impl Fn(&mut Cursor<'a>, ReadMode, &mut Builder) -> Result<bool, Located>,
) -> Option<Salvaged<PgnError>> {
    let attempt = |forced| {
        let mut builder = Builder::default();
        let mode = ReadMode { forced, salvages: true };
        read(&mut start.clone(), mode, &mut builder).ok().filter(|found| *found)?;
        Some(builder.into_salvaged(text, place))
    };
    let salvaged = attempt(None)?;
    let is_squares = salvaged.cuts.iter().any(|cut| cut.fault().is_squares());
    let from_one = is_squares.then(|| attempt(Some(Notation::RanksFromOne))).flatten();
    let better = from_one.filter(|other| other.plies() > salvaged.plies());
    better.unwrap_or(salvaged).if_useful()
}
