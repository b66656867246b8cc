//! Move lists: moves in any notation, from the starting position or behind a FEN.
//!
//! A game begins with the text, with a line that starts with a position (a FEN, `fen …`, `startpos`, with `position`
//! before it and `moves` behind it or not) or with move number 1, and behind a result. Other line breaks mean nothing.
//! What PGN has between its moves (comments, variations, numbers, glyphs) may stand here too. A line that begins with
//! `#` is passed over.

use super::ReadError;
use crate::pgn::{Fault, GAME_SIZE_LIMIT, GameText};
use crate::{Game, RecordedResult, Salvaged};
use std::collections::VecDeque;
use xiangqi::Fen;

/// The games of a list that arrives in chunks of text.
pub(super) struct Lists<I> {
    chunks: I,
    /// Text of which the lines from a byte on have not been looked at.
    pending: String,
    at: usize,
    /// The game that is being gathered, and the line it begins on.
    current: PendingGame,
    line: usize,
    offset: usize,
    ready: VecDeque<Listed>,
    /// The legal part of the game that was given last, if that could not be read.
    salvaged: Option<Salvaged<ReadError>>,
    has_ended: bool,
}

/// A game of a list, and its legal part if it cannot be read.
type Listed = (Result<Game, ReadError>, Option<Salvaged<ReadError>>);

/// The text of a game, as far as its lines have arrived.
#[derive(Default)]
struct PendingGame {
    start: Option<Fen>,
    text: String,
    line: usize,
    offset: usize,
    is_too_long: bool,
    /// How many more comments and variations begin than end.
    brackets: i64,
}

impl<I: Iterator<Item = String>> Lists<I> {
    pub fn new(chunks: I) -> Self {
        Self {
            chunks,
            pending: String::new(),
            at: 0,
            current: PendingGame { line: 1, ..PendingGame::default() },
            line: 1,
            offset: 0,
            ready: VecDeque::new(),
            salvaged: None,
            has_ended: false,
        }
    }

    /// The legal part of the game that was given last, if that could not be read.
    pub fn salvage(&mut self) -> Option<Salvaged<ReadError>> {
        self.salvaged.take()
    }

    /// Takes in the lines that are complete, until a game is.
    fn take_lines(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        while self.ready.is_empty() {
            let rest = pending.get(self.at..).unwrap_or_default();
            let length = match rest.find('\n') {
                Some(end) => end + 1,
                None if (self.has_ended && !rest.is_empty()) || rest.len() > GAME_SIZE_LIMIT => rest.len(),
                None => break,
            };
            self.take_line(rest.get(..length).unwrap_or_default());
            self.at += length;
        }
        self.pending = pending;
    }

    fn take_line(&mut self, line: &str) {
        let is_remark = line.trim_start().starts_with('#');
        let (start, moves) = if is_remark { (None, "") } else { split_start(line) };
        if start.is_some() || (begins_with_one(line) && self.current.has_moves()) {
            // Blanks for the position, so that the places of what follows are those in the line.
            let before = line.get(..line.len() - moves.len()).unwrap_or_default();
            let blanks = " ".repeat(before.chars().count());
            let offset = self.offset + before.len() - blanks.len();
            let next = PendingGame { start, text: blanks, line: self.line, offset, ..PendingGame::default() };
            let done = std::mem::replace(&mut self.current, next);
            self.ready.extend(done.read());
        }
        if self.current.text.len() + moves.len() > GAME_SIZE_LIMIT {
            self.current.is_too_long = true;
        } else if is_remark {
            // As many bytes of blanks, so that the places of what follows stay right.
            self.current.text.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            self.current.text.push_str(moves);
        }
        self.line += usize::from(line.ends_with('\n'));
        self.offset += line.len();
        self.current.note_brackets(moves);
        if ends_with_result(moves) && !self.current.is_open() {
            let next = PendingGame { line: self.line, offset: self.offset, ..PendingGame::default() };
            let done = std::mem::replace(&mut self.current, next);
            self.ready.extend(done.read());
        }
    }
}

