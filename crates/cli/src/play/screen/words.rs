//! Text in columns: wide characters count two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A text in lines of at most this many columns, broken at blanks where there are any. Blanks at the beginning of a line stay.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_inclusive(' ') {
            if line.width() + word.trim_end().width() > width && !line.trim().is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            for character in word.chars() {
                if line.width() + character.width().unwrap_or(0) > width {
                    if character == ' ' {
                        continue;
                    }
                    lines.push(std::mem::take(&mut line));
                }
                line.push(character);
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// A text with blanks behind it up to this many columns; what is longer is cut.
pub fn padded(text: &str, width: usize) -> String {
    let mut line = cut(text, width);
    line.push_str(&" ".repeat(width.saturating_sub(line.width())));
    line
}

/// The beginning of a text that fits into this many columns.
pub fn cut(text: &str, width: usize) -> String {
    let mut line = String::new();
    let mut columns = 0;
    for character in text.chars() {
        columns += character.width().unwrap_or(0);
        if columns > width {
            break;
        }
        line.push(character);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_width() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("炮二平五马八进七", 7), ["炮二平", "五马八", "进七"]);
        assert_eq!(wrap("a\n\n  b", 9), ["a", "", "  b"]);
        assert_eq!(wrap("", 9), Vec::<String>::new());
        for width in 0..12 {
            for line in wrap("abcdefghijklmnop 炮二平五  x y", width) {
                assert!(line.width() <= width.max(2), "{width}: {line:?}");
            }
        }
    }

    #[test]
    fn a_wide_character_is_not_halved() {
        assert_eq!(cut("炮二平五", 5), "炮二");
        assert_eq!(padded("炮二平五", 5), "炮二 ");
        assert_eq!(padded("ab", 4), "ab  ");
    }
}
