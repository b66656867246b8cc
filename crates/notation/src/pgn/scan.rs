//! A place in the text of a game, and the steps from there.

use super::error::Fault;

/// Where in the section something is wrong, and what.
pub(super) type Located = (usize, Fault);

/// A place in a text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A place at a byte of a text; at its end, if there is no character at that byte.
    pub fn new(text: &'a str, at: usize) -> Self {
        Self { text, at: if text.is_char_boundary(at) { at } else { text.len() } }
    }

    /// The byte it is at.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Another place in the same text.
    pub fn at(&self, offset: usize) -> Self {
        Self::new(self.text, offset)
    }

    /// The text from here on.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over a character, if it is the next.
    pub fn eat(&mut self, character: char) -> bool {
        let found = self.rest().starts_with(character);
        if found {
            self.at += character.len_utf8();
        }
        found
    }

    /// Steps over all characters of a sort, and gives them back.
    pub fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|character| !is_wanted(character)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Steps over the rest of the line, and gives it back without the line break.
    pub fn take_line(&mut self) -> &'a str {
        self.take_while(|character| character != '\n').trim_end_matches('\r')
    }

    /// Steps over space and over lines that `%` escapes.
    pub fn skip_space(&mut self) {
        loop {
            self.take_while(is_space);
            if !(self.is_line_start() && self.peek() == Some('%')) {
                return;
            }
            self.take_line();
        }
    }

    fn is_line_start(&self) -> bool {
        self.text
            .get(..self.at)
            .is_none_or(|before| before.is_empty() || before.ends_with(['\n', '\u{feff}']))
    }

    /// Steps over a comment of either sort, if there is one, and gives back what it says.
    pub fn take_comment(&mut self) -> Result<Option<&'a str>, Located> {
        let start = self.at;
        if self.eat(';') {
            return Ok(Some(self.take_line()));
        }
        if !self.eat('{') {
            return Ok(None);
        }
        let text = self.take_while(|character| character != '}');
        if self.eat('}') { Ok(Some(text)) } else { Err((start, Fault::OpenComment)) }
    }
}

/// Space, wherever it may stand between the parts of a game; some people put commas and full stops there.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{feff}' | ',' | '，' | '。')
}
