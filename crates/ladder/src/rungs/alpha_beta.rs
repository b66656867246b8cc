//! Rung 2. Alpha-beta (Knuth and Moore 1975): alpha is what we have for certain, beta what they have. A node in which one side
//! already does better than the other would allow is not searched further.

use crate::tree::Tree;
use search::{Evaluator, Game, Score};

/// Searches the root to a depth. Scores are ours.
pub fn search<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
    maximise(tree, depth, -Score::INFINITE, Score::INFINITE)
}

/// A node in which we are to move.
fn maximise<G: Game, E: Evaluator<G>>(
    tree: &mut Tree<'_, G, E>,
    depth: i32,
    mut alpha: Score,
    beta: Score,
) -> Score {
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
        let score = minimise(tree, depth - 1, alpha, beta);
        tree.undo();
        if score > best {
            best = score;
            tree.note_best(mv);
        }
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A node in which they are to move: the same with the signs turned.
fn minimise<G: Game, E: Evaluator<G>>(
    tree: &mut Tree<'_, G, E>,
    depth: i32,
    alpha: Score,
    mut beta: Score,
) -> Score {
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
        let score = maximise(tree, depth - 1, alpha, beta);
        tree.undo();
        if score < best {
            best = score;
        }
        beta = beta.min(score);
        if alpha >= beta {
            break;
        }
    }
    best
}
