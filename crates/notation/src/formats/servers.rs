//! The files of old Chinese game servers: moves from the starting position and little else.
//!
//! | format | server | layout |
//! |---|---|---|
//! | CCM | 中游 | 7 bytes a move: 3 unknown, files from and to, rows from and to |
//! | CHN | 联众 | 188 bytes unknown, then 32 a move, numbers of two bytes: 2 unknown, file and row from, file and row to, 10 unknown |
//! | CHE | QQ | numbers as text: one unknown, how many moves, then ten a move: 3 unknown, rank and file from, rank and file to, 3 unknown |
//! | MXQ | 弈天 | texts with their length before them: site, date, title, two ratings, 5 unknown, a comment, 1 unknown, then moves such as `7C-4C` up to `Ends` |
//!
//! Rows count from the top; in CCM and CHN the board may be turned round, so that Red's first move starts in the upper
//! half. Only CHE and MXQ say something about themselves: the others are known by every move being on the board.

use super::bytes::{Bytes, byte};
use super::tree::Tree;
use super::{FileFault, Place, ReadError};
use crate::error::quote;
use crate::{Game, RecordedResult, Salvaged, decode};
use xiangqi::{Move, Square};

/// A move with the byte of the file at which it stands.
type Located = (usize, Move);

/// What a format gives: a game, which is cut where it goes wrong if that is wanted.
type Read = Result<Salvaged<ReadError>, ReadError>;

fn read_moves(moves: impl IntoIterator<Item = Located>, salvages: bool) -> Read {
    read_attempts(moves.into_iter().map(|(offset, mv)| (offset, Ok(mv))), salvages)
}

fn read_attempts(moves: impl IntoIterator<Item = (usize, Result<Move, FileFault>)>, salvages: bool) -> Read {
    let mut tree = Tree::new(Game::default().start().clone(), salvages);
    for (offset, mv) in moves {
        if let Err(fault) = mv.and_then(|mv| tree.play(mv)) {
            tree.cut(Place::Byte(offset), fault)?;
            break;
        }
    }
    Ok(tree.finish())
}

/// Moves of files and rows from the top, turned round if the first starts in the upper half.
fn from_rows(rows: impl Iterator<Item = (usize, [u16; 4])>) -> Option<Vec<Located>> {
    let mut is_turned = None;
    let moves = rows.map(|(offset, [from_file, from_row, to_file, to_row])| {
        let is_turned = *is_turned.get_or_insert(from_row < 5);
        let square = |file: u16, row: u16| {
            let (file, row) = (usize::from(file), usize::from(row));
            let square = Square::at(file, 9_usize.checked_sub(row)?)?;
            Some(if is_turned { square.flip_file().flip_rank() } else { square })
        };
        let (from, to) = (square(from_file, from_row)?, square(to_file, to_row)?);
        (from != to).then(|| (offset, Move::new(from, to)))
    });
    moves.collect()
}

fn ccm_moves(bytes: &[u8]) -> Option<Vec<Located>> {
    let records = bytes.chunks_exact(7);
    if bytes.is_empty() || byte(bytes, 0) != 1 || !records.remainder().is_empty() {
        return None;
    }
    from_rows(records.enumerate().map(|(index, record)| {
        let number = |at: usize| u16::from(byte(record, at));
        (index * 7, [number(3), number(5), number(4), number(6)])
    }))
}

/// Whether every record of the file is a move.
pub(super) fn is_ccm(bytes: &[u8]) -> bool {
    ccm_moves(bytes).is_some()
}

pub(super) fn read_ccm(bytes: &[u8], salvages: bool) -> Read {
    read_moves(ccm_moves(bytes).unwrap_or_default(), salvages)
}

/// Where the moves of a CHN file begin.
const CHN_HEADER: usize = 188;

fn chn_moves(bytes: &[u8]) -> Option<Vec<Located>> {
    let records = bytes.get(CHN_HEADER..)?.chunks_exact(32);
    if records.len() == 0 || !records.remainder().is_empty() {
        return None;
    }
    from_rows(records.enumerate().map(|(index, record)| {
        let number = |at: usize| u16::from_le_bytes([byte(record, at), byte(record, at + 1)]);
        (CHN_HEADER + index * 32, [number(4), number(6), number(8), number(10)])
    }))
}

pub(super) fn is_chn(bytes: &[u8]) -> bool {
    chn_moves(bytes).is_some()
}

pub(super) fn read_chn(bytes: &[u8], salvages: bool) -> Read {
    read_moves(chn_moves(bytes).unwrap_or_default(), salvages)
}

