//! The search of one node, in numbered steps.
//!
//! Fail-soft principal variation search (Marsland and Campbell 1982): the first move with the whole
//! window, the others with a null window to show that they are no better, and again with the whole
//! window if that fails. The steps before the loop try to do without it, those inside the loop to do
//! with less depth. Names and ideas are those of the chessprogramming wiki; the numbers are in
//! [`Numbers`](game::Numbers).

use crate::history::Track;
use crate::picker::{Picker, Wanted};
use crate::table::{Bound, Entry};
use crate::worker::Worker;
use game::{Evaluator, Game, MAX_PLY, Score};

/// What is known of a node before its moves are tried.
#[allow(clippy::struct_excessive_bools)] // facts that the steps ask for one by one
struct Node<M> {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    is_pv: bool,
    /// A null-window node that is expected to fail high.
    is_cut: bool,
    is_check: bool,
    /// The evaluation is better than two plies ago: prune less, reduce less.
    is_improving: bool,
    /// The evaluation as the table keeps it, before correction; 0 in check.
    raw: i32,
    /// The corrected evaluation; meaningless in check.
    evaluation: i32,
    entry: Option<Entry>,
    table_move: Option<M>,
    excluded: Option<M>,
}

/// A move inside the loop.
struct Candidate<M> {
    mv: M,
    /// How many moves came before it.
    number: usize,
    is_noisy: bool,
    history: i32,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The score of the current position, searched to a depth.
    pub fn search_node(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize, is_cut: bool) -> Score {
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply, true);
        }
        self.selective_depth = self.selective_depth.max(ply);
        self.lines[ply].clear();
        if self.must_stop() {
            return Score::DRAW;
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if ply > 0 {
            // Step 1. Rules. Repetitions and draws end the line.
            if let Some(verdict) = G::verdict(&self.position, ply) {
                return verdict;
            }
            if ply >= MAX_PLY {
                return if G::is_check(&self.position) {
                    Score::DRAW
                } else {
                    Score::evaluation(self.evaluate())
                };
            }
            // Step 2. Mate distance. A shorter mate has been found already: nothing here can matter.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let is_pv = beta.value() - alpha.value() > 1;
        let excluded = self.frames[ply].excluded;
        // Step 3. Table. What an earlier visit found may settle this one.
        let key = G::key(&self.position);
        let entry = self.shared.table.probe(key).filter(|_| excluded.is_none());
        if let Some(entry) = &entry
            && !is_pv
            && i32::from(entry.depth) >= depth
        {
            let score = Score::from_table(entry.score, ply);
            if entry.settles(score, beta) {
                return score;
            }
        }

        let mut node = self.evaluate_node(alpha, beta, depth, ply, is_cut, entry);
        if !is_pv
            && !node.is_check
            && excluded.is_none()
            && let Some(score) = self.try_to_do_without_moves(&node)
        {
            return score;
        }
        // Step 9. Internal iterative reduction. Without a move to start with the node costs much and teaches
        // little: look less deep, and come back with a move.
        if node.depth >= 4 && node.table_move.is_none() && excluded.is_none() && (is_pv || is_cut) {
            node.depth -= 1;
        }
        self.search_moves(&node)
    }

    /// Step 4. Evaluation, corrected by how evaluations of such positions have erred.
    fn evaluate_node(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        is_cut: bool,
        entry: Option<Entry>,
    ) -> Node<G::Move> {
        let excluded = self.frames[ply].excluded;
        let is_check = G::is_check(&self.position);
        let (mut raw, mut evaluation) = (0, 0);
        self.frames[ply].evaluation = if is_check {
            None
        } else {
            raw = entry.map_or_else(|| self.evaluate(), |entry| i32::from(entry.evaluation));
            evaluation = Score::evaluation(raw + self.history.correction(&self.position)).value();
            Some(evaluation)
        };
        let before = ply.checked_sub(2).and_then(|index| self.frames[index].evaluation);
        // A score from the table is a better guess than the evaluation, where it points the right way.
        if let Some(entry) = &entry
            && !is_check
        {
            let score = Score::from_table(entry.score, ply);
            let is_better = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score.value() > evaluation,
                Bound::Upper => score.value() < evaluation,
                Bound::None => false,
            };
            if is_better && !score.is_mate() {
                evaluation = score.value();
            }
        }
        Node {
            alpha,
            beta,
            depth,
            ply,
            is_pv: beta.value() - alpha.value() > 1,
            is_cut,
            is_check,
            is_improving: !is_check && before.is_some_and(|before| evaluation > before),
            raw,
            evaluation,
            entry,
            table_move: entry.and_then(|entry| G::from_code(entry.code)),
            excluded,
        }
    }

    /// Steps 5 to 8, in nodes that only have to show on which side of a bound they are.
    fn try_to_do_without_moves(&mut self, node: &Node<G::Move>) -> Option<Score> {
        self.try_razoring(node)
            .or_else(|| self.try_reverse_futility(node))
            .or_else(|| self.try_null_move(node))
            .or_else(|| self.try_probcut(node))
    }

    /// Step 5. Razoring. So far below alpha that only captures can help: ask the quiescence search.
    fn try_razoring(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let margin = self.numbers.razor_base + self.numbers.razor_margin * node.depth;
        if node.depth > 3 || Score::evaluation(node.evaluation + margin) > node.alpha {
            return None;
        }
        let score = self.quiescence(node.alpha, node.alpha + 1, node.ply, true);
        (score <= node.alpha).then_some(score)
    }

    /// Step 6. Reverse futility. So far above beta that a quiet move will keep it there.
    fn try_reverse_futility(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let margin = self.numbers.reverse_futility_margin * (node.depth - i32::from(node.is_improving));
        let is_high = node.depth <= self.numbers.reverse_futility_depth
            && node.evaluation - margin >= node.beta.value()
            && !node.beta.is_mate();
        is_high.then(|| Score::evaluation(i32::midpoint(node.evaluation, node.beta.value())))
    }

    /// Step 7. Null move (Donninger 1993). If even passing holds beta, a move will. Deep ones are verified by
    /// a search without passing, for positions in which having to move is a burden.
    fn try_null_move(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let last_was_pass =
            node.ply > 0 && self.frames[node.ply - 1].track == crate::history::History::<G>::NO_TRACK;
        if node.depth < 3
            || node.evaluation < node.beta.value()
            || node.beta.is_loss()
            || last_was_pass
            || node.ply < self.no_pass_before
            || !G::may_pass(&self.position)
        {
            return None;
        }
        let numbers = &self.numbers;
        let reduction = numbers.null_move_base
            + node.depth / numbers.null_move_divisor
            + ((node.evaluation - node.beta.value()) / numbers.null_move_margin).min(3);
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
        if node.depth < 12 || self.no_pass_before > 0 {
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
        let bar = node.beta + self.numbers.probcut_margin;
        let is_known_low = node.entry.is_some_and(|entry| {
            i32::from(entry.depth) >= node.depth - 3 && Score::from_table(entry.score, node.ply) < bar
        });
        if node.depth < 5 || bar.is_mate() || is_known_low {
            return None;
        }
        let threshold = bar.value() - node.evaluation;
        let tracks = self.tracks(node.ply);
        let mut picker =
            Picker::<G>::new(&self.position, Wanted::Noisy(threshold), node.table_move, tracks, &self.shelf);
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
                cut = Some(score);
                break;
            }
        }
        picker.finish(&mut self.shelf);
        cut.filter(|_| !self.is_stopped)
    }

    /// Step 10. The loop over the moves.
    fn search_moves(&mut self, node: &Node<G::Move>) -> Score {
        let tracks = self.tracks(node.ply);
        let mut picker = Picker::<G>::new(&self.position, Wanted::All, node.table_move, tracks, &self.shelf);
        let mut alpha = node.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let (mut quiets, mut captures) = (Vec::new(), Vec::new());
        while let Some(mv) = picker.next(&self.position, self.history, &mut self.shelf) {
            if Some(mv) == node.excluded || (node.ply == 0 && !self.is_wanted_at_root(mv)) {
                continue;
            }
            number += 1;
            let is_noisy = G::is_noisy(&self.position, mv);
            let history = if is_noisy {
                self.history.noisy(&self.position, mv)
            } else {
                self.history.quiet(&self.position, mv, tracks)
            };
            let candidate = Candidate { mv, number, is_noisy, history };
            if node.ply > 0
                && !best.is_loss()
                && number > 1
                && self.is_hopeless(node, &candidate, &mut picker)
            {
                continue;
            }
            let extension = match self.singular_extension(node, mv) {
                Ok(extension) => extension,
                Err(multicut) => {
                    best = multicut;
                    break;
                }
            };
            if node.ply == 0 {
                self.begin_root_move(mv, number);
            }
            let score = self.search_move(node, &candidate, alpha, extension);
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
            if is_noisy { captures.push(mv) } else { quiets.push(mv) }
        }
        picker.finish(&mut self.shelf);
        if self.is_stopped {
            return best.max(Score::mated_in(node.ply));
        }
        if number == 0 {
            // Step 15. No move: mate or stalemate; or, with a move left out, nothing else was there.
            return if node.excluded.is_some() { node.alpha } else { G::no_moves(&self.position, node.ply) };
        }
        if best >= node.beta
            && let Some(mv) = best_move
        {
            self.learn_from_cut(node, mv, &quiets, &captures, tracks);
        }
        self.remember(node, best, best_move);
        best
    }

    /// Step 11. Skipping moves that come late or look bad, where something has been found that is not lost.
    fn is_hopeless(
        &mut self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        picker: &mut Picker<G>,
    ) -> bool {
        let numbers = self.numbers;
        if node.is_check || node.is_pv && node.depth > 6 {
            return false;
        }
        if candidate.is_noisy {
            // Captures that lose too much.
            return node.depth <= 6
                && !G::exchange_at_least(
                    &self.position,
                    candidate.mv,
                    -numbers.noisy_exchange_margin * node.depth,
                );
        }
        // Late moves: quiet moves are ordered, and the good ones have been.
        let square = node.depth * node.depth;
        let enough = (numbers.late_move_base + square) / if node.is_improving { 1 } else { 2 };
        if candidate.number as i32 > enough + 1 {
            picker.skip_quiet();
            return true;
        }
        // Futility: a quiet move will not lift the score to alpha.
        let hope = node.evaluation + numbers.futility_base + numbers.futility_margin * node.depth;
        if node.depth <= 6 && hope <= node.alpha.value() && !G::gives_check(&self.position, candidate.mv) {
            picker.skip_quiet();
            return true;
        }
        // History: it has been bad everywhere else.
        if node.depth <= 4 && candidate.history < -numbers.history_pruning * node.depth {
            return true;
        }
        // Exchanges: it puts the piece where it is taken.
        node.depth <= 7
            && !G::exchange_at_least(&self.position, candidate.mv, -numbers.quiet_exchange_margin * square)
    }

    /// Step 12. Singular extension (Anantharaman, Campbell and Hsu 1988): if all other moves fall short of the
    /// table's score, the one move deserves a closer look. If one of them beats beta, so does the node: a
    /// multicut, returned as the error.
    fn singular_extension(&mut self, node: &Node<G::Move>, mv: G::Move) -> Result<i32, Score> {
        let Some(entry) = node.entry.filter(|_| Some(mv) == node.table_move) else { return Ok(0) };
        let score = Score::from_table(entry.score, node.ply);
        let is_candidate = node.ply > 0
            && node.depth >= 7
            && node.excluded.is_none()
            && i32::from(entry.depth) >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score.is_mate();
        if !is_candidate || node.ply * 2 > MAX_PLY {
            return Ok(0);
        }
        let bar = score - self.numbers.singular_margin * node.depth;
        self.frames[node.ply].excluded = Some(mv);
        let others = self.search_node(bar - 1, bar, (node.depth - 1) / 2, node.ply, node.is_cut);
        self.frames[node.ply].excluded = None;
        if self.is_stopped {
            Ok(0)
        } else if others < bar {
            Ok(if !node.is_pv && others < bar - 20 { 2 } else { 1 })
        } else if bar >= node.beta && !node.is_pv {
            Err(bar)
        } else if score >= node.beta {
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
        extension: i32,
    ) -> Score {
        let depth = node.depth - 1 + extension;
        let ply = node.ply + 1;
        let reduction = self.late_move_reduction(node, candidate);
        self.play(candidate.mv, node.ply);
        let mut score;
        if candidate.number == 1 {
            score = -self.search_node(-node.beta, -alpha, depth, ply, !node.is_pv && !node.is_cut);
        } else {
            // Checks are seldom as late as they look.
            let reduction = reduction - i32::from(reduction > 0 && G::is_check(&self.position));
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = -self.search_node(-(alpha + 1), -alpha, reduced, ply, true);
            if score > alpha && reduced < depth {
                score = -self.search_node(-(alpha + 1), -alpha, depth, ply, !node.is_cut);
            }
            if score > alpha && score < node.beta {
                score = -self.search_node(-node.beta, -alpha, depth, ply, false);
            }
        }
        self.undo();
        score
    }

    /// Step 14. Late-move reduction: the later a move comes, the less deep it is looked at first.
    fn late_move_reduction(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> i32 {
        if node.depth < 2 || candidate.number <= 1 + usize::from(node.is_pv) || node.is_check {
            return 0;
        }
        let numbers = &self.numbers;
        let logarithms = f64::from(node.depth).ln() * (candidate.number as f64).ln();
        let hundredths =
            f64::from(numbers.reduction_base) + logarithms * 10_000.0 / f64::from(numbers.reduction_divisor);
        let mut reduction = hundredths as i32 / 100;
        if candidate.is_noisy {
            reduction /= 2;
        }
        reduction += i32::from(node.is_cut) + i32::from(!node.is_improving) - i32::from(node.is_pv);
        reduction -= candidate.history / numbers.reduction_history;
        reduction.max(0)
    }

    /// Step 16. A move that refuted the position is remembered, and those tried before it in vain.
    fn learn_from_cut(
        &mut self,
        node: &Node<G::Move>,
        mv: G::Move,
        quiets: &[G::Move],
        captures: &[G::Move],
        tracks: [Track; 2],
    ) {
        let bonus = (16 * node.depth * node.depth + 64 * node.depth).min(1600);
        if G::is_noisy(&self.position, mv) {
            self.history.reward_noisy(&self.position, mv, bonus);
        } else {
            self.history.reward_quiet(&self.position, mv, tracks, bonus);
            for &other in quiets {
                self.history.reward_quiet(&self.position, other, tracks, -bonus);
            }
        }
        for &other in captures {
            self.history.reward_noisy(&self.position, other, -bonus);
        }
    }

    /// Step 17. What was found goes into the table, and the error of the evaluation into its history.
    fn remember(&mut self, node: &Node<G::Move>, best: Score, best_move: Option<G::Move>) {
        if node.excluded.is_some() || (node.ply == 0 && !self.taken.is_empty()) {
            return;
        }
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best_move.is_some() && node.is_pv {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let is_quiet = best_move.is_none_or(|mv| !G::is_noisy(&self.position, mv));
        if let Some(evaluation) = self.frames[node.ply].evaluation
            && is_quiet
            && !best.is_mate()
        {
            let error = best.value() - evaluation;
            let tells = match bound {
                Bound::Lower => error > 0,
                Bound::Upper => error < 0,
                Bound::Exact | Bound::None => true,
            };
            if tells {
                self.history.learn_correction(&self.position, error, node.depth);
            }
        }
        let entry = Entry {
            code: best_move.map_or(0, G::code),
            score: best.to_table(node.ply),
            evaluation: node.raw as i16,
            depth: node.depth.clamp(0, 255) as u8,
            bound,
        };
        self.shared.table.store(G::key(&self.position), entry);
    }
}
