//! CBR and CBL, the files of `CCBridge` (象棋桥): a game, and a library of games. Text is UTF-16.
//!
//! ```text
//! 0 "CCBridge Record"   19 version   52 … fields of fixed length, each ended by a zero
//! version 2: 2076 result   2112 side to move   2116 first move number   2120 board of 90 bytes   2214 moves
//! version 1: all of that 256 bytes earlier, and squares in moves of another form (no sample of it is known)
//! ```
//!
//! A move is flags (1 the line ends, 2 an alternative follows, 4 a comment), a byte without meaning, from, to; then,
//! if there is one, the length of a comment and the comment. The first is a dummy for the comment on the game.
//!
//! A library has a header and then such records; they are found by what each begins with. A record with an empty board
//! is a page of text, and becomes a game without moves.

use super::bytes::{Bytes, byte};
use super::tree::{Placement, Tree, TreeStep};
use super::{FileFault, Place, ReadError};
use crate::{Game, RecordedResult, Salvaged};
use xiangqi::{Colour, Move, Piece, PieceKind, Square};

/// What a game begins with.
pub(super) const RECORD: &[u8] = b"CCBridge Record\0";

/// What a library begins with.
pub(super) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// Where things stand in version 2.
const VERSION_AT: usize = 19;
const RECORDER_AT: usize = 1588;
const RESULT_AT: usize = 2076;
const SIDE_AT: usize = 2112;
const BOARD_AT: usize = 2120;
const MOVES_AT: usize = 2214;

/// How many bytes the board has, one for each square.
const BOARD_SIZE: usize = 90;

/// How many bytes version 2 has for what version 1 lacks: the script, then the referee and the recorder.
const SCRIPT_SIZE: usize = 128;
const OFFICIALS_SIZE: usize = 128;

/// The flags of a move.
const LINE_ENDS: u8 = 1;
const HAS_ALTERNATIVE: u8 = 2;
const HAS_COMMENT: u8 = 4;

/// Tags with the place in version 2 and the length of their fields.
const FIELDS: [(&str, usize, usize); 22] = [
    ("Title", 180, 128),
    ("Source", 564, 64),
    ("EventClass", 628, 64),
    ("Event", 692, 64),
    ("Round", 756, 64),
    ("Group", 820, 32),
    ("Table", 852, 32),
    ("Date", 884, 64),
    ("Site", 948, 64),
    ("TimeControl", 1012, 64),
    ("Red", 1076, 64),
    ("RedTeam", 1140, 64),
    ("RedTime", 1204, 64),
    ("RedElo", 1268, 32),
    ("Black", 1300, 64),
    ("BlackTeam", 1364, 64),
    ("BlackTime", 1428, 64),
    ("BlackElo", 1492, 32),
    ("Referee", 1524, 64),
    ("Recorder", RECORDER_AT, 64),
    ("Annotator", 1652, 64),
    ("Author", 1780, 64),
];

/// Where things stand in a version.
struct Layout {
    /// How much earlier than in version 2.
    shift: usize,
    square: fn(u8) -> Option<Square>,
}

impl Layout {
    fn of(version: u8) -> Option<Self> {
        match version {
            1 => Some(Self {
                shift: SCRIPT_SIZE + OFFICIALS_SIZE,
                square: |code| from_top(code >> 4, code & 15),
            }),
            2 => Some(Self { shift: 0, square: |code| from_top(code % 9, code / 9) }),
            _ => None,
        }
    }
}

fn from_top(file: u8, row: u8) -> Option<Square> {
    Square::at(usize::from(file), 9_usize.checked_sub(usize::from(row))?)
}

