//! Moves for a position that a book does not know, taken from positions near to it.
//!
//! Two positions are near if the same side is to move and one piece, of either side, stands elsewhere: mostly a position
//! that arises when one move was made differently. What was played there is a suggestion and no more: nobody has tried it
//! here, so that the engine never plays it unasked.

use crate::contents::Book;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use xiangqi::{Board, BoardBuilder, Move, Square};

/// A move that was played in positions near to one.
///
/// ```
/// use book::Suggestion;
///
/// let book = book::shipped().expect("it fits");
/// let fen: xiangqi::Fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/8R/RNBAKABN1 b".parse()?;
/// let found: Vec<Suggestion> = book.near(&fen.board);
/// assert!(found.iter().all(|suggestion| suggestion.games > 0 && suggestion.positions > 0));
/// # Ok::<(), xiangqi::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The move; the piece that stands elsewhere goes to the same target.
    pub mv: Move,
    /// The games of all those positions that had it.
    pub games: u32,
    /// How many positions it comes from.
    pub positions: u32,
}

impl Book {
    /// What the book knows of positions in which one piece stands elsewhere: legal moves, those of the most games first.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let book = book::shipped().unwrap();
    /// let mut position = Position::start();
    /// // A cannon on a square where no master puts it.
    /// for mv in ["h2e2", "b7b8"] {
    ///     position.try_play(mv.parse().unwrap()).unwrap();
    /// }
    /// assert!(book.probe(&position).is_empty());
    /// assert!(!book.near(position.board()).is_empty());
    /// ```
    pub fn near(&self, board: &Board) -> Vec<Suggestion> {
        let mut found: BTreeMap<Move, Suggestion> = BTreeMap::new();
        for (from, to, neighbour) in neighbours(board) {
            for known in self.moves(&neighbour) {
                let mv = if known.mv.from() == to { Move::new(from, known.mv.to()) } else { known.mv };
                if board.is_legal(mv) {
                    let sum = found.entry(mv).or_insert(Suggestion { mv, games: 0, positions: 0 });
                    sum.games = sum.games.saturating_add(known.tally.games);
                    sum.positions += 1;
                }
            }
        }
        let mut found: Vec<Suggestion> = found.into_values().collect();
        found.sort_by_key(|suggestion| (Reverse(suggestion.games), suggestion.mv));
        found
    }
}

/// The boards in which one piece stands elsewhere: from where, to where, and the board.
fn neighbours(board: &Board) -> impl Iterator<Item = (Square, Square, Board)> {
    let taken = Square::all().filter_map(|from| Some((from, board.piece(from)?)));
    taken.flat_map(move |(from, piece)| {
        let free = Square::all().filter(|&to| board.piece(to).is_none());
        free.filter_map(move |to| {
            let mut builder = BoardBuilder::from(board);
            Some((from, to, builder.clear(from).place(piece, to).build().ok()?))
        })
    })
}
