//! Whether a proof proves what it says: an examiner that shares nothing with the search but the rules.
//!
//! It walks through the proof on a board and accepts it only if every move of the attacker is legal, every
//! legal defence is answered and no other, every end is a position without a legal move, no position is
//! answered in two ways, and none can come back. Positions are compared whole, not by hash keys.

use crate::proof::{Proof, ProofStep};
use std::collections::HashMap;
use thiserror::Error;
use xiangqi::{Board, Colour, Move, Piece, Position, SQUARES};

/// Why a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A step is referred to that does not exist.
    #[error("there is no step {0}")]
    NoStep(usize),
    /// The attacker's move of a step is not legal.
    #[error("step {0}: the attacker cannot play {1}")]
    IllegalAttack(usize, Move),
    /// A legal defence has no answer.
    #[error("step {0}: the defence {1} is not answered")]
    Unanswered(usize, Move),
    /// A defence is not legal, or is there twice.
    #[error("step {0}: {1} is not a defence, or is listed twice")]
    NoDefence(usize, Move),
    /// A position occurs again on the way from itself.
    #[error("step {0}: its position comes back")]
    Repetition(usize),
    /// A position that is answered in two ways.
    #[error("steps {0} and {1} answer the same position in two ways")]
    TwoAnswers(usize, usize),
}

/// Checks that a proof holds for a position and gives the number of moves in which it mates.
///
/// Only the placement and the side to move matter: how the position arose is not taken into account, nor is the
/// limit on moves without a capture.
///
/// # Errors
/// The first flaw that was found.
pub fn check(position: &Position, proof: &Proof) -> Result<u32, Flaw> {
    let mut examiner = Examiner { proof, seen: HashMap::new() };
    examiner.walk(position.board())
}

/// A whole position: four bits for each square, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Whole([u64; 6]);

impl Whole {
    fn of(board: &Board) -> Self {
        let mut words = [0; 6];
        for square in board.occupied() {
            let code = board.piece(square).map_or(0, |piece| piece.index() as u64 + 1);
            words[square.index() / 16] |= code << (square.index() % 16 * 4);
        }
        const { assert!(Piece::LIMIT < 16 && SQUARES < 6 * 16) };
        words[5] |= u64::from(board.side() == Colour::Black) << 63;
        Self(words)
    }
}

/// What is known of a position: the step that answers it, and in how many moves that mates, once it is sure.
type Seen = (usize, Option<u32>);

/// A step whose defences are being gone through.
struct Open<'a> {
    number: usize,
    step: &'a ProofStep,
    whole: Whole,
    /// The board after the attacker's move.
    after: Board,
    /// How many defences are done, and the longest of them in moves of the attacker.
    done: usize,
    longest: u32,
}

struct Examiner<'a> {
    proof: &'a Proof,
    seen: HashMap<Whole, Seen>,
}

impl<'a> Examiner<'a> {
    /// In how many moves the proof mates. The path is kept in memory of its own, not on the stack: a proof
    /// may be as long as it likes.
    fn walk(&mut self, board: &Board) -> Result<u32, Flaw> {
        let mut path = Vec::new();
        let mut result = self.enter(board, 0, &mut path)?;
        while let Some(open) = path.last_mut() {
            if let Some(distance) = result.take() {
                open.longest = open.longest.max(distance);
                open.done += 1;
            }
            if let Some(&(defence, answer)) = open.step.defences.get(open.done) {
                let mut next = open.after.clone();
                next.play_unchecked(defence);
                result = self.enter(&next, answer, &mut path)?;
            } else if let Some(Open { number, whole, longest, .. }) = path.pop() {
                self.seen.insert(whole, (number, Some(longest + 1)));
                result = Some(longest + 1);
            }
        }
        result.ok_or(Flaw::NoStep(0))
    }

    /// Begins with a position and the step that answers it, or gives the number of moves if that is known.
    fn enter(&mut self, board: &Board, number: usize, path: &mut Vec<Open<'a>>) -> Result<Option<u32>, Flaw> {
        let whole = Whole::of(board);
        match self.seen.get(&whole) {
            Some(&(other, _)) if other != number => return Err(Flaw::TwoAnswers(other, number)),
            Some((_, None)) => return Err(Flaw::Repetition(number)),
            Some(&(_, distance)) => return Ok(distance),
            None => {}
        }
        let step = self.proof.steps.get(number).ok_or(Flaw::NoStep(number))?;
        if !board.legal_moves().contains(&step.mv) {
            return Err(Flaw::IllegalAttack(number, step.mv));
        }
        let mut after = board.clone();
        after.play_unchecked(step.mv);
        compare(number, step, &after)?;
        self.seen.insert(whole, (number, None));
        path.push(Open { number, step, whole, after, done: 0, longest: 0 });
        Ok(None)
    }
}

/// Whether a step lists the legal moves of the defender, each once. Without any, the defender has lost.
fn compare(number: usize, step: &ProofStep, after: &Board) -> Result<(), Flaw> {
    let legal = after.legal_moves();
    for &mv in &legal {
        if !step.defences.iter().any(|&(defence, _)| defence == mv) {
            return Err(Flaw::Unanswered(number, mv));
        }
    }
    for (index, &(defence, _)) in step.defences.iter().enumerate() {
        let is_again = step.defences[..index].iter().any(|&(before, _)| before == defence);
        if is_again || !legal.contains(&defence) {
            return Err(Flaw::NoDefence(number, defence));
        }
    }
    Ok(())
}
