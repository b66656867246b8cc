//! One search of one position, in slices with all the others.
//!
//! The search passes its checkpoint every thousand nodes or so, and there it waits for its next slice ([`Slice::checkpoint`]).
//! Lines are reported at most every [`PAUSE`], the newest of each number.

use crate::messages;
use crate::scheduler::{Scheduler, Slice};
use engine::{Bound, Evaluation, Limits, Outlook, Spoken};
use games::Xiangqi;
use search::{Control, PvLine, Report, Score, SearchResult, Searcher};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use xiangqi::{Colour, Move, Position};

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
    pub line: PvLine<Move>,
    /// How long the search has computed.
    pub computed: Duration,
}

/// Searches until a limit is reached or the flag is set.
pub fn search(
    searcher: &mut Searcher<Xiangqi, Evaluation>,
    position: &Position,
    limits: &Limits<Move>,
    pace: Pace,
    scheduler: &Scheduler,
    stop: &AtomicBool,
    report: &mut (dyn FnMut(TimedLine) + Send),
) -> SearchResult<Move> {
    let slice = Slice::wait(scheduler, pace == Pace::Wall, stop);
    let throttle = LineThrottle::new(scheduler, report);
    let elapsed = || if pace == Pace::Wall { slice.age() } else { slice.computed() };
    let checkpoint = || {
        throttle.pass_on_if_due(slice.computed());
        slice.checkpoint();
        ControlFlow::Continue(())
    };
    let control = Control { stop, elapsed: &elapsed, checkpoint: Some(&checkpoint) };
    let mut reporter = ThrottleReporter { throttle: &throttle, slice: &slice };
    let found = searcher.search(position, limits, control, &mut reporter);
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
    lines: BTreeMap<usize, PvLine<Move>>,
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

    fn hold(&self, line: &PvLine<Move>) {
        self.held().lines.insert(line.number, line.clone());
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

/// Reports the lines of a search to a throttle.
struct ThrottleReporter<'a, 'b, 'c> {
    throttle: &'a LineThrottle<'b>,
    slice: &'a Slice<'c>,
}

impl Report<Xiangqi> for ThrottleReporter<'_, '_, '_> {
    fn line(&mut self, line: &PvLine<Move>) {
        self.slice.note_line();
        self.throttle.hold(line);
        self.throttle.pass_on_if_due(self.slice.computed());
    }
}

/// What a score means from Red's side, in centipawns, and its chances in thousandths.
pub fn from_red(position: &Position, score: Score) -> (messages::Score, messages::Chances) {
    let is_red = position.side() == Colour::Red;
    let outlook = Outlook::of(&Xiangqi::CHANCES, score, Xiangqi::men(position));
    let wdl = [outlook.win, outlook.draw, outlook.loss];
    let sign = if is_red { 1 } else { -1 };
    let score = Xiangqi::told(score);
    let text = match score.mate_distance() {
        Some(moves) => messages::Score::Mate(sign * moves),
        None => messages::Score::Cp(sign * score.value()),
    };
    (text, if is_red { wdl } else { [wdl[2], wdl[1], wdl[0]] })
}

/// A bound as replies name it. Lines always have one.
pub fn bound(bound: Bound) -> messages::Bound {
    match bound {
        Bound::Exact | Bound::None => messages::Bound::Exact,
        Bound::Lower => messages::Bound::Lower,
        Bound::Upper => messages::Bound::Upper,
    }
}
