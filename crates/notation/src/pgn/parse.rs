//! Reads one game and reports it to a visitor.
//!
//! Variations are kept on a stack of their own, at most [`VARIATION_DEPTH_LIMIT`] deep; the program's
//! stack is not used for them. Nothing takes more time than in proportion to the length of the text.

use super::error::Fault;
use super::movetext::{self, Word};
use super::scan::{Cursor, Located};
use super::visitor::{CommentPlace, Variation, Visitor};
use crate::error::quote;
use crate::salvage::CUT_LIMIT;
use crate::tags::{QUOTES, is_name_character, split_tag};
use crate::{Notation, RecordedResult};
use xiangqi::{Board, Fen};

/// How deep variations may be nested.
pub const VARIATION_DEPTH_LIMIT: usize = 1000;

/// How many tags a game may have.
pub const TAG_COUNT_LIMIT: usize = 1000;

/// How a game is read.
#[derive(Clone, Copy, Default)]
pub(super) struct ReadMode {
    /// Moves in this notation, whatever the tags say.
    pub forced: Option<Notation>,
    /// A line that goes wrong is cut there and reported as such, and reading goes on behind it.
    pub salvages: bool,
}

/// Reads the next game of a text. False if there is none: nothing, or only comments, is left.
pub(super) fn game(
    cursor: &mut Cursor<'_>,
    mode: ReadMode,
    visitor: &mut impl Visitor,
) -> Result<bool, Located> {
    let mut ahead = cursor.clone();
    skip_comments(&mut ahead)?;
    if skip_colophon(&mut ahead) {
        *cursor = ahead.clone();
    }
    let Some(first) = ahead.peek() else {
        *cursor = ahead;
        return Ok(false);
    };
    visitor.begin_game();
    let mut head = Head { salvages: mode.salvages, ..Head::default() };
    if first == '[' {
        // Comments before the tags belong to no game.
        *cursor = ahead;
        head.read(cursor, visitor)?;
    }
    head.announced = mode.forced.or(head.announced);
    moves(cursor, head, visitor)?;
    Ok(true)
}

/// Reads the next game of a text that has no tags, from a position.
pub(super) fn moves_from(
    cursor: &mut Cursor<'_>,
    start: Option<Fen>,
    mode: ReadMode,
    visitor: &mut impl Visitor,
) -> Result<bool, Located> {
    cursor.skip_space();
    skip_colophon(cursor);
    if cursor.peek().is_none() {
        return Ok(false);
    }
    visitor.begin_game();
    moves(
        cursor,
        Head { start, announced: mode.forced, salvages: mode.salvages, ..Head::default() },
        visitor,
    )?;
    Ok(true)
}

fn moves(cursor: &mut Cursor<'_>, head: Head, visitor: &mut impl Visitor) -> Result<(), Located> {
    let start = head.start.unwrap_or_else(Fen::start);
    visitor.start(&start);
    for (offset, fault) in &head.faults {
        visitor.cut(*offset, fault);
    }
    let mut body = Body {
        line: Line::new(start.board, 0),
        outer: Vec::new(),
        announced: head.announced,
        cuts_left: if head.salvages { CUT_LIMIT.saturating_sub(head.faults.len()) } else { 0 },
        visitor,
    };
    head.notes.iter().for_each(|note| body.comment(note));
    let result = body.read(cursor)?;
    body.read_last_words(cursor);
    let (said, tagged) = (result, head.result);
    if said != RecordedResult::Unknown && tagged != RecordedResult::Unknown && said != tagged {
        // The moves come from the game, and tags are often copied from another one.
        body.comment(&format!("The tag Result said {tagged}."));
    }
    visitor.end_game(match said {
        RecordedResult::Unknown => tagged,
        known => known,
    });
    Ok(())
}

/// Steps over ruled lines, as some programs put behind a game, and over what follows them unless a game may begin
/// there. True if there was one.
fn skip_colophon(cursor: &mut Cursor<'_>) -> bool {
    let start = cursor.offset();
    while cursor.rest().starts_with(movetext::RULE) {
        cursor.take_while(|character| character == '=');
        cursor.skip_space();
    }
    if cursor.offset() == start {
        return false;
    }
    let word = cursor.clone().take_while(movetext::is_word_character);
    let begins_game = match movetext::classify(word) {
        Word::Move { has_number, text } => {
            word.is_empty() || (has_number && text.is_empty()) || movetext::is_well_formed(text)
        }
        Word::Result(_) => false,
    };
    if !begins_game {
        cursor.take_while(|_| true);
    }
    true
}

