//! XQF, the files of `XQStudio`.
//!
//! A header of 1024 bytes, then the moves. All versions are read, the encrypted ones (above 10) too; version 10 is
//! written, the one whose layout is published and which every program reads.
//!
//! ```text
//! 000 "XQ", version, keys (13 bytes)        033 result: 1 red, 2 black, 3 draw
//! 010 squares of 32 pieces                  050 … 1ef fields: a length, then text in GB18030
//! 032 side to move                          400 moves, the first a dummy with the comment on the game
//! ```
//!
//! A square is `file * 10 + rank`. A move is from-square + 24, to-square + 32, flags, a byte without meaning; up to
//! version 10 always, later if a flag says so, then the length of a comment and the comment.

mod keys;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// Where the moves begin.
const HEADER: usize = 0x400;

/// The last version without encryption.
const PLAIN: u8 = 10;

/// Where things stand in the header.
const VERSION_AT: usize = 0x02;
const PIECES_AT: usize = 0x10;
const SIDE_AT: usize = 0x32;
const RESULT_AT: usize = 0x33;

/// What is added to the squares of a move.
const FROM_SHIFT: u8 = 24;
const TO_SHIFT: u8 = 32;

/// The flags of a move up to [`PLAIN`]: any bit of each will do.
mod plain_flags {
    pub const GOES_ON: u8 = 0xf0;
    pub const HAS_ALTERNATIVE: u8 = 0x0f;
}

/// The flags of a move in later versions.
mod flags {
    pub const GOES_ON: u8 = 0x80;
    pub const HAS_ALTERNATIVE: u8 = 0x40;
    pub const HAS_COMMENT: u8 = 0x20;
}

/// A field of text: its tag, where its length stands, and how many bytes follow.
struct Field {
    tag: &'static str,
    at: usize,
    capacity: usize,
}

const FIELDS: [Field; 11] = [
    Field { tag: "Title", at: 0x50, capacity: 63 },
    Field { tag: "Event", at: 0xd0, capacity: 63 },
    Field { tag: "Date", at: 0x110, capacity: 15 },
    Field { tag: "Site", at: 0x120, capacity: 15 },
    Field { tag: "Red", at: 0x130, capacity: 15 },
    Field { tag: "Black", at: 0x140, capacity: 15 },
    Field { tag: "TimeControl", at: 0x150, capacity: 63 },
    Field { tag: "RedTime", at: 0x190, capacity: 15 },
    Field { tag: "BlackTime", at: 0x1a0, capacity: 15 },
    Field { tag: "Annotator", at: 0x1d0, capacity: 15 },
    Field { tag: "Author", at: 0x1e0, capacity: 15 },
];
