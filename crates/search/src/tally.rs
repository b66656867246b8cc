//! What a search counts of itself: nothing, in the search that plays.
//!
//! Which tally a search keeps belongs to its table's [`Keying`](crate::Keying). `()` counts nothing, and its empty functions leave no trace
//! in the compiled code; [`Counts`] is the laboratory's. Counting changes nothing about what a search does.
//!
//! Counted are *visits*: calls of the search of a node or of a leaf. A move that is searched again with another window or depth is visited again, and a
//! node that asks itself something (razoring, a verification, a singular search) is visited inside its own visit; so there are more visits
//! than nodes, which are moves made. Every visit ends in one of the ways of [`NodeEnd`].

use crate::node::Depth;
use crate::table::{Bound, Entry};
use std::cell::RefCell;

/// Remaining depths are told apart below this; deeper ones count as the last.
pub const DEPTHS: usize = 64;
/// Cut-offs are told apart by move number below this; later moves count as the last.
pub const CUT_NUMBERS: usize = 32;

/// An enum without data that lists its values and names them.
macro_rules! named {
    ($(#[$doc:meta])* $kind:ident { $($(#[$item:meta])* $name:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $kind { $($(#[$item])* $name,)* }

        impl $kind {
            /// All of them, in their order.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What it is called in records.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

named! {
    /// How a visit to a node ended.
    NodeEnd {
        /// The table settled it.
        Table = "table",
        /// There is no legal move, and that loses.
        Mate = "mate",
        /// The rules say that the side to move has won: the other side's repetition was forbidden.
        Win = "win",
        /// The rules say that the side to move has lost.
        Loss = "loss",
        /// The rules say that it is a draw.
        Draw = "draw",
        /// A table of endings knows the outcome.
        Ending = "ending",
        /// A shorter mate is known already.
        MateDistance = "mate_distance",
        /// The greatest ply: evaluated without a search.
        Horizon = "horizon",
        /// Quiescence found no move worth trying: the evaluation stands.
        Leaf = "leaf",
        /// Quiescence: the evaluation alone reaches beta.
        StandPat = "stand_pat",
        /// Far below alpha, and captures do not help.
        Razoring = "razoring",
        /// Far above beta.
        ReverseFutility = "reverse_futility",
        /// Even passing reaches beta.
        NullMove = "null_move",
        /// A capture beats beta by a margin.
        ProbCut = "probcut",
        /// Several moves reach beta.
        Multicut = "multicut",
        /// No move reached alpha.
        Alpha = "alpha",
        /// A move reached beta.
        Beta = "beta",
        /// The best move lies inside the window.
        Exact = "exact",
        /// A search without the table's move found no other.
        Alone = "alone",
        /// The search was stopped.
        Stopped = "stopped",
    }
}

named! {
    /// Why a move was left out.
    MoveSkip {
        /// It came late: it and every quiet move after it, counted once.
        LateMoves = "late_moves",
        /// It has been bad elsewhere.
        History = "history",
        /// It will not lift the score to alpha.
        Futility = "futility",
        /// A quiet move that loses material by exchanges.
        QuietExchange = "quiet_exchange",
        /// A capture that loses material by exchanges.
        NoisyExchange = "noisy_exchange",
        /// Quiescence: what it captures will not lift the score to alpha.
        Delta = "delta",
        /// Quiescence: further quiet evasions, counted once.
        Evasions = "evasions",
        /// A weak level does not see it.
        Overlooked = "overlooked",
    }
}

impl NodeEnd {
    /// How the rules' verdict ends a visit.
    pub(crate) fn of_verdict(score: crate::Score) -> Self {
        match score.value() {
            0 => Self::Draw,
            value if value > 0 => Self::Win,
            _ => Self::Loss,
        }
    }

    /// How having no legal move ends a visit.
    pub(crate) fn of_no_moves(score: crate::Score) -> Self {
        if score.is_loss() { Self::Mate } else { Self::Draw }
    }

    /// How trying the moves ends a visit.
    pub(crate) fn of_window(best: crate::Score, window: crate::window::Window) -> Self {
        if best >= window.beta {
            Self::Beta
        } else if best > window.alpha {
            Self::Exact
        } else {
            Self::Alpha
        }
    }
}

/// What takes note of what happens inside a search. Nothing does, unless it says otherwise.
pub trait Tally: Default + Send {
    /// Whether anything is counted at all.
    const COUNTS: bool = false;

    /// A visit begins.
    #[inline(always)]
    fn begin(&self) {}
    /// A visit with this remaining depth ends.
    #[inline(always)]
    fn end(&self, _end: NodeEnd, _depth: Depth) {}
    /// A move is left out.
    #[inline(always)]
    fn skip(&self, _skip: MoveSkip, _depth: Depth) {}
    /// The table was asked, with this answer.
    #[inline(always)]
    fn probe(&self, _entry: Option<&Entry>) {}
    /// The move with this number, from 1, reached beta.
    #[inline(always)]
    fn cut(&self, _number: usize, _depth: Depth) {}
    /// These moves, by their codes, are as good as each other, the best one found among them.
    #[inline(always)]
    fn equals(&self, _codes: impl Iterator<Item = u16>) {}
    /// Adds what another thread has counted.
    #[inline(always)]
    fn add(&mut self, _other: Self) {}
    /// What was counted.
    #[inline(always)]
    fn counted(&self) -> Option<Counted> {
        None
    }
}

/// Counts nothing.
impl Tally for () {}

/// What was counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Visits begun.
    pub visits: u64,
    /// Visits ended, by [`NodeEnd`] in its order and by remaining depth.
    pub ends: Vec<[u64; DEPTHS]>,
    /// Moves left out, by [`MoveSkip`] in its order and by remaining depth.
    pub skips: Vec<[u64; DEPTHS]>,
    /// How often the table was asked.
    pub probes: u64,
    /// Its answers by their bound: none, upper, lower, exact.
    pub hits: [u64; 4],
    /// Cut-offs of nodes by the number of the move, from 1.
    pub cuts: [u64; CUT_NUMBERS],
    /// The same in quiescence.
    pub leaf_cuts: [u64; CUT_NUMBERS],
    /// The codes of moves that were found as good as the best, it included; none where they were not looked for.
    pub equals: Vec<u16>,
}

impl Default for Counted {
    fn default() -> Self {
        Self {
            visits: 0,
            ends: vec![[0; DEPTHS]; NodeEnd::ALL.len()],
            skips: vec![[0; DEPTHS]; MoveSkip::ALL.len()],
            probes: 0,
            hits: [0; 4],
            cuts: [0; CUT_NUMBERS],
            leaf_cuts: [0; CUT_NUMBERS],
            equals: Vec::new(),
        }
    }
}

impl Counted {
    /// Visits that ended in this way, whatever their depth.
    pub fn ended(&self, end: NodeEnd) -> u64 {
        self.ends.get(end as usize).map_or(0, |row| row.iter().sum())
    }
}

/// Counts everything.
#[derive(Default, Debug)]
pub struct Counts(RefCell<Counted>);

fn place(depth: Depth) -> usize {
    usize::try_from(depth).unwrap_or(0).min(DEPTHS - 1)
}

impl Tally for Counts {
    const COUNTS: bool = true;

    fn begin(&self) {
        self.0.borrow_mut().visits += 1;
    }

    fn end(&self, end: NodeEnd, depth: Depth) {
        self.0.borrow_mut().ends[end as usize][place(depth)] += 1;
    }

    fn skip(&self, skip: MoveSkip, depth: Depth) {
        self.0.borrow_mut().skips[skip as usize][place(depth)] += 1;
    }

    fn probe(&self, entry: Option<&Entry>) {
        let mut counted = self.0.borrow_mut();
        counted.probes += 1;
        if let Some(entry) = entry {
            counted.hits[entry.bound as usize] += 1;
        }
    }

    fn cut(&self, number: usize, depth: Depth) {
        let mut counted = self.0.borrow_mut();
        let row = if depth > 0 { &mut counted.cuts } else { &mut counted.leaf_cuts };
        row[number.clamp(1, CUT_NUMBERS) - 1] += 1;
    }

    fn equals(&self, codes: impl Iterator<Item = u16>) {
        self.0.borrow_mut().equals = codes.collect();
    }

    fn add(&mut self, other: Self) {
        let (own, other) = (self.0.get_mut(), other.0.into_inner());
        let add = |own: &mut [u64], other: &[u64]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        own.visits += other.visits;
        own.probes += other.probes;
        own.ends.iter_mut().zip(&other.ends).for_each(|(own, other)| add(own, other));
        own.skips.iter_mut().zip(&other.skips).for_each(|(own, other)| add(own, other));
        add(&mut own.hits, &other.hits);
        add(&mut own.cuts, &other.cuts);
        add(&mut own.leaf_cuts, &other.leaf_cuts);
        // The main thread alone looks for equals.
    }

    fn counted(&self) -> Option<Counted> {
        Some(self.0.borrow().clone())
    }
}

/// What a bound is called in records, in the order of [`Counted::hits`].
pub const BOUND_NAMES: [&str; 4] = ["none", "upper", "lower", "exact"];

const _: () = assert!(Bound::Exact as usize == 3);
