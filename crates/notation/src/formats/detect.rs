//! Which format a file has, by what is in it.

use super::{Format, cbr, dhtml, lists, records, servers};
use crate::pgn::is_digit;
use crate::tags::tag_name;
use crate::{MoveError, decode, parse_any};
use xiangqi::Board;

/// How many bytes of a text decide on its format.
pub(super) const HEAD: usize = 1 << 18;

/// The format of a file. Nothing if it is none of those that are read.
pub fn detect(bytes: &[u8]) -> Option<Format> {
    detect_head(bytes).or_else(|| detect_whole(bytes))
}

/// The format of a file by its beginning, if that is enough.
pub(super) fn detect_head(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|&version| version < b' ') {
        return Some(Format::Xqf);
    }
    if bytes.starts_with(cbr::RECORD) {
        return Some(Format::Cbr);
    }
    if bytes.starts_with(cbr::LIBRARY) {
        return Some(Format::Cbl);
    }
    let head = bytes.get(..HEAD.min(bytes.len())).unwrap_or_default();
    detect_text(&decode(head))
}

/// The format of a file that says nothing about itself, by all of it.
pub(super) fn detect_whole(bytes: &[u8]) -> Option<Format> {
    if servers::is_che(bytes) {
        Some(Format::Che)
    } else if servers::is_ccm(bytes) {
        Some(Format::Ccm)
    } else if servers::is_chn(bytes) {
        Some(Format::Chn)
    } else if servers::is_mxq(bytes) {
        Some(Format::Mxq)
    } else {
        None
    }
}

fn detect_text(text: &str) -> Option<Format> {
    // What comes first counts: PGN may speak of the other formats in a tag or a comment.
    if let Some(before) = text.split(dhtml::MARK).next().filter(|before| before.len() < text.len()) {
        let has_tag = trimmed_lines(before).any(|line| tag_name(line).is_some());
        return Some(if has_tag { Format::Pgn } else { Format::Dhtml });
    }
    let mut lines = trimmed_lines(text);
    if lines.clone().any(|line| tag_name(line).is_some()) {
        return Some(Format::Pgn);
    }
    if text.contains(records::MARK) {
        return Some(Format::Record);
    }
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';', '#']))?;
    (first.starts_with('{') || is_list(first)).then_some(Format::Moves)
}

fn trimmed_lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(['\n', '\r']).map(|line| line.trim_start_matches('\u{feff}').trim())
}

/// Whether a line begins with a position or a move.
fn is_list(line: &str) -> bool {
    let (start, rest) = lists::split_start(line);
    if start.is_some() {
        return true;
    }
    let is_gap = |character: char| character.is_whitespace() || ",，。".contains(character);
    let word = rest.split(is_gap).map(without_number).find(|word| !word.is_empty()).unwrap_or_default();
    let is_move = |word: &str| !matches!(parse_any(&Board::start(), word), Err(MoveError::Syntax { .. }));
    // Moves may stand without a space between them.
    let first = word.char_indices().nth(4).and_then(|(at, _)| word.get(..at));
    is_move(word) || (word.chars().count().is_multiple_of(4) && first.is_some_and(is_move))
}

fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(is_digit);
    let text = behind.trim_start_matches(['.', '…', '．', '、']);
    if text.len() < behind.len() || text.is_empty() { text } else { word }
}
