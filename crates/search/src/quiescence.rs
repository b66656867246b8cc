//! The search below the search: captures, and at first checks, until the position is quiet enough to be
//! evaluated.
//!
//! It ends: captures use up the board, and checks are tried in the first ply only.

use crate::picker::{Picker, Wanted};
use crate::table::{Bound, Entry, Keying};
use crate::worker::Worker;
use game::{Evaluator, Game, MAX_PLY, Score};

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The score of a position when only captures, evasions and (if `with_checks`) quiet checks are
    /// followed. The side to move may always stand pat, unless it is in check.
    pub fn quiescence(&mut self, mut alpha: Score, beta: Score, ply: usize, with_checks: bool) -> Score {
        self.selective_depth = self.selective_depth.max(ply);
        self.lines[ply].clear();
        if self.must_stop() {
            return Score::DRAW;
        }
        if let Some(verdict) = G::verdict(&self.position, ply) {
            return verdict;
        }
        let is_check = G::is_check(&self.position);
        if ply >= MAX_PLY {
            return if is_check { Score::DRAW } else { Score::evaluation(self.evaluate()) };
        }

        let key = self.key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry {
            let score = Score::from_table(entry.score, ply);
            if beta.value() - alpha.value() == 1
                && entry.settles(score, beta)
                && self.numbers.table_cuts != 0
            {
                return score;
            }
        }

        let mut best = Score::mated_in(ply);
        let mut kept_evaluation = 0;
        if !is_check {
            kept_evaluation =
                entry.as_ref().map_or_else(|| self.evaluate(), |entry| i32::from(entry.evaluation));
            best = Score::evaluation(self.corrected(kept_evaluation, ply));
            if let Some(entry) = &entry {
                let score = Score::from_table(entry.score, ply);
                if entry.improves(score, best.value()) && !score.is_mate() {
                    best = score;
                }
            }
            if best >= beta {
                if entry.is_none() {
                    let evaluation = kept_evaluation as i16;
                    let entry = Entry { code: 0, score: 0, evaluation, depth: 0, bound: Bound::None };
                    self.shared.table.store(key, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand_pat = best;

        let wanted = match (is_check, with_checks) {
            (true, _) => Wanted::All,
            (false, true) if self.numbers.quiet_checks != 0 => Wanted::NoisyAndChecks,
            (false, _) => Wanted::Noisy(0),
        };
        let table_move = entry.and_then(|entry| G::from_code(entry.code));
        let context = self.context(ply);
        let mut picker = Picker::<G>::new(&self.position, wanted, table_move, context, &self.shelf);
        let mut best_move = None;
        let mut tried = 0;
        let original_alpha = alpha;
        while let Some(mv) = picker.next(&self.position, self.history, &mut self.shelf) {
            if !is_check && !best.is_loss() && G::is_noisy(&self.position, mv) {
                // Delta pruning: even the whole piece for nothing would not lift the score to alpha.
                let hope = stand_pat + G::captured_value(&self.position, mv) + self.numbers.delta_margin;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            tried += 1;
            // In check a few quiet evasions are enough to see that there is one.
            if is_check && tried > 4 && !best.is_loss() {
                picker.skip_quiet();
            }
            self.play(mv, ply);
            let score = -self.quiescence(-beta, -alpha, ply + 1, false);
            self.undo();
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.shelf);
        if self.is_stopped {
            return Score::DRAW;
        }
        if is_check && tried == 0 {
            return G::no_moves(&self.position, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(0, G::code);
        let score = best.to_table(ply);
        let evaluation = kept_evaluation as i16;
        self.shared.table.store(key, Entry { code, score, evaluation, depth: 0, bound });
        best
    }
}
