//! The search of one node, in numbered steps.
//!
//! Fail-soft principal variation search (Marsland and Campbell 1982): the first move with the whole
//! window, the others with a null window to show that none is better, and again with the whole
//! window if that fails. Steps run in the order of their numbers: 1 to 4 are here, 5 to 10, which try to do
//! without the moves or with less depth, in [`shortcuts`](crate::shortcuts), the loop over the moves, 11 to 16, in
//! [`moves`](crate::moves), and what is learnt from it, 17 to 19, in [`learning`](crate::learning). Names and ideas are
//! those of the chessprogramming wiki; the parameters are in [`Params`](crate::Params).

use crate::table::{Bound, Entry, Keying};
use crate::tally::{NodeEnd, Tally};
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, MAX_PLY, Score};

/// Plies that are still to be searched. The arithmetic of margins and reductions wants a plain number.
pub type Depth = i32;
/// Plies from the root: an index of frames.
pub type Ply = usize;

/// What is known of a node before its moves are tried.
#[allow(clippy::struct_excessive_bools)] // facts that the steps ask for one by one
pub struct Node<M> {
    pub window: Window,
    pub depth: Depth,
    pub ply: Ply,
    /// The window is open.
    pub is_pv: bool,
    /// The window is open, or was when the position was searched before.
    pub was_pv: bool,
    /// A null-window node that is expected to fail high.
    pub is_cut: bool,
    pub is_check: bool,
    /// The evaluation is better than two plies ago: prune less, reduce less.
    pub is_improving: bool,
    /// The evaluation is better than the last move promised: the other side has lost ground.
    pub is_gaining: bool,
    /// The evaluation as the table keeps it, before correction; 0 in check.
    pub raw: i32,
    /// The evaluation as the histories correct it; 0 in check.
    pub corrected: i32,
    /// That, or the table's score where it tells more; meaningless in check.
    pub evaluation: i32,
    pub entry: Option<Entry>,
    pub table_move: Option<M>,
    /// The move that is left out to see how good the others are.
    pub excluded: Option<M>,
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The score of the current position, searched to a depth.
    pub fn search_node(&mut self, window: Window, depth: Depth, ply: Ply, is_cut: bool) -> Score {
        if depth <= 0 {
            return self.quiescence(window, ply, true);
        }
        self.selective_depth = self.selective_depth.max(ply);
        self.variations[ply].clear();
        self.tally.begin();
        if self.must_stop() {
            return self.ended(NodeEnd::Stopped, depth, Score::DRAW);
        }
        let mut window = window;
        if ply > 0 {
            // Step 1. Rules. Repetitions and draws end the line, and so do endings whose outcome is known.
            if let Some(verdict) = G::verdict(&self.position, ply) {
                return self.ended(NodeEnd::of_verdict(verdict), depth, verdict);
            }
            if let Some(score) = self.known(ply) {
                return self.ended(NodeEnd::Ending, depth, score);
            }
            if ply >= MAX_PLY {
                self.tally.end(NodeEnd::Horizon, depth);
                return if G::is_check(&self.position) {
                    Score::DRAW
                } else {
                    Score::evaluation(self.evaluate())
                };
            }
            // Step 2. Mate distance. A shorter mate has been found already: nothing here can matter.
            if self.techniques.mate_distance_pruning {
                window.alpha = window.alpha.max(Score::mated_in(ply));
                window.beta = window.beta.min(Score::mate_in(ply + 1));
                if window.is_empty() {
                    return self.ended(NodeEnd::MateDistance, depth, window.alpha);
                }
            }
        }

        let excluded = self.frames[ply].excluded;
        // Step 3. Table. What an earlier visit found may settle this one.
        let key = self.key();
        let entry = self.shared.table.probe(key).filter(|_| excluded.is_none());
        self.tally.probe(entry.as_ref());
        if let Some(entry) = &entry
            && window.is_null()
            && i32::from(entry.depth) >= depth
            && self.techniques.table_cuts
        {
            let score = Score::from_table(entry.score, ply);
            if entry.settles(score, window.beta) {
                if score >= window.beta {
                    self.learn_from_table(entry.code, depth, ply);
                }
                return self.ended(NodeEnd::Table, depth, score);
            }
        }

        let mut node = self.evaluate_node(window, depth, ply, is_cut, entry);
        self.frames[ply + 1].cuts = 0;
        if !node.is_pv && !node.is_check && excluded.is_none() {
            self.adjust_in_hindsight(&mut node);
            if let Some(score) = self.try_to_do_without_moves(&node) {
                return score;
            }
        }
        self.reduce_without_table_move(&mut node);
        self.search_moves(&node)
    }

    /// Step 4. Evaluation, corrected by how evaluations of such positions have erred. What it says of the last move
    /// goes into the history.
    fn evaluate_node(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
        is_cut: bool,
        entry: Option<Entry>,
    ) -> Node<G::Move> {
        let excluded = self.frames[ply].excluded;
        let is_check = G::is_check(&self.position);
        let known = entry.filter(|_| self.techniques.table_evaluations && !is_check);
        let (mut raw, mut corrected) = (0, 0);
        if is_check {
            self.frames[ply].evaluation = None;
        } else {
            raw = known.map_or_else(|| self.evaluate(), |entry| i32::from(entry.evaluation));
            corrected = self.corrected(raw, ply);
            self.frames[ply].evaluation = Some(corrected);
            self.learn_from_surprise(corrected, ply);
        }
        let earlier = |back| ply.checked_sub(back).and_then(|index| self.frames[index].evaluation);
        let before = earlier(2).or_else(|| earlier(4));
        let is_improving = !is_check && before.is_some_and(|before| corrected > before);
        let is_gaining = !is_check && earlier(1).is_some_and(|theirs| corrected > -theirs);
        let mut evaluation = corrected;
        // A score from the table is a better guess than the evaluation, where it points the right way.
        if let Some(entry) = &known {
            let score = Score::from_table(entry.score, ply);
            if entry.improves(score, evaluation) && !score.is_mate() {
                evaluation = score.value();
            }
        }
        Node {
            window,
            depth,
            ply,
            is_pv: !window.is_null(),
            was_pv: !window.is_null() || entry.is_some_and(|entry| entry.was_pv),
            is_cut,
            is_check,
            is_improving,
            is_gaining,
            raw,
            corrected,
            evaluation,
            entry: entry.filter(|entry| entry.bound != Bound::None),
            table_move: entry.and_then(|entry| G::from_code(entry.code)),
            excluded,
        }
    }
}
