//! Reads `DhtmlXQ`.

use super::{MARK, PIECES, TAGS, is_structure};
use crate::formats::tree::{Branch, Placement, Tree};
use crate::formats::{FileFault, Place, ReadError};
use crate::{Game, RecordedResult};
use std::collections::HashMap;
use xiangqi::{Board, Colour, Fen, Move, Piece, Square, excerpt};

/// The games of a text: where each begins, and its part of the text.
pub(in crate::formats) fn games(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // A mark without a name opens a game; a text that has none is one game.
    let opens = |&(at, _): &(usize, &str)| {
        let behind = text.get(at + MARK.len()..).unwrap_or_default();
        !behind.starts_with('_')
    };
    let mut starts: Vec<usize> = text.match_indices(MARK).filter(opens).map(|(at, _)| at).collect();
    if starts.is_empty() {
        starts.extend(text.find(MARK));
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    let games = starts.into_iter().zip(ends);
    games.filter_map(|(start, end)| Some((start, text.get(start..end)?)))
}

/// A field with the byte at which its value stands.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'a str,
    value: &'a str,
    at: usize,
}

/// The game in a part of a text that begins on a line.
pub(in crate::formats) fn read(text: &str, line: usize) -> Result<Game, ReadError> {
    let fields = fields(text).and_then(|fields| build(&fields));
    fields.map_err(|(at, fault)| {
        let lines = text.get(..at).unwrap_or_default().bytes().filter(|&byte| byte == b'\n').count();
        ReadError::File { place: Place::Line(line + lines), fault }
    })
}

type Located = (usize, FileFault);

fn fields(text: &str) -> Result<Vec<Field<'_>>, Located> {
    let mut fields = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("[DhtmlXQ_")) {
        let start = at + found + "[DhtmlXQ_".len();
        let rest = text.get(start..).unwrap_or_default();
        let open = |what: &str| (start, FileFault::OpenField(excerpt(what, 24)));
        let end = rest.find(']').ok_or_else(|| open(rest))?;
        let (name, rest) = rest.split_at_checked(end).unwrap_or_default();
        let value = rest.get(1..).unwrap_or_default();
        let length = value.find("[/DhtmlXQ").ok_or_else(|| open(name))?;
        let value_at = start + end + 1;
        fields.push(Field { name, value: value.get(..length).unwrap_or_default(), at: value_at });
        at = value_at + length;
    }
    Ok(fields)
}