fn skip_comments(cursor: &mut Cursor<'_>) -> Result<(), Located> {
    loop {
        cursor.skip_space();
        if cursor.take_comment()?.is_none() {
            return Ok(());
        }
    }
}

/// What the tags say that the rest of the game depends on.
#[derive(Default)]
struct Head {
    start: Option<Fen>,
    result: RecordedResult,
    announced: Option<Notation>,
    salvages: bool,
    /// Comments between the tags.
    notes: Vec<String>,
    /// Tags that were passed over.
    faults: Vec<Located>,
}

impl Head {
    fn read(&mut self, cursor: &mut Cursor<'_>, visitor: &mut impl Visitor) -> Result<(), Located> {
        for _ in 0..TAG_COUNT_LIMIT {
            let offset = cursor.offset();
            let rest = cursor.rest();
            let Some((name, value)) = read_tag(cursor).or_else(|| read_broken_tag(cursor, offset)) else {
                let line = rest.lines().next().unwrap_or_default();
                let located = (offset, Fault::Tag(quote(line)));
                if !self.salvages {
                    return Err(located);
                }
                self.faults.push(located);
                *cursor = cursor.at(offset);
                cursor.take_line();
                cursor.skip_space();
                if cursor.peek() == Some('[') {
                    continue;
                }
                return Ok(());
            };
            self.note(name, &value).map_err(|fault| (offset, fault))?;
            visitor.tag(name, &value);
            cursor.skip_space();
            let mut ahead = cursor.clone();
            let mut notes = Vec::new();
            while ahead.peek() == Some(';') {
                notes.push(ahead.take_line().trim_start_matches(';').to_owned());
                ahead.skip_space();
            }
            // Behind the last tag they belong to the moves.
            if ahead.peek() != Some('[') {
                return Ok(());
            }
            self.notes.extend(notes);
            *cursor = ahead;
        }
        Err((cursor.offset(), Fault::TooManyTags))
    }

    fn note(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if name.eq_ignore_ascii_case("FEN") {
            let fen = value.parse().map_err(|error| Fault::Fen { text: quote(value), error })?;
            self.start = Some(fen);
        } else if name.eq_ignore_ascii_case("Result") {
            let value = value.trim();
            let dense: String = value.split_whitespace().collect();
            self.result = RecordedResult::from_text(&dense)
                .or_else(|| RecordedResult::from_words(value))
                .unwrap_or_default();
        } else if name.eq_ignore_ascii_case("Format") {
            self.announced = Notation::from_tag(value);
        }
        Ok(())
    }
}

/// Reads `[Name "value"]`. A quote ends the value only where a bracket follows, so that quotes
/// which somebody forgot to escape do no harm.
fn read_tag<'a>(cursor: &mut Cursor<'a>) -> Option<(&'a str, String)> {
    let is_blank = |character: char| character == ' ' || character == '\t';
    cursor.eat('[');
    cursor.take_while(is_blank);
    let name = cursor.take_while(is_name_character);
    cursor.take_while(is_blank);
    if name.is_empty() || !cursor.eat('"') {
        return None;
    }
    let mut value = String::new();
    loop {
        value.push_str(cursor.take_while(|character| !matches!(character, '"' | '\\' | '\n')));
        if cursor.eat('\\') {
            let escaped = cursor.peek().filter(|next| matches!(next, '"' | '\\')).unwrap_or('\\');
            cursor.eat(escaped);
            value.push(escaped);
        } else if cursor.eat('"') {
            let mut behind = cursor.clone();
            behind.take_while(is_blank);
            if behind.eat(']') {
                *cursor = behind;
                return Some((name, value));
            }
            value.push('"');
        } else {
            return None;
        }
    }
}

/// Reads a tag that lacks its quotes, one of them, or its bracket.
fn read_broken_tag<'a>(cursor: &mut Cursor<'a>, offset: usize) -> Option<(&'a str, String)> {
    let mut line = cursor.at(offset);
    let text = line.take_line().trim_end();
    let (name, value) = split_tag(text)?;
    let (value, has_bracket) = match value.strip_suffix(']') {
        Some(value) => (value, true),
        None => (value, false),
    };
    let value = value.trim();
    let has_quotes = value.len() > 1 && value.starts_with(QUOTES) && value.ends_with(QUOTES);
    if !(has_bracket || has_quotes) || value.contains(['[', ']']) {
        return None;
    }
    *cursor = line;
    Some((name, value.trim_matches(QUOTES).to_owned()))
}