/// The game in a CBR file, or in a part of a library that begins at a byte of it; where it goes wrong it is cut if that is wanted.
pub(super) fn read(bytes: &[u8], start: usize, salvages: bool) -> Result<Salvaged<ReadError>, ReadError> {
    let located = |offset: usize| move |fault: FileFault| fault.at_byte(start + offset);
    let version = byte(bytes, VERSION_AT);
    let layout = Layout::of(version).ok_or(FileFault::Version(version)).map_err(located(VERSION_AT))?;
    let board = BOARD_AT - layout.shift;
    let moves_at = MOVES_AT - layout.shift;
    let mut moves = Bytes::new(bytes, moves_at);
    let root = StoredMove::read(&mut moves).map_err(located(moves_at))?;
    let mut next = None;
    if root.goes_on && !moves.is_at_end() {
        let offset = moves.offset();
        next = Some((offset, StoredMove::read(&mut moves).map_err(located(offset))?))
            .filter(|(_, stored)| !stored.is_padding());
    }
    let first = next.as_ref().and_then(|(_, stored)| (layout.square)(stored.from));
    let said = if byte(bytes, SIDE_AT - layout.shift) == 2 { Colour::Black } else { Colour::Red };
    let codes = bytes.get(board..board + BOARD_SIZE).unwrap_or_default();
    let position = if codes.iter().all(|&code| code == 0) && next.is_none() {
        Ok(Game::default().start().clone())
    } else {
        placement(codes).and_then(|placement| placement.start(first, said))
    };
    let mut tree = Tree::new(position.map_err(located(board))?, salvages);
    describe(bytes, &layout, tree.game());
    let game_root = tree.game().root();
    tree.game().set_comment(game_root, &root.comment);
    while let Some((offset, stored)) = next.take() {
        let square = |code: u8| (layout.square)(code).ok_or(FileFault::Square(u32::from(code)));
        let mv = square(stored.from).and_then(|from| Ok(Move::new(from, square(stored.to)?)));
        let step = TreeStep {
            mv,
            comment: &stored.comment,
            goes_on: stored.goes_on,
            has_alternative: stored.has_alternative,
        };
        if tree.step(step, Place::Byte(start + offset))? {
            let offset = moves.offset();
            match StoredMove::read(&mut moves) {
                Ok(stored) => next = Some((offset, stored)).filter(|(_, stored)| !stored.is_padding()),
                Err(fault) => tree.cut(Place::Byte(start + offset), fault)?,
            }
        }
    }
    Ok(tree.finish())
}

/// Where the games of a library begin.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = usize> {
    // The first byte is found quickly, and the rest is compared only there.
    let is_record = |&at: &usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(RECORD));
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'C').map(|(at, _)| at).filter(is_record)
}

/// A move as it stands in the file.
struct StoredMove {
    from: u8,
    to: u8,
    goes_on: bool,
    has_alternative: bool,
    comment: String,
}

impl StoredMove {
    fn read(bytes: &mut Bytes<'_>) -> Result<Self, FileFault> {
        let [flags, _, from, to] = bytes.array()?;
        let length = if flags & HAS_COMMENT == 0 { 0 } else { bytes.u32()? };
        let comment = text(bytes.take(length as usize)?);
        let (goes_on, has_alternative) = (flags & LINE_ENDS == 0, flags & HAS_ALTERNATIVE != 0);
        Ok(Self { from, to, goes_on, has_alternative, comment })
    }

    /// Behind the moves the block of a library is filled with zeros.
    fn is_padding(&self) -> bool {
        self.from == 0 && self.to == 0
    }
}

fn placement(codes: &[u8]) -> Result<Placement, FileFault> {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let mut placement = Placement::default();
    for (index, &code) in codes.iter().enumerate().filter(|(_, code)| **code != 0) {
        let colour = match code >> 4 {
            1 => Colour::Red,
            2 => Colour::Black,
            _ => return Err(FileFault::Piece(code)),
        };
        let kinds = [Rook, Horse, Elephant, Advisor, King, Cannon, Pawn];
        let kind = usize::from(code & 15).checked_sub(1).and_then(|kind| kinds.get(kind));
        let square = Square::at(index % 9, 9 - (index / 9).min(9));
        if let (Some(&kind), Some(square)) = (kind, square) {
            placement.place(Piece::new(colour, kind), square)?;
        } else {
            return Err(FileFault::Piece(code));
        }
    }
    Ok(placement)
}

/// UTF-16 up to its end or its first zero.
fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([byte(pair, 0), byte(pair, 1)]));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}

fn describe(bytes: &[u8], layout: &Layout, game: &mut Game) {
    for (tag, at, length) in FIELDS {
        // Version 1 has no script, referee and recorder: what follows them stands earlier.
        let at = match layout.shift {
            0 => at,
            _ if matches!(tag, "Referee" | "Recorder") => continue,
            _ if at > RECORDER_AT => at - layout.shift,
            _ => at - SCRIPT_SIZE,
        };
        let value = text(bytes.get(at..at + length).unwrap_or_default());
        if !value.trim().is_empty() {
            // The names are ours.
            let _ = game.tags.set(tag, value.trim());
        }
    }
    game.result = match byte(bytes, RESULT_AT - layout.shift) {
        1 => RecordedResult::RedWins,
        2 => RecordedResult::BlackWins,
        3 => RecordedResult::Draw,
        _ => RecordedResult::Unknown,
    };
}
