//! Xiangqi games as text.
//!
//! [`Notation`] reads and writes one move against the position before it, in coordinates, ICCS, WXF
//! and Chinese, simplified or traditional. [`pgn`] reads and writes whole games with tags, comments
//! and variations; [`Game`] is the tree in between. [`decode`] turns the bytes of an old file into
//! text.
//!
//! Promises: every reader is total (any text gives a value or an error that quotes what was wrong
//! and where), nothing recurses on input, and what is written reads back as the same. Refuses: to
//! touch files, and to guess; a text that fits two legal moves is an error that names both.
//!
//! ```
//! use notation::{Notation, Style};
//! use xiangqi::Board;
//!
//! let board = Board::start();
//! let mv = Notation::Wxf.parse(&board, "C2=5")?;
//! assert_eq!(Notation::Coordinates.format(&board, mv), "h2e2");
//! assert_eq!(Notation::Iccs.format(&board, mv), "H2-E2");
//! assert_eq!(Notation::Chinese(Style::Simplified).format(&board, mv), "炮二平五");
//! assert_eq!(notation::parse_any(&board, "砲二平五")?, mv);
//! # Ok::<(), notation::MoveError>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod algebraic;
mod chinese;
mod coordinates;
mod encoding;
mod error;
pub mod formats;
mod game;
mod letters;
mod moves;
pub mod pgn;
mod relative;
mod salvage;
mod tags;
mod wxf;

pub use chinese::{Style, chinese_file};
pub use encoding::{TextEncoding, decode};
pub use error::{Missing, MoveError};
pub use game::{Game, Node, NodeId, RecordedResult};
pub use letters::{Letters, LettersError};
pub use moves::{Notation, parse_any};
pub use relative::file_number;
pub use salvage::{CUT_LIMIT, Salvaged};
pub use tags::{TagError, Tags};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
