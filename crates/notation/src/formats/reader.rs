//! Game after game from the bytes of a file.

use super::detect::{HEAD, detect_head, detect_whole};
use super::lists::Lists;
use super::text::{Text, with_line_feeds};
use super::{Format, ReadError, cbr, dhtml, records, servers, xqf};
use crate::error::quote;
use crate::{Game, Salvaged, decode, pgn};
use std::collections::VecDeque;
use std::iter::{Fuse, Once, once};

/// How many bytes a file may have if its format is read as a whole: any but PGN and move lists.
pub const FILE_SIZE_LIMIT: usize = 512 << 20;

/// Reads games from the bytes of a file.
///
/// An iterator; a game that cannot be read gives an error, and the reader goes on with the next.
///
/// ```
/// use notation::formats::{Format, Reader};
///
/// let mut reader = Reader::new([b"[Event \"1\"]\n1. C2=5 *\n".to_vec()]);
/// assert_eq!(reader.next().unwrap()?.main_line().count(), 1);
/// assert_eq!(reader.format(), Some(Format::Pgn));
/// # Ok::<(), notation::formats::ReadError>(())
/// ```
pub struct Reader<I: Iterator> {
    format: Option<Format>,
    games: Games<Fuse<I>>,
}

enum Games<I: Iterator> {
    Pgn(Box<pgn::Reader<Text<I>>>),
    Lists(Box<Lists<Text<I>>>),
    /// A file that is held whole.
    Whole(Whole),
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
        match detect_head(&head) {
            Some(Format::Pgn) => {
                let games = Games::Pgn(Box::new(pgn::Reader::new(Text::new(head, chunks))));
                Self { format: Some(Format::Pgn), games }
            }
            Some(Format::Moves) => {
                let games = Games::Lists(Box::new(Lists::new(Text::new(head, chunks))));
                Self { format: Some(Format::Moves), games }
            }
            format => {
                for chunk in chunks {
                    if head.len() + chunk.as_ref().len() > FILE_SIZE_LIMIT {
                        let error = format.map_or_else(|| unknown(&head), ReadError::TooLarge);
                        return Self { format, games: Games::Refused(Some(error)) };
                    }
                    head.extend_from_slice(chunk.as_ref());
                }
                let format = format.or_else(|| detect_whole(&head));
                let games = match format {
                    Some(format) => Games::Whole(Whole::new(format, head)),
                    None => Games::Refused(Some(unknown(&head))),
                };
                Self { format, games }
            }
        }
    }

    /// The legal part of the game that was given last, if that was an error and has one: everything up to the moves that cannot be
    /// read or are not legal, with a comment wherever something was left out.
    ///
    /// ```
    /// use notation::formats::{self, Format, Writer};
    /// let mut reader = formats::read(b"startpos moves h2e2 h9g7 h0h9 i9h9");
    /// assert!(reader.next().is_some_and(|game| game.is_err()));
    /// let salvaged = reader.salvage().expect("two moves are legal");
    /// assert_eq!(salvaged.plies(), 2);
    /// let last = salvaged.game.main_line().last().map(|(_, node)| node.comment().to_owned());
    /// assert!(last.is_some_and(|comment| comment.starts_with("The game was cut here: line 1, column 26: \"h0h9\"")));
    /// ```
    pub fn salvage(&mut self) -> Option<Salvaged<ReadError>> {
        match &mut self.games {
            Games::Pgn(reader) => Some(reader.salvage()?.map(ReadError::from)),
            Games::Lists(lists) => lists.salvage(),
            Games::Whole(whole) => whole.salvage(),
            Games::Refused(_) => None,
        }
    }

    /// The format that the content has.
    pub fn format(&self) -> Option<Format> {
        self.format
    }
}

/// How many bytes of a file that is none of games are looked at to say how it begins.
const QUOTED_HEAD: usize = 1 << 10;

