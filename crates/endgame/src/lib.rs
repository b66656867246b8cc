//! Tables of endings: what every position comes to with best play, and in how many plies.
//!
//! An ending has one *strong* side with all the attackers (rooks, horses, cannons, pawns) and a *weak* one with advisors and elephants at
//! most, up to five men besides the kings ([`Material`]). [`build()`] makes the [`Table`] of an ending from those of all that captures make of
//! it, by retrograde analysis; [`audit()`] looks for draws in which the rules about repetition could matter, [`verify()`]
//! that it agrees with the legal moves. [`Tables`] are asked about boards;
//! [`shipped`] are those inside the program. `docs/endings.md` is the chapter of the book.
//!
//! Promises: values are exact where mate and stalemate end games, and wins under every rule set; the same ending gives the same bytes, a file that is damaged or foreign is refused, and a damaged block
//! answers nothing. Refuses: endings in which both sides can attack, to touch files, and to read a clock.
//!
//! ```
//! use endgame::{Value, shipped};
//! let fen: xiangqi::Fen = "3aka3/9/9/9/9/9/9/9/R8/3K5 w".parse()?;
//! let Some(Value::Win(plies)) = shipped().probe(&fen.board) else { panic!("a rook beats two advisors") };
//! assert_eq!(shipped().line(&fen.board).map(|line| line.len()), Some(usize::from(plies)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![allow(clippy::trivially_copy_pass_by_ref)] // placements have just enough bytes to look trivial
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod audit;
mod build;
mod file;
mod layout;
mod material;
mod scene;
mod shipped;
mod table;
mod tables;
mod value;
mod verify;

pub use audit::{Audit, audit};
pub use build::{BuildError, Progress, build, build_memory};
pub use file::BadTable;
pub use material::{MAX_MEN, Material, MaterialError};
pub use shipped::{SHIPPED, shipped};
pub use table::{Summary, Table, Tally};
pub use tables::Tables;
pub use value::Value;
pub use verify::{Inconsistent, verify};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
