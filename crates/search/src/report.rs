//! What a search is given, and what it tells.

use crate::table::Bound;
use crate::{Clock, Game, Score};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xiangqi::Random;

/// When to stop.
///
/// ```
/// use search::{Clock, Limits};
/// use std::sync::{Arc, atomic::AtomicBool};
/// use std::time::Duration;
///
/// let mut limits = Limits { excluded: vec!["pass"], ..Limits::default() };
/// assert!(limits.allows(&"play") && !limits.allows(&"pass"));
/// let clock = Clock {
///     left: Duration::from_secs(60),
///     increment: Duration::ZERO,
///     moves_to_go: None,
///     overhead: Duration::ZERO,
///     played: 0,
/// };
/// limits.limit_by_clock(clock);
/// assert!(limits.has_time_only() && limits.hard_time.is_some_and(|time| time < Duration::from_secs(60)));
/// limits.pondering = Some(Arc::new(AtomicBool::new(true)));
/// assert!(limits.is_pondering());
/// ```
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// The deepest iteration.
    pub depth: Option<usize>,
    /// The number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// Begin no new iteration after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Begin no new iteration after about this long: longer when the choice is in doubt, shorter when it is
    /// clear.
    pub soft_time: Option<Duration>,
    /// Stop at once.
    pub hard_time: Option<Duration>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<i32>,
    /// Look at these moves only; all if there are none.
    pub moves: Vec<M>,
    /// Never look at these.
    pub excluded: Vec<M>,
    /// How many lines to find.
    pub lines: usize,
    /// End as soon as more thinking cannot change the move: a mate is proved, or there is nothing to choose from.
    /// Whoever asks for a depth, a number of nodes, a mate or several lines wants them whole; whoever plays by a
    /// clock does not.
    pub ends_early: bool,
    /// Count the time in nodes, this many to a millisecond: the search then does the same on every machine.
    pub nodes_per_millisecond: Option<u64>,
    /// As long as this holds true the other side is to move: no clock runs, and nothing but a stop or another
    /// limit ends the search.
    pub pondering: Option<Arc<AtomicBool>>,
    /// Choose at random, by this seed, among moves that are as good as the best; 0 for always the first found.
    pub seed: u64,
    /// How much worse than the best a move may be and still be chosen at random.
    pub leeway: i32,
    /// Moves that the search does not see.
    pub blindness: Blindness,
}

/// Moves that a search does not see, as people overlook them: the same ones everywhere in the tree, whoever makes them. Obvious moves
/// are seen more often: captures twice as often as others, and what comes to mind first in a position always.
///
/// ```
/// use search::Blindness;
///
/// let half = Blindness { per_mille: 500, seed: 7 };
/// let hidden = (0..1000).filter(|&code| half.hides(code, false)).count();
/// assert!((400..600).contains(&hidden));
/// assert!(!Blindness::default().hides(1, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blindness {
    /// How many quiet moves of a thousand are overlooked; 0 for none.
    pub per_mille: u32,
    /// Which ones.
    pub seed: u64,
}

impl Blindness {
    /// Whether a move is overlooked, by its code.
    #[inline]
    pub fn hides(self, code: u16, is_noisy: bool) -> bool {
        let share = if is_noisy { self.per_mille / 2 } else { self.per_mille };
        share != 0 && Random::mix(self.seed ^ u64::from(code)) % 1000 < u64::from(share)
    }
}

impl<M> Limits<M> {
    /// Whether nothing but time limits the search, as when a move is to be played: the usual reason to set
    /// [`ends_early`](Self::ends_early).
    pub fn has_time_only(&self) -> bool {
        (self.soft_time.is_some() || self.hard_time.is_some())
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.mate.is_none()
            && self.lines <= 1
    }

    /// Whether a move at the root may be looked at.
    pub fn allows(&self, mv: &M) -> bool
    where
        M: PartialEq,
    {
        (self.moves.is_empty() || self.moves.contains(mv)) && !self.excluded.contains(mv)
    }

    /// Limits the search by a clock, unless less time is given already.
    pub fn limit_by_clock(&mut self, clock: Clock) {
        let (soft, hard) = clock.limits();
        self.soft_time = Some(self.soft_time.map_or(soft, |time| time.min(soft)));
        self.hard_time = Some(self.hard_time.map_or(hard, |time| time.min(hard)));
    }

    /// Whether the other side is still to move.
    pub fn is_pondering(&self) -> bool {
        self.pondering.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How often each thread of a search looks at its stop flag, passes its checkpoint and asks for the time, in nodes; in
/// searches of less than a twentieth of a second more often.
pub const CHECKPOINT_INTERVAL: u64 = 1024;

impl<M> Default for Limits<M> {
    /// No limit at all.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            soft_time: None,
            hard_time: None,
            mate: None,
            moves: Vec::new(),
            excluded: Vec::new(),
            lines: 1,
            ends_early: false,
            nodes_per_millisecond: None,
            pondering: None,
            seed: 0,
            leeway: 0,
            blindness: Blindness::default(),
        }
    }
}

/// What the outside lends to a search: a clock, a way to stop it, and a place where it may be held up.
///
/// ```
/// use search::Control;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Instant;
///
/// let (stop, began) = (AtomicBool::new(false), Instant::now());
/// let elapsed = || began.elapsed();
/// let checkpoint = || ControlFlow::Continue(());
/// let control = Control { elapsed: &elapsed, checkpoint: Some(&checkpoint), ..Control::untimed(&stop) };
/// assert!((control.elapsed)() <= began.elapsed());
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set to stop.
    pub stop: &'a AtomicBool,
    /// The time since the search began. It answers at once.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Passed by every thread each [`CHECKPOINT_INTERVAL`] nodes. A scheduler may let the search wait here, in the
    /// middle of its tree; a break ends the search like a stop.
    pub checkpoint: Option<&'a (dyn Fn() -> ControlFlow<()> + Sync)>,
}

impl<'a> Control<'a> {
    /// A search that nothing holds up and that has no limit in time, so that no clock is needed.
    pub fn untimed(stop: &'a AtomicBool) -> Self {
        Self { stop, elapsed: &|| Duration::ZERO, checkpoint: None }
    }
}

/// One line of an iteration: the principal variation, or another one if several are asked for.
#[derive(Clone, Debug)]
pub struct PvLine<M> {
    /// The iteration.
    pub depth: usize,
    /// The deepest ply that was looked at.
    pub selective_depth: usize,
    /// Which line it is, the best being 1.
    pub number: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Whether the score is exact. A bound comes from an iteration that is still under way.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// Thousandths of the table in use.
    pub fullness: usize,
    /// The moves.
    pub moves: Vec<M>,
}

/// Takes note of how a search goes.
pub trait Report<G: Game> {
    /// A line has been found.
    fn line(&mut self, line: &PvLine<G::Move>);

    /// A move at the root is about to be searched; `number` counts the moves of its iteration from 1. Told only when the search has
    /// lasted so long that somebody may want to know what it is doing.
    fn root_move(&mut self, depth: usize, mv: G::Move, number: usize) {
        let _ = (depth, mv, number);
    }
}

/// Takes note of nothing.
pub struct Silent;

impl<G: Game> Report<G> for Silent {
    fn line(&mut self, _: &PvLine<G::Move>) {}
}
