//! What every rung of the ladder works with: a position whose moves can be made and taken back, an evaluation, a
//! count of nodes, a limit, and memory for the rungs that remember something.

use crate::memory::{History, Killers, Table};
use search::{Evaluator, Game, MAX_PLY, Score, Which};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a search has to stop, whatever its depth.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// After this many nodes.
    pub nodes: u64,
    /// After this long.
    pub time: Duration,
    /// The time since the search began.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
}

/// How often the clock is looked at, in nodes.
const CHECK_INTERVAL: u64 = 1024;

/// A game tree, seen from the node where the search stands.
pub struct Tree<'a, G: Game, E: Evaluator<G>> {
    /// The position of the node.
    pub position: G::Position,
    evaluator: E,
    limit: Limit<'a>,
    /// Moves made since the root.
    pub ply: usize,
    /// Moves made in all: what a search costs.
    pub nodes: u64,
    /// The best move at the root so far.
    pub best: Option<G::Move>,
    /// Whether the limit was reached. Whatever is returned from then on means nothing.
    pub is_stopped: bool,
    /// The ply at which the last pass was made.
    passed_at: Option<usize>,
    /// What was found in positions that have been searched.
    pub table: Table<G::Move>,
    /// The last quiet moves that refuted nodes of each ply.
    pub killers: Killers<G::Move>,
    /// How often quiet moves were good.
    pub history: History,
}

impl<'a, G: Game, E: Evaluator<G>> Tree<'a, G, E> {
    /// A tree with its root in this position.
    pub fn new(position: &G::Position, mut evaluator: E, limit: Limit<'a>) -> Self {
        evaluator.refresh(position);
        Self {
            position: position.clone(),
            evaluator,
            limit,
            ply: 0,
            nodes: 0,
            best: None,
            is_stopped: false,
            passed_at: None,
            table: Table::default(),
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; 2 * G::FROM_TO],
        }
    }

    /// All legal moves in the order of their squares, which says nothing of how good they are.
    pub fn moves(&self) -> Vec<G::Move> {
        let mut moves = self.captures();
        G::generate(&self.position, Which::Quiet, |mv| moves.push(mv));
        moves.sort_unstable_by_key(|&mv| G::code(mv));
        moves
    }

    /// The captures, and what the game likens to them.
    pub fn captures(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        G::generate(&self.position, Which::Noisy, |mv| moves.push(mv));
        moves
    }

    /// Makes a move.
    pub fn play(&mut self, mv: G::Move) {
        self.evaluator.push(&self.position, mv);
        G::play(&mut self.position, mv);
        self.go_down();
    }

    /// Hands the turn over.
    pub fn pass(&mut self) {
        self.evaluator.push_pass();
        G::pass(&mut self.position);
        self.go_down();
        self.passed_at = Some(self.ply);
    }

    fn go_down(&mut self) {
        self.ply += 1;
        // What is still tried while a stopped search comes back costs nothing.
        self.nodes += u64::from(!self.is_stopped);
        let has_looked = !self.nodes.is_multiple_of(CHECK_INTERVAL);
        self.is_stopped |= self.nodes >= self.limit.nodes
            || !has_looked
                && (self.limit.stop.load(Ordering::Relaxed) || (self.limit.elapsed)() >= self.limit.time);
    }

    /// Takes back the last move or pass.
    pub fn undo(&mut self) {
        if self.was_pass() {
            self.passed_at = None;
        }
        G::undo(&mut self.position);
        self.evaluator.pop();
        self.ply -= 1;
    }

    /// Whether the last move was a pass.
    pub fn was_pass(&self) -> bool {
        self.passed_at == Some(self.ply)
    }

    /// The score of a node that ends for another reason than its depth: a repetition, a draw, a line that is too long,
    /// or a limit that was reached.
    pub fn rules(&mut self) -> Option<Score> {
        if self.is_stopped {
            return Some(Score::DRAW);
        }
        if self.ply == 0 {
            return None;
        }
        let verdict = G::verdict(&self.position, self.ply);
        verdict.or_else(|| (self.ply >= MAX_PLY).then(|| self.evaluate()))
    }

    /// The evaluation, for the side to move.
    pub fn evaluate(&mut self) -> Score {
        let score = self.evaluator.evaluate(&self.position);
        Score::evaluation(G::damped(&self.position, score))
    }

    /// The score of the side to move if it has no move.
    pub fn no_moves(&self) -> Score {
        G::no_moves(&self.position, self.ply)
    }

    /// Notes that a move is the best of its node so far; at the root that is the answer.
    pub fn note_best(&mut self, mv: G::Move) {
        if self.ply == 0 {
            self.best = Some(mv);
        }
    }
}
