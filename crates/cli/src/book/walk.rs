//! A book as a tree: every position that its moves lead to from the start, each once.

use ::book::{Book, BookMove, Image};
use std::collections::{HashSet, VecDeque};
use xiangqi::{Board, Move};

/// A position with moves of the book.
pub struct Stop {
    pub board: Board,
    /// The moves that lead to it.
    pub line: Vec<Move>,
    /// Its moves, the greatest weight first; of two that are images of each other, one.
    pub moves: Vec<WalkedMove>,
}

/// A move of the book.
pub struct WalkedMove {
    pub known: BookMove,
    /// Whether the position that it leads to is looked at after this move, and not elsewhere.
    pub is_first: bool,
}

/// The positions up to a number of plies, the nearest first.
pub fn walk(book: &Book, plies: usize) -> Vec<Stop> {
    let mut seen = HashSet::from([Image::of(&Board::start()).key]);
    let mut waiting = VecDeque::from([(Board::start(), Vec::new())]);
    let mut stops = Vec::new();
    while let Some((board, line)) = waiting.pop_front() {
        let image = Image::of(&board);
        let mut moves: Vec<WalkedMove> = Vec::new();
        for mut known in book.moves(&board) {
            let inward = image.inward(known.mv);
            if let Some(twin) = moves.iter_mut().find(|other| image.inward(other.known.mv) == inward) {
                twin.known.weight += known.weight;
                continue;
            }
            if image.is_symmetric {
                // The right hand is what people are used to.
                let twin = known.mv.flip_file();
                known.mv = if twin.from() > known.mv.from() { twin } else { known.mv };
            }
            let mut next = board.clone();
            next.play_unchecked(known.mv);
            let is_first = seen.insert(Image::of(&next).key);
            if is_first && line.len() + 1 < plies {
                let line: Vec<Move> = line.iter().copied().chain([known.mv]).collect();
                waiting.push_back((next, line));
            }
            moves.push(WalkedMove { known, is_first });
        }
        if !moves.is_empty() {
            moves.sort_by_key(|step| std::cmp::Reverse(step.known.weight));
            stops.push(Stop { board, line, moves });
        }
    }
    stops
}
