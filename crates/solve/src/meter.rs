//! What a search may spend, and whether it has spent it: nodes, time, and the wish of others that it stop.
//!
//! A slice is a part of the nodes that one stage gets before another has its turn. The clock is read only
//! where a time limit was given. The checkpoint is the caller's: it may wait there, or end the search.

use std::ops::ControlFlow;
use std::time::Instant;

/// The clock is read and the checkpoint is passed once in this many nodes.
pub const CHECKPOINT_NODES: u64 = 1024;

/// Where a search asks whether to go on.
pub type Checkpoint<'a> = &'a dyn Fn() -> ControlFlow<()>;

pub struct Meter<'a> {
    pub nodes: u64,
    most: u64,
    slice_end: u64,
    deadline: Option<Instant>,
    checkpoint: Checkpoint<'a>,
    is_out: bool,
}

impl<'a> Meter<'a> {
    pub fn new(most: Option<u64>, deadline: Option<Instant>, checkpoint: Checkpoint<'a>) -> Self {
        let most = most.unwrap_or(u64::MAX);
        let is_out = checkpoint().is_break();
        Self { nodes: 0, most, slice_end: most, deadline, checkpoint, is_out }
    }

    /// The next stage may look at `nodes` positions.
    pub fn begin_slice(&mut self, nodes: u64) {
        self.slice_end = self.nodes.saturating_add(nodes).min(self.most);
    }

    /// Counts a position that was looked at.
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECKPOINT_NODES) {
            self.is_out |= (self.checkpoint)().is_break()
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
    }

    /// Whether the stage must end.
    #[inline]
    pub fn is_slice_over(&self) -> bool {
        self.is_out || self.nodes >= self.slice_end
    }

    /// Whether the whole search must end.
    pub fn is_over(&self) -> bool {
        self.is_out || self.nodes >= self.most
    }
}
