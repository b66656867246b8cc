//! Cuts a stream of text into sections, each of which starts with the tags of a game.
//!
//! A section begins at a tag, `[Name "` (or a curly quote) at the very beginning of a line, that follows movetext or that
//! repeats the first tag of the section. That is all that is looked at: a tag ends even a comment
//! that somebody forgot to close. Lines that are empty or start with `%` or `;` count as neither
//! tags nor movetext. Only the current section is held.

use crate::tags::tag_name;

/// How long the text of a game may be, in bytes, if the reader is not told otherwise. Games without
/// tags that follow each other count as one.
pub const GAME_SIZE_LIMIT: usize = 64 << 20;

/// The sections of a stream of chunks.
pub(super) struct Sections<I> {
    chunks: I,
    limit: usize,
    /// What has been taken from the chunks and is still needed.
    buffer: String,
    /// The current section in the buffer.
    start: usize,
    end: usize,
    /// The first line in the buffer that has not been looked at.
    line_start: usize,
    /// There is no line break in the buffer between `line_start` and here.
    searched: usize,
    first_tag: Option<String>,
    has_moves: bool,
    /// Where the current section starts in the stream: lines, counted from 1, and bytes.
    line: usize,
    offset: usize,
}

/// The section is longer than the limit, and has been thrown away as far as it was read.
pub(super) struct TooLong;

impl<I: Iterator<Item: AsRef<str>>> Sections<I> {
    pub fn new(chunks: I) -> Self {
        Self {
            chunks,
            limit: GAME_SIZE_LIMIT,
            buffer: String::new(),
            start: 0,
            end: 0,
            line_start: 0,
            searched: 0,
            first_tag: None,
            has_moves: false,
            line: 1,
            offset: 0,
        }
    }

    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The current section.
    pub fn text(&self) -> &str {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// The line and the byte of the stream at which the current section starts.
    pub fn position(&self) -> (usize, usize) {
        (self.line, self.offset)
    }

    /// Goes to the next section, if there is one.
    pub fn advance(&mut self) -> Option<Result<(), TooLong>> {
        self.leave(self.end);
        self.first_tag = None;
        self.has_moves = false;
        self.line_start = self.start;
        self.searched = self.start;
        loop {
            while let Some(line_end) = self.find_line_end() {
                if self.is_boundary(line_end) {
                    self.end = self.line_start;
                    return Some(Ok(()));
                }
                self.take_in(line_end);
            }
            if self.buffer.len() - self.start > self.limit {
                self.end = self.start;
                return Some(Err(TooLong));
            }
            if !self.pull() {
                let line_end = self.buffer.len();
                self.end = if self.is_boundary(line_end) { self.line_start } else { line_end };
                return (self.start < self.end).then_some(Ok(()));
            }
        }
    }

    /// Throws away text up to the next tag at the beginning of a line.
    pub fn skip_to_tag(&mut self) {
        loop {
            while let Some(line_end) = self.find_line_end() {
                if tag_name(self.current_line(line_end)).is_some() {
                    self.leave(self.line_start);
                    self.end = self.start;
                    return;
                }
                self.line_start = line_end;
                self.searched = line_end;
            }
            // The rest of a line that is too long may be taken for a line of its own.
            if self.buffer.len() - self.line_start > self.limit {
                self.line_start = self.buffer.len();
            }
            self.leave(self.line_start);
            if !self.pull() {
                self.leave(self.buffer.len());
                self.end = self.start;
                return;
            }
        }
    }

    /// Takes one more chunk into the buffer. False if there is none.
    fn pull(&mut self) -> bool {
        let Some(chunk) = self.chunks.next() else { return false };
        self.buffer.drain(..self.start);
        self.line_start -= self.start;
        self.searched -= self.start;
        self.end = 0;
        self.start = 0;
        self.buffer.push_str(chunk.as_ref());
        true
    }

    /// Moves the start of the section on, counting what is left behind.
    fn leave(&mut self, end: usize) {
        let left = self.buffer.get(self.start..end).unwrap_or_default();
        self.line += left.bytes().filter(|&byte| byte == b'\n').count();
        self.offset += left.len();
        self.start = end;
    }

    /// The end of the line at `line_start`, the line break included, if it is in the buffer.
    fn find_line_end(&mut self) -> Option<usize> {
        let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
        let line_end = unsearched.find('\n').map(|length| self.searched + length + 1);
        if line_end.is_none() {
            self.searched = self.buffer.len();
        }
        line_end
    }

    fn current_line(&self, line_end: usize) -> &str {
        self.buffer.get(self.line_start..line_end).unwrap_or_default()
    }

    fn is_boundary(&self, line_end: usize) -> bool {
        tag_name(self.current_line(line_end))
            .is_some_and(|name| self.has_moves || self.first_tag.as_deref() == Some(name))
    }

    /// Notes what the line at `line_start` is, and goes to the next.
    fn take_in(&mut self, line_end: usize) {
        let line = self.current_line(line_end).trim();
        match tag_name(line) {
            Some(name) => {
                let name = name.to_owned();
                // A tag that lacks its bracket is still a tag.
                self.has_moves |= line.contains(']') && !line.ends_with(']');
                self.first_tag.get_or_insert(name);
            }
            // As is one that lacks its quotes.
            None if line.starts_with('[') && line.ends_with(']') => {}
            None => self.has_moves |= !line.is_empty() && !line.starts_with(['%', ';']),
        }
        self.line_start = line_end;
        self.searched = line_end;
    }
}
