//! From the bytes of a file to text.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The text in the bytes of a file: UTF-8, or what a byte order mark says, or else UTF-16 if every other byte is
/// zero, Big5 if more of it makes sense as such, and GB18030 (which includes GB2312 and GBK), the encoding of older
/// Chinese files.
///
/// Total: bytes that mean nothing become U+FFFD. The byte order mark itself is dropped. In all but UTF-16 a line feed
/// never occurs inside another character, so a large file may be decoded line by line.
///
/// ```
/// assert_eq!(notation::decode("炮二平五".as_bytes()), "炮二平五");
/// assert_eq!(notation::decode(b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5"), "炮二平五");
/// assert_eq!(notation::decode(b"\xAC\xB6\xA4G\xA5\xAD\xA4\xAD"), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, mark) = guess(bytes);
    decode_as(encoding, bytes.get(mark..).unwrap_or_default())
}

/// The text in bytes of a known encoding. A line of a UTF-8 file that is not UTF-8 is taken for GB18030 or Big5.
pub(crate) fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    if encoding != UTF_8 {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&legacy(line).decode_without_bom_handling(line).0),
        }
    }
    Cow::Owned(text)
}

/// How many bytes of a file are looked at to tell one encoding from another.
const SAMPLE: usize = 1 << 16;

/// The encoding of a file that begins with these bytes, and the length of its byte order mark.
pub(crate) fn guess(bytes: &[u8]) -> (&'static Encoding, usize) {
    if let Some(found) = Encoding::for_bom(bytes) {
        return found;
    }
    if let Some(encoding) = wide(bytes) {
        return (encoding, 0);
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => (UTF_8, 0),
        // The bytes may be cut off inside a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => (UTF_8, 0),
        Err(_) if is_mostly_utf8(bytes) => (UTF_8, 0),
        Err(_) => (legacy(bytes), 0),
    }
}

/// Whether most lines with other than ASCII are UTF-8.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let mut balance = 0_i64;
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
        balance += if std::str::from_utf8(line).is_ok() { 1 } else { -1 };
    }
    balance >= 0
}

/// UTF-16 without a mark: in a game every line has ASCII in it, and so every other byte is often zero.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE.min(bytes.len())).unwrap_or_default();
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let is_much = |count: usize| count > 1 && count * 6 > sample.len() / 2;
    match () {
        () if even == 0 && is_much(odd) => Some(UTF_16LE),
        () if odd == 0 && is_much(even) => Some(UTF_16BE),
        () => None,
    }
}

/// GB18030 or Big5, whichever makes more sense of the bytes.
fn legacy(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let sample = bytes.get(start..bytes.len().min(start + SAMPLE)).unwrap_or_default();
    let sense = |encoding: &'static Encoding| {
        let (text, _) = encoding.decode_without_bom_handling(sample);
        text.chars()
            .map(|character| match character {
                '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => -4,
                _ if FAMILIAR.contains(character) => 2,
                _ => 0,
            })
            .sum::<i64>()
    };
    if sense(BIG5) > sense(GB18030) { BIG5 } else { GB18030 }
}

/// Characters that nearly every Chinese game or remark on one has in it.
const FAMILIAR: &str = "炮砲馬马車车兵卒士仕相象將将帥帅進进退平前後后中一二三四五六七八九十１２３４５６７８９\
    红紅黑方先胜勝负負和局棋的不是有了在人这這年月日第杯赛賽，。、！？：；";