fn che_moves(bytes: &[u8]) -> Option<Vec<Located>> {
    let is_number_text =
        |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b",;|".contains(byte);
    if !bytes.iter().all(is_number_text) {
        return None;
    }
    let mut numbers = Vec::new();
    let mut at = 0;
    for word in bytes.split(|byte| !byte.is_ascii_digit()) {
        if !word.is_empty() {
            let number: u32 = std::str::from_utf8(word).ok()?.parse().ok()?;
            numbers.push((at, number));
        }
        at += word.len() + 1;
    }
    let (_, count) = *numbers.get(1)?;
    let moves = numbers.get(2..)?.chunks_exact(10);
    if count == 0 || moves.len() != count as usize {
        return None;
    }
    let moves = moves.map(|numbers| {
        let number = |index: usize| numbers.get(index).map(|&(_, number)| number as usize);
        let from = Square::at(number(4)?, number(3)?)?;
        let to = Square::at(number(6)?, number(5)?)?;
        (from != to).then(|| (numbers.first().map_or(0, |&(offset, _)| offset), Move::new(from, to)))
    });
    moves.collect()
}

pub(super) fn is_che(bytes: &[u8]) -> bool {
    che_moves(bytes).is_some()
}

pub(super) fn read_che(bytes: &[u8], salvages: bool) -> Read {
    read_moves(che_moves(bytes).unwrap_or_default(), salvages)
}

/// A text with its length before it.
fn short_text<'a>(bytes: &mut Bytes<'a>) -> Result<&'a [u8], FileFault> {
    let [length] = bytes.array()?;
    bytes.take(usize::from(length))
}

/// The move that a text such as `7C-4C` stands for.
fn mxq_move(text: &[u8]) -> Option<Move> {
    let [from_file, from_rank, _, to_file, to_rank, ..] = *text else { return None };
    let square = |file: u8, rank: u8| {
        let rank = rank.to_ascii_uppercase().checked_sub(b'A')?;
        Square::at(usize::from(file.checked_sub(b'0')?), usize::from(rank))
    };
    let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
    (from != to).then(|| Move::new(from, to))
}

/// How many texts stand before the moves.
const MXQ_TEXTS: usize = 12;

/// Whether texts with their lengths lead to a move or to the end.
pub(super) fn is_mxq(bytes: &[u8]) -> bool {
    let mut at = Bytes::new(bytes, 0);
    let head = (0..MXQ_TEXTS).all(|_| short_text(&mut at).is_ok());
    head && short_text(&mut at)
        .is_ok_and(|text| text.eq_ignore_ascii_case(b"Ends") || mxq_move(text).is_some())
}

pub(super) fn read_mxq(bytes: &[u8], salvages: bool) -> Read {
    let mut at = Bytes::new(bytes, 0);
    let mut texts = Vec::with_capacity(MXQ_TEXTS);
    for _ in 0..MXQ_TEXTS {
        let offset = at.offset();
        texts.push(decode(short_text(&mut at).map_err(|fault| fault.at_byte(offset))?));
    }
    let mut moves = Vec::new();
    loop {
        let offset = at.offset();
        let mv = match short_text(&mut at) {
            Ok(text) if text.eq_ignore_ascii_case(b"Ends") => break,
            Ok(text) => mxq_move(text).ok_or_else(|| FileFault::LetteredMove(quote(&decode(text)))),
            Err(fault) => Err(fault),
        };
        let is_last = mv.is_err();
        moves.push((offset, mv));
        if is_last {
            break;
        }
    }
    let Salvaged { mut game, cuts } = read_attempts(moves, salvages)?;
    let text = |index: usize| texts.get(index).map(|text| text.trim()).unwrap_or_default();
    // The title is the players with the result between them.
    let words = [
        ("-胜-", RecordedResult::RedWins),
        ("-勝-", RecordedResult::RedWins),
        ("-和-", RecordedResult::Draw),
        ("-负-", RecordedResult::BlackWins),
        ("-負-", RecordedResult::BlackWins),
    ];
    let split = words.iter().find_map(|(word, result)| Some((text(2).split_once(word)?, *result)));
    let mut tags = vec![("Site", text(0)), ("Date", text(1)), ("RedElo", text(3)), ("BlackElo", text(4))];
    match split {
        Some(((red, black), result)) => {
            tags.extend([("Red", red.trim()), ("Black", black.trim())]);
            game.result = result;
        }
        None => tags.push(("Event", text(2))),
    }
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        // The names are ours.
        let _ = game.tags.set(name, value);
    }
    let last = game.main_line().last().map_or(game.root(), |(id, _)| id);
    let said = game.node(last).map(|node| node.comment().to_owned()).unwrap_or_default();
    game.set_comment(last, &format!("{} {said}", text(10)));
    Ok(Salvaged { game, cuts })
}