/// The line of moves that is being read: the main line or a variation.
struct Line {
    /// The position after the last move.
    board: Board,
    /// The position before the last move, once there is one.
    before: Option<Board>,
    /// Where the line begins in the text.
    offset: usize,
    /// Comments belong to the next move: a number or a variation has been read since the last.
    awaits_move: bool,
}

impl Line {
    fn new(board: Board, offset: usize) -> Self {
        Self { board, before: None, offset, awaits_move: false }
    }
}

/// What follows the tags.
struct Body<'v, V> {
    line: Line,
    /// The lines that the current one branches from, the main line first.
    outer: Vec<Line>,
    announced: Option<Notation>,
    /// How many lines may still be cut where they go wrong.
    cuts_left: usize,
    visitor: &'v mut V,
}

impl<V: Visitor> Body<'_, V> {
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<RecordedResult, Located> {
        loop {
            let (offset, fault) = match self.read_line(cursor) {
                Ok(result) => return Ok(result),
                Err(located) if self.cuts_left == 0 => return Err(located),
                Err(located) => located,
            };
            self.cuts_left -= 1;
            self.visitor.cut(offset, &fault);
            if self.outer.is_empty() {
                return Ok(skip_to_result(cursor));
            }
            skip_to_close(cursor);
            if cursor.peek().is_none() {
                while self.end_variation().is_ok() {}
                return Ok(RecordedResult::Unknown);
            }
        }
    }

    /// Reads up to the end of the game, or to where something is wrong.
    fn read_line(&mut self, cursor: &mut Cursor<'_>) -> Result<RecordedResult, Located> {
        loop {
            cursor.skip_space();
            let offset = cursor.offset();
            let Some(next) = cursor.peek() else { break };
            match next {
                '{' | ';' => {
                    let text = cursor.take_comment()?.unwrap_or_default();
                    self.comment(text);
                }
                '（' => {
                    cursor.eat('（');
                    let text = cursor.take_while(|character| character != '）');
                    if !cursor.eat('）') {
                        return Err((offset, Fault::OpenComment));
                    }
                    self.comment(text);
                }
                '(' => match movetext::remark(cursor) {
                    Some(text) => {
                        *cursor = cursor.at(offset + text.len() + 2);
                        self.comment(text);
                    }
                    None => self.begin_variation(cursor)?,
                },
                ')' => {
                    cursor.eat(')');
                    self.end_variation().map_err(|fault| (offset, fault))?;
                }
                '$' => {
                    cursor.eat('$');
                    let digits = cursor.take_while(|character| character.is_ascii_alphanumeric());
                    let fault = || (offset, Fault::Glyph(format!("${}", quote(digits))));
                    self.visitor.glyph(digits.parse().map_err(|_| fault())?);
                }
                '!' | '?' | '！' | '？' => {
                    let marks = cursor.take_while(|character| matches!(character, '!' | '?' | '！' | '？'));
                    self.visitor.glyph(movetext::glyph_of(marks));
                }
                '*' => {
                    cursor.eat('*');
                    if self.outer.is_empty() {
                        return Ok(RecordedResult::Unknown);
                    }
                }
                '=' if self.outer.is_empty() && cursor.rest().starts_with(movetext::RULE) => {
                    return Ok(RecordedResult::Unknown);
                }
                _ => {
                    let word = cursor.take_while(movetext::is_word_character);
                    if word.is_empty() {
                        return Err((offset, Fault::Unexpected(next)));
                    }
                    if let Some(result) = self.word(word, offset)? {
                        return Ok(result);
                    }
                }
            }
        }
        if self.outer.is_empty() {
            Ok(RecordedResult::Unknown)
        } else {
            Err((self.line.offset, Fault::OpenVariation))
        }
    }

    /// Comments behind the result: those of its line, and all of them if nothing else follows.
    fn read_last_words(&mut self, cursor: &mut Cursor<'_>) {
        let mut ahead = cursor.clone();
        let is_last = skip_comments(&mut ahead).is_ok() && ahead.peek().is_none();
        loop {
            let mut ahead = cursor.clone();
            if is_last {
                ahead.skip_space();
            } else {
                ahead.take_while(|character| character == ' ' || character == '\t');
            }
            match ahead.take_comment() {
                Ok(Some(text)) => self.comment(text),
                // What has no end is for the next game to complain of.
                Ok(None) | Err(_) => return,
            }
            *cursor = ahead;
        }
    }

    /// A number, a move or a result; the result that ends the game, if it is one.
    fn word(&mut self, word: &str, offset: usize) -> Result<Option<RecordedResult>, Located> {
        match movetext::classify(word) {
            Word::Result(result) => Ok(self.outer.is_empty().then_some(result)),
            Word::Move { has_number, text } => {
                self.line.awaits_move |= has_number;
                if !text.is_empty() {
                    let offset = offset + word.len() - text.len();
                    // Two moves without a space between them have twice four characters.
                    let moves = if text.len() < 8 { vec![(0, text)] } else { movetext::moves_of(text) };
                    for (at, text) in moves {
                        self.play(text).map_err(|(inside, fault)| (offset + at + inside, fault))?;
                    }
                }
                Ok(None)
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Located> {
        let line = &mut self.line;
        let mv = movetext::read_move(&line.board, text, self.announced)
            .map_err(|error| (error.offset(), Fault::Move(error)))?;
        self.visitor.play(&line.board, mv);
        let mut after = line.board.clone();
        after.play_unchecked(mv);
        line.before = Some(std::mem::replace(&mut line.board, after));
        line.awaits_move = false;
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let begins_variation = !self.outer.is_empty() && self.line.before.is_none();
        let place = if self.line.awaits_move || begins_variation {
            CommentPlace::BeforeMove
        } else {
            CommentPlace::AfterMove
        };
        self.visitor.comment(text, place);
    }

    fn begin_variation(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Located> {
        let offset = cursor.offset();
        let Some(before) = self.line.before.clone() else {
            return Err((offset, Fault::NothingToVary));
        };
        if self.outer.len() >= VARIATION_DEPTH_LIMIT {
            return Err((offset, Fault::TooDeep));
        }
        self.line.awaits_move = true;
        match self.visitor.begin_variation() {
            Variation::Enter => {
                cursor.eat('(');
                let line = std::mem::replace(&mut self.line, Line::new(before, offset));
                self.outer.push(line);
                Ok(())
            }
            Variation::Skip => skip_variation(cursor),
        }
    }

    fn end_variation(&mut self) -> Result<(), Fault> {
        self.line = self.outer.pop().ok_or(Fault::NoVariation)?;
        self.visitor.end_variation();
        Ok(())
    }
}

/// Steps over a variation with all that is in it.
fn skip_variation(cursor: &mut Cursor<'_>) -> Result<(), Located> {
    let start = cursor.offset();
    let mut depth = 0_usize;
    loop {
        cursor.take_while(|character| !matches!(character, '(' | ')' | '{' | ';'));
        if cursor.eat('(') {
            depth += 1;
        } else if cursor.eat(')') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Ok(());
            }
        } else if cursor.take_comment()?.is_none() {
            return Err((start, Fault::OpenVariation));
        }
    }
}

/// Steps to the end of a variation that has begun, or of the text.
fn skip_to_close(cursor: &mut Cursor<'_>) {
    let mut depth = 0_usize;
    loop {
        cursor.take_while(|character| !matches!(character, '(' | ')' | '{' | ';'));
        match cursor.peek() {
            None => return,
            Some(')') if depth == 0 => return,
            Some(')') => depth -= usize::from(cursor.eat(')')),
            Some('(') => depth += usize::from(cursor.eat('(')),
            // A comment without an end reaches to the end of the text.
            Some(_) => drop(cursor.take_comment()),
        }
    }
}

/// Steps behind the result that ends a game, whatever stands before it, or to the end of the text.
fn skip_to_result(cursor: &mut Cursor<'_>) -> RecordedResult {
    loop {
        cursor.skip_space();
        let Some(next) = cursor.peek() else { return RecordedResult::Unknown };
        match next {
            // What has no end reaches to the end of the text.
            '{' | ';' => drop(cursor.take_comment()),
            '(' => drop(skip_variation(cursor)),
            '=' if cursor.rest().starts_with(movetext::RULE) => return RecordedResult::Unknown,
            _ => {
                let word = cursor.take_while(movetext::is_word_character);
                if let Word::Result(result) = movetext::classify(word) {
                    return result;
                }
                if word.is_empty() {
                    cursor.eat(next);
                    if next == '*' {
                        return RecordedResult::Unknown;
                    }
                }
            }
        }
    }
}
