//! The words of the movetext: what is a number, a result, a move.

use crate::{Letters, MoveError, Notation, RecordedResult, Style, coordinates, parse_any};
use xiangqi::{Board, Move};

/// A run of characters between spaces and punctuation.
pub(super) enum Word<'a> {
    Result(RecordedResult),
    /// A move number, a move, or both written together.
    Move {
        has_number: bool,
        /// Empty if there is only a number.
        text: &'a str,
    },
}

/// Whether a character can be part of a word.
pub(super) fn is_word_character(character: char) -> bool {
    !super::scan::is_space(character) && !"{}()[]<>;$!?*".contains(character)
}

/// What a ruled line begins with.
pub(super) const RULE: &str = "===";

/// A result in Chinese, such as 红胜.
fn result_in_words(word: &str) -> Option<RecordedResult> {
    let is_short = !word.is_ascii() && word.chars().count() <= 4;
    is_short.then(|| RecordedResult::from_words(word)).flatten()
}

/// Whether a text is a move in some position.
pub(super) fn is_well_formed(text: &str) -> bool {
    !matches!(parse_any(&Board::start(), text), Err(MoveError::Syntax { .. }))
}

pub(super) fn classify(word: &str) -> Word<'_> {
    if let Some(result) = RecordedResult::from_text(word) {
        return Word::Result(result);
    }
    if let Some(result) = result_in_words(word) {
        return Word::Result(result);
    }
    // "37.8" is a WXF pawn, and neither move 37 nor a number.
    if is_numbered_pawn(word) {
        return Word::Move { has_number: false, text: word };
    }
    let behind_digits = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let text = behind_digits.trim_start_matches(['.', '…', '．', '、']);
    if text.len() < behind_digits.len() || text.is_empty() {
        return Word::Move { has_number: true, text };
    }
    Word::Move { has_number: false, text: word }
}

fn is_numbered_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'5', b'1'..=b'9', b'+' | b'-' | b'=' | b'.', b'1'..=b'9'])
}

/// The notation that a `Format` tag announces.
pub(super) fn announced(format: &str) -> Option<Notation> {
    let is = |name: &str| format.trim().eq_ignore_ascii_case(name);
    if is("ICCS") {
        Some(Notation::Iccs)
    } else if is("WXF") {
        Some(Notation::Wxf)
    } else if is("Chinese") {
        Some(Notation::Chinese(Style::Simplified))
    } else if is("SALG") || is("LALG") {
        Some(Notation::Algebraic(Letters::WXF))
    } else if is("Ranks1-10") {
        Some(Notation::RanksFromOne)
    } else {
        None
    }
}

/// Reads a move as announced, or else in whichever notation it is.
pub(super) fn read_move(board: &Board, text: &str, announced: Option<Notation>) -> Result<Move, MoveError> {
    match announced.map(|notation| notation.parse(board, text)) {
        None => parse_any(board, text),
        // Squares whose ranks count from 0 must not be mixed with others.
        Some(Err(error)) if announced == Some(Notation::RanksFromOne) && coordinates::looks_like(text) => {
            Err(error)
        }
        Some(Err(error @ MoveError::Syntax { .. })) => match parse_any(board, text) {
            Err(MoveError::Syntax { .. }) => Err(error),
            other => other,
        },
        Some(result) => result,
    }
}

/// The glyph that a run of `!` and `?` stands for. What goes beyond two characters adds nothing.
pub(super) fn glyph_of(marks: &str) -> u8 {
    match marks.as_bytes() {
        [b'!'] => 1,
        [b'!', b'!', ..] => 3,
        [b'?', b'?', ..] => 4,
        [b'!', ..] => 5,
        [b'?', b'!', ..] => 6,
        _ => 2,
    }
}
