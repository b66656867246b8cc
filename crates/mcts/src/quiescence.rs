//! Captures until the position is quiet, as at the leaves of alpha-beta: an evaluation in the middle of an exchange is worth little,
//! whichever search asks for it.

use crate::visit::Walker;
use search::{Evaluator, Game, MAX_PLY, Score, Which};

/// How many plies of captures and evasions are followed.
const LONGEST: usize = 24;

impl<G: Game, E: Evaluator<G>> Walker<'_, G, E> {
    /// What the position is worth when captures are followed that lose nothing, and in check every move. A mate that it tells of
    /// is forced: the side in check has tried all its moves, and the other side may choose. `ply` counts from the root, `below`
    /// from the leaf.
    pub fn quiescence(&mut self, mut alpha: Score, beta: Score, ply: usize, below: usize) -> Score {
        self.nodes += 1;
        if below > 0
            && let Some(verdict) = G::verdict(&self.position, ply)
        {
            return verdict;
        }
        let is_check = G::is_check(&self.position);
        if below >= LONGEST || ply >= MAX_PLY {
            return self.evaluate();
        }
        let mut best = if is_check { G::no_moves(&self.position, ply) } else { self.evaluate() };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        for mv in self.moves_of_quiescence(is_check) {
            self.play(mv);
            let score = -self.quiescence(-beta, -alpha, ply + 1, below + 1);
            self.undo();
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Captures that lose nothing, or in check every move; valuable victims first.
    fn moves_of_quiescence(&self, is_check: bool) -> Vec<G::Move> {
        let position = &self.position;
        let mut moves = Vec::new();
        G::generate(position, Which::Noisy, |mv| {
            if is_check || G::see_at_least(position, mv, 0) {
                moves.push(mv);
            }
        });
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(G::captured_value(position, mv)));
        if is_check {
            G::generate(position, Which::Quiet, |mv| moves.push(mv));
        }
        moves
    }

    /// The evaluation, for the side to move.
    pub fn evaluate(&mut self) -> Score {
        let score = self.evaluator.evaluate(&self.position);
        Score::evaluation(G::damped(&self.position, score))
    }
}
