//! Opening books.
//!
//! A [`Book`] knows positions and the moves that were played there: how often, with what result for the mover, and
//! how likely each is to be chosen. A position and its mirror image are one: what is known of either is known of
//! both. A [`BookBuilder`] makes books from games; [`Book::read`] and [`Book::write`] are the file, whose layout is in
//! `file.rs`; [`shipped`] is the book inside the program. [`Book::near`] has suggestions for positions that a book does not know. What openings are called, [`opening`] knows without any book.
//!
//! Promises: every move that is probed is legal, the same games give the same bytes, a file that is damaged or
//! foreign is refused. Refuses: to touch files, and to read a clock; randomness is handed in.
//!
//! ```
//! use book::BookBuilder;
//! use xiangqi::{Board, Colour, Outcome, Position, Random};
//!
//! let mut builder = BookBuilder::default();
//! let moves = ["h2e2", "h9g7"].map(|text| text.parse().unwrap());
//! builder.add(&Board::start(), &moves, Some(Outcome::Win(Colour::Red)));
//! let book = builder.finish("one game");
//! let position = Position::start();
//! // From the start the right and the left cannon are images of each other.
//! let moves: Vec<String> = book.probe(&position).iter().map(|found| found.mv.to_string()).collect();
//! assert_eq!(moves, ["b2e2", "h2e2"]);
//! assert!(book.choose(&position, &mut Random::new(1)).is_some());
//! assert_eq!(book::Book::read(&book.write()), Ok(book));
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod build;
mod contents;
mod file;
mod image;
mod names;
mod near;
mod openings;
mod shipped;

pub use build::{BookBuilder, CheckedScores};
pub use contents::{Book, BookMove, Tally};
pub use file::BadBook;
pub use image::Image;
pub use names::Namer;
pub use near::Suggestion;
pub use openings::{Opening, opening};
pub use shipped::{CREDIT, shipped};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
