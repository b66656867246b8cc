//! Rung 7. Principal variation search (Marsland and Campbell 1982): if the first move is the best, of the others it only has to be
//! shown that they are not better. A window without width does that with fewer nodes; if it fails, the move is searched again.

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
    let key = G::key(&tree.position);
    let known = tree.table.probe(key);
    let settled = known.and_then(|known| known.settles(depth, tree.ply, alpha, beta));
    if let Some(score) = settled.filter(|_| tree.ply > 0) {
        return score;
    }
    let table_move = known.and_then(|known| known.mv);
    let window = (alpha, beta);
    let mut moves = tree.moves();
    if moves.is_empty() {
        return tree.no_moves();
    }
    moves.sort_by_cached_key(|&mv| Reverse(promise(tree, mv, table_move)));
    let (mut best, mut best_move) = (-Score::INFINITE, None);
    for (number, mv) in moves.into_iter().enumerate() {
        tree.play(mv);
        let is_first = number == 0;
        let null_beta = if is_first { beta } else { alpha + 1 };
        let mut score = -negamax(tree, depth - 1, -null_beta, -alpha);
        if !is_first && score > alpha && score < beta {
            score = -negamax(tree, depth - 1, -beta, -alpha);
        }
        tree.undo();
        if score > best {
            (best, best_move) = (score, Some(mv));
            tree.note_best(mv);
        }
        alpha = alpha.max(score);
        if alpha >= beta {
            let killers = &mut tree.killers[tree.ply];
            if !G::is_noisy(&tree.position, mv) && killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            break;
        }
    }
    if !tree.is_stopped {
        tree.table.store(key, depth, tree.ply, (best, best_move), window);
    }
    best
}

/// How good a move looks before it is searched.
fn promise<G: Game, E: Evaluator<G>>(tree: &Tree<'_, G, E>, mv: G::Move, table_move: Option<G::Move>) -> i32 {
    if Some(mv) == table_move {
        return 1_000_000;
    }
    if G::is_noisy(&tree.position, mv) {
        return 100_000 + G::captured_value(&tree.position, mv);
    }
    if tree.killers[tree.ply].contains(&Some(mv)) { 90_000 } else { 0 }
}
