//! A proof that a side mates: for every position that can arise, one move of the attacker and every defence.
//!
//! Positions that are reached in several ways are written down once, so that a proof is a graph; read as a
//! tree it can be far larger. [`crate::check()`] believes nothing of it.

use std::fmt::Write as _;
use xiangqi::{Board, Fen, Move, Position};

/// What the attacker plays in one position, and where each defence leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofStep {
    /// The attacker's move.
    pub mv: Move,
    /// Every legal defence, with the number of the step that answers it; none if the game is over.
    pub defences: Vec<(Move, usize)>,
}

/// A mate, proved.
///
/// ```
/// use solve::{Flaw, Limits, Proof, ProofStep, Solver};
/// use std::sync::atomic::AtomicBool;
///
/// let position: xiangqi::Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".parse()?;
/// let mut solver = Solver::new(Limits { hash: 1, ..Limits::default() });
/// let solution = solver.solve(&position, None, &AtomicBool::new(false));
/// let proof: &Proof = solution.answer.proof().expect("a mate in one");
/// assert_eq!((proof.moves(), proof.line().len()), (1, 1));
/// assert!(proof.describe(&position).lines().count() == 1);
/// // A proof that is not one is found out.
/// let wrong = Proof { steps: vec![ProofStep { mv: "a8a7".parse()?, defences: vec![] }] };
/// let flaw: Flaw = solve::check(&position, &wrong).unwrap_err();
/// assert!(flaw.to_string().contains("step 0"), "{flaw}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The first step is that of the position in question.
    pub steps: Vec<ProofStep>,
}

impl Proof {
    /// In how many moves of the attacker each step mates if the defender holds out as long as it can.
    /// 0 for a step from which there is no end.
    fn distances(&self) -> Vec<u32> {
        const OPEN: u32 = u32::MAX;
        let mut distances = vec![0; self.steps.len()];
        let mut stack = vec![0];
        while let Some(&number) = stack.last() {
            let Some(step) = self.steps.get(number) else { break };
            if distances[number] == 0 {
                distances[number] = OPEN;
                stack.extend(
                    step.defences
                        .iter()
                        .map(|&(_, answer)| answer)
                        .filter(|&answer| distances.get(answer).is_some_and(|&distance| distance == 0)),
                );
                continue;
            }
            stack.pop();
            if distances[number] == OPEN {
                let below = |&(_, answer): &(Move, usize)| {
                    distances.get(answer).copied().filter(|&distance| distance != OPEN).unwrap_or_default()
                };
                distances[number] = 1 + step.defences.iter().map(below).max().unwrap_or_default();
            }
        }
        distances
    }

    /// In how many moves it mates.
    pub fn moves(&self) -> u32 {
        self.distances().first().copied().unwrap_or_default()
    }

    /// The longest line: the defender always holds out as long as it can.
    pub fn line(&self) -> Vec<Move> {
        let distances = self.distances();
        let mut line = Vec::new();
        let mut number = 0;
        while let Some(step) = self.steps.get(number) {
            line.push(step.mv);
            // The first of the longest defences.
            let longest = step.defences.iter().rev().max_by_key(|(_, answer)| distances.get(*answer));
            let Some(&(defence, answer)) = longest else { break };
            if line.len() > 2 * self.steps.len() || distances.get(answer) >= distances.get(number) {
                break;
            }
            line.push(defence);
            number = answer;
        }
        line
    }

    /// The proof as text, one step a line: its number, the position, the attacker's move, and for each defence
    /// the number of the step that answers it.
    pub fn describe(&self, position: &Position) -> String {
        let mut boards: Vec<Option<Board>> = vec![None; self.steps.len()];
        let mut text = String::new();
        if let Some(first) = boards.first_mut() {
            *first = Some(position.board().clone());
        }
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            let (Some(step), Some(Some(board))) = (self.steps.get(number), boards.get(number)) else {
                continue;
            };
            let board = board.clone();
            let fen = Fen { board: board.clone(), quiet_plies: 0, move_number: 1 };
            let _ = write!(text, "{number}\t{fen}\t{}\t", step.mv);
            for (index, (defence, answer)) in step.defences.iter().enumerate() {
                let _ = write!(text, "{}{defence}:{answer}", if index == 0 { "" } else { " " });
                let mut after = board.clone();
                if !after.is_legal(step.mv) {
                    continue;
                }
                after.play_unchecked(step.mv);
                if after.is_legal(*defence)
                    && let Some(slot @ None) = boards.get_mut(*answer)
                {
                    after.play_unchecked(*defence);
                    *slot = Some(after);
                    queue.push(*answer);
                }
            }
            text.push('\n');
        }
        text
    }
}
