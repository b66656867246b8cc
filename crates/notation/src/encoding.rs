//! From the bytes of a file to text.

use encoding_rs::{Encoding, GB18030};
use std::borrow::Cow;

/// The text in the bytes of a file: UTF-8, or what a byte order mark says, or else GB18030 (which
/// includes GB2312 and GBK), the encoding of older Chinese files.
///
/// Total: bytes that mean nothing become U+FFFD. The byte order mark itself is dropped. In both
/// encodings a line feed never occurs inside another character, so a large file may be decoded line
/// by line.
///
/// ```
/// assert_eq!(notation::decode("炮二平五".as_bytes()), "炮二平五");
/// assert_eq!(notation::decode(b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5"), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let body = bytes.get(length..).unwrap_or_default();
        return encoding.decode_without_bom_handling(body).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => GB18030.decode_without_bom_handling(bytes).0,
    }
}
