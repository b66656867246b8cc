//! Which format a file has, by what is in it.

use super::{Format, lists};
use crate::{MoveError, decode, parse_any};
use xiangqi::Board;

/// How many bytes of a file decide on its format.
pub(super) const HEAD: usize = 1 << 18;

/// The format of a file, of which these are the bytes or at least the first 256 KiB. Nothing if it is none of those
/// that are read.
pub fn detect(bytes: &[u8]) -> Option<Format> {
    let head = bytes.get(..HEAD.min(bytes.len())).unwrap_or_default();
    detect_text(&decode(head))
}

fn detect_text(text: &str) -> Option<Format> {
    let mut lines = text.split(['\n', '\r']).map(|line| line.trim_start_matches('\u{feff}').trim());
    if lines.clone().any(starts_a_tag) {
        return Some(Format::Pgn);
    }
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';', '#']))?;
    (first.starts_with('{') || is_list(first)).then_some(Format::Moves)
}

/// Whether a line begins as a tag does, even a broken one.
fn starts_a_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[').map(str::trim_start) else { return false };
    let name = inside.split(|character: char| !crate::tags::is_name_character(character)).next();
    let Some(name) = name.filter(|name| !name.is_empty()) else { return false };
    inside.get(name.len()..).is_some_and(|behind| behind.trim_start().starts_with(['"', '“']))
}

/// Whether a line begins with a position or a move.
fn is_list(line: &str) -> bool {
    let (start, rest) = lists::split_start(line);
    if start.is_some() {
        return true;
    }
    let word = rest.split_whitespace().map(without_number).find(|word| !word.is_empty()).unwrap_or_default();
    match parse_any(&Board::start(), word) {
        Ok(_) => true,
        Err(error) => !matches!(error, MoveError::Syntax { .. }),
    }
}

fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let text = behind.trim_start_matches(['.', '…', '．', '、']);
    if text.len() < behind.len() || text.is_empty() { text } else { word }
}
