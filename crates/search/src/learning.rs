//! Steps 17 to 19 of a node: what the search takes away from it.

use crate::history::Context;
use crate::node::{Depth, Node, Ply};
use crate::picker::Picked;
use crate::table::{Bound, Entry, Keying};
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};

/// How many moves of each kind are remembered of a node. More are not worth it.
const MAX_TRIED: usize = 32;

/// The first moves of a node that did not refute it.
pub struct Tried<M> {
    quiet: BoundedList<M>,
    noisy: BoundedList<M>,
}

/// A short list without an allocation; what does not fit is dropped.
struct BoundedList<M> {
    moves: [M; MAX_TRIED],
    count: usize,
}

impl<M: Copy + Default> Default for Tried<M> {
    fn default() -> Self {
        let empty = || BoundedList { moves: [M::default(); MAX_TRIED], count: 0 };
        Self { quiet: empty(), noisy: empty() }
    }
}

impl<M: Copy> Tried<M> {
    pub fn push(&mut self, mv: M, is_noisy: bool) {
        let list = if is_noisy { &mut self.noisy } else { &mut self.quiet };
        if let Some(place) = list.moves.get_mut(list.count) {
            *place = mv;
            list.count += 1;
        }
    }
}

impl<M: Copy> BoundedList<M> {
    fn iter(&self) -> impl Iterator<Item = M> {
        self.moves.iter().take(self.count).copied()
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Step 17. A move that proved best is remembered, and those tried before it in vain. If none was good,
    /// the other side's last move was.
    pub fn learn(
        &mut self,
        node: &Node<G::Move>,
        best: Score,
        best_move: Option<Picked<G::Move>>,
        tried: &Tried<G::Move>,
        context: &Context,
        threats: Option<G::Threats>,
    ) {
        let params = &self.params;
        let bonus = (params.bonus_slope * node.depth).min(params.bonus_max);
        if let Some(Picked { mv, is_noisy, .. }) = best_move {
            let fails_high = best >= node.window.beta;
            if fails_high {
                self.frames[node.ply].cuts += 1;
            }
            if is_noisy {
                self.history.reward_noisy(&self.position, mv, bonus);
            } else {
                if fails_high {
                    let (code, killers) = (G::code(mv), &mut self.frames[node.ply].killers);
                    if killers[0] != code {
                        *killers = [code, killers[0]];
                    }
                }
                let threats = threats.unwrap_or_else(|| G::threats(&self.position));
                self.history.reward_quiet(&self.position, &threats, mv, context, bonus);
                for other in tried.quiet.iter().filter(|&other| other != mv) {
                    self.history.reward_quiet(&self.position, &threats, other, context, -bonus);
                }
            }
            for other in tried.noisy.iter().filter(|&other| other != mv) {
                self.history.reward_noisy(&self.position, other, -bonus);
            }
        } else if node.ply > 0 && node.excluded.is_none() && !self.frames[node.ply - 1].is_noisy {
            let main_bonus = bonus * params.reply_main_percent / 100;
            self.history.reward_reply(self.last_moves(node.ply), bonus * params.reply_percent / 100);
            if let Some(index) = self.frames[node.ply - 1].main_index {
                self.history.reward_main(index, main_bonus);
            }
        }
    }

    /// The last move is as good as it has made the evaluation: a first word on it, long before a search is over.
    pub fn learn_from_surprise(&mut self, corrected: i32, ply: Ply) {
        let Some(last) = ply.checked_sub(1).map(|index| &self.frames[index]) else { return };
        if let (Some(index), Some(theirs)) = (last.main_index, last.evaluation) {
            let (slope, max) = (self.params.surprise_slope, self.params.surprise_max);
            let bonus = (-(theirs + corrected) * slope / 100).clamp(-max, max);
            self.history.reward_main(index, bonus);
        }
    }

    /// A quiet move of the table has refuted the node without being searched again: it is still good.
    pub fn learn_from_table(&mut self, code: u16, depth: Depth, ply: Ply) {
        let params = &self.params;
        let bonus = (params.bonus_slope * depth).min(params.bonus_max) * params.table_cut_percent / 100;
        if let Some(mv) = G::from_code(code)
            && bonus > 0
            && G::is_legal(&self.position, mv)
            && !G::is_noisy(&self.position, mv)
        {
            let (context, threats) = (self.context(ply), G::threats(&self.position));
            self.history.reward_quiet(&self.position, &threats, mv, &context, bonus);
        }
    }

    /// Step 18. Blending. A score far above beta promises more than a null window can show.
    pub fn blend(&self, node: &Node<G::Move>, best: Score) -> Score {
        let (depth, beta) = (node.depth, node.window.beta);
        if !self.techniques.fail_high_blending || best < beta || best.is_mate() || beta.is_mate() {
            return best;
        }
        Score::evaluation((best.value() * depth + beta.value()) / (depth + 1))
    }

    /// Step 19. What was found goes into the table, and the error of the evaluation into its history.
    pub fn remember(&mut self, node: &Node<G::Move>, best: Score, best_move: Option<Picked<G::Move>>) {
        if node.excluded.is_some() || (node.ply == 0 && !self.taken.is_empty()) {
            return;
        }
        let bound = if best >= node.window.beta {
            Bound::Lower
        } else if best_move.is_some() && node.is_pv {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let is_quiet = best_move.is_none_or(|picked| !picked.is_noisy);
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
                let last = self.last_moves(node.ply);
                self.history.learn_correction(&self.position, last, error, node.depth);
            }
        }
        self.store(node, best, bound, best_move.map(|picked| picked.mv), node.depth);
    }

    /// A capture has refuted the node by a margin, in a search of this depth.
    pub fn remember_probcut(&mut self, node: &Node<G::Move>, mv: G::Move, score: Score, depth: Depth) {
        self.store(node, score, Bound::Lower, Some(mv), depth);
    }

    fn store(&self, node: &Node<G::Move>, score: Score, bound: Bound, mv: Option<G::Move>, depth: Depth) {
        let entry = Entry {
            code: mv.map_or(0, G::code),
            score: score.to_table(node.ply),
            evaluation: node.raw as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
            was_pv: node.was_pv,
        };
        self.shared.table.store(self.key(), entry);
    }
}
