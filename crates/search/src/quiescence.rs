//! The search below the search: captures, and at first checks, until the position is quiet enough to be
//! evaluated.
//!
//! It ends: captures use up the board, and checks are tried in the first ply only.

use crate::picker::{Picker, Wanted};
use crate::table::{Bound, Entry, Keying};
use crate::worker::Worker;
use crate::{Evaluator, Game, MAX_PLY, Score};

/// What is known of a leaf before its moves are tried.
struct Leaf<M> {
    alpha: Score,
    beta: Score,
    ply: usize,
    is_check: bool,
    with_checks: bool,
    /// The evaluation as the table keeps it, before correction; 0 in check.
    raw: i32,
    /// What the side to move has without doing anything; in check it has nothing.
    stand_pat: Score,
    table_move: Option<M>,
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The score of a position when only captures, evasions and (if `with_checks`) quiet checks are
    /// followed. The side to move may always stand pat, unless it is in check.
    pub fn quiescence(&mut self, alpha: Score, beta: Score, ply: usize, with_checks: bool) -> Score {
        self.selective_depth = self.selective_depth.max(ply);
        self.lines[ply].clear();
        if self.must_stop() {
            return Score::DRAW;
        }
        // Rules.
        if let Some(verdict) = G::verdict(&self.position, ply) {
            return verdict;
        }
        let is_check = G::is_check(&self.position);
        if ply >= MAX_PLY {
            return if is_check { Score::DRAW } else { Score::evaluation(self.evaluate()) };
        }
        // Table.
        let key = self.key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry {
            let score = Score::from_table(entry.score, ply);
            if beta.value() - alpha.value() == 1 && entry.settles(score, beta) && self.params.table_cuts != 0
            {
                return score;
            }
        }
        // Standing pat.
        let (raw, stand_pat) =
            if is_check { (0, Score::mated_in(ply)) } else { self.stand_pat(entry.as_ref(), ply) };
        if !is_check && stand_pat >= beta {
            if entry.is_none() {
                let entry = Entry { code: 0, score: 0, evaluation: raw as i16, depth: 0, bound: Bound::None };
                self.shared.table.store(key, entry);
            }
            return stand_pat;
        }
        let table_move = entry.and_then(|entry| G::from_code(entry.code));
        let alpha = if is_check { alpha } else { alpha.max(stand_pat) };
        self.search_leaf(&Leaf { alpha, beta, ply, is_check, with_checks, raw, stand_pat, table_move })
    }

    /// The evaluation as it is kept, and what it is worth by all that is known.
    fn stand_pat(&mut self, entry: Option<&Entry>, ply: usize) -> (i32, Score) {
        let raw = entry.map_or_else(|| self.evaluate(), |entry| i32::from(entry.evaluation));
        let corrected = Score::evaluation(self.corrected(raw, ply));
        let score = entry.map_or(corrected, |entry| {
            let score = Score::from_table(entry.score, ply);
            let is_better = entry.improves(score, corrected.value()) && !score.is_mate();
            if is_better { score } else { corrected }
        });
        (raw, score)
    }

    /// The moves of a leaf.
    fn search_leaf(&mut self, leaf: &Leaf<G::Move>) -> Score {
        let Leaf { mut alpha, beta, ply, is_check, .. } = *leaf;
        let wanted = match (is_check, leaf.with_checks) {
            (true, _) => Wanted::All,
            (false, true) if self.params.quiet_checks != 0 => Wanted::NoisyAndChecks,
            (false, _) => Wanted::Noisy(0),
        };
        let context = self.context(ply);
        let mut picker = Picker::<G>::new(&self.position, wanted, leaf.table_move, context, &self.shelf);
        let mut best = leaf.stand_pat;
        let mut best_move = None;
        let mut tried = 0;
        let oversight = self.shared.limits.oversight;
        while let Some(mv) = picker.next(&self.position, self.history, &mut self.shelf) {
            if !is_check && !best.is_loss() && G::is_noisy(&self.position, mv) {
                // Delta pruning: even the whole piece for nothing would not lift the score to alpha.
                let hope = leaf.stand_pat + G::captured_value(&self.position, mv) + self.params.delta_margin;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            // Standing pat is what comes to mind first; in check, the first evasion.
            if (!is_check || tried > 0) && oversight.covers(G::code(mv), G::is_noisy(&self.position, mv)) {
                continue;
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
        } else if best > leaf.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let (code, score) = (best_move.map_or(0, G::code), best.to_table(ply));
        let entry = Entry { code, score, evaluation: leaf.raw as i16, depth: 0, bound };
        self.shared.table.store(self.key(), entry);
        best
    }
}
