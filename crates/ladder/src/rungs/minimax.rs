//! Rung 1. Minimax (Shannon 1950): we take the best of our moves, the other side the worst for us of theirs. Every
//! line is followed to the full depth.

use crate::tree::Tree;
use search::{Evaluator, Game, Score};

/// Searches the root to a depth. Scores are ours.
pub fn search<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
    maximise(tree, depth)
}

/// A node in which we are to move.
fn maximise<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
    if let Some(score) = tree.rules() {
        return score;
    }
    if depth == 0 {
        return tree.evaluate();
    }
    let moves = tree.moves();
    if moves.is_empty() {
        return tree.no_moves();
    }
    let mut best = -Score::INFINITE;
    for mv in moves {
        tree.play(mv);
        let score = minimise(tree, depth - 1);
        tree.undo();
        if score > best {
            best = score;
            tree.note_best(mv);
        }
    }
    best
}

/// A node in which they are to move: the same with the signs turned.
fn minimise<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
    if let Some(score) = tree.rules() {
        return -score;
    }
    if depth == 0 {
        return -tree.evaluate();
    }
    let moves = tree.moves();
    if moves.is_empty() {
        return -tree.no_moves();
    }
    let mut best = Score::INFINITE;
    for mv in moves {
        tree.play(mv);
        let score = maximise(tree, depth - 1);
        tree.undo();
        if score < best {
            best = score;
        }
    }
    best
}
