//! Writes `DhtmlXQ`.

use super::{RESULTS, TAGS, is_structure};
use crate::formats::losses::{Losses, single_comment};
use crate::formats::pieces::listed_squares;
use crate::{Game, Node, NodeId};
use std::fmt::Write;
use xiangqi::{Board, Square};

/// The game as fields, a line each; what does not fit is noted.
pub(in crate::formats) fn write(game: &Game, losses: &mut Losses) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        // A `String` takes everything.
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    field("ver", "www_dpxq_com");
    for (name, value) in game.tags.iter().filter(|(_, value)| !value.is_empty()) {
        match TAGS.iter().find(|(_, tag)| *tag == name) {
            Some((known, _)) => field(known, &escaped(value)),
            // Some other name that the reader would take for something else.
            None if is_structure(name) || TAGS.iter().any(|(known, _)| *known == name) => losses.tag(name),
            None => field(name, &escaped(value)),
        }
    }
    let word = RESULTS.iter().find(|(result, _)| *result == game.result).map_or("", |(_, word)| word);
    field("result", word);
    let start = game.start();
    if start != Game::default().start() {
        field("fen", &start.to_string());
    }
    field("binit", &placement(&start.board));
    let root = game.node(game.root());
    let comment = root.map(Node::comment).unwrap_or_default();
    if !comment.is_empty() {
        field("comment0", &escaped(comment));
    }
    write_lines(game, losses, &mut field);
    text.push_str("[/DhtmlXQ]\n");
    text
}

/// A line that is still to be written: the first of its moves, its number, and where it branches off.
struct Line {
    first: NodeId,
    number: u32,
    parent: u32,
}

fn write_lines(game: &Game, losses: &mut Losses, field: &mut impl FnMut(&str, &str)) {
    let children = |id: NodeId| game.node(id).map(Node::children).unwrap_or_default();
    let mut names = 0_u32..;
    // Lines in the order in which they are numbered: the variations of a line behind the line.
    let mut lines = std::collections::VecDeque::new();
    let alternatives =
        |lines: &mut std::collections::VecDeque<Line>, id: NodeId, number: u32, parent: u32| {
            for &first in children(id).iter().skip(1) {
                lines.push_back(Line { first, number, parent });
            }
        };
    if let Some(&first) = children(game.root()).first() {
        lines.push_back(Line { first, number: 1, parent: 0 });
        while let Some(line) = lines.pop_front() {
            let name = names.next().unwrap_or(u32::MAX);
            if name == 0 {
                alternatives(&mut lines, game.root(), 1, 0);
            }
            let (mut moves, mut comments) = (String::new(), Vec::new());
            let mut next = Some(line.first);
            let mut number = line.number;
            while let Some((id, node)) = next.and_then(|id| Some((id, game.node(id)?))) {
                if let Some(mv) = node.mv() {
                    moves.push_str(&digits(mv.from()));
                    moves.push_str(&digits(mv.to()));
                }
                losses.note_glyphs(node);
                let comment = single_comment(node, losses);
                if !comment.is_empty() {
                    comments.push((number, escaped(&comment)));
                }
                number = number.saturating_add(1);
                alternatives(&mut lines, id, number, name);
                next = node.children().first().copied();
            }
            if name == 0 {
                field("movelist", &moves);
            } else {
                field(&format!("move_{}_{}_{name}", line.parent, line.number), &moves);
            }
            for (number, comment) in comments {
                let key =
                    if name == 0 { format!("comment{number}") } else { format!("comment{name}_{number}") };
                field(&key, &comment);
            }
        }
    }
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn placement(board: &Board) -> String {
    listed_squares(board).map(|square| square.map_or_else(|| "99".to_owned(), digits)).collect()
}

/// A text as a value: without line breaks, and without what would end the field.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => value.push_str("||"),
            '[' | '|' | '\\' | '\r' | '\0' => {
                // A `String` takes everything.
                let _ = write!(value, "\\u{:04x}", character as u32);
            }
            _ => value.push(character),
        }
    }
    value
}
