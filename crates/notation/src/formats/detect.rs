//! Which format a file has, by what is in it.

use super::{Format, cbr, dhtml, lists, records, servers};
use crate::decode;
use crate::pgn::begins_with_move;
use crate::tags::tag_name;

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
    let mut lines = text.split(['\n', '\r']).map(|line| line.trim_start_matches('\u{feff}').trim());
    // A text that begins with a tag is PGN, whatever its tags and comments quote; a page may have both.
    let mut content = lines.clone().filter(|line| !line.is_empty() && !line.starts_with(['%', ';']));
    if content.next().and_then(tag_name).is_some() {
        return Some(Format::Pgn);
    }
    if text.contains(dhtml::MARK) {
        return Some(Format::Dhtml);
    }
    if lines.clone().any(|line| tag_name(line).is_some()) {
        return Some(Format::Pgn);
    }
    if text.contains(records::MARK) {
        return Some(Format::Record);
    }
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';', '#']))?;
    (first.starts_with('{') || is_list(first)).then_some(Format::Moves)
}

/// Whether a line begins with a position or a move.
fn is_list(line: &str) -> bool {
    let (start, rest) = lists::split_start(line);
    start.is_some() || begins_with_move(rest)
}