impl PendingGame {
    fn note_brackets(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '{' | '(' => self.brackets += 1,
                '}' | ')' => self.brackets -= 1,
                _ => {}
            }
        }
    }

    /// Whether a comment or a variation has begun and not ended.
    fn is_open(&self) -> bool {
        self.brackets > 0
    }

    fn has_moves(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// The games in it: several, if results stand between them.
    fn read(self) -> Vec<Listed> {
        if !self.has_moves() && self.start.is_none() {
            return Vec::new();
        }
        let place = (self.line, self.offset);
        let mut text = GameText::new(&self.text, place);
        if self.is_too_long {
            return vec![(Err(text.error(0, Fault::TooLong(GAME_SIZE_LIMIT)).into()), None)];
        }
        let mut start = self.start;
        let mut games = Vec::new();
        if let Some(fen) = start.clone().filter(|_| !self.text.chars().any(|next| !next.is_whitespace())) {
            return vec![(Ok(Game::new(fen)), None)];
        }
        while let Some(game) = text.next_game(start.take()) {
            let is_error = game.is_err();
            let salvaged = if is_error { text.salvage() } else { None };
            games.push((game.map_err(ReadError::from), salvaged.map(|legal| legal.map(ReadError::from))));
            if is_error {
                break;
            }
        }
        games
    }
}

impl<I: Iterator<Item = String>> Iterator for Lists<I> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.salvaged = None;
        loop {
            if let Some((game, salvaged)) = self.ready.pop_front() {
                self.salvaged = salvaged;
                return Some(game);
            }
            self.take_lines();
            if !self.ready.is_empty() {
                continue;
            }
            if self.has_ended {
                let last = std::mem::take(&mut self.current);
                self.ready.extend(last.read());
                if self.ready.is_empty() {
                    return None;
                }
                continue;
            }
            match self.chunks.next() {
                Some(chunk) => {
                    self.pending.drain(..self.at);
                    self.at = 0;
                    self.pending.push_str(&chunk);
                }
                None => self.has_ended = true,
            }
        }
    }
}

/// The position that a line begins with, and what follows it.
pub(super) fn split_start(line: &str) -> (Option<Fen>, &str) {
    let rest = line.trim_start_matches('\u{feff}').trim_start();
    let rest = word(rest, "position").unwrap_or(rest);
    if let Some(behind) = word(rest, "startpos") {
        return (Some(Fen::start()), word(behind, "moves").unwrap_or(behind));
    }
    let rest = word(rest, "fen").unwrap_or(rest);
    // A placement has nine slashes; no move has any.
    let first = rest.split_whitespace().next().unwrap_or_default();
    if first.matches('/').count() != 9 {
        return (None, line);
    }
    // The longest beginning that is a FEN: its fields are six at most.
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    for field in rest.split_whitespace().take(6) {
        at += rest.get(at..).and_then(|text| text.find(field)).unwrap_or_default() + field.len();
        ends.push(at);
    }
    for end in ends.into_iter().rev() {
        let (text, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if let Ok(fen) = text.parse() {
            return (Some(fen), word(behind, "moves").unwrap_or(behind));
        }
    }
    (None, line)
}

/// What follows a word at the beginning of a text.
fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.trim_start_matches([' ', '\t']);
    let head = rest.get(..word.len())?;
    let behind = rest.get(word.len()..)?;
    let ends = behind.is_empty() || behind.starts_with(char::is_whitespace);
    (ends && head.eq_ignore_ascii_case(word)).then_some(behind)
}

fn ends_with_result(line: &str) -> bool {
    let word = line.split_whitespace().next_back().unwrap_or_default();
    RecordedResult::from_text(word).is_some()
}

fn begins_with_one(line: &str) -> bool {
    let behind = line.trim_start().strip_prefix(['1', '１']).unwrap_or_default();
    let is_reply = behind.starts_with("..") || behind.starts_with('…');
    behind.starts_with(['.', '．', '、']) && !is_reply
}
