//! Text from the bytes of a file that arrives in chunks.
//!
//! The encoding is decided where the first character beyond ASCII occurs. A line of a UTF-8 file that is not UTF-8 is
//! taken for GB18030 or Big5: files are often put together from others. A carriage return alone ends a line too, and
//! becomes a line feed.

use crate::encoding::{decode_as, guess};
use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// How much is held at most in search of a line's end.
const LINE_LIMIT: usize = 1 << 20;

/// The text in chunks of bytes, as chunks of text.
pub(super) struct Text<I> {
    chunks: I,
    /// Bytes that are not yet text: at most a line, and what came with it.
    pending: Vec<u8>,
    encoding: Option<&'static Encoding>,
    /// For UTF-16, in which lines cannot be seen in the bytes.
    decoder: Option<Decoder>,
    has_started: bool,
    has_ended: bool,
}

impl<I: Iterator<Item: AsRef<[u8]>>> Text<I> {
    /// The text of these bytes and of the chunks behind them.
    pub fn new(head: Vec<u8>, chunks: I) -> Self {
        Self { chunks, pending: head, encoding: None, decoder: None, has_started: false, has_ended: false }
    }

    /// Decides on what a byte order mark or zeros say, and takes the mark away.
    fn start(&mut self) {
        self.has_started = true;
        let (encoding, mark) = guess(&self.pending);
        if encoding == UTF_16LE || encoding == UTF_16BE {
            self.decoder = Some(encoding.new_decoder_without_bom_handling());
        }
        if mark > 0 {
            self.encoding = Some(encoding);
            self.pending.drain(..mark);
        }
    }

    /// Where the bytes at hand may be cut: behind the last line, if there is one.
    fn cut(&self) -> Option<usize> {
        let behind = |byte: u8| self.pending.iter().rposition(|&other| other == byte).map(|at| at + 1);
        let line = behind(b'\n').or_else(|| behind(b'\r').filter(|&at| at < self.pending.len()));
        match line {
            None if self.pending.len() > LINE_LIMIT => {
                // No character of several bytes has one below '0' in it.
                let plain = self.pending.iter().rposition(|&byte| byte < b'0').map(|at| at + 1);
                Some(plain.unwrap_or(self.pending.len()))
            }
            line => line,
        }
    }

    fn decode(&mut self, block: &[u8]) -> String {
        if block.is_ascii() {
            return String::from_utf8_lossy(block).into_owned();
        }
        let encoding = *self.encoding.get_or_insert_with(|| guess(block).0);
        decode_as(encoding, block).into_owned()
    }

    fn next_text(&mut self) -> Option<String> {
        loop {
            if let Some(decoder) = &mut self.decoder {
                let block = std::mem::take(&mut self.pending);
                let mut text = String::with_capacity(block.len() * 3 + 16);
                let _ = decoder.decode_to_string(&block, &mut text, self.has_ended);
                if self.has_ended {
                    // It has given all it had, half a character at the end included, and must not be asked again.
                    self.decoder = None;
                }
                if !text.is_empty() {
                    return Some(text);
                }
            } else if let Some(cut) = if self.has_ended { Some(self.pending.len()) } else { self.cut() } {
                let rest = self.pending.split_off(cut);
                let block = std::mem::replace(&mut self.pending, rest);
                if !block.is_empty() {
                    return Some(self.decode(&block));
                }
            }
            if self.has_ended {
                return None;
            }
            match self.chunks.next() {
                Some(chunk) => self.pending.extend_from_slice(chunk.as_ref()),
                None => self.has_ended = true,
            }
        }
    }
}

impl<I: Iterator<Item: AsRef<[u8]>>> Iterator for Text<I> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if !self.has_started {
            self.start();
        }
        self.next_text().map(with_line_feeds)
    }
}

/// The text with a line feed for every carriage return that none follows.
pub(super) fn with_line_feeds(text: String) -> String {
    let is_alone = |(at, _): &(usize, &str)| text.as_bytes().get(at + 1) != Some(&b'\n');
    if !text.match_indices('\r').any(|found| is_alone(&found)) {
        return text;
    }
    let mut parts = text.split_inclusive('\r').peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some(part) = parts.next() {
        match part.strip_suffix('\r') {
            Some(line) if !parts.peek().is_some_and(|next| next.starts_with('\n')) => {
                lines.push_str(line);
                lines.push('\n');
            }
            _ => lines.push_str(part),
        }
    }
    lines
}
