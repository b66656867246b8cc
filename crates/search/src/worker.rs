//! One thread of a search: its position, its memory, its variations.

use crate::active::ActiveParams;
use crate::history::{Context, History, PieceTo};
use crate::move_buffer::MoveBuffer;
use crate::node::{Depth, Ply};
use crate::report::{CHECKPOINT_INTERVAL, Control, Limits, Report};
use crate::roots::Roots;
use crate::table::{Keying, Plain, Table};
use crate::tally::{NodeEnd, Tally};
use crate::time::Timekeeper;
use crate::{Evaluator, Game, MAX_PLY, Score};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The best moves of both sides from a ply on, as far as they are known.
pub type PrincipalVariation<M> = Vec<M>;

/// What is remembered of each ply of the current variation.
#[derive(Clone, Copy)]
pub struct Frame<M> {
    /// The corrected evaluation, if not in check.
    pub evaluation: Option<i32>,
    /// A move that is left out to see how good the others are.
    pub excluded: Option<M>,
    /// The move made at this ply.
    pub piece_to: PieceTo,
    /// Whether that move was a noisy one, or a pass.
    pub is_noisy: bool,
    /// The codes of the last two quiet moves that refuted a node of this ply; 0 for none.
    pub killers: [u16; 2],
    /// By how many plies the move made at this ply is reduced.
    pub reduction: i32,
    /// How many nodes of this ply have failed high since their parent was begun.
    pub cuts: i32,
    /// Where the main history keeps the move made at this ply, if that is known of it.
    pub main_index: Option<usize>,
}

/// What threads of one search share.
pub struct Shared<'a, M, K: Keying = Plain> {
    pub table: &'a Table<K>,
    pub control: Control<'a>,
    pub limits: &'a Limits<M>,
    /// Nodes of all threads, brought up to date now and then.
    pub nodes: &'a AtomicU64,
}

/// How often the clock is looked at, in nodes, where a search must be short: a thousand would be too long.
const SHORT_CHECK_INTERVAL: u64 = 128;
const SHORT_SEARCH: Duration = Duration::from_millis(50);

/// One thread of a search.
pub struct Worker<'a, G: Game, E: Evaluator<G>, K: Keying = Plain> {
    pub position: G::Position,
    pub evaluator: &'a mut E,
    pub history: &'a mut History<G>,
    pub shared: Shared<'a, G::Move, K>,
    pub params: ActiveParams<G>,
    pub techniques: G::Techniques,
    /// The natural logarithms of 0 (taken as 1), 1, 2 and so on, in 1024ths.
    pub logarithms: [i32; 128],
    pub frames: Vec<Frame<G::Move>>,
    pub move_buffer: MoveBuffer<G::Move>,
    /// The best variation found from each ply on.
    pub variations: Vec<PrincipalVariation<G::Move>>,
    /// The moves at the root, and those of them that belong to better lines.
    pub roots: Roots<G::Move>,
    pub taken: Vec<G::Move>,
    pub nodes: u64,
    counted: u64,
    check_interval: u64,
    pub selective_depth: usize,
    /// Passing is not allowed above this ply: the null move is being verified.
    pub no_pass_before: usize,
    pub is_stopped: bool,
    /// Whether a checkpoint has called the search off.
    is_called_off: bool,
    /// Stop after this many nodes, over all threads.
    pub budget: Option<u64>,
    pub time: Timekeeper,
    pub report: &'a mut dyn Report<G>,
    /// Which thread it is; 0 is the main one, which keeps to the limits.
    pub number: usize,
    /// What is counted of the search.
    pub tally: K::Tally,
}

impl<'a, G: Game, E: Evaluator<G>, K: Keying> Worker<'a, G, E, K> {
    pub fn new(
        position: &G::Position,
        evaluator: &'a mut E,
        history: &'a mut History<G>,
        shared: Shared<'a, G::Move, K>,
        (params, techniques): (ActiveParams<G>, G::Techniques),
        report: &'a mut dyn Report<G>,
        number: usize,
    ) -> Self {
        evaluator.refresh(position);
        history.set_params(params, techniques);
        let frame = Frame {
            evaluation: None,
            excluded: None,
            piece_to: History::<G>::NO_MOVE,
            killers: [0; 2],
            is_noisy: true,
            reduction: 0,
            cuts: 0,
            main_index: None,
        };
        let is_short = shared.limits.hard_time.is_some_and(|hard| hard < SHORT_SEARCH);
        Self {
            position: position.clone(),
            evaluator,
            history,
            roots: Roots::new::<G>(position, shared.limits),
            budget: None,
            shared,
            params,
            techniques,
            logarithms: std::array::from_fn(|number| ((number.max(1) as f64).ln() * 1024.0) as i32),
            frames: vec![frame; MAX_PLY + 4],
            move_buffer: MoveBuffer::new(),
            variations: vec![Vec::new(); MAX_PLY + 2],
            taken: Vec::new(),
            nodes: 0,
            counted: 0,
            check_interval: if is_short { SHORT_CHECK_INTERVAL } else { CHECKPOINT_INTERVAL },
            selective_depth: 0,
            no_pass_before: 0,
            is_stopped: false,
            is_called_off: false,
            time: Timekeeper::default(),
            report,
            number,
            tally: K::Tally::default(),
        }
    }

