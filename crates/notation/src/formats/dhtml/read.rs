//! Reads `DhtmlXQ`.

use super::{MARK, TAGS, is_structure};
use crate::error::quote;
use crate::formats::pieces::{PIECE_COUNT, listed_piece};
use crate::formats::tree::{Branch, Placement, Tree};
use crate::formats::{FileFault, Place, ReadError};
use crate::{RecordedResult, Salvaged};
use std::collections::HashMap;
use xiangqi::{Colour, Fen, Move, Square};

/// The games of a text: where each begins, and its part of the text.
pub(in crate::formats) fn games(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // A mark without a name opens a game; a text that has none is one game.
    let opens = |&(at, _): &(usize, &str)| {
        let behind = text.get(at + MARK.len()..).unwrap_or_default();
        !behind.starts_with('_')
    };
    let mut starts: Vec<usize> = text.match_indices(MARK).filter(opens).map(|(at, _)| at).collect();
    if starts.is_empty() {
        // A page may keep its moves before the first field.
        starts.push(0);
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

/// The game in a part of a text that begins on a line; where it goes wrong it is cut if that is wanted.
pub(in crate::formats) fn read(
    text: &str,
    line: usize,
    salvages: bool,
) -> Result<Salvaged<ReadError>, ReadError> {
    let source = Source { text, line };
    let mut fields = Vec::new();
    let open = source.fields(&mut fields);
    let (start, main) = source.start(&fields, salvages)?;
    let mut tree = Tree::new(start, salvages);
    if let Err((at, fault)) = open {
        // Everything is in its place but what the field without an end would have said.
        tree.cut(source.place(at), fault)?;
        tree.go_on();
    }
    let mut lines = Lines { source, tree, comments: comments(&fields), places: HashMap::new() };
    lines.add("0", 1, main)?;
    lines.add_variations(&fields)?;
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
    Ok(tree.finish())
}
type Located = (usize, FileFault);

/// A part of a text, and the line that it begins on.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    line: usize,
}

impl<'a> Source<'a> {
    /// The line of a byte.
    fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at).unwrap_or_default();
        Place::Line(self.line + before.bytes().filter(|&byte| byte == b'\n').count())
    }

    fn locate(&self, (at, fault): Located) -> ReadError {
        ReadError::File { place: self.place(at), fault }
    }

    /// Gathers the fields, up to one that does not end.
    fn fields(&self, fields: &mut Vec<Field<'a>>) -> Result<(), Located> {
        let mut at = 0;
        while let Some(found) = self.text.get(at..).and_then(|rest| rest.find("[DhtmlXQ_")) {
            let start = at + found + "[DhtmlXQ_".len();
            let rest = self.text.get(start..).unwrap_or_default();
            let open = |what: &str| (start, FileFault::OpenField(quote(what)));
            let end = rest.find(']').ok_or_else(|| open(rest))?;
            let (name, rest) = rest.split_at_checked(end).unwrap_or_default();
            let value = rest.get(1..).unwrap_or_default();
            let length = value.find("[/DhtmlXQ").ok_or_else(|| open(name))?;
            let value_at = start + end + 1;
            fields.push(Field { name, value: value.get(..length).unwrap_or_default(), at: value_at });
            at = value_at + length;
        }
        if !fields.iter().any(|field| field.name == "movelist") {
            self.script(fields);
        }
        Ok(())
    }

    /// Gathers the moves that a page keeps in a script; what stands inside a field is text.
    fn script(&self, fields: &mut Vec<Field<'a>>) -> Option<()> {
        let is_text = |at: usize| {
            let field = fields.partition_point(|field| field.at <= at).checked_sub(1);
            field.and_then(|index| fields.get(index)).is_some_and(|field| at < field.at + field.value.len())
        };
        let (mut at, mut rest) = (0, self.text);
        loop {
            let found = rest.find("DhtmlXQ_movelist")? + "DhtmlXQ_movelist".len();
            at += found;
            rest = rest.get(found..)?;
            if rest.trim_start().starts_with('=') && !is_text(at) {
                break;
            }
        }
        let open = rest.find(['\'', '"'])? + 1;
        let (at, rest) = (at + open, rest.get(open..)?);
        let value = rest.get(..rest.find(['\'', '"'])?)?;
        let mut from = 0;
        while let Some(start) =
            value.get(from..).and_then(|rest| rest.find('[')).map(|found| from + found + 1)
        {
            let inside = value.get(start..)?;
            let (name, behind) = inside.split_once(']')?;
            let length = behind.find('[').unwrap_or(behind.len());
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                let digits = behind.get(..length).unwrap_or_default();
                fields.push(Field { name, value: digits, at: at + start + name.len() + 1 });
            }
            from = start + name.len() + 1 + length;
        }
        if from == 0 && value.starts_with(|first: char| first.is_ascii_digit()) {
            fields.push(Field { name: "movelist", value, at });
        }
        Some(())
    }

    /// The start position, and the main line if there is one.
    fn start(&self, fields: &[Field<'a>], salvages: bool) -> Result<(Fen, Option<Field<'a>>), ReadError> {
        let find = |name: &str| {
            fields.iter().find(|field| field.name == name && !field.value.trim().is_empty()).copied()
        };
        let main = find("movelist").or_else(|| find("move_0_1_0")).or_else(|| find("0_1_0"));
        let first = match main.map(|field| moves(&field)) {
            Some((moves, Some(located))) if moves.is_empty() && !salvages => {
                return Err(self.locate(located));
            }
            Some((moves, _)) => moves.first().map(|mv| mv.from()),
            None => None,
        };
        let start = match (find("fen"), find("binit")) {
            (Some(fen), _) => fen
                .value
                .trim()
                .parse()
                .map_err(|error| (fen.at, FileFault::Fen { text: quote(fen.value), error })),
            (None, Some(pieces)) => placement(&pieces, first),
            (None, None) => Ok(Fen::start()),
        };
        Ok((start.map_err(|located| self.locate(located))?, main))
    }
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
    source: Source<'a>,
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
    fn add(&mut self, line: &'a str, first: u32, field: Option<Field<'a>>) -> Result<(), ReadError> {
        if first == 1 && line == "0" {
            let comment = self.comments.get(&(line, 0)).map(|text| plain(text)).unwrap_or_default();
            let root = self.tree.game().root();
            let said = self.tree.game().node(root).map(|node| node.comment().to_owned()).unwrap_or_default();
            self.tree.game().set_comment(root, &format!("{comment} {said}"));
        }
        let (moves, fault) = field.map(|field| moves(&field)).unwrap_or_default();
        let at = field.map_or(0, |field| field.at);
        let mut number = first;
        let mut wrong = fault;
        for mv in moves {
            self.places.insert((line, number), self.tree.here().clone());
            match self.tree.play(mv) {
                Ok(node) => {
                    if let Some(comment) = self.comments.get(&(line, number)) {
                        let comment = plain(comment);
                        self.tree.game().set_comment(node, &comment);
                    }
                }
                Err(fault) => {
                    wrong = Some((at, fault));
                    break;
                }
            }
            number = number.saturating_add(1);
        }
        if let Some((at, fault)) = wrong {
            // Nothing branches off where a line was cut.
            self.places.remove(&(line, number));
            return self.tree.cut(self.source.place(at), fault);
        }
        self.places.insert((line, number), self.tree.here().clone());
        Ok(())
    }

    /// Adds the variations, each behind the line from which it branches.
    fn add_variations(&mut self, fields: &[Field<'a>]) -> Result<(), ReadError> {
        let mut waiting: HashMap<&str, Vec<Variation<'a>>> = HashMap::new();
        let root = self.tree.root();
        for &field in fields {
            let is_bare = field.name.starts_with(|first: char| first.is_ascii_digit());
            let key = if is_bare { Some(field.name) } else { field.name.strip_prefix("move_") };
            let Some(key) = key.filter(|&key| key != "0_1_0") else { continue };
            let mut parts = key.splitn(3, '_');
            let (parent, number, name) = (parts.next(), parts.next(), parts.next());
            let number = number.and_then(|number| number.parse().ok());
            let (Some(parent), Some(number), Some(name)) = (parent, number, name) else {
                self.tree.go_to(root.clone());
                self.leave_out(&field)?;
                continue;
            };
            waiting.entry(parent).or_default().push(Variation { field, number, name });
        }
        let mut lines = vec!["0"];
        while let Some(line) = lines.pop() {
            let variations = waiting.remove(line).unwrap_or_default();
            for Variation { field, number, name } in &variations {
                if let Some(place) = self.places.get(&(line, *number)).cloned() {
                    self.tree.go_to(place);
                    self.add(name, *number, Some(*field))?;
                } else {
                    self.tree.go_to(root.clone());
                    self.leave_out(field)?;
                }
            }
            lines.extend(variations.iter().rev().map(|variation| variation.name));
        }
        let mut left: Vec<Field<'a>> =
            waiting.into_values().flatten().map(|variation| variation.field).collect();
        left.sort_by_key(|field| field.at);
        for field in left {
            self.tree.go_to(root.clone());
            self.leave_out(&field)?;
        }
        Ok(())
    }

    /// A variation that belongs nowhere.
    fn leave_out(&mut self, field: &Field<'a>) -> Result<(), ReadError> {
        let fault = FileFault::Branch(quote(field.name));
        self.tree.cut(self.source.place(field.at), fault)
    }
}

/// The digits of a value, a group of this many at a time: what stands there, and at which byte of the text.
fn groups<'a>(field: &Field<'a>, length: usize) -> impl Iterator<Item = (usize, Vec<u8>, &'a str)> {
    let field = *field;
    let mut bytes =
        field.value.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()).peekable();
    std::iter::from_fn(move || {
        let start = bytes.peek()?.0;
        let group: Vec<(usize, u8)> = bytes.by_ref().take(length).collect();
        let end = group.last().map_or(start, |(at, _)| at + 1);
        // A group that is no digits may end inside a character.
        let end = (end..=field.value.len()).find(|&end| field.value.is_char_boundary(end))?;
        let text = field.value.get(start..end).unwrap_or_default();
        Some((field.at + start, group.into_iter().map(|(_, byte)| byte).collect(), text))
    })
}

