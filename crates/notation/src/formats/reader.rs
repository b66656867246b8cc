//! Game after game from the bytes of a file.

use super::detect::{HEAD, detect};
use super::lists::Lists;
use super::text::Text;
use super::{Format, ReadError};
use crate::{Game, decode, pgn};
use std::iter::{Fuse, Once, once};
use xiangqi::excerpt;

/// How large a file may be of which the format wants to be held whole.
pub const FILE_SIZE_LIMIT: usize = 512 << 20;

/// Reads games from the bytes of a file.
///
/// An iterator; a game that cannot be read gives an error, and the reader goes on with the next.
pub struct Reader<I: Iterator> {
    format: Option<Format>,
    games: Games<Fuse<I>>,
}

enum Games<I: Iterator> {
    Pgn(Box<pgn::Reader<Text<I>>>),
    Lists(Box<Lists<Text<I>>>),
    /// Nothing but this error, if it has not been given yet.
    Refused(Option<ReadError>),
}

/// Reads the games in the bytes of a file.
pub fn read(bytes: &[u8]) -> Reader<Once<&[u8]>> {
    Reader::new(once(bytes))
}

impl<B: AsRef<[u8]>, I: Iterator<Item = B>> Reader<I> {
    /// A reader of the games in these chunks of a file.
    pub fn new(chunks: impl IntoIterator<IntoIter = I>) -> Self {
        let mut chunks = chunks.into_iter().fuse();
        let mut head = Vec::new();
        while head.len() < HEAD
            && let Some(chunk) = chunks.next()
        {
            head.extend_from_slice(chunk.as_ref());
        }
        let format = detect(&head);
        let games = match format {
            Some(Format::Pgn) => Games::Pgn(Box::new(pgn::Reader::new(Text::new(head, chunks)))),
            Some(Format::Moves) => Games::Lists(Box::new(Lists::new(Text::new(head, chunks)))),
            None => Games::Refused(Some(unknown(&head))),
        };
        Self { format, games }
    }

    /// The format that the content has.
    pub fn format(&self) -> Option<Format> {
        self.format
    }
}

fn unknown(head: &[u8]) -> ReadError {
    let beginning = decode(head.get(..head.len().min(64)).unwrap_or_default());
    match beginning.trim() {
        "" => ReadError::Empty,
        text => ReadError::Unknown(excerpt(text, 24)),
    }
}

impl<B: AsRef<[u8]>, I: Iterator<Item = B>> Iterator for Reader<I> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.games {
            Games::Pgn(reader) => Some(reader.next()?.map_err(ReadError::from)),
            Games::Lists(lists) => lists.next(),
            Games::Refused(error) => error.take().map(Err),
        }
    }
}
