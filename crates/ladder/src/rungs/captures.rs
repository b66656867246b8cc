//! Rung 4. Captures first, those of valuable pieces before the others: the sooner a good move is searched, the sooner the
//! others are cut off.

use crate::tree::Tree;
use search::{Evaluator, Game, Score};
use std::cmp::Reverse;

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
    let mut moves = tree.moves();
    if moves.is_empty() {
        return tree.no_moves();
    }
    moves.sort_by_cached_key(|&mv| Reverse(promise(tree, mv)));
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

/// How good a move looks before it is searched.
fn promise<G: Game, E: Evaluator<G>>(tree: &Tree<'_, G, E>, mv: G::Move) -> i32 {
    G::captured_value(&tree.position, mv)
}