fn build(fields: &[Field<'_>]) -> Result<Game, Located> {
    let find = |name: &str| fields.iter().find(|field| field.name == name && !field.value.trim().is_empty());
    let main = match find("movelist") {
        Some(field) => moves(field)?,
        None => Vec::new(),
    };
    let start = match (find("fen"), find("binit")) {
        (Some(fen), _) => fen
            .value
            .trim()
            .parse()
            .map_err(|error| (fen.at, FileFault::Fen { text: excerpt(fen.value, 24), error }))?,
        (None, Some(pieces)) => placement(pieces, main.first().map(|mv| mv.from()))?,
        (None, None) => Fen { board: Board::start(), quiet_plies: 0, move_number: 1 },
    };
    let mut lines = Lines { tree: Tree::new(start), comments: comments(fields), places: HashMap::new() };
    lines.add("0", 1, &main).map_err(|fault| (find("movelist").map_or(0, |field| field.at), fault))?;
    lines.add_variations(fields)?;
    let mut tree = lines.tree;
    for field in fields.iter().filter(|field| !is_structure(field.name)) {
        let tag = TAGS.iter().find(|(name, _)| *name == field.name).map_or(field.name, |(_, tag)| tag);
        if !field.value.is_empty() {
            // A field whose name cannot be a tag says nothing that a game has.
            let _ = tree.game().tags.set(tag, &plain(field.value));
        }
    }
    tree.game().result =
        fields.iter().find(|field| field.name == "result").map_or(RecordedResult::Unknown, result);
    Ok(tree.into_game())
}

fn result(field: &Field<'_>) -> RecordedResult {
    let text = field.value.trim();
    RecordedResult::from_text(text).or_else(|| RecordedResult::from_words(text)).unwrap_or_default()
}

/// The comments by line and number of the move.
fn comments<'a>(fields: &[Field<'a>]) -> HashMap<(&'a str, u32), &'a str> {
    let mut comments = HashMap::new();
    for field in fields {
        let Some(key) = field.name.strip_prefix("comment") else { continue };
        let (line, number) = key.split_once('_').unwrap_or(("0", key));
        if let Ok(number) = number.parse() {
            comments.insert((line, number), field.value);
        }
    }
    comments
}

/// The lines of moves that have been read.
struct Lines<'a> {
    tree: Tree,
    comments: HashMap<(&'a str, u32), &'a str>,
    /// The place before a move of a line: line and number.
    places: HashMap<(&'a str, u32), Branch>,
}

/// A variation that is still to be added.
struct Variation<'a> {
    field: Field<'a>,
    number: u32,
    name: &'a str,
}

impl<'a> Lines<'a> {
    /// Adds a line from where the tree is; its first move has a number.
    fn add(&mut self, line: &'a str, first: u32, moves: &[Move]) -> Result<(), FileFault> {
        if first == 1 && line == "0" {
            let comment = self.comments.get(&(line, 0)).map(|text| plain(text)).unwrap_or_default();
            let root = self.tree.game().root();
            self.tree.game().set_comment(root, &comment);
        }
        for (number, &mv) in (first..).zip(moves) {
            self.places.insert((line, number), self.tree.here().clone());
            let node = self.tree.play(mv)?;
            if let Some(comment) = self.comments.get(&(line, number)) {
                let comment = plain(comment);
                self.tree.game().set_comment(node, &comment);
            }
        }
        let last = first.saturating_add(u32::try_from(moves.len()).unwrap_or(u32::MAX));
        self.places.insert((line, last), self.tree.here().clone());
        Ok(())
    }

    /// Adds the variations, each behind the line from which it branches.
    fn add_variations(&mut self, fields: &[Field<'a>]) -> Result<(), Located> {
        let mut waiting: HashMap<&str, Vec<Variation<'a>>> = HashMap::new();
        for &field in fields {
            let Some(key) = field.name.strip_prefix("move_") else { continue };
            let mut parts = key.splitn(3, '_');
            let (parent, number, name) = (parts.next(), parts.next(), parts.next());
            let number = number.and_then(|number| number.parse().ok());
            let (Some(parent), Some(number), Some(name)) = (parent, number, name) else {
                return Err((field.at, FileFault::Branch(excerpt(field.name, 24))));
            };
            waiting.entry(parent).or_default().push(Variation { field, number, name });
        }
        let mut lines = vec!["0"];
        while let Some(line) = lines.pop() {
            let variations = waiting.remove(line).unwrap_or_default();
            for Variation { field, number, name } in &variations {
                let branch = || (field.at, FileFault::Branch(excerpt(field.name, 24)));
                let place = self.places.get(&(line, *number)).cloned().ok_or_else(branch)?;
                self.tree.go_to(place);
                self.add(name, *number, &moves(field)?).map_err(|fault| (field.at, fault))?;
            }
            lines.extend(variations.iter().rev().map(|variation| variation.name));
        }
        match waiting.into_values().flatten().map(|variation| variation.field).min_by_key(|field| field.at) {
            Some(field) => Err((field.at, FileFault::Branch(excerpt(field.name, 24)))),
            None => Ok(()),
        }
    }
}

/// The squares that a value holds; nothing for those off the board.
fn squares(field: &Field<'_>) -> Result<Vec<Option<Square>>, Located> {
    let digits: Vec<u8> = field.value.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let wrong = || (field.at, FileFault::Digits(excerpt(field.value, 24)));
    if !digits.len().is_multiple_of(2) || !digits.iter().all(u8::is_ascii_digit) {
        return Err(wrong());
    }
    digits
        .chunks_exact(2)
        .map(|pair| match *pair {
            [b'9', b'9'] => Ok(None),
            [file, row] => {
                let square = Square::at(usize::from(file - b'0'), usize::from(b'9' - row));
                square.map(Some).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        })
        .collect()
}

fn moves(field: &Field<'_>) -> Result<Vec<Move>, Located> {
    let squares = squares(field)?;
    let wrong = || (field.at, FileFault::Digits(excerpt(field.value, 24)));
    if !squares.len().is_multiple_of(2) {
        return Err(wrong());
    }
    let pairs = squares.chunks_exact(2);
    let moves = pairs.map(|pair| match *pair {
        [Some(from), Some(to)] if from != to => Ok(Move::new(from, to)),
        _ => Err(wrong()),
    });
    moves.collect()
}

fn placement(field: &Field<'_>, first: Option<Square>) -> Result<Fen, Located> {
    let squares = squares(field)?;
    if squares.len() != 32 {
        return Err((field.at, FileFault::Digits(excerpt(field.value, 24))));
    }
    let mut placement = Placement::default();
    let kinds = PIECES.iter().cycle();
    for (index, (square, &kind)) in squares.into_iter().zip(kinds).enumerate() {
        let colour = if index < 16 { Colour::Red } else { Colour::Black };
        if let Some(square) = square {
            placement.place(Piece::new(colour, kind), square).map_err(|fault| (field.at, fault))?;
        }
    }
    placement.start(first, Colour::Red).map_err(|fault| (field.at, fault))
}

/// The text that a value stands for.
fn plain(value: &str) -> String {
    let value = value.replace("||", "\n");
    let mut text = String::with_capacity(value.len());
    let mut rest = value.as_str();
    while let Some(at) = rest.find("\\u") {
        let (before, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let code = behind.get(2..6).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let character = code.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        let length = if let Some(character) = character {
            text.push(character);
            6
        } else {
            text.push_str("\\u");
            2
        };
        rest = behind.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}
