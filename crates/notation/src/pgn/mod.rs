//! Portable Game Notation for xiangqi, read and written.
//!
//! Read: the dialects of xqbase (`[Game "Chinese Chess"]`, `Red`) and Winboard (`White`,
//! `[Variant "xiangqi"]`); moves in any [`Notation`](crate::Notation), mixed freely; variations,
//! comments in `{}` and behind `;`, glyphs (`$1`, `!?`), lines escaped by `%`, `[FEN "…"]` starts; a
//! byte order mark, CRLF, `1.h2e2` without a space, stray quotes in tags, a missing result.
//!
//! Refused, with line and column: moves that are not legal or not unique, comments, tags and
//! variations that do not end. The reader then goes on with the next game that starts with a tag.
//!
//! The library does no I/O: [`Reader`] takes text in chunks of any size from any iterator and holds
//! one game at a time, so a file may be larger than memory.
//!
//! ```
//! use notation::pgn;
//! let text = "[Red \"Hu\"]\n\n1.C2=5 (1. 马二进三) H8+7 {solid} 1/2-1/2\n";
//! for game in pgn::read(text) {
//!     let game = game?;
//!     assert_eq!(game.tags.get("Red"), Some("Hu"));
//!     assert_eq!(game.main_line().count(), 2);
//!     assert_eq!(game.node_count(), 4);
//! }
//! # Ok::<(), pgn::PgnError>(())
//! ```

mod build;
mod error;
mod game_text;
mod movetext;
mod parse;
mod reader;
mod scan;
mod sections;
mod visitor;
mod write;

pub use error::{Fault, PgnError};
pub(crate) use game_text::GameText;
pub(crate) use movetext::begins_with_move;
pub use parse::{TAG_COUNT_LIMIT, VARIATION_DEPTH_LIMIT};
pub use reader::{Reader, read};
pub use sections::GAME_SIZE_LIMIT;
pub use visitor::{CommentPlace, Variation, Visitor};
pub use write::{Dialect, Format, write, write_to};
