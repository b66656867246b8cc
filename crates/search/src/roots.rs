//! The moves at the root: what each has cost, what is known of it, and which of them are worth playing.

use crate::table::Keying;
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, Limits, MAX_PLY, Score, Which};
use std::time::Duration;

/// Nobody is told which move is being searched before this much time has passed: it would be noise.
pub const TALKATIVE_AFTER: Duration = Duration::from_secs(3);

/// The most nodes for finding out whether there is a choice at all.
const MAX_NODES_FOR_OTHERS: u64 = 10_000;

/// A move at the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<M> {
    pub mv: M,
    /// Nodes spent on it by this thread.
    pub nodes: u64,
    /// At most this good, by the iteration that is under way; none if it has not been searched yet.
    pub at_most: Option<Score>,
}

/// The moves at the root that may be played.
#[derive(Debug)]
pub struct Roots<M> {
    list: Vec<RootMove<M>>,
    /// The iteration.
    pub depth: usize,
    /// The thread's nodes when the current move was begun.
    nodes_before: u64,
}

impl<M: Copy + Eq> Roots<M> {
    /// The legal moves of a position that the limits allow.
    pub fn new<G: Game<Move = M>>(position: &G::Position, limits: &Limits<M>) -> Self {
        let mut list = Vec::new();
        for which in [Which::Noisy, Which::Quiet] {
            G::generate(position, which, |mv| {
                if limits.allows(&mv) {
                    list.push(RootMove { mv, nodes: 0, at_most: None });
                }
            });
        }
        Self { list, depth: 0, nodes_before: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Any of them.
    pub fn first(&self) -> Option<M> {
        self.list.first().map(|root| root.mv)
    }

    /// Those that may be as good as this.
    pub fn at_least(&self, score: Score) -> impl Iterator<Item = M> {
        let may_be = move |root: &&RootMove<M>| root.at_most.is_none_or(|at_most| at_most >= score);
        self.list.iter().filter(may_be).map(|root| root.mv)
    }

    /// Whether a move is one of them.
    pub fn contains(&self, mv: M) -> bool {
        self.list.iter().any(|root| root.mv == mv)
    }

    /// A new iteration begins.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.depth = depth;
        self.list.iter_mut().for_each(|root| root.at_most = None);
    }

    /// The share of all nodes that was spent on a move, in percent.
    pub fn effort_percent(&self, mv: M) -> u32 {
        let all: u64 = self.list.iter().map(|root| root.nodes).sum();
        let one = self.list.iter().find(|root| root.mv == mv).map_or(0, |root| root.nodes);
        (one * 100 / all.max(1)) as u32
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Whether a move at the root is asked for, and not part of a better line.
    pub fn is_wanted_at_root(&self, mv: G::Move) -> bool {
        self.roots.contains(mv) && !self.taken.contains(&mv)
    }

    /// Whether all moves but one lose by force, as far as a short look can tell. It ends at the first that does not,
    /// so that it costs next to nothing where there is a choice.
    pub fn all_others_lose(&mut self, best: G::Move, depth: usize) -> bool {
        let bar = Score::mated_in(2 * MAX_PLY);
        let budget = self.budget.replace(self.total_nodes() + MAX_NODES_FOR_OTHERS);
        let others: Vec<G::Move> =
            self.roots.list.iter().map(|root| root.mv).filter(|&mv| mv != best).collect();
        let all_lose = others.into_iter().all(|mv| {
            let is_noisy = G::is_noisy(&self.position, mv);
            self.play(mv, is_noisy, 0);
            let score = -self.search_node(-Window::above(bar), depth as i32, 1, false);
            self.undo();
            !self.is_stopped && score.is_loss()
        });
        // If the time is up, the next look at the clock will say so again.
        (self.budget, self.is_stopped) = (budget, false);
        all_lose
    }

    /// A root move is about to be searched; `number` counts the moves of its variation from 1.
    pub fn begin_root_move(&mut self, mv: G::Move, number: usize) {
        self.roots.nodes_before = self.nodes;
        if self.is_main() && (self.shared.control.elapsed)() >= TALKATIVE_AFTER {
            self.report.root_move(self.roots.depth, mv, self.taken.len() + number);
        }
    }

    /// It has been searched, unless the search was stopped meanwhile.
    pub fn end_root_move(&mut self, mv: G::Move, score: Score) {
        let (nodes, is_stopped) = (self.nodes - self.roots.nodes_before, self.is_stopped);
        if let Some(root) = self.roots.list.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            if !is_stopped {
                root.at_most = Some(score);
            }
        }
    }
}
