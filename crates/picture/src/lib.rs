//! Positions as pictures: SVG, PNG (with the feature `png`) and Unicode text.
//!
//! A [`Picture`] is what is to be seen: a board, the last move, arrows, the style of the pieces, the coordinates of a notation, from
//! either side. It promises the same bytes for the same picture on every machine, and needs no fonts. It opens no files and reads no
//! positions. It is a crate of its own, with nothing of ours below it but the game, so that every front door can draw:
//! the command line, reports, and programs in other languages.
//!
//! ```
//! use picture::{Arrow, Picture};
//! let board = xiangqi::Board::start();
//! let mut picture = Picture::new(&board);
//! picture.arrows.push("h2e2".parse()?);
//! assert!(picture.svg().contains("class=\"arrow\""));
//! # Ok::<(), picture::ArrowError>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod arrow;
mod chart;
mod faces;
pub mod geometry;
mod glyphs;
mod lettering;
#[cfg(feature = "png")]
mod png;
mod svg;
pub mod text;

pub use arrow::{Arrow, ArrowError, Tone};
pub use chart::{COLOURS, Mark, Panel, Scale, Series, chart};
pub use faces::{PieceStyle, id as piece_id};
pub use glyphs::outline;
pub use lettering::{Anchor, lettering, text_width};
#[cfg(feature = "png")]
pub use png::{MAX_WIDTH, MIN_WIDTH, PngError, svg_to_png};
pub use svg::{definitions, ground, mark_definitions};

use xiangqi::{Board, Move, Square};

/// Names of files and ranks at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// Letters for files and digits for ranks, as in `h2e2`.
    #[default]
    Iccs,
    /// Digits for files, each side counting from its right, as in `C2=5`.
    Wxf,
    /// The same with numerals on Red's side, as in 炮二平五.
    Chinese,
    /// None.
    None,
}

impl Coordinates {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Iccs, Self::Wxf, Self::Chinese, Self::None];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iccs => "iccs",
            Self::Wxf => "wxf",
            Self::Chinese => "chinese",
            Self::None => "none",
        }
    }
}

/// What is to be seen.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub board: &'a Board,
    /// The move that led to it.
    pub last_move: Option<Move>,
    /// The square of a king in check.
    pub checked: Option<Square>,
    /// Arrows, the later above the earlier.
    pub arrows: Vec<Arrow>,
    /// Seen from Black's side.
    pub is_flipped: bool,
    /// What is on the pieces.
    pub pieces: PieceStyle,
    /// What is at the edge.
    pub coordinates: Coordinates,
    /// The picture in words, for those who cannot see it.
    pub title: String,
}

impl<'a> Picture<'a> {
    /// The position from Red's side, in the traditional style.
    pub fn new(board: &'a Board) -> Self {
        let checked = board.is_check().then(|| board.king(board.side()));
        Self {
            board,
            last_move: None,
            checked,
            arrows: Vec::new(),
            is_flipped: false,
            pieces: PieceStyle::default(),
            coordinates: Coordinates::default(),
            title: svg::title(board),
        }
    }

    /// The picture as SVG, 944 by 1044 units.
    pub fn svg(&self) -> String {
        svg::write(self)
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
