//! Lines of bytes, none of which fills the memory.

use std::io::{self, BufRead};

/// A line, without what ends it.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// Its bytes.
    Whole(Vec<u8>),
    /// It was longer than it may be, and has been passed over.
    TooLong,
}

/// The next line of at most this many bytes; nothing at the end. A last line without an end counts.
///
/// # Errors
/// If it cannot be read.
pub fn next_line(input: &mut impl BufRead, max: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut is_too_long, mut is_empty) = (false, true);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        is_empty = false;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_too_long |= line.len() + part.len() > max;
        if is_too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (is_empty, is_too_long) {
        (true, _) => None,
        (false, true) => Some(Line::TooLong),
        (false, false) => Some(Line::Whole(line)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(text: &str, max: usize) -> Vec<Line> {
        // A small buffer, so that lines come in parts.
        let mut input = BufReader::with_capacity(3, text.as_bytes());
        std::iter::from_fn(|| next_line(&mut input, max).unwrap()).collect()
    }

    #[test]
    fn lines_are_cut_and_long_ones_passed_over() {
        let whole = |text: &str| Line::Whole(text.into());
        assert_eq!(all("", 9), []);
        assert_eq!(all("ab\n\ncd", 9), [whole("ab"), whole(""), whole("cd")]);
        assert_eq!(all("abcd\nabcde\nab\n", 4), [whole("abcd"), Line::TooLong, whole("ab")]);
        assert_eq!(all("abcdefghij", 4), [Line::TooLong]);
    }
}
