//! From facts to a proof: the attacker's moves that the search has proved, with every defence to them.
//!
//! A fact that has made room for others is searched for again, with the bound that the proof above it has
//! given. Distances fall from step to step, so that no position can come back.

use crate::proof::{Proof, ProofStep};
use crate::search::{AttackMoves, Found, Search};
use crate::solver::Workshop;
use std::collections::HashMap;
use xiangqi::{Board, Move};

/// The proof that the side to move mates within a number of moves, which the search has found; nothing if
/// the limits do not allow to find again what was lost.
pub fn extract(board: &Board, distance: u16, workshop: &mut Workshop<'_, '_>) -> Option<Proof> {
    let mut extraction = Extraction { workshop, steps: Vec::new(), numbers: HashMap::new() };
    let root = extraction.step(board, distance)?;
    Some(extraction.tidy(root))
}

struct Extraction<'a, 'b, 'c> {
    workshop: &'a mut Workshop<'b, 'c>,
    /// The steps so far, each with the most moves that it takes.
    steps: Vec<(ProofStep, u16)>,
    /// By the key of the position.
    numbers: HashMap<u64, usize>,
}

impl Extraction<'_, '_, '_> {
    /// The number of the step for a position in which the attacker mates in at most `most` moves.
    fn step(&mut self, board: &Board, most: u16) -> Option<usize> {
        let known = self.numbers.get(&board.key()).copied();
        if let Some(number) = known
            && self.steps.get(number).is_some_and(|(_, distance)| *distance <= most)
        {
            return Some(number);
        }
        let (mv, distance) = self.attack(board, most)?;
        let mut after = board.clone();
        after.play_unchecked(mv);
        let mut defences = Vec::new();
        for &defence in &after.legal_moves() {
            let mut next = after.clone();
            next.play_unchecked(defence);
            defences.push((defence, self.step(&next, distance.checked_sub(1)?)?));
        }
        let step = (ProofStep { mv, defences }, distance);
        // The position may have come up below, with fewer moves to go. A longer step for the same position
        // gives way: whatever refers to it mates all the sooner.
        let number = self.numbers.get(&board.key()).copied().unwrap_or(self.steps.len());
        if self.steps.get(number).is_some_and(|(_, before)| *before <= distance) {
            return Some(number);
        }
        match self.steps.get_mut(number) {
            Some(slot) => *slot = step,
            None => self.steps.push(step),
        }
        self.numbers.insert(board.key(), number);
        Some(number)
    }

    /// The attacker's move, and in how many moves it mates.
    fn attack(&mut self, board: &Board, most: u16) -> Option<(Move, u16)> {
        if let Some(found) = self.proved(board, most) {
            return Some(found);
        }
        for attack in [AttackMoves::Checks, AttackMoves::All] {
            if let Found::Mate(_) = self.workshop.search(board, attack).run(most) {
                return self.proved(board, most);
            }
        }
        None
    }

    fn proved(&self, board: &Board, most: u16) -> Option<(Move, u16)> {
        let fact = self.workshop.facts.get(Search::key_of(board));
        let distance = fact.distance().filter(|&distance| distance <= most)?;
        fact.mv().filter(|&mv| board.is_legal(mv)).map(|mv| (mv, distance))
    }

    /// The steps that are still needed, the first one first.
    fn tidy(&self, root: usize) -> Proof {
        let mut numbers = HashMap::from([(root, 0)]);
        let mut order = vec![root];
        let mut next = 0;
        while let Some((step, _)) = order.get(next).and_then(|&number| self.steps.get(number)) {
            next += 1;
            for &(_, answer) in &step.defences {
                numbers.entry(answer).or_insert_with(|| {
                    order.push(answer);
                    order.len() - 1
                });
            }
        }
        let renumbered = |&number: &usize| {
            let (step, _) = self.steps.get(number)?;
            let answer = |&(mv, answer): &(Move, usize)| Some((mv, *numbers.get(&answer)?));
            Some(ProofStep {
                mv: step.mv,
                defences: step.defences.iter().map(answer).collect::<Option<_>>()?,
            })
        };
        Proof { steps: order.iter().filter_map(renumbered).collect() }
    }
}
