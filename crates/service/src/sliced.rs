//! One search of one position, in slices with all the others.
//!
//! The search passes its checkpoint every [`engine::CHECKPOINT_INTERVAL`] nodes or oftener, and there it waits for its next slice ([`Slice::checkpoint`]).
//! Lines are reported at most every [`PAUSE`], the newest of each number.

use crate::messages;
use crate::scheduler::{Scheduler, Slice};
use engine::review::Worth;
use engine::{Answer, Bound, Engine, Event, Hooks, Limits, Line, WinDrawLoss};
use games::Xiangqi;
use search::Score;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use xiangqi::{Move, Position};

/// The least time between two lines of one number.
const PAUSE: Duration = Duration::from_millis(60);

/// How the time of a search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As on a clock on the wall: the search hurries to be ready, and has a slice before others for a while.
    Wall,
    /// Only while it computes: it is as good as if it were alone, and takes longer.
    Computing,
}

/// A line as it is reported.
pub struct TimedLine {
    /// The line.
    pub line: Line<Move>,
    /// How long the search has computed.
    pub computed: Duration,
}

/// Searches until a limit is reached or the flag is set.
pub fn search(
    engine: &mut Engine<Xiangqi>,
    position: &Position,
    limits: &Limits<Move>,
    pace: Pace,
    scheduler: &Scheduler,
    stop: &AtomicBool,
    report: &mut (dyn FnMut(TimedLine) + Send),
) -> Answer<Move> {
    let slice = Slice::wait(scheduler, pace == Pace::Wall, stop);
    let throttle = LineThrottle::new(scheduler, report);
    let elapsed = || if pace == Pace::Wall { slice.age() } else { slice.computed() };
    let checkpoint = || {
        throttle.pass_on_if_due(slice.computed());
        slice.checkpoint();
        ControlFlow::Continue(())
    };
    let mut reporter = |event: Event<Move>| {
        if let Event::Line(line) = event {
            slice.note_line();
            throttle.hold(line);
            throttle.pass_on_if_due(slice.computed());
        }
    };
    engine.set_position(position.clone());
    let hooks = Hooks { stop, elapsed: &elapsed, checkpoint: Some(&checkpoint), report: Some(&mut reporter) };
    let found = engine.search(limits, hooks);
    let computed = slice.computed();
    drop(slice);
    throttle.pass_on(computed);
    found
}

/// Holds lines back until it is time for the next report.
struct LineThrottle<'a> {
    scheduler: &'a Scheduler,
    held: Mutex<Held<'a>>,
}

struct Held<'a> {
    /// The newest line of each number that has not been reported.
    lines: BTreeMap<usize, Line<Move>>,
    /// When lines were last reported.
    last: Option<Duration>,
    report: &'a mut (dyn FnMut(TimedLine) + Send),
}

impl<'a> LineThrottle<'a> {
    fn new(scheduler: &'a Scheduler, report: &'a mut (dyn FnMut(TimedLine) + Send)) -> Self {
        Self { scheduler, held: Mutex::new(Held { lines: BTreeMap::new(), last: None, report }) }
    }

    fn held(&self) -> MutexGuard<'_, Held<'a>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hold(&self, line: Line<Move>) {
        self.held().lines.insert(line.number, line);
    }

    fn pass_on_if_due(&self, computed: Duration) {
        let held = self.held();
        let now = self.scheduler.now();
        let is_due = held.last.is_none_or(|last| now.saturating_sub(last) >= PAUSE);
        let has_lines = !held.lines.is_empty();
        drop(held);
        if is_due && has_lines {
            self.pass_on(computed);
        }
    }

    fn pass_on(&self, computed: Duration) {
        let mut held = self.held();
        held.last = Some(self.scheduler.now());
        for (_, line) in std::mem::take(&mut held.lines) {
            (held.report)(TimedLine { line, computed });
        }
    }
}

/// What a score of the search means from Red's side, in centipawns, and its chances in thousandths.
pub fn from_red(position: &Position, raw_score: Score) -> (messages::Score, messages::Chances) {
    let (worth, WinDrawLoss { win, draw, loss }) = Worth::of_score(position, raw_score);
    (worth.into(), [win, draw, loss])
}

/// A bound as replies name it. Lines always have one.
pub fn bound(bound: Bound) -> messages::Bound {
    match bound {
        Bound::Exact | Bound::None => messages::Bound::Exact,
        Bound::Lower => messages::Bound::Lower,
        Bound::Upper => messages::Bound::Upper,
    }
}
