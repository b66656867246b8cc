//! One thread of a search: its position, its memory, its line.

use crate::history::{History, Track};
use crate::picker::Shelf;
use crate::report::{Control, Limits, Report};
use crate::roots::Roots;
use crate::table::Table;
use crate::time::Timekeeper;
use game::{Evaluator, Game, MAX_PLY, Numbers, Score};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is remembered of each ply of the current line.
#[derive(Clone, Copy)]
pub struct Frame<M> {
    /// The corrected evaluation, if not in check.
    pub evaluation: Option<i32>,
    /// A move that is left out to see how good the others are.
    pub excluded: Option<M>,
    /// The move made at this ply.
    pub track: Track,
}

/// What threads of one search share.
pub struct Shared<'a, M> {
    pub table: &'a Table,
    pub control: Control<'a>,
    pub limits: &'a Limits<M>,
    /// Nodes of all threads, brought up to date now and then.
    pub nodes: &'a AtomicU64,
}

/// How often the clock is looked at, in nodes.
const CHECK_INTERVAL: u64 = 1024;

/// One thread of a search.
pub struct Worker<'a, G: Game, E: Evaluator<G>> {
    pub position: G::Position,
    pub evaluator: &'a mut E,
    pub history: &'a mut History<G>,
    pub shared: Shared<'a, G::Move>,
    pub numbers: Numbers,
    pub frames: Vec<Frame<G::Move>>,
    pub shelf: Shelf<G::Move>,
    /// The best line found from each ply on.
    pub lines: Vec<Vec<G::Move>>,
    /// The moves at the root, and those of them that belong to better lines.
    pub roots: Roots<G::Move>,
    pub taken: Vec<G::Move>,
    pub nodes: u64,
    counted: u64,
    pub selective_depth: usize,
    /// Passing is not allowed above this ply: the null move is being verified.
    pub no_pass_before: usize,
    pub is_stopped: bool,
    /// Stop after so many nodes of all threads.
    pub budget: Option<u64>,
    pub time: Timekeeper,
    pub report: &'a mut dyn Report<G>,
    /// Which thread it is; 0 is the main one, which keeps to the limits.
    pub number: usize,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub fn new(
        position: &G::Position,
        evaluator: &'a mut E,
        history: &'a mut History<G>,
        shared: Shared<'a, G::Move>,
        report: &'a mut dyn Report<G>,
        number: usize,
    ) -> Self {
        evaluator.refresh(position);
        let frame = Frame { evaluation: None, excluded: None, track: History::<G>::NO_TRACK };
        Self {
            position: position.clone(),
            evaluator,
            history,
            roots: Roots::new::<G>(position, &shared.limits.moves, &shared.limits.excluded),
            budget: shared.limits.nodes,
            shared,
            numbers: G::NUMBERS,
            frames: vec![frame; MAX_PLY + 4],
            shelf: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
            taken: Vec::new(),
            nodes: 0,
            counted: 0,
            selective_depth: 0,
            no_pass_before: 0,
            is_stopped: false,
            time: Timekeeper::default(),
            report,
            number,
        }
    }

    /// The tracks of the last move and of the one before it.
    pub fn tracks(&self, ply: usize) -> [Track; 2] {
        let track = |back: usize| {
            ply.checked_sub(back).map_or(History::<G>::NO_TRACK, |index| self.frames[index].track)
        };
        [track(1), track(2)]
    }

    pub fn play(&mut self, mv: G::Move, ply: usize) {
        self.frames[ply].track = History::<G>::track(&self.position, mv);
        self.evaluator.push(&self.position, mv);
        G::play(&mut self.position, mv);
        self.shared.table.prefetch(G::key(&self.position));
        self.nodes += 1;
    }

    pub fn pass(&mut self, ply: usize) {
        self.frames[ply].track = History::<G>::NO_TRACK;
        self.evaluator.push_pass();
        G::pass(&mut self.position);
        self.nodes += 1;
    }

    pub fn undo(&mut self) {
        G::undo(&mut self.position);
        self.evaluator.pop();
    }

    /// The evaluation as it is kept in the table: damped, without correction.
    pub fn evaluate(&mut self) -> i32 {
        let score = self.evaluator.evaluate(&self.position);
        Score::evaluation(G::damped(&self.position, score)).value()
    }

    /// Records that the line from this ply on begins with a move.
    pub fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Whether it is time to stop; looks at the clock now and then.
    pub fn must_stop(&mut self) -> bool {
        if self.is_stopped {
            return true;
        }
        if self.nodes - self.counted >= CHECK_INTERVAL {
            self.count_nodes();
            let is_late = self.is_main() && self.is_time_up();
            self.is_stopped = is_late || self.shared.control.stop.load(Ordering::Relaxed);
        }
        // One thread keeps to a number of nodes exactly.
        if self.is_main() && self.budget.is_some_and(|limit| self.total_nodes() >= limit) {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Whether this is the thread that keeps to the limits and reports.
    pub fn is_main(&self) -> bool {
        self.number == 0
    }

    /// Adds the latest nodes to the common count.
    pub fn count_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// Nodes of all threads, as far as they have told.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.counted
    }
}
