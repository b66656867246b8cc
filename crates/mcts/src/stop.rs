//! When it is enough: nodes, playouts, time, a stop, or a result that is proved.

use crate::tree::{Proof, Tree};
use search::{CHECKPOINT_INTERVAL, Control, Limits};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Of the time for a move, how much may be added when the choice is in doubt.
const DOUBT: f64 = 1.6;

/// What a search has spent.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    /// Positions that were looked at: new ones of the tree, and those of policies and quiescence.
    pub nodes: u64,
    /// Playouts of this search.
    pub playouts: u64,
}

/// Looks at limits.
pub struct Stopwatch<'a, M> {
    limits: &'a Limits<M>,
    playouts: Option<u64>,
    control: Control<'a>,
    /// When the other side has made its move, for a search that began before.
    hit_at: Option<Duration>,
    /// The nodes at which the checkpoint is passed next.
    next_checkpoint: u64,
}

impl<'a, M> Stopwatch<'a, M> {
    pub fn new(limits: &'a Limits<M>, playouts: Option<u64>, control: Control<'a>) -> Self {
        let hit_at = (!limits.is_pondering()).then_some(Duration::ZERO);
        Self { limits, playouts, control, hit_at, next_checkpoint: CHECKPOINT_INTERVAL }
    }

    /// How many playouts are left; nothing if they are not counted.
    pub fn playouts_left(&self, spent: Spent) -> Option<u64> {
        self.playouts.map(|playouts| playouts.saturating_sub(spent.playouts))
    }

    /// The time since the search began, or what stands for it.
    pub fn elapsed(&self, spent: Spent) -> Duration {
        match self.limits.nodes_per_millisecond {
            Some(nodes) if nodes > 0 => Duration::from_millis(spent.nodes / nodes),
            _ => (self.control.elapsed)(),
        }
    }

    /// Whether the search is to end now. `is_doubtful` says whether the most visited move is not the most valuable one.
    pub fn is_over(&mut self, spent: Spent, tree: &Tree, depth: usize, is_doubtful: bool) -> bool {
        let limits = self.limits;
        if self.control.stop.load(Ordering::Relaxed) || self.is_held(spent) {
            return true;
        }
        // Nothing more can be learnt of the choice.
        if tree.root().proof() != Proof::Open {
            return true;
        }
        let reached = |limit: Option<u64>, spent: u64| limit.is_some_and(|limit| spent >= limit);
        if reached(limits.nodes, spent.nodes)
            || reached(limits.soft_nodes, spent.nodes)
            || reached(self.playouts, spent.playouts)
            || spent.playouts >= u64::from(u32::MAX / 4)
        {
            return true;
        }
        // A tree without room grows no deeper.
        if limits.depth.is_some_and(|wanted| depth >= wanted || tree.fullness() >= 990) {
            return true;
        }
        let Some(hit_at) = self.hit(spent) else { return false };
        let elapsed = self.elapsed(spent).saturating_sub(hit_at);
        let soft = limits.soft_time.map(|soft| if is_doubtful { soft.mul_f64(DOUBT) } else { soft });
        let is_late = |limit: Option<Duration>| limit.is_some_and(|limit| elapsed >= limit);
        is_late(soft) || is_late(limits.hard_time)
    }

    /// When the clock began to run; nothing while it does not.
    fn hit(&mut self, spent: Spent) -> Option<Duration> {
        if self.hit_at.is_none() && !self.limits.is_pondering() {
            self.hit_at = Some(self.elapsed(spent));
        }
        self.hit_at
    }

    /// Passes the checkpoint when it is time; whether that ends the search.
    fn is_held(&mut self, spent: Spent) -> bool {
        if spent.nodes < self.next_checkpoint {
            return false;
        }
        self.next_checkpoint = spent.nodes + CHECKPOINT_INTERVAL;
        self.control.checkpoint.is_some_and(|checkpoint| checkpoint().is_break())
    }
}
