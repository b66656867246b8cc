//! Steps 11 to 16 of a node: the loop over the moves.

use crate::history::History;
use crate::learning::Tried;
use crate::node::{Depth, Node};
use crate::picker::{Picked, Picker, Wanted};
use crate::table::{Bound, Keying};
use crate::tally::{MoveSkip, NodeEnd, Tally};
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, MAX_PLY, Score};
use std::ops::ControlFlow;

/// A move inside the loop.
struct Candidate<M> {
    picked: Picked<M>,
    /// Which move it is, from 1.
    number: usize,
    /// By how many plies it is searched deeper than others.
    extension: Depth,
    /// By how many 1024ths of a ply it is searched less deep at first.
    reduction: i32,
    /// Where the main history keeps it, if it is a quiet move and the threats against it are known.
    main_index: Option<usize>,
}

/// What of the moves that are left is not worth a search.
enum Skip {
    Nothing,
    /// The move at hand.
    Move,
    /// It and every quiet move after it.
    QuietMoves,
}

/// A ply in the unit of reductions.
const PLY: i32 = 1024;

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Step 11. The loop over the moves.
    pub fn search_moves(&mut self, node: &Node<G::Move>) -> Score {
        let context = self.context(node.ply);
        let mut picker =
            Picker::<G>::new(&self.position, Wanted::All, node.table_move, context, &self.move_buffer);
        let mut alpha = node.window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut tried = Tried::default();
        let blindness = self.shared.limits.blindness;
        while let Some(picked) = picker.next(&self.position, self.history, &mut self.move_buffer) {
            let mv = picked.mv;
            self.fetch_ahead(mv);
            if Some(mv) == node.excluded || (node.ply == 0 && !self.is_wanted_at_root(mv)) {
                continue;
            }
            if number > 0 && blindness.hides(G::code(mv), picked.is_noisy) {
                self.tally.skip(MoveSkip::Overlooked, node.depth);
                continue;
            }
            number += 1;
            let mut candidate = Candidate { picked, number, extension: 0, reduction: 0, main_index: None };
            if node.ply > 0 && number > 1 && !best.is_loss() {
                match self.skip(node, &candidate, alpha) {
                    Skip::Nothing => {}
                    Skip::Move => continue,
                    Skip::QuietMoves => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            match self.singular_extension(node, mv) {
                ControlFlow::Continue(extension) => candidate.extension = extension,
                ControlFlow::Break(multicut) => {
                    picker.finish(&mut self.move_buffer);
                    return self.ended(NodeEnd::Multicut, node.depth, multicut);
                }
            }
            candidate.reduction = self.late_move_reduction(node, &candidate, picker.is_table_move_noisy());
            if node.ply == 0 {
                self.begin_root_move(mv, number);
            }
            let threats = picker.threats.filter(|_| !picked.is_noisy);
            candidate.main_index =
                threats.map(|threats| History::<G>::main_index(&self.position, &threats, mv));
            let score = self.search_move(node, &candidate, alpha, best);
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
                    best_move = Some(picked);
                    self.extend_variation(node.ply, mv);
                    if score >= node.window.beta {
                        self.tally.cut(number, node.depth);
                        break;
                    }
                }
            }
            tried.push(mv, picked.is_noisy);
        }
        picker.finish(&mut self.move_buffer);
        if self.is_stopped {
            return self.ended(NodeEnd::Stopped, node.depth, best.max(Score::mated_in(node.ply)));
        }
        if number == 0 {
            // Step 16. No move: mate or stalemate; or, with a move left out, nothing else was there.
            return if node.excluded.is_some() {
                self.ended(NodeEnd::Alone, node.depth, node.window.alpha)
            } else {
                let score = G::no_moves(&self.position, node.ply);
                self.ended(NodeEnd::of_no_moves(score), node.depth, score)
            };
        }
        self.learn(node, best, best_move, &tried, &context, picker.threats);
        self.tally.end(NodeEnd::of_window(best, node.window), node.depth);
        let best = self.blend(node, best);
        self.remember(node, best, best_move);
        best
    }

    /// Step 12. Skipping moves that come late or look bad, where something has been found that is not lost.
    fn skip(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>, alpha: Score) -> Skip {
        let params = &self.params;
        if node.is_check || node.is_pv && node.depth > params.skipping_pv_depth {
            return Skip::Nothing;
        }
        let picked = &candidate.picked;
        if picked.is_noisy {
            if self.is_bad_capture(node, picked) {
                self.tally.skip(MoveSkip::NoisyExchange, node.depth);
                return Skip::Move;
            }
            return Skip::Nothing;
        }
        // Late moves: quiet moves are ordered, and the good ones have been.
        let divisor = if node.is_improving { 1 } else { params.late_move_divisor };
        let enough = 1 + (params.late_move_base + node.depth * node.depth) / divisor;
        if self.techniques.late_move_pruning && candidate.number as i32 > enough {
            self.tally.skip(MoveSkip::LateMoves, node.depth);
            return Skip::QuietMoves;
        }
        if self.is_bad_quiet_move(node, picked, alpha) { Skip::Move } else { Skip::Nothing }
    }

    /// A capture that loses too much.
    fn is_bad_capture(&self, node: &Node<G::Move>, picked: &Picked<G::Move>) -> bool {
        let params = &self.params;
        let margin =
            params.noisy_exchange_margin * node.depth + picked.history / params.noisy_exchange_history;
        self.techniques.noisy_exchange_pruning
            && node.depth <= params.noisy_exchange_depth
            && !G::see_at_least(&self.position, picked.mv, -margin.max(0))
    }

    /// A quiet move that history, the evaluation or an exchange speaks against.
    fn is_bad_quiet_move(&self, node: &Node<G::Move>, picked: &Picked<G::Move>, alpha: Score) -> bool {
        let (params, techniques, depth) = (&self.params, &self.techniques, node.depth);
        // History: it has been bad everywhere else.
        if techniques.history_pruning
            && depth <= params.history_depth
            && picked.history < -params.history_margin * depth
            && !picked.is_killer
            && !picked.gives_check
        {
            self.tally.skip(MoveSkip::History, depth);
            return true;
        }
        // Futility: a quiet move will not lift the score to alpha.
        let margin = params.futility_base + params.futility_margin * depth;
        let hope = node.evaluation + margin + picked.history / params.futility_history;
        if techniques.futility
            && depth <= params.futility_depth
            && hope <= alpha.value()
            && !picked.gives_check
        {
            self.tally.skip(MoveSkip::Futility, depth);
            return true;
        }
        // Exchanges: it puts the piece where it is taken. A check there may be a sacrifice.
        let loses = techniques.quiet_exchange_pruning
            && depth <= params.quiet_exchange_depth
            && !picked.gives_check
            && !G::see_at_least(&self.position, picked.mv, -params.quiet_exchange_margin * depth * depth);
        if loses {
            self.tally.skip(MoveSkip::QuietExchange, depth);
        }
        loses
    }

    /// Step 13. Singular extension (Anantharaman, Campbell and Hsu 1988): if all other moves fall short of the
    /// table's score, the one move deserves a closer look. If one of them beats beta, so does the node: a
    /// multicut, which ends the loop with that score. If they do not fall short and the table expects a cut, the
    /// move is nothing special, and is searched less deep: a negative extension.
    fn singular_extension(&mut self, node: &Node<G::Move>, mv: G::Move) -> ControlFlow<Score, Depth> {
        const NONE: ControlFlow<Score, Depth> = ControlFlow::Continue(0);
        let Some(entry) = node.entry.filter(|_| Some(mv) == node.table_move) else { return NONE };
        let params = &self.params;
        let beta = node.window.beta;
        let score = Score::from_table(entry.score, node.ply);
        let is_candidate = self.techniques.singular_extensions
            && node.ply > 0
            && node.depth >= params.singular_depth
            && node.excluded.is_none()
            && i32::from(entry.depth) >= node.depth - params.singular_table_depth
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score.is_mate();
        if !is_candidate || node.ply * 2 > MAX_PLY {
            return NONE;
        }
        let bar = score - params.singular_margin * node.depth / 2;
        let double_bar = bar - params.double_margin;
        let depth = (node.depth - 1) / params.singular_divisor;
        self.frames[node.ply].excluded = Some(mv);
        let others = self.search_node(Window::at_least(bar), depth, node.ply, node.is_cut);
        self.frames[node.ply].excluded = None;
        if self.is_stopped {
            NONE
        } else if others < bar {
            let is_double = !node.is_pv && others < double_bar;
            ControlFlow::Continue(1 + i32::from(is_double))
        } else if bar >= beta && !node.is_pv {
            ControlFlow::Break(bar)
        } else if score >= beta {
            ControlFlow::Continue(if node.is_pv { -1 } else { -2 })
        } else if node.is_cut {
            ControlFlow::Continue(-1)
        } else {
            NONE
        }
    }

    /// Step 14. Late-move reduction: the later a move comes, the less deep it is looked at first.
    fn late_move_reduction(
        &self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        is_table_move_noisy: bool,
    ) -> i32 {
        let params = &self.params;
        if !self.techniques.late_move_reductions
            || node.depth < params.reduction_depth
            || candidate.number <= 1 + usize::from(node.is_pv)
            || node.is_check
        {
            return 0;
        }
        let is_noisy = candidate.picked.is_noisy;
        let product = self.logarithm(node.depth as usize) * self.logarithm(candidate.number);
        let mut reduction =
            (params.reduction_base * PLY + product / PLY * 10_000 / params.reduction_divisor) / 100;
        if is_noisy {
            reduction = reduction * params.reduction_noisy / 100;
        }
        let is_cut_often = self.frames[node.ply + 1].cuts > params.frequent_cuts;
        reduction += if node.is_cut { params.reduction_cut } else { 0 };
        reduction += if node.is_improving { 0 } else { params.reduction_worse };
        reduction += if is_table_move_noisy && !is_noisy { params.reduction_table_noisy } else { 0 };
        reduction += if is_cut_often { params.reduction_cuts } else { 0 };
        reduction -= if node.is_pv { params.reduction_pv } else { 0 };
        reduction -= if node.was_pv { params.reduction_was_pv } else { 0 };
        reduction -= if candidate.picked.is_killer { params.reduction_killer } else { 0 };
        reduction += if node.table_move.is_none() { params.reduction_no_table_move } else { 0 };
        reduction -= candidate.picked.history * PLY / params.reduction_history;
        reduction -= (node.corrected - node.raw).abs() * params.reduction_correction;
        reduction.max(0)
    }

    /// The natural logarithm of a number from 1 on, in 1024ths; large numbers count as the largest of the table.
    fn logarithm(&self, number: usize) -> i32 {
        self.logarithms[number.min(self.logarithms.len() - 1)]
    }

    /// Step 15. One move: made, searched with as little depth and window as will do, taken back.
    fn search_move(
        &mut self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        alpha: Score,
        best: Score,
    ) -> Score {
        let mut depth = node.depth - 1 + candidate.extension;
        let ply = node.ply + 1;
        let open = Window::new(alpha, node.window.beta);
        let null = Window::above(alpha);
        self.play(candidate.picked.mv, candidate.picked.is_noisy, node.ply);
        self.frames[node.ply].main_index = candidate.main_index;
        let mut score;
        if candidate.number == 1 {
            score = -self.search_node(-open, depth, ply, !node.is_pv && !node.is_cut);
        } else {
            // Checks are seldom as late as they look.
            let is_check = candidate.reduction > 0 && G::is_check(&self.position);
            let reduction = candidate.reduction - if is_check { self.params.reduction_check } else { 0 };
            let reduced = (depth - reduction / PLY).clamp(1.min(depth), depth);
            self.frames[node.ply].reduction = depth - reduced;
            score = -self.search_node(-null, reduced, ply, true);
            self.frames[node.ply].reduction = 0;
            if score > alpha && reduced < depth {
                // It was better than its place: look again, the deeper the better it was.
                let is_much_better = score > best + self.params.deeper_margin;
                let is_hardly_better = score < best + self.params.shallower_margin;
                depth += i32::from(is_much_better) - i32::from(is_hardly_better);
                if depth > reduced {
                    score = -self.search_node(-null, depth, ply, !node.is_cut);
                }
            }
            if score > alpha && node.is_pv {
                score = -self.search_node(-open, depth, ply, false);
            }
        }
        self.undo();
        score
    }
}
