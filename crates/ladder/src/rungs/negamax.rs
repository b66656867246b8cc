//! Rung 3. Negamax: what is good for one side is as bad for the other, so that one function serves both. It
//! searches the same nodes as the rung before, with half the code.

use crate::tree::Tree;
use search::{Evaluator, Game, Score};

/// Searches the root to a depth.
pub fn search<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
    negamax(tree, depth, -Score::INFINITE, Score::INFINITE)
}

/// A node; scores are those of the side to move.
fn negamax<G: Game, E: Evaluator<G>>(
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
        let score = -negamax(tree, depth - 1, -beta, -alpha);
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
