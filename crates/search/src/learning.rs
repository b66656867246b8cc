//! Steps 16 and 17 of a node: what the search takes away from it.

use crate::history::Context;
use crate::node::Node;
use crate::table::{Bound, Entry, Keying};
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};

/// The first moves of a node that did not refute it.
pub struct Tried<M> {
    quiet: Few<M>,
    noisy: Few<M>,
}

/// A short list without an allocation; what does not fit is not worth remembering.
struct Few<M> {
    moves: [M; 32],
    count: usize,
}

impl<M: Copy + Default> Default for Tried<M> {
    fn default() -> Self {
        let few = || Few { moves: [M::default(); 32], count: 0 };
        Self { quiet: few(), noisy: few() }
    }
}

impl<M: Copy> Tried<M> {
    pub fn push(&mut self, mv: M, is_noisy: bool) {
        let few = if is_noisy { &mut self.noisy } else { &mut self.quiet };
        if let Some(place) = few.moves.get_mut(few.count) {
            *place = mv;
            few.count += 1;
        }
    }
}

impl<M: Copy> Few<M> {
    fn iter(&self) -> impl Iterator<Item = M> {
        self.moves.iter().take(self.count).copied()
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Step 16. A move that proved best is remembered, and those tried before it in vain. If none was good,
    /// the other side's last move was.
    pub fn learn(
        &mut self,
        node: &Node<G::Move>,
        best: Score,
        best_move: Option<G::Move>,
        tried: &Tried<G::Move>,
        context: &Context,
    ) {
        let params = &self.params;
        let most = params.bonus_most;
        let bonus = (params.bonus_slope * node.depth).min(most);
        if let Some(mv) = best_move {
            if best >= node.beta {
                self.frames[node.ply].cuts += 1;
            }
            if G::is_noisy(&self.position, mv) {
                self.history.reward_noisy(&self.position, mv, bonus);
            } else {
                if best >= node.beta {
                    let (code, killers) = (G::code(mv), &mut self.frames[node.ply].killers);
                    if killers[0] != code {
                        *killers = [code, killers[0]];
                    }
                }
                self.history.reward_quiet(&self.position, mv, context, bonus);
                for other in tried.quiet.iter().filter(|&other| other != mv) {
                    self.history.reward_quiet(&self.position, other, context, -bonus);
                }
            }
            for other in tried.noisy.iter().filter(|&other| other != mv) {
                self.history.reward_noisy(&self.position, other, -bonus);
            }
        } else if node.ply > 0 && node.excluded.is_none() && !self.frames[node.ply - 1].is_noisy {
            self.history.reward_reply(self.last_tracks(node.ply), bonus / 2);
        }
    }

    /// Step 17. What was found goes into the table, and the error of the evaluation into its history.
    pub fn remember(&mut self, node: &Node<G::Move>, best: Score, best_move: Option<G::Move>) {
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
                let last = self.last_tracks(node.ply);
                self.history.learn_correction(&self.position, last, error, node.depth);
            }
        }
        self.store(node, best, bound, best_move, node.depth);
    }

    /// A capture has refuted the node by a margin, in a search three plies less deep.
    pub fn remember_probcut(&mut self, node: &Node<G::Move>, mv: G::Move, score: Score) {
        self.store(node, score, Bound::Lower, Some(mv), node.depth - 3);
    }

    fn store(&self, node: &Node<G::Move>, score: Score, bound: Bound, mv: Option<G::Move>, depth: i32) {
        let entry = Entry {
            code: mv.map_or(0, G::code),
            score: score.to_table(node.ply),
            evaluation: node.raw as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.shared.table.store(self.key(), entry);
    }
}