    /// The move made this many plies ago.
    #[inline]
    fn earlier_move(&self, ply: Ply, back: usize) -> PieceTo {
        ply.checked_sub(back).map_or(History::<G>::NO_MOVE, |index| self.frames[index].piece_to)
    }

    /// The last two moves.
    #[inline]
    pub fn last_moves(&self, ply: Ply) -> [PieceTo; 2] {
        [self.earlier_move(ply, 1), self.earlier_move(ply, 2)]
    }

    /// What led to this ply, for the histories.
    #[inline]
    pub fn context(&self, ply: Ply) -> Context {
        let earlier = [1, 2, 4].map(|back| self.earlier_move(ply, back));
        Context { earlier, killers: self.frames[ply].killers }
    }

    /// The evaluation of the position as the histories correct it.
    #[inline]
    pub fn corrected(&self, raw: i32, ply: Ply) -> i32 {
        Score::evaluation(raw + self.history.correction(&self.position, self.last_moves(ply))).value()
    }

    /// What the table knows the position by.
    #[inline]
    pub fn key(&self) -> K::Key {
        self.shared.table.key::<G>(&self.position)
    }

    /// Lets the processor fetch what the table knows of the position after a move, while the move is looked at and made.
    #[inline]
    pub fn fetch_ahead(&self, mv: G::Move) {
        let table = self.shared.table;
        if let Some(key) = table.keying().key_after::<G>(&self.position, mv) {
            table.prefetch(key);
        }
    }

    pub fn play(&mut self, mv: G::Move, is_noisy: bool, ply: Ply) {
        let table = self.shared.table;
        let is_fetched_ahead = table.keying().key_after::<G>(&self.position, mv).is_some();
        self.frames[ply].piece_to = History::<G>::piece_to(&self.position, mv);
        self.frames[ply].is_noisy = is_noisy;
        self.frames[ply].main_index = None;
        self.evaluator.push(&self.position, mv);
        G::play(&mut self.position, mv);
        if K::PREFETCHES && !is_fetched_ahead {
            table.prefetch(self.key());
        }
        self.nodes += 1;
    }

    pub fn pass(&mut self, ply: Ply) {
        G::pass(&mut self.position);
        if K::PREFETCHES {
            self.shared.table.prefetch(self.key());
        }
        self.frames[ply].piece_to = History::<G>::NO_MOVE;
        self.frames[ply].is_noisy = true;
        self.frames[ply].main_index = None;
        self.evaluator.push_pass();
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

    /// The score of the position if its outcome is known for certain. Whoever overlooks moves knows nothing for certain.
    #[inline]
    pub fn known(&mut self, ply: Ply) -> Option<Score> {
        if self.shared.limits.blindness.per_mille > 0 {
            return None;
        }
        self.evaluator.known(&self.position, ply)
    }

    /// Records that the best variation from this ply on begins with a move.
    pub fn extend_variation(&mut self, ply: Ply, mv: G::Move) {
        let (before, after) = self.variations.split_at_mut(ply + 1);
        let variation = &mut before[ply];
        variation.clear();
        variation.push(mv);
        variation.extend_from_slice(&after[0]);
    }

    /// The score of a visit that ends in this way.
    #[inline(always)]
    pub fn ended(&self, end: NodeEnd, depth: Depth, score: Score) -> Score {
        self.tally.end(end, depth);
        score
    }

    /// Whether it is time to stop; passes the checkpoint and looks at the clock now and then.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.budget.is_none() && self.nodes - self.counted < self.check_interval {
            return self.is_stopped;
        }
        self.look_whether_to_stop()
    }

    #[inline(never)]
    fn look_whether_to_stop(&mut self) -> bool {
        if self.is_stopped {
            return true;
        }
        if self.nodes - self.counted >= self.check_interval {
            self.count_nodes();
            if let Some(checkpoint) = self.shared.control.checkpoint {
                self.is_called_off |= checkpoint().is_break();
            }
            let is_late = self.is_main() && self.is_time_up();
            self.is_stopped = is_late || self.is_told_to_stop();
        }
        // One thread keeps to a number of nodes exactly.
        if self.is_main() && self.budget.is_some_and(|limit| self.total_nodes() >= limit) {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Whether the outside wants the search to end, whatever its limits.
    pub fn is_told_to_stop(&self) -> bool {
        self.is_called_off || self.shared.control.stop.load(Ordering::Relaxed)
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
