//! The search below the search: captures, and at first checks, until the position is quiet enough to be
//! evaluated. Its steps are numbered in the order in which they run.
//!
//! It ends: captures use up the board, checks are tried in the first ply only, and evasions that go on giving check run into a
//! repetition or the greatest ply.

use crate::node::Ply;
use crate::picker::{Picker, Wanted};
use crate::table::{Bound, Entry, Keying};
use crate::tally::{MoveSkip, NodeEnd, Tally};
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, MAX_PLY, Score};

/// What is known of a leaf before its moves are tried.
struct Leaf<M> {
    window: Window,
    ply: Ply,
    is_check: bool,
    with_checks: bool,
    /// The evaluation as the table keeps it, before correction; 0 in check.
    raw: i32,
    /// What the side to move has without doing anything; in check it has nothing.
    stand_pat: Score,
    table_move: Option<M>,
    was_pv: bool,
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The score of a position when only captures, evasions and (if `with_checks`) quiet checks are
    /// followed. The side to move may always stand pat, unless it is in check.
    pub fn quiescence(&mut self, window: Window, ply: Ply, with_checks: bool) -> Score {
        self.selective_depth = self.selective_depth.max(ply);
        self.variations[ply].clear();
        self.tally.begin();
        if self.must_stop() {
            return self.ended(NodeEnd::Stopped, 0, Score::DRAW);
        }
        // Step 1. Rules, and endings whose outcome is known.
        if let Some(verdict) = G::verdict(&self.position, ply) {
            return self.ended(NodeEnd::of_verdict(verdict), 0, verdict);
        }
        if let Some(score) = self.known(ply) {
            return self.ended(NodeEnd::Ending, 0, score);
        }
        if !self.techniques.quiescence {
            self.tally.end(NodeEnd::Leaf, 0);
            return Score::evaluation(self.evaluate());
        }
        let is_check = G::is_check(&self.position);
        if ply >= MAX_PLY {
            self.tally.end(NodeEnd::Horizon, 0);
            return if is_check { Score::DRAW } else { Score::evaluation(self.evaluate()) };
        }
        // Step 2. Table.
        let key = self.key();
        let entry = self.shared.table.probe(key);
        self.tally.probe(entry.as_ref());
        if let Some(entry) = &entry {
            let score = Score::from_table(entry.score, ply);
            if window.is_null() && entry.settles(score, window.beta) && self.techniques.table_cuts {
                return self.ended(NodeEnd::Table, 0, score);
            }
        }
        // Step 3. Standing pat.
        let (raw, stand_pat) =
            if is_check { (0, Score::mated_in(ply)) } else { self.stand_pat(entry.as_ref(), ply) };
        if !is_check && stand_pat >= window.beta {
            if entry.is_none() {
                let evaluation = raw as i16;
                let entry =
                    Entry { code: 0, score: 0, evaluation, depth: 0, bound: Bound::None, was_pv: false };
                self.shared.table.store(key, entry);
            }
            return self.ended(NodeEnd::StandPat, 0, self.blend_stand_pat(stand_pat, window.beta));
        }
        let table_move = entry.and_then(|entry| G::from_code(entry.code));
        let alpha = if is_check { window.alpha } else { window.alpha.max(stand_pat) };
        let window = Window::new(alpha, window.beta);
        let was_pv = entry.is_some_and(|entry| entry.was_pv);
        self.search_leaf(&Leaf { window, ply, is_check, with_checks, raw, stand_pat, table_move, was_pv })
    }

    /// The evaluation as it is kept, and what it is worth by all that is known.
    fn stand_pat(&mut self, entry: Option<&Entry>, ply: Ply) -> (i32, Score) {
        let entry = entry.filter(|_| self.techniques.table_evaluations);
        let raw = entry.map_or_else(|| self.evaluate(), |entry| i32::from(entry.evaluation));
        let corrected = Score::evaluation(self.corrected(raw, ply));
        let score = entry.map_or(corrected, |entry| {
            let score = Score::from_table(entry.score, ply);
            let is_better = entry.improves(score, corrected.value()) && !score.is_mate();
            if is_better { score } else { corrected }
        });
        (raw, score)
    }

    /// Standing pat shows that beta is reached, and hardly by how much: the other side might have had better.
    fn blend_stand_pat(&self, stand_pat: Score, beta: Score) -> Score {
        if stand_pat.is_mate() || beta.is_mate() {
            return stand_pat;
        }
        let above = stand_pat.value() - beta.value();
        Score::evaluation(stand_pat.value() - above * self.params.stand_pat_blend / 100)
    }

    /// Step 4. The moves of a leaf.
    fn search_leaf(&mut self, leaf: &Leaf<G::Move>) -> Score {
        let Leaf { window: Window { mut alpha, beta }, ply, is_check, .. } = *leaf;
        let wanted = match (is_check, leaf.with_checks) {
            (true, _) => Wanted::All,
            (false, true) if self.techniques.quiet_checks => Wanted::NoisyAndChecks,
            (false, _) => Wanted::Noisy(0),
        };
        let context = self.context(ply);
        let mut picker =
            Picker::<G>::new(&self.position, wanted, leaf.table_move, context, &self.move_buffer);
        let mut best = leaf.stand_pat;
        let mut best_move = None;
        let mut tried = 0;
        let blindness = self.shared.limits.blindness;
        while let Some(picked) = picker.next(&self.position, self.history, &mut self.move_buffer) {
            let mv = picked.mv;
            self.fetch_ahead(mv);
            if self.techniques.delta_pruning && !is_check && picked.is_noisy {
                // Step 5. Delta pruning: even the whole piece for nothing would not lift the score to alpha.
                let hope = leaf.stand_pat + G::captured_value(&self.position, mv) + self.params.delta_margin;
                if hope <= alpha {
                    self.tally.skip(MoveSkip::Delta, 0);
                    best = best.max(hope);
                    continue;
                }
            }
            // Standing pat is what comes to mind first; in check, the first evasion.
            if (!is_check || tried > 0) && blindness.hides(G::code(mv), picked.is_noisy) {
                self.tally.skip(MoveSkip::Overlooked, 0);
                continue;
            }
            tried += 1;
            // Step 6. In check a few quiet evasions are enough to see that there is one.
            if self.techniques.evasion_pruning
                && is_check
                && tried > self.params.evasion_limit
                && !best.is_loss()
            {
                self.tally.skip(MoveSkip::Evasions, 0);
                picker.skip_quiet();
            }
            self.play(mv, picked.is_noisy, ply);
            let score = -self.quiescence(-Window::new(alpha, beta), ply + 1, false);
            self.undo();
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_variation(ply, mv);
                    if score >= beta {
                        self.tally.cut(tried as usize, 0);
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.move_buffer);
        if self.is_stopped {
            return self.ended(NodeEnd::Stopped, 0, Score::DRAW);
        }
        // Step 7. No evasion: mate.
        if is_check && tried == 0 {
            let score = G::no_moves(&self.position, ply);
            return self.ended(NodeEnd::of_no_moves(score), 0, score);
        }
        let end = if tried == 0 { NodeEnd::Leaf } else { NodeEnd::of_window(best, leaf.window) };
        self.tally.end(end, 0);
        // Step 8. What was found goes into the table.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > leaf.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let (code, score) = (best_move.map_or(0, G::code), best.to_table(ply));
        let entry = Entry { code, score, evaluation: leaf.raw as i16, depth: 0, bound, was_pv: leaf.was_pv };
        self.shared.table.store(self.key(), entry);
        best
    }
}
