//! Words that stand for choices: notations, rule sets, formats, encodings, languages. One list each, which messages quote.

use crate::errors::value_error;
use notation::formats::Format;
use notation::{Letters, Notation, Style, TextEncoding};
use picture::{Coordinates, PieceStyle};
use pyo3::prelude::*;
use xiangqi::rules::Language;
use xiangqi::{RuleSet, excerpt};

const NOTATIONS: [(&str, Notation); 10] = [
    ("uci", Notation::Coordinates),
    ("coordinates", Notation::Coordinates),
    ("iccs", Notation::Iccs),
    ("wxf", Notation::Wxf),
    ("chinese", Notation::Chinese(Style::Simplified)),
    ("traditional", Notation::Chinese(Style::Traditional)),
    ("algebraic", Notation::Algebraic(Letters::WXF)),
    ("long-algebraic", Notation::LongAlgebraic(Letters::WXF)),
    ("playok", Notation::PlayOk),
    ("ranks1", Notation::RanksFromOne),
];
const FORMATS: [(&str, Format); 11] = [
    ("pgn", Format::Pgn),
    ("xqf", Format::Xqf),
    ("dhtmlxq", Format::Dhtml),
    ("moves", Format::Moves),
    ("cbr", Format::Cbr),
    ("cbl", Format::Cbl),
    ("record", Format::Record),
    ("ccm", Format::Ccm),
    ("che", Format::Che),
    ("chn", Format::Chn),
    ("mxq", Format::Mxq),
];
const ENCODINGS: [(&str, TextEncoding); 4] = [
    ("utf-8", TextEncoding::Utf8),
    ("utf-16", TextEncoding::Utf16),
    ("gb18030", TextEncoding::Gb18030),
    ("big5", TextEncoding::Big5),
];
const LANGUAGES: [(&str, Language); 2] = [("english", Language::English), ("chinese", Language::Chinese)];

fn choose<T: Copy>(
    what: &str,
    text: &str,
    choices: impl IntoIterator<Item = (&'static str, T)> + Clone,
) -> PyResult<T> {
    let found = choices.clone().into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    found.map(|(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = choices.into_iter().map(|(name, _)| name).collect();
        value_error(format!("there is no {what} \"{}\"; there are {}", excerpt(text, 24), names.join(", ")))
    })
}

/// A notation by its name.
pub fn notation(text: &str) -> PyResult<Notation> {
    choose("notation", text, NOTATIONS)
}

/// A rule set by its name.
pub fn rule_set(text: &str) -> PyResult<RuleSet> {
    choose("rule set", text, RuleSet::ALL.map(|set| (set.name(), set)))
}

/// A file format by its name.
pub fn format(text: &str) -> PyResult<Format> {
    choose("format", text, FORMATS)
}

/// What a file format is called in Python.
pub fn format_name(format: Format) -> &'static str {
    FORMATS.iter().find(|(_, other)| *other == format).map_or("unknown", |(name, _)| name)
}

/// A text encoding by its name.
pub fn encoding(text: &str) -> PyResult<TextEncoding> {
    choose("encoding", text, ENCODINGS)
}

/// A language by its name.
pub fn language(text: &str) -> PyResult<Language> {
    choose("language", text, LANGUAGES)
}

/// A style of pieces by its name.
pub fn piece_style(text: &str) -> PyResult<PieceStyle> {
    choose("style of pieces", text, PieceStyle::ALL.map(|style| (style.name(), style)))
}

/// Names at the edge of the board.
pub fn coordinates(text: &str) -> PyResult<Coordinates> {
    choose("kind of coordinates", text, Coordinates::ALL.map(|kind| (kind.name(), kind)))
}
