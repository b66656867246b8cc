//! The line in which moves and commands are typed.

use unicode_width::UnicodeWidthStr;

/// More than this is not typed: in characters.
const MAX_LENGTH: usize = 1000;

/// A line of text with a cursor in it.
#[derive(Clone, Default, Debug)]
pub struct Entry {
    characters: Vec<char>,
    /// The character that the cursor stands before.
    at: usize,
    last: String,
}

impl Entry {
    pub fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    pub fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// The columns before the cursor.
    pub fn cursor_column(&self) -> usize {
        self.characters.iter().take(self.at).collect::<String>().width()
    }

    /// Puts a text in place of the line.
    pub fn set(&mut self, text: &str) {
        self.characters = text.chars().collect();
        self.at = self.characters.len();
    }

    /// Types a character; those that control a terminal are passed over.
    pub fn insert(&mut self, character: char) {
        if !character.is_control() && self.characters.len() < MAX_LENGTH {
            self.characters.insert(self.at, character);
            self.at += 1;
        }
    }

    pub fn backspace(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.characters.remove(self.at);
        }
    }

    pub fn delete(&mut self) {
        if self.at < self.characters.len() {
            self.characters.remove(self.at);
        }
    }

    pub fn move_by(&mut self, step: isize) {
        self.at = self.at.saturating_add_signed(step).min(self.characters.len());
    }

    /// Takes the line, which is remembered.
    pub fn take(&mut self) -> String {
        self.last = self.text();
        self.set("");
        self.last.clone()
    }

    /// Brings back the line that was taken last.
    pub fn recall(&mut self) {
        let last = std::mem::take(&mut self.last);
        self.set(&last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let mut entry = Entry::default();
        for character in "炮二e\x1b5".chars() {
            entry.insert(character);
        }
        assert_eq!((entry.text().as_str(), entry.cursor_column()), ("炮二e5", 6));
        entry.move_by(-3);
        entry.insert('8');
        entry.delete();
        entry.backspace();
        assert_eq!((entry.text().as_str(), entry.cursor_column()), ("炮e5", 2));
        entry.move_by(-9);
        entry.backspace();
        assert_eq!(entry.take(), "炮e5");
        assert!(entry.is_empty());
        entry.recall();
        assert_eq!(entry.text(), "炮e5");
    }
}
