//! Counting the leaves of the game tree: the usual proof that moves are generated right.
//!
//! The last ply is counted, not played, which is what `count_legal_moves` is for. No table
//! remembers anything.

use crate::board::Board;
use crate::types::{Move, MoveList};

/// The number of lines of `depth` legal moves.
///
/// ```
/// let mut board = xiangqi::Board::start();
/// assert_eq!(xiangqi::perft(&mut board, 3), 79_666);
/// ```
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal_moves(),
        2 => board.count_move_pairs(),
        _ => board.legal_moves().iter().map(|&mv| below(board, mv, depth)).sum(),
    }
}

/// The lines of `depth` moves that begin with `mv`.
#[inline]
fn below(board: &mut Board, mv: Move, depth: u32) -> u64 {
    let captured = board.play_unchecked(mv);
    let leaves = perft(board, depth - 1);
    board.take_back(mv, captured);
    leaves
}

/// For each legal move the number of lines of `depth` moves that begin with it; none at depth 0.
///
/// ```
/// let mut board = xiangqi::Board::start();
/// let counts: Vec<_> = xiangqi::divide(&mut board, 2).collect();
/// assert_eq!(counts.len(), 44);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 1920);
/// ```
pub fn divide(board: &mut Board, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { board.legal_moves() };
    let mut next = 0;
    core::iter::from_fn(move || {
        let mv = *moves.get(next)?;
        next += 1;
        Some((mv, below(board, mv, depth)))
    })
}
