//! Steps 5 to 10 of a node: doing without the moves, or with less depth.
//!
//! All but the last are for nodes with a null window, which only have to show on which side of a bound
//! they are, and not for positions in check, where an evaluation means little.

use crate::history::History;
use crate::node::Node;
use crate::picker::{Picker, Wanted};
use crate::table::Keying;
use crate::tally::NodeEnd;
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Steps 6 to 9: a score without a search of all the moves.
    pub fn try_to_do_without_moves(&mut self, node: &Node<G::Move>) -> Option<Score> {
        self.try_razoring(node)
            .or_else(|| self.try_reverse_futility(node))
            .or_else(|| self.try_null_move(node))
            .or_else(|| self.try_probcut(node))
    }

    /// Step 5. Hindsight. The move that led here was looked at with less depth. If the evaluation now says that it
    /// was better than thought, give some of the depth back; if both sides are content, take some more.
    pub fn adjust_in_hindsight(&mut self, node: &mut Node<G::Move>) {
        if !self.techniques.hindsight {
            return;
        }
        let params = &self.params;
        let Some(last) = node.ply.checked_sub(1).map(|index| &self.frames[index]) else { return };
        if last.reduction >= params.hindsight_deeper && !node.is_gaining {
            node.depth += 1;
        } else if last.reduction >= params.hindsight_shallower
            && node.depth >= params.hindsight_depth
            && last.evaluation.is_some_and(|theirs| node.evaluation + theirs > params.hindsight_margin)
        {
            node.depth -= 1;
        }
    }

    /// Step 6. Razoring. So far below alpha that only captures can help: ask the quiescence search.
    fn try_razoring(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let params = &self.params;
        let alpha = node.window.alpha;
        let margin = params.razor_base + params.razor_margin * node.depth * node.depth;
        if !self.techniques.razoring
            || node.depth > params.razor_depth
            || Score::evaluation(node.evaluation + margin) > alpha
        {
            return None;
        }
        let score = self.quiescence(Window::above(alpha), node.ply, true);
        (score <= alpha).then(|| self.ended(NodeEnd::Razoring, node.depth, score))
    }

    /// Step 7. Reverse futility. So far above beta that a quiet move will keep it there.
    fn try_reverse_futility(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let params = &self.params;
        let beta = node.window.beta;
        let margin = params.reverse_futility_margin * (node.depth - i32::from(node.is_improving))
            - params.reverse_futility_gain * i32::from(node.is_gaining);
        let above = node.evaluation - beta.value();
        let is_high = self.techniques.reverse_futility
            && node.depth <= params.reverse_futility_depth
            && above >= margin.max(0)
            && !beta.is_mate();
        is_high.then(|| {
            let score = Score::evaluation(beta.value() + above / params.reverse_futility_divisor);
            self.ended(NodeEnd::ReverseFutility, node.depth, score)
        })
    }

    /// Step 8. Null move (Donninger 1993). If even passing holds beta, a move will. It is tried where a cut is
    /// expected; elsewhere it seldom holds. Deep ones are verified by a search without passing, for positions in which
    /// having to move is a burden.
    fn try_null_move(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let last_was_pass = node.ply > 0 && self.frames[node.ply - 1].piece_to == History::<G>::NO_MOVE;
        let params = &self.params;
        let beta = node.window.beta;
        let above = node.corrected - beta.value();
        if !self.techniques.null_move
            || !node.is_cut
            || node.depth < params.null_move_depth
            || node.evaluation < beta.value()
            || above < params.null_move_slack - params.null_move_slope * node.depth
            || beta.is_loss()
            || last_was_pass
            || node.ply < self.no_pass_before
            || !G::may_pass(&self.position)
        {
            return None;
        }
        let surplus = (node.evaluation - beta.value()) / params.null_move_margin;
        let reduction = params.null_move_base
            + node.depth / params.null_move_divisor
            + surplus.min(params.null_move_surplus);
        let (verified_from, ban) = (params.null_move_verified, params.null_move_ban);
        let depth = node.depth - reduction;
        self.pass(node.ply);
        let score = -self.search_node(-Window::at_least(beta), depth, node.ply + 1, false);
        self.undo();
        if self.is_stopped || score < beta {
            return None;
        }
        let score = if score.is_win() { beta } else { score };
        if node.depth < verified_from || self.no_pass_before > 0 {
            return Some(self.ended(NodeEnd::NullMove, node.depth, score));
        }
        self.no_pass_before = node.ply + (depth.max(0) * ban / 100) as usize;
        let verified = self.search_node(Window::at_least(beta), depth, node.ply, false);
        self.no_pass_before = 0;
        (verified >= beta).then(|| self.ended(NodeEnd::NullMove, node.depth, score))
    }

    /// Step 9. `ProbCut` (Buro 1994). A capture that beats beta by a margin in a shallow search will beat beta
    /// in a deep one.
    fn try_probcut(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let params = &self.params;
        let bar = node.window.beta + params.probcut_margin
            - params.probcut_improving * i32::from(node.is_improving);
        let depth = node.depth - params.probcut_reduction;
        // Whatever its bound, an entry that deep was no capture's refutation by the margin.
        let is_known_low = node.entry.is_some_and(|entry| {
            i32::from(entry.depth) > depth && Score::from_table(entry.score, node.ply) < bar
        });
        if !self.techniques.probcut || node.depth < params.probcut_depth || bar.is_mate() || is_known_low {
            return None;
        }
        let threshold = bar.value() - node.evaluation;
        let context = self.context(node.ply);
        let wanted = Wanted::Noisy(threshold);
        let mut picker =
            Picker::<G>::new(&self.position, wanted, node.table_move, context, &self.move_buffer);
        let window = -Window::at_least(bar);
        let mut cut = None;
        let blindness = self.shared.limits.blindness;
        while let Some(picked) = picker.next(&self.position, self.history, &mut self.move_buffer) {
            if blindness.hides(G::code(picked.mv), picked.is_noisy) {
                continue;
            }
            self.fetch_ahead(picked.mv);
            self.play(picked.mv, picked.is_noisy, node.ply);
            let mut score = -self.quiescence(window, node.ply + 1, true);
            if score >= bar {
                score = -self.search_node(window, depth, node.ply + 1, !node.is_cut);
            }
            self.undo();
            if self.is_stopped {
                break;
            }
            if score >= bar {
                cut = Some((picked.mv, score));
                break;
            }
        }
        picker.finish(&mut self.move_buffer);
        let (mv, score) = cut.filter(|_| !self.is_stopped)?;
        self.remember_probcut(node, mv, score, depth + 1);
        // A mate is as far away as it was found; any other score loses the margin again.
        let score = if score.is_mate() { score } else { score - (bar.value() - node.window.beta.value()) };
        Some(self.ended(NodeEnd::ProbCut, node.depth, score))
    }

    /// Step 10. Internal iterative reduction. Without a move to start with the node costs much and teaches
    /// little: look less deep, and come back with a move.
    pub fn reduce_without_table_move(&mut self, node: &mut Node<G::Move>) {
        if self.techniques.internal_iterative_reduction
            && node.depth >= self.params.iterative_depth
            && node.table_move.is_none()
            && node.excluded.is_none()
            && (node.is_pv || node.is_cut)
        {
            node.depth -= 1;
        }
    }
}
