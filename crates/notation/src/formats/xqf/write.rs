//! Writes XQF, version 10.

use super::{FIELDS, HEADER, PIECES, PLAIN};
use crate::formats::losses::{Losses, single_comment};
use crate::{Game, Node, NodeId, RecordedResult};
use encoding_rs::GB18030;
use xiangqi::{Board, Colour, Move, Square};

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
    put(2, PLAIN);
    for (index, code) in placement(&game.start().board).into_iter().enumerate() {
        put(0x10 + index, code);
    }
    put(0x32, u8::from(game.start().board.side() == Colour::Black));
    put(
        0x33,
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

fn placement(board: &Board) -> [u8; 32] {
    let mut codes = [0xff; 32];
    for colour in Colour::ALL {
        let offset = if colour == Colour::Red { 0 } else { 16 };
        for (index, &kind) in PIECES.iter().enumerate() {
            let earlier = PIECES.iter().take(index).filter(|&&other| other == kind).count();
            let square = board.of(colour, kind).into_iter().nth(earlier);
            if let (Some(square), Some(code)) = (square, codes.get_mut(offset + index)) {
                *code = code_of(square);
            }
        }
    }
    codes
}

fn code_of(square: Square) -> u8 {
    (square.file() * 10 + square.rank()) as u8
}

fn write_moves(file: &mut Vec<u8>, game: &Game, losses: &mut Losses) {
    let root = game.node(game.root());
    let goes_on = root.is_some_and(|node| !node.children().is_empty());
    let comment = root.map(Node::comment).unwrap_or_default();
    write_record(file, [24, 32, if goes_on { 0xf0 } else { 0 }, 0xff], comment);
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
        let flags =
            if node.children().is_empty() { 0 } else { 0xf0 } | if has_alternative { 0x0f } else { 0 };
        losses.note_glyphs(node);
        write_record(file, record(mv, flags), &single_comment(node, losses));
        push_children(&mut tasks, Some(node));
    }
}

fn record(mv: Move, flags: u8) -> [u8; 4] {
    [code_of(mv.from()) + 24, code_of(mv.to()) + 32, flags, 0]
}

fn write_record(file: &mut Vec<u8>, record: [u8; 4], comment: &str) {
    let comment = comment.replace('\0', " ").replace('\n', "\r\n");
    let comment = GB18030.encode(&comment).0;
    file.extend_from_slice(&record);
    file.extend_from_slice(&(comment.len() as u32).to_le_bytes());
    file.extend_from_slice(&comment);
}
