//! Which moves look good before anything is tried: a chance for each, all of which add up to 1.
//!
//! A network for policies learns this from games. Here it comes from what orders the moves of alpha-beta, or from the evaluation after each move, or
//! from both; docs/mcts.md says what each is worth.

use crate::visit::Walker;
use crate::{Policy, Settings};
use search::{Evaluator, Game, Which};

// What a feature of a move adds to the logarithm of its chance.
const GOOD_CAPTURE: f32 = 1.2;
const CAPTURED_PAWN: f32 = 0.25;
const BAD_CAPTURE: f32 = -0.8;
const CHECK: f32 = 0.9;
const HANGING: f32 = -1.5;
const ESCAPE: f32 = 0.8;
const TABLE_MOVE: f32 = 2.0;

/// A move before its chance is known.
struct Candidate<M> {
    mv: M,
    logarithm: f32,
}

impl<G: Game, E: Evaluator<G>> Walker<'_, G, E> {
    /// The legal moves with their chances, likely ones first. `known` is the move that the table holds best.
    pub fn policy(&mut self, settings: &Settings, known: Option<G::Move>) -> Vec<(G::Move, f32)> {
        let mut candidates = self.candidates();
        if matches!(settings.policy, Policy::Uniform | Policy::Evaluation) {
            for candidate in &mut candidates {
                candidate.logarithm = 0.0;
            }
        }
        if matches!(settings.policy, Policy::Evaluation | Policy::Both) {
            for candidate in &mut candidates {
                self.play(candidate.mv);
                self.nodes += 1;
                let score = -self.evaluate();
                self.undo();
                candidate.logarithm += score.value() as f32 / settings.policy_scale;
            }
        }
        if settings.policy != Policy::Uniform {
            for candidate in &mut candidates {
                if Some(candidate.mv) == known {
                    candidate.logarithm += TABLE_MOVE;
                }
            }
        }
        chances(candidates)
    }

    /// The legal moves with what their features say.
    fn candidates(&self) -> Vec<Candidate<G::Move>> {
        let position = &self.position;
        let mut candidates = Vec::new();
        G::generate(position, Which::Noisy, |mv| {
            let worth = CAPTURED_PAWN * G::captured_value(position, mv) as f32 / 100.0;
            let logarithm =
                if G::see_at_least(position, mv, 0) { GOOD_CAPTURE + worth.min(4.0) } else { BAD_CAPTURE };
            candidates.push(Candidate { mv, logarithm });
        });
        G::generate_quiet(position, Which::Quiet, &mut None, |quiet| {
            let mut logarithm = ESCAPE * quiet.escape as f32;
            if quiet.gives_check {
                logarithm += CHECK;
            }
            if !G::see_at_least(position, quiet.mv, 0) {
                logarithm += HANGING;
            }
            candidates.push(Candidate { mv: quiet.mv, logarithm });
        });
        candidates
    }
}

/// From logarithms to chances.
fn chances<M: Copy>(candidates: Vec<Candidate<M>>) -> Vec<(M, f32)> {
    let most = candidates.iter().map(|candidate| candidate.logarithm).fold(f32::NEG_INFINITY, f32::max);
    let mut moves: Vec<(M, f32)> =
        candidates.into_iter().map(|candidate| (candidate.mv, (candidate.logarithm - most).exp())).collect();
    let sum: f32 = moves.iter().map(|(_, chance)| chance).sum();
    for (_, chance) in &mut moves {
        *chance /= sum;
    }
    // A stable order: equal chances stay as they were listed.
    moves.sort_by(|one, other| other.1.total_cmp(&one.1));
    moves
}
