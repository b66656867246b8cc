//! Steps 10 to 15 of a node: the loop over the moves.

use crate::learning::Tried;
use crate::node::Node;
use crate::picker::{Picker, Wanted};
use crate::table::{Bound, Keying};
use crate::worker::Worker;
use crate::{Evaluator, Game, MAX_PLY, Score};

/// A move inside the loop.
struct Candidate<M> {
    mv: M,
    /// Which move it is, from 1.
    number: usize,
    is_noisy: bool,
    history: i32,
    /// By how many thousandths (1024ths) of a ply it would be reduced.
    reduction: i32,
}

/// A ply in the unit of reductions.
const PLY: i32 = 1024;

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Step 10. The loop over the moves.
    pub fn search_moves(&mut self, node: &Node<G::Move>) -> Score {
        let context = self.context(node.ply);
        let mut picker = Picker::<G>::new(&self.position, Wanted::All, node.table_move, context, &self.shelf);
        let mut alpha = node.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut tried = Tried::default();
        let oversight = self.shared.limits.oversight;
        let table_is_noisy = node.table_move.is_some_and(|mv| G::is_noisy(&self.position, mv));
        while let Some(mv) = picker.next(&self.position, self.history, &mut self.shelf) {
            if Some(mv) == node.excluded || (node.ply == 0 && !self.is_wanted_at_root(mv)) {
                continue;
            }
            let is_noisy = G::is_noisy(&self.position, mv);
            if number > 0 && oversight.covers(G::code(mv), is_noisy) {
                continue;
            }
            number += 1;
            let history = if is_noisy {
                self.history.noisy(&self.position, mv)
            } else {
                self.history.quiet(&self.position, mv, &context)
            };
            let mut candidate = Candidate { mv, number, is_noisy, history, reduction: 0 };
            candidate.reduction = self.late_move_reduction(node, &candidate, table_is_noisy);
            if node.ply > 0
                && number > 1
                && !best.is_loss()
                && self.is_hopeless(node, &candidate, alpha, &mut picker)
            {
                continue;
            }
            let extension = match self.singular_extension(node, mv) {
                Ok(extension) => extension,
                Err(multicut) => {
                    picker.finish(&mut self.shelf);
                    return multicut;
                }
            };
            if node.ply == 0 {
                self.begin_root_move(mv, number);
            }
            let score = self.search_move(node, &candidate, alpha, best, extension);
            if node.ply == 0 {
                self.end_root_move(mv, score);
            }
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(node.ply, mv);
                    if score >= node.beta {
                        break;
                    }
                }
            }
            tried.push(mv, is_noisy);
        }
        picker.finish(&mut self.shelf);
        if self.is_stopped {
            return best.max(Score::mated_in(node.ply));
        }
        if number == 0 {
            // Step 15. No move: mate or stalemate; or, with a move left out, nothing else was there.
            return if node.excluded.is_some() { node.alpha } else { G::no_moves(&self.position, node.ply) };
        }
        self.learn(node, best, best_move, &tried, &context);
        // A score far above beta promises more than a null window can show.
        if best >= node.beta && !best.is_mate() && !node.beta.is_mate() {
            let depth = node.depth;
            best = Score::evaluation((best.value() * depth + node.beta.value()) / (depth + 1));
        }
        self.remember(node, best, best_move);
        best
    }

    /// Step 11. Skipping moves that come late or look bad, where something has been found that is not lost.
    fn is_hopeless(
        &mut self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        alpha: Score,
        picker: &mut Picker<G>,
    ) -> bool {
        let params = &self.params;
        let depth = node.depth;
        if node.is_check || node.is_pv && depth > 6 {
            return false;
        }
        if candidate.is_noisy {
            // Captures that lose too much.
            let margin = params.noisy_exchange_margin * depth + candidate.history / 32;
            return depth <= params.noisy_exchange_depth
                && !G::see_at_least(&self.position, candidate.mv, -margin.max(0));
        }
        // Late moves: quiet moves are ordered, and the good ones have been.
        let enough = (params.late_move_base + depth * depth) / (2 - i32::from(node.is_improving));
        if candidate.number as i32 > enough + 1 {
            picker.skip_quiet();
            return true;
        }
        // History: it has been bad everywhere else.
        if depth <= 5 && candidate.history < -params.history_pruning * depth {
            return true;
        }
        // Futility: a quiet move will not lift the score to alpha.
        let hope =
            node.evaluation + params.futility_base + params.futility_margin * depth + candidate.history / 256;
        if depth <= params.futility_depth
            && hope <= alpha.value()
            && !G::gives_check(&self.position, candidate.mv)
        {
            return true;
        }
        // Exchanges: it puts the piece where it is taken. A check there may be a sacrifice.
        depth <= params.quiet_exchange_depth
            && !G::see_at_least(&self.position, candidate.mv, -params.quiet_exchange_margin * depth * depth)
            && !G::gives_check(&self.position, candidate.mv)
    }

    /// Step 12. Singular extension (Anantharaman, Campbell and Hsu 1988): if all other moves fall short of the
    /// table's score, the one move deserves a closer look. If one of them beats beta, so does the node: a
    /// multicut, returned as the error.
    fn singular_extension(&mut self, node: &Node<G::Move>, mv: G::Move) -> Result<i32, Score> {
        let Some(entry) = node.entry.filter(|_| Some(mv) == node.table_move) else { return Ok(0) };
        let score = Score::from_table(entry.score, node.ply);
        let is_candidate = node.ply > 0
            && node.depth >= self.params.singular_depth
            && node.excluded.is_none()
            && i32::from(entry.depth) >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score.is_mate();
        if !is_candidate || node.ply * 2 > MAX_PLY {
            return Ok(0);
        }
        let bar = score - self.params.singular_margin * node.depth / 2;
        self.frames[node.ply].excluded = Some(mv);
        let others = self.search_node(bar - 1, bar, (node.depth - 1) / 2, node.ply, node.is_cut);
        self.frames[node.ply].excluded = None;
        if self.is_stopped {
            Ok(0)
        } else if others < bar {
            let is_double = !node.is_pv && others < bar - self.params.double_margin;
            Ok(1 + i32::from(is_double))
        } else if bar >= node.beta && !node.is_pv {
            Err(bar)
        } else if score >= node.beta {
            Ok(-2 + i32::from(node.is_pv))
        } else if node.is_cut {
            Ok(-1)
        } else {
            Ok(0)
        }
    }

    /// Step 13. One move: made, searched with as little depth as will do, taken back.
    fn search_move(
        &mut self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        alpha: Score,
        best: Score,
        extension: i32,
    ) -> Score {
        let mut depth = node.depth - 1 + extension;
        let ply = node.ply + 1;
        self.play(candidate.mv, node.ply);
        let mut score;
        if candidate.number == 1 {
            self.frames[node.ply].reduction = 0;
            score = -self.search_node(-node.beta, -alpha, depth, ply, !node.is_pv && !node.is_cut);
        } else {
            // Checks are seldom as late as they look.
            let is_check = candidate.reduction > 0 && G::is_check(&self.position);
            let reduction = candidate.reduction - if is_check { PLY } else { 0 };
            let reduced = (depth - reduction / PLY).clamp(1.min(depth), depth);
            self.frames[node.ply].reduction = depth - reduced;
            score = -self.search_node(-(alpha + 1), -alpha, reduced, ply, true);
            self.frames[node.ply].reduction = 0;
            if score > alpha && reduced < depth {
                // It was better than its place: look again, the deeper the better it was.
                let margin = self.params.deeper_margin;
                depth += i32::from(score > best + margin) - i32::from(score < best + margin / 5);
                if depth > reduced {
                    score = -self.search_node(-(alpha + 1), -alpha, depth, ply, !node.is_cut);
                }
            }
            if score > alpha && node.is_pv {
                score = -self.search_node(-node.beta, -alpha, depth, ply, false);
            }
        }
        self.undo();
        score
    }

    /// Step 14. Late-move reduction: the later a move comes, the less deep it is looked at first.
    fn late_move_reduction(
        &self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        table_is_noisy: bool,
    ) -> i32 {
        if node.depth < 2 || candidate.number <= 1 + usize::from(node.is_pv) || node.is_check {
            return 0;
        }
        let params = &self.params;
        let product =
            self.logarithms[node.depth.min(127) as usize] * self.logarithms[candidate.number.min(127)];
        let mut reduction =
            (params.reduction_base * PLY + product / PLY * 10_000 / params.reduction_divisor) / 100;
        if candidate.is_noisy {
            reduction = reduction * params.reduction_noisy / 100;
        }
        reduction += if node.is_cut { params.reduction_cut } else { 0 };
        reduction += if node.is_improving { 0 } else { params.reduction_worse };
        reduction += if table_is_noisy && !candidate.is_noisy { params.reduction_table_noisy } else { 0 };
        reduction += if self.frames[node.ply + 1].cuts > 2 { params.reduction_cuts } else { 0 };
        reduction -= if node.is_pv { params.reduction_pv } else { 0 };
        reduction -= candidate.history * PLY / params.reduction_history;
        reduction.max(0)
    }
}
