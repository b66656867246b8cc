//! Rung 11. History (Schaeffer 1989): quiet moves are ordered by how often moves between the same squares refuted other nodes,
//! deep ones counting more.

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
        return quiescence(tree, alpha, beta);
    }
    let key = G::key(&tree.position);
    let known = tree.table.probe(key);
    let settled = known.and_then(|known| known.settles(depth, tree.ply, alpha, beta));
    if let Some(score) = settled.filter(|_| tree.ply > 0) {
        return score;
    }
    let table_move = known.and_then(|known| known.mv);
    let window = (alpha, beta);
    if depth >= 3 && beta.value() - alpha.value() == 1 && may_pass(tree) && tree.evaluate() >= beta {
        tree.pass();
        let score = -negamax(tree, depth - 3, -beta, -alpha);
        tree.undo();
        if score >= beta {
            return beta;
        }
    }
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
            if !G::is_noisy(&tree.position, mv) {
                let count = &mut tree.history[history_index::<G>(&tree.position, mv)];
                *count = count.saturating_add(depth * depth);
            }
            break;
        }
    }
    if !tree.is_stopped {
        tree.table.store(key, depth, tree.ply, (best, best_move), window);
    }
    best
}

/// A node below the last ply: captures, or in check every move.
fn quiescence<G: Game, E: Evaluator<G>>(tree: &mut Tree<'_, G, E>, mut alpha: Score, beta: Score) -> Score {
    if let Some(score) = tree.rules() {
        return score;
    }
    let is_check = G::is_check(&tree.position);
    let mut best = if is_check { tree.no_moves() } else { tree.evaluate() };
    alpha = alpha.max(best);
    if alpha >= beta {
        return best;
    }
    let mut moves = if is_check { tree.moves() } else { tree.captures() };
    moves.sort_by_cached_key(|&mv| Reverse(promise(tree, mv, None)));
    for mv in moves {
        if !is_check && !G::see_at_least(&tree.position, mv, 0) {
            continue;
        }
        tree.play(mv);
        let score = -quiescence(tree, -beta, -alpha);
        tree.undo();
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Whether passing is a fair test of the position.
fn may_pass<G: Game, E: Evaluator<G>>(tree: &Tree<'_, G, E>) -> bool {
    !tree.was_pass() && !G::is_check(&tree.position) && G::may_pass(&tree.position)
}

/// How good a move looks before it is searched.
fn promise<G: Game, E: Evaluator<G>>(tree: &Tree<'_, G, E>, mv: G::Move, table_move: Option<G::Move>) -> i32 {
    if Some(mv) == table_move {
        return 1_000_000;
    }
    if G::is_noisy(&tree.position, mv) {
        let is_losing = !G::see_at_least(&tree.position, mv, 0);
        return G::captured_value(&tree.position, mv) + if is_losing { -100_000 } else { 100_000 };
    }
    if tree.killers[tree.ply].contains(&Some(mv)) {
        90_000
    } else {
        tree.history[history_index::<G>(&tree.position, mv)].min(80_000)
    }
}

/// Where the history of a quiet move is kept.
fn history_index<G: Game>(position: &G::Position, mv: G::Move) -> usize {
    G::side(position) * G::FROM_TO + G::from_to(mv)
}