fn unknown(head: &[u8]) -> ReadError {
    if head.starts_with(b"CCBridge\x15\0\0\0") {
        return ReadError::OldLibrary;
    }
    // Cut before an ASCII character: half of another one would change what the bytes are taken for.
    let end = (0..head.len().min(QUOTED_HEAD)).rev().find(|&end| head.get(end).is_some_and(u8::is_ascii));
    let end = if head.len() <= QUOTED_HEAD { head.len() } else { end.unwrap_or(QUOTED_HEAD) };
    let beginning = decode(head.get(..end).unwrap_or_default());
    match beginning.trim() {
        "" => ReadError::Empty,
        text => ReadError::Unknown(quote(text)),
    }
}

impl<B: AsRef<[u8]>, I: Iterator<Item = B>> Iterator for Reader<I> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.games {
            Games::Pgn(reader) => Some(reader.next()?.map_err(ReadError::from)),
            Games::Lists(lists) => lists.next(),
            Games::Whole(whole) => whole.next(),
            Games::Refused(error) => error.take().map(Err),
        }
    }
}

/// A file that is held whole, with the parts of it that are games.
struct Whole {
    format: Format,
    /// The bytes; of a text, in UTF-8.
    bytes: Vec<u8>,
    parts: VecDeque<Part>,
    /// The part that was read last, if it could not be.
    failed: Option<Part>,
}

/// A part of a file: where it begins and ends, and on which line of a text.
struct Part {
    start: usize,
    end: usize,
    line: usize,
}

impl Whole {
    fn new(format: Format, bytes: Vec<u8>) -> Self {
        match format {
            Format::Dhtml | Format::Record => {
                Self::of_text(format, with_line_feeds(decode(&bytes).into_owned()))
            }
            Format::Cbl => {
                let starts: Vec<usize> = cbr::records(&bytes).collect();
                let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
                let parts =
                    starts.iter().zip(ends).map(|(&start, end)| Part { start, end, line: 0 }).collect();
                Self { format, bytes, parts, failed: None }
            }
            _ => {
                let parts = VecDeque::from([Part { start: 0, end: bytes.len(), line: 0 }]);
                Self { format, bytes, parts, failed: None }
            }
        }
    }

    fn of_text(format: Format, text: String) -> Self {
        let mut parts = VecDeque::new();
        if format == Format::Dhtml {
            let (mut line, mut counted) = (1, 0);
            for (start, part) in dhtml::games(&text) {
                let before = text.get(counted..start).unwrap_or_default();
                line += before.bytes().filter(|&byte| byte == b'\n').count();
                counted = start;
                parts.push_back(Part { start, end: start + part.len(), line });
            }
        } else {
            let mut start = 0;
            for (line, part) in records::records(&text) {
                parts.push_back(Part { start, end: start + part.len(), line });
                start += part.len();
            }
        }
        Self { format, bytes: text.into_bytes(), parts, failed: None }
    }

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        self.failed = None;
        let part = self.parts.pop_front()?;
        let read = self.read(&part, false)?;
        if read.is_err() {
            self.failed = Some(part);
        }
        Some(read.map(|read| read.game))
    }

    fn salvage(&self) -> Option<Salvaged<ReadError>> {
        self.read(self.failed.as_ref()?, true)?.ok()?.if_useful()
    }

    /// The game in a part, cut where it goes wrong if that is wanted.
    fn read(&self, part: &Part, salvages: bool) -> Option<Result<Salvaged<ReadError>, ReadError>> {
        let &Part { start, end, line } = part;
        let part = self.bytes.get(start..end).unwrap_or_default();
        let text = || std::str::from_utf8(part).unwrap_or_default();
        Some(match self.format {
            Format::Xqf => xqf::read(part, salvages),
            Format::Cbr | Format::Cbl => cbr::read(part, start, salvages),
            Format::Dhtml => dhtml::read(text(), line, salvages),
            Format::Record => records::read(text(), (line, start), salvages),
            Format::Ccm => servers::read_ccm(part, salvages),
            Format::Che => servers::read_che(part, salvages),
            Format::Chn => servers::read_chn(part, salvages),
            Format::Mxq => servers::read_mxq(part, salvages),
            Format::Pgn | Format::Moves => return None,
        })
    }
}
