//! Steps 5 to 9 of a node: doing without the moves, or with less depth.
//!
//! All but the last are for nodes with a null window, which only have to show on which side of a bound
//! they are, and not for positions in check, where an evaluation means little.

use crate::history::History;
use crate::node::Node;
use crate::picker::{Picker, Wanted};
use crate::table::Keying;
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Steps 5 to 8.
    pub fn try_to_do_without_moves(&mut self, node: &mut Node<G::Move>) -> Option<Score> {
        if self.params.hindsight != 0 {
            self.adjust_in_hindsight(node);
        }
        self.try_razoring(node)
            .or_else(|| self.try_reverse_futility(node))
            .or_else(|| self.try_null_move(node))
            .or_else(|| self.try_probcut(node))
    }

    /// Hindsight. The move that led here was looked at with less depth. If the evaluation now says that it
    /// was better than thought, give some of the depth back; if both sides are content, take some more.
    fn adjust_in_hindsight(&mut self, node: &mut Node<G::Move>) {
        let Some(last) = node.ply.checked_sub(1).map(|index| &self.frames[index]) else { return };
        if last.reduction >= 3 && !node.is_gaining {
            node.depth += 1;
        } else if last.reduction >= 1
            && node.depth >= 2
            && last.evaluation.is_some_and(|theirs| node.evaluation + theirs > self.params.hindsight_margin)
        {
            node.depth -= 1;
        }
    }

    /// Step 5. Razoring. So far below alpha that only captures can help: ask the quiescence search.
    fn try_razoring(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let params = &self.params;
        let margin = params.razor_base + params.razor_margin * node.depth * node.depth;
        if node.depth > params.razor_depth || Score::evaluation(node.evaluation + margin) > node.alpha {
            return None;
        }
        let score = self.quiescence(node.alpha, node.alpha + 1, node.ply, true);
        (score <= node.alpha).then_some(score)
    }

    /// Step 6. Reverse futility. So far above beta that a quiet move will keep it there.
    fn try_reverse_futility(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let params = &self.params;
        let margin = params.reverse_futility_margin * (node.depth - i32::from(node.is_improving))
            - params.reverse_futility_gain * i32::from(node.is_gaining);
        let is_high = node.depth <= params.reverse_futility_depth
            && node.evaluation - margin.max(0) >= node.beta.value()
            && node.evaluation >= node.beta.value()
            && !node.beta.is_mate();
        is_high.then(|| Score::evaluation(node.beta.value() + (node.evaluation - node.beta.value()) / 3))
    }

    /// Step 7. Null move (Donninger 1993). If even passing holds beta, a move will. Deep ones are verified by
    /// a search without passing, for positions in which having to move is a burden.
    fn try_null_move(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let last_was_pass = node.ply > 0 && self.frames[node.ply - 1].track == History::<G>::NO_TRACK;
        let params = &self.params;
        let above = self.frames[node.ply].evaluation.unwrap_or(0) - node.beta.value();
        if node.depth < params.null_move_depth
            || node.evaluation < node.beta.value()
            || above < params.null_move_slack - params.null_move_slope * node.depth
            || node.beta.is_loss()
            || last_was_pass
            || node.ply < self.no_pass_before
            || !G::may_pass(&self.position)
        {
            return None;
        }
        let reduction = params.null_move_base
            + node.depth / params.null_move_divisor
            + ((node.evaluation - node.beta.value()) / params.null_move_margin).min(3);
        self.pass(node.ply);
        let score = -self.search_node(
            -node.beta,
            -(node.beta - 1),
            node.depth - reduction,
            node.ply + 1,
            !node.is_cut,
        );
        self.undo();
        if self.is_stopped || score < node.beta {
            return None;
        }
        let score = if score.is_win() { node.beta } else { score };
        if node.depth < 14 || self.no_pass_before > 0 {
            return Some(score);
        }
        self.no_pass_before = node.ply + (node.depth - reduction).max(0) as usize * 3 / 4;
        let verified = self.search_node(node.beta - 1, node.beta, node.depth - reduction, node.ply, false);
        self.no_pass_before = 0;
        (verified >= node.beta).then_some(score)
    }

    /// Step 8. `ProbCut` (Buro 1994). A capture that beats beta by a margin in a shallow search will beat beta
    /// in a deep one.
    fn try_probcut(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let bar = node.beta + self.params.probcut_margin - 40 * i32::from(node.is_improving);
        let is_known_low = node.entry.is_some_and(|entry| {
            i32::from(entry.depth) >= node.depth - 3 && Score::from_table(entry.score, node.ply) < bar
        });
        if node.depth < self.params.probcut_depth || bar.is_mate() || is_known_low {
            return None;
        }
        let threshold = bar.value() - node.evaluation;
        let context = self.context(node.ply);
        let mut picker =
            Picker::<G>::new(&self.position, Wanted::Noisy(threshold), node.table_move, context, &self.shelf);
        let mut cut = None;
        while let Some(mv) = picker.next(&self.position, self.history, &mut self.shelf) {
            self.play(mv, node.ply);
            let mut score = -self.quiescence(-bar, -(bar - 1), node.ply + 1, true);
            if score >= bar {
                score = -self.search_node(-bar, -(bar - 1), node.depth - 4, node.ply + 1, !node.is_cut);
            }
            self.undo();
            if self.is_stopped {
                break;
            }
            if score >= bar {
                cut = Some((mv, score));
                break;
            }
        }
        picker.finish(&mut self.shelf);
        let (mv, score) = cut.filter(|_| !self.is_stopped)?;
        self.remember_probcut(node, mv, score);
        Some(score - (bar.value() - node.beta.value()))
    }

    /// Step 9. Internal iterative reduction. Without a move to start with the node costs much and teaches
    /// little: look less deep, and come back with a move.
    pub fn reduce_without_table_move(&mut self, node: &mut Node<G::Move>) {
        if node.depth >= self.params.iterative_depth
            && node.table_move.is_none()
            && node.excluded.is_none()
            && (node.is_pv || node.is_cut)
        {
            node.depth -= 1;
        }
    }
}
