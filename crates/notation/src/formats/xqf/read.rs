//! Reads XQF.

use super::keys::Keys;
use super::{
    FIELDS, FROM_SHIFT, HEADER, PIECES_AT, PLAIN, RESULT_AT, SIDE_AT, TO_SHIFT, VERSION_AT, flags,
    plain_flags,
};
use crate::formats::bytes::{Bytes, byte};
use crate::formats::pieces::{PIECE_COUNT, listed_piece};
use crate::formats::tree::{Placement, Tree, TreeStep};
use crate::formats::{FileFault, Place, ReadError};
use crate::{Game, RecordedResult, Salvaged};
use encoding_rs::GB18030;
use xiangqi::{Colour, Move, Square};

/// The game in an XQF file; where it goes wrong it is cut if that is wanted.
pub(in crate::formats) fn read(bytes: &[u8], salvages: bool) -> Result<Salvaged<ReadError>, ReadError> {
    let header = bytes
        .get(..HEADER)
        .ok_or_else(|| FileFault::Truncated { missing: HEADER - bytes.len() }.at_byte(bytes.len()))?;
    let body = bytes.get(HEADER..).unwrap_or_default();
    if byte(header, VERSION_AT) <= PLAIN {
        let bytes = Bytes::new(body, 0);
        return Moves { version: byte(header, VERSION_AT), keys: None, bytes }.read(header, salvages);
    }
    let keys = Keys::of(header);
    let body = keys.decrypt(body);
    Moves { version: byte(header, VERSION_AT), keys: Some(keys), bytes: Bytes::new(&body, 0) }
        .read(header, salvages)
}

/// The moves of a file, decrypted.
struct Moves<'a> {
    version: u8,
    keys: Option<Keys>,
    bytes: Bytes<'a>,
}

/// A move as it stands in the file.
struct StoredMove {
    from: u8,
    to: u8,
    goes_on: bool,
    has_alternative: bool,
    comment: String,
}

impl Moves<'_> {
    fn read(mut self, header: &[u8], salvages: bool) -> Result<Salvaged<ReadError>, ReadError> {
        let located = |offset: usize| move |fault: FileFault| fault.at_byte(HEADER + offset);
        let root = self.stored_move().map_err(located(self.bytes.offset()))?;
        let mut next = None;
        if root.goes_on && !self.bytes.is_at_end() {
            let offset = self.bytes.offset();
            next = Some((offset, self.stored_move().map_err(located(offset))?));
        }
        let first = next.as_ref().and_then(|(_, stored)| square(stored.from).ok());
        let said = if byte(header, SIDE_AT) == 1 { Colour::Black } else { Colour::Red };
        let start = self.placement(header).and_then(|placement| placement.start(first, said));
        let mut tree = Tree::new(start.map_err(|fault| fault.at_byte(PIECES_AT))?, salvages);
        describe(header, tree.game());
        let game_root = tree.game().root();
        tree.game().set_comment(game_root, &root.comment);
        while let Some((offset, stored)) = next.take() {
            let StoredMove { goes_on, has_alternative, comment, .. } = &stored;
            let (goes_on, has_alternative) = (*goes_on, *has_alternative);
            let step = TreeStep { mv: stored.mv(), comment, goes_on, has_alternative };
            if tree.step(step, Place::Byte(HEADER + offset))? {
                let offset = self.bytes.offset();
                match self.stored_move() {
                    Ok(stored) => next = Some((offset, stored)),
                    Err(fault) => tree.cut(Place::Byte(HEADER + offset), fault)?,
                }
            }
        }
        Ok(tree.finish())
    }

    fn stored_move(&mut self) -> Result<StoredMove, FileFault> {
        let [from, to, bits, _] = self.bytes.array()?;
        let (goes_on, has_alternative, length) = match &self.keys {
            None => {
                let goes_on = bits & plain_flags::GOES_ON != 0;
                (goes_on, bits & plain_flags::HAS_ALTERNATIVE != 0, self.bytes.u32()?)
            }
            Some(keys) if bits & flags::HAS_COMMENT != 0 => {
                let length = self.bytes.u32()?.wrapping_sub(keys.comment_length);
                (bits & flags::GOES_ON != 0, bits & flags::HAS_ALTERNATIVE != 0, length)
            }
            Some(_) => (bits & flags::GOES_ON != 0, bits & flags::HAS_ALTERNATIVE != 0, 0),
        };
        let comment = self.bytes.take(length as usize)?;
        let (from_key, to_key) = self.keys.as_ref().map_or((0, 0), |keys| (keys.from, keys.to));
        Ok(StoredMove {
            from: from.wrapping_sub(FROM_SHIFT).wrapping_sub(from_key),
            to: to.wrapping_sub(TO_SHIFT).wrapping_sub(to_key),
            goes_on,
            has_alternative,
            comment: text(comment),
        })
    }

    fn placement(&self, header: &[u8]) -> Result<Placement, FileFault> {
        let mut placement = Placement::default();
        for index in 0..PIECE_COUNT {
            let stored = byte(header, PIECES_AT + index);
            let (slot, code) = match &self.keys {
                None => (index, stored),
                Some(keys) => {
                    let slot = if self.version < 12 {
                        index
                    } else {
                        (usize::from(keys.pieces) + index + 1) % PIECE_COUNT
                    };
                    (slot, stored.wrapping_sub(keys.pieces))
                }
            };
            if let (Some(piece), Ok(square)) = (listed_piece(slot), square(code)) {
                placement.place(piece, square)?;
            }
        }
        Ok(placement)
    }
}

impl StoredMove {
    fn mv(&self) -> Result<Move, FileFault> {
        Ok(Move::new(square(self.from)?, square(self.to)?))
    }
}

fn square(code: u8) -> Result<Square, FileFault> {
    let code = usize::from(code);
    Square::at(code / 10, code % 10).ok_or(FileFault::Square(code as u32))
}

/// Text up to its end or its first zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    GB18030.decode_without_bom_handling(bytes.get(..end).unwrap_or_default()).0.into_owned()
}

/// Notes what the header says about the game.
fn describe(header: &[u8], game: &mut Game) {
    for field in &FIELDS {
        let length = usize::from(byte(header, field.at)).min(field.capacity);
        let value = text(header.get(field.at + 1..field.at + 1 + length).unwrap_or_default());
        // A field that is full may end with half a character, which says nothing.
        let value = value.trim_end_matches('\u{fffd}');
        if !value.is_empty() {
            // The names are ours.
            let _ = game.tags.set(field.tag, value);
        }
    }
    debug_assert!(FIELDS.iter().all(|field| field.at + field.capacity < HEADER));
    game.result = match byte(header, RESULT_AT) {
        1 => RecordedResult::RedWins,
        2 => RecordedResult::BlackWins,
        3 => RecordedResult::Draw,
        _ => RecordedResult::Unknown,
    };
}