fn square(digits: &[u8]) -> Option<Square> {
    let [file @ b'0'..=b'8', row @ b'0'..=b'9'] = *digits else { return None };
    Square::at(usize::from(file - b'0'), usize::from(b'9' - row))
}

/// The moves that a value holds, up to where it goes wrong.
fn moves(field: &Field<'_>) -> (Vec<Move>, Option<Located>) {
    let mut moves = Vec::new();
    for (at, digits, text) in groups(field, 4) {
        let (from, to) = digits.split_at(digits.len().min(2));
        match (square(from), square(to)) {
            (Some(from), Some(to)) if from != to => moves.push(Move::new(from, to)),
            _ => {
                let fault = FileFault::MoveDigits { text: quote(text), number: moves.len() + 1 };
                return (moves, Some((at, fault)));
            }
        }
    }
    (moves, None)
}

/// The start position that `binit` describes.
fn placement(field: &Field<'_>, first: Option<Square>) -> Result<Fen, Located> {
    let located = |fault: FileFault| (field.at, fault);
    let mut placement = Placement::default();
    let mut count = 0;
    for (at, digits, text) in groups(field, 2) {
        let square = match digits.as_slice() {
            b"99" => None,
            digits => Some(
                square(digits)
                    .ok_or_else(|| (at, FileFault::SquareDigits { text: quote(text), number: count + 1 }))?,
            ),
        };
        if let (Some(piece), Some(square)) = (listed_piece(count), square) {
            placement.place(piece, square).map_err(|fault| (at, fault))?;
        }
        count += 1;
    }
    if count != PIECE_COUNT {
        return Err(located(FileFault::SquareCount(count)));
    }
    placement.start(first, Colour::Red).map_err(located)
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
