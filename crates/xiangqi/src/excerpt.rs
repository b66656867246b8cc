//! Foreign text inside a message.

use alloc::string::String;

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
