//! The words of the movetext: what is a number, a result, a move.

use super::scan::Cursor;
use crate::{MoveError, Notation, RecordedResult, coordinates, parse_any};
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
    !super::scan::is_space(character) && !"{}()[]<>;$!?*（）！？".contains(character)
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
    let behind_digits = word.trim_start_matches(is_digit);
    let text = behind_digits.trim_start_matches(['.', '…', '．', '、']);
    if text.len() < behind_digits.len() || text.is_empty() {
        return Word::Move { has_number: true, text };
    }
    Word::Move { has_number: false, text: word }
}

/// A digit of a move number, of either width.
fn is_digit(character: char) -> bool {
    character.is_ascii_digit() || ('０'..='９').contains(&character)
}

/// The moves that a word may be made of if they stand without a space between them, with their bytes in it. None if
/// its length says that they do not.
fn glued_parts(word: &str) -> Vec<(usize, &str)> {
    const LENGTH: usize = 4;
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).step_by(LENGTH).collect();
    if starts.len() < 2 || !word.chars().count().is_multiple_of(LENGTH) {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| Some((start, word.get(start..end)?))).collect()
}

/// The moves of a word, with their bytes in it: several, if they stand without a space between them.
pub(super) fn moves_of(word: &str) -> Vec<(usize, &str)> {
    let parts = glued_parts(word);
    let is_glued =
        !parts.is_empty() && parts.iter().all(|(_, part)| is_well_formed(part)) && !is_well_formed(word);
    if is_glued { parts } else { vec![(0, word)] }
}

/// Whether the first word of a text is a move in some position, or begins with one; numbers before it do not count.
pub(crate) fn begins_with_move(text: &str) -> bool {
    let mut words = text.split(super::scan::is_space).map(classify);
    let word = words.find_map(|word| match word {
        Word::Move { text: "", .. } => None,
        Word::Move { text, .. } => Some(text),
        Word::Result(_) => Some(""),
    });
    word.is_some_and(|word| {
        is_well_formed(word) || glued_parts(word).first().is_some_and(|(_, part)| is_well_formed(part))
    })
}

/// What stands in brackets, if that is words and not moves.
pub(super) fn remark<'a>(cursor: &Cursor<'a>) -> Option<&'a str> {
    let inside = cursor.rest().get(1..)?;
    let (text, behind) = inside.split_at_checked(inside.find(['(', ')', '{', '}', ';'])?)?;
    let is_move = |word: &str| match classify(word) {
        Word::Result(_) => true,
        Word::Move { text, .. } => text.is_empty() || is_well_formed(text),
    };
    let is_remark = behind.starts_with(')')
        && text.chars().any(char::is_alphabetic)
        && !text
            .split(|character| !is_word_character(character))
            .any(|word| !word.is_empty() && is_move(word));
    is_remark.then_some(text)
}

fn is_numbered_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'5', b'1'..=b'9', b'+' | b'-' | b'=' | b'.', b'1'..=b'9'])
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
    let marks: Vec<u8> = marks.chars().map(|mark| if "!！".contains(mark) { b'!' } else { b'?' }).collect();
    match marks.as_slice() {
        [b'!'] => 1,
        [b'!', b'!', ..] => 3,
        [b'?', b'?', ..] => 4,
        [b'!', ..] => 5,
        [b'?', b'!', ..] => 6,
        _ => 2,
    }
}
