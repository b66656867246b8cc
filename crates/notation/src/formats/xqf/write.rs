//! Writes XQF, version 10.

use super::{
    FIELDS, FROM_SHIFT, HEADER, PIECES_AT, PLAIN, RESULT_AT, SIDE_AT, TO_SHIFT, VERSION_AT, plain_flags,
};
use crate::formats::losses::{Losses, single_comment};
use crate::formats::pieces::listed_squares;
use crate::{Game, Node, NodeId, RecordedResult};
use encoding_rs::GB18030;
use xiangqi::{Colour, Move, Square};

/// The game as an XQF file; what does not fit is noted.
pub(in crate::formats) fn write(game: &Game, losses: &mut Losses) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    let mut put = |at: usize, value: u8| {
        if let Some(byte) = file.get_mut(at) {
            *byte = value;
        }
    };
    put(0, b'X');
    put(1, b'Q');
    put(VERSION_AT, PLAIN);
    for (index, square) in listed_squares(&game.start().board).enumerate() {
        put(PIECES_AT + index, square.map_or(OFF_BOARD, code_of));
    }
    put(SIDE_AT, u8::from(game.start().board.side() == Colour::Black));
    put(
        RESULT_AT,
        match game.result {
            RecordedResult::Unknown => 0,
            RecordedResult::RedWins => 1,
            RecordedResult::BlackWins => 2,
            RecordedResult::Draw => 3,
        },
    );
    losses.note_counters(game);
    for (name, value) in game.tags.iter().filter(|(_, value)| !value.is_empty()) {
        let Some(field) = FIELDS.iter().find(|field| field.tag == name) else {
            losses.tag(name);
            continue;
        };
        let text = shortened(value, field.capacity);
        if text.len() < GB18030.encode(value).0.len() {
            losses.shortened(name);
        }
        put(field.at, text.len() as u8);
        for (index, byte) in text.into_iter().enumerate() {
            put(field.at + 1 + index, byte);
        }
    }
    write_moves(&mut file, game, losses);
    file
}

/// As much of a text as fits into a number of bytes.
fn shortened(text: &str, capacity: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in text.chars().take_while(|&character| character != '\0') {
        let mut buffer = [0; 4];
        let (encoded, _, _) = GB18030.encode(character.encode_utf8(&mut buffer));
        if bytes.len() + encoded.len() > capacity {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    bytes
}

/// The code of a piece that is off the board.
const OFF_BOARD: u8 = 0xff;

fn code_of(square: Square) -> u8 {
    (square.file() * 10 + square.rank()) as u8
}

fn write_moves(file: &mut Vec<u8>, game: &Game, losses: &mut Losses) {
    let root = game.node(game.root());
    let goes_on = root.is_some_and(|node| !node.children().is_empty());
    let comment = root.map(Node::comment).unwrap_or_default();
    let flags = if goes_on { plain_flags::GOES_ON } else { 0 };
    write_move(file, [FROM_SHIFT, TO_SHIFT, flags, 0xff], comment);
    // Nodes still to be written, the next last; each with whether another stands in its place.
    let mut tasks: Vec<(NodeId, bool)> = Vec::new();
    let push_children = |tasks: &mut Vec<(NodeId, bool)>, node: Option<&Node>| {
        let children = node.map(Node::children).unwrap_or_default();
        for (index, &child) in children.iter().enumerate().rev() {
            tasks.push((child, index + 1 < children.len()));
        }
    };
    push_children(&mut tasks, root);
    while let Some((id, has_alternative)) = tasks.pop() {
        let Some((node, mv)) = game.node(id).and_then(|node| Some((node, node.mv()?))) else { continue };
        let goes_on = if node.children().is_empty() { 0 } else { plain_flags::GOES_ON };
        let flags = goes_on | if has_alternative { plain_flags::HAS_ALTERNATIVE } else { 0 };
        losses.note_glyphs(node);
        write_move(file, stored(mv, flags), &single_comment(node, losses));
        push_children(&mut tasks, Some(node));
    }
}

fn stored(mv: Move, flags: u8) -> [u8; 4] {
    [code_of(mv.from()) + FROM_SHIFT, code_of(mv.to()) + TO_SHIFT, flags, 0]
}

fn write_move(file: &mut Vec<u8>, stored: [u8; 4], comment: &str) {
    let comment = comment.replace('\0', " ").replace('\n', "\r\n");
    let comment = GB18030.encode(&comment).0;
    file.extend_from_slice(&stored);
    file.extend_from_slice(&(comment.len() as u32).to_le_bytes());
    file.extend_from_slice(&comment);
}
