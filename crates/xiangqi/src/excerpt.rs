//! Parts of messages: foreign text, and numbers of things.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;

/// The beginning of a text as a message quotes it: on one line, and no longer than `limit` characters of the text.
/// Characters that move the cursor or cannot be seen are written as escapes.
///
/// ```
/// use xiangqi::excerpt;
/// assert_eq!(excerpt("炮二平五", 24), "炮二平五");
/// assert_eq!(excerpt("h2\ne2", 24), "h2\\ne2");
/// assert_eq!(excerpt("rnbakabnr", 3), "rnb…");
/// ```
pub fn excerpt(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == limit {
            shown.push('…');
            break;
        }
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A number of things, with the noun in the plural unless there is one of them.
///
/// ```
/// use xiangqi::counted;
/// assert_eq!([0, 1, 2].map(|count| counted(count, "rank")), ["0 ranks", "1 rank", "2 ranks"]);
/// ```
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
