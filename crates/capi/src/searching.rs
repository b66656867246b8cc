//! One search: what limits it, what it tells, and how others wait for it.

use crate::moves::{CHUHE_MAX_MOVES, CHUHE_NO_MOVE, ChuheMove};
use crate::status::{ChuheStatus, Failure};
use engine::{Answer, Bound, Clock, Event, Limits, Line, Score, SearchFailure};
use games::{GameData, Xiangqi};
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;
use xiangqi::{Move, Position};

/// What ends a search. 0 is no limit; without any it goes on until chuhe_engine_stop, or as far as the level of the engine allows.
/// Begin with `ChuheLimits limits = {0};`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChuheLimits {
    /// The deepest iteration.
    pub depth: u32,
    /// How many lines to find; 0 is 1.
    pub lines: u32,
    /// Nodes, over all threads.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// Milliseconds left on the clock of the side to move, of which the engine takes its share.
    pub clock_ms: u64,
    /// Milliseconds that each move adds to the clock.
    pub increment_ms: u64,
    /// For how many moves the clock is; 0 for the rest of the game.
    pub moves_to_go: u32,
    /// End when a mate in this many moves is found.
    pub mate: u32,
    /// Not 0 for a move to be played: if nothing but time limits the search, end as soon as more thinking cannot change the move.
    pub ends_early: u8,
}

/// How a score is meant.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum ChuheScoreKind {
    /// Hundredths of a pawn, for the side to move.
    Centipawns = 0,
    /// Moves to mate: the side to move gives it in `value` moves if that is positive, and suffers it if negative; 0 is a mate on the board.
    Mate = 1,
}

/// A score, for the side to move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChuheScore {
    /// How it is meant.
    pub kind: ChuheScoreKind,
    /// The number.
    pub value: i32,
}

/// How sure a score is.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum ChuheBound {
    /// It is the score.
    Exact = 0,
    /// It is at least that.
    Lower = 1,
    /// It is at most that.
    Upper = 2,
}

/// A line that a search has found. It is valid until the callback returns.
#[repr(C)]
pub struct ChuheInfo {
    /// The iteration.
    pub depth: u32,
    /// The deepest ply looked at.
    pub selective_depth: u32,
    /// Which line it is, the best being 1.
    pub line: u32,
    /// Its score.
    pub score: ChuheScore,
    /// How sure that is.
    pub bound: ChuheBound,
    /// Wins of a thousand games, for the side to move.
    pub wins: u32,
    /// Draws of a thousand games.
    pub draws: u32,
    /// Losses of a thousand games.
    pub losses: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
    /// Thousandths of the table in use.
    pub fullness: u32,
    /// How many moves the line has.
    pub move_count: usize,
    /// Its moves.
    pub moves: *const ChuheMove,
}

/// The result of a search.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChuheAnswer {
    /// The move to make; CHUHE_NO_MOVE if there is none.
    pub best: ChuheMove,
    /// The reply that is expected; CHUHE_NO_MOVE if none is known.
    pub ponder: ChuheMove,
    /// The score.
    pub score: ChuheScore,
    /// The last iteration that counted.
    pub depth: u32,
    /// How many nodes it took.
    pub nodes: u64,
}

/// Hears of each line, in the thread of the search. `user` is what was given with it.
pub type ChuheListener = Option<extern "C" fn(info: &ChuheInfo, user: *mut c_void)>;

/// Hears of the end of a search, in the thread of the search.
pub type ChuheDone = Option<extern "C" fn(answer: &ChuheAnswer, user: *mut c_void)>;

/// The longest time that is told apart from no limit: a thousand years.
const MAX_TIME: Duration = Duration::from_secs(31_556_952_000);

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number).min(MAX_TIME)
}

impl ChuheLimits {
    /// The same as the engine has it, for a search of this position.
    pub fn limits(&self, position: &Position) -> Limits<Move> {
        let wanted = |number: u64| (number != 0).then_some(number);
        let mut limits = Limits {
            depth: wanted(self.depth.into()).map(|depth| depth as usize),
            nodes: wanted(self.nodes),
            hard_time: wanted(self.time_ms).map(milliseconds),
            mate: wanted(self.mate.into()).map(|moves| i32::try_from(moves).unwrap_or(i32::MAX)),
            lines: (self.lines as usize).clamp(1, CHUHE_MAX_MOVES),
            ..Limits::default()
        };
        if self.clock_ms != 0 {
            limits.limit_by_clock(Clock {
                left: milliseconds(self.clock_ms),
                increment: milliseconds(self.increment_ms),
                moves_to_go: (self.moves_to_go != 0).then_some(self.moves_to_go),
                overhead: Duration::ZERO,
                played: Xiangqi::moves_made(position),
            });
        }
        if self.ends_early != 0 { engine::budget::ending_early(limits) } else { limits }
    }
}

impl From<Score> for ChuheScore {
    fn from(score: Score) -> Self {
        match score.mate_distance() {
            Some(moves) => Self { kind: ChuheScoreKind::Mate, value: moves },
            None => Self { kind: ChuheScoreKind::Centipawns, value: score.value() },
        }
    }
}

impl ChuheInfo {
    /// A line, over moves that outlive it.
    fn of(line: &Line<Move>, moves: &[ChuheMove]) -> Self {
        Self {
            depth: line.depth as u32,
            selective_depth: line.selective_depth as u32,
            line: line.number as u32,
            score: line.score.into(),
            bound: match line.bound {
                Bound::Exact | Bound::None => ChuheBound::Exact,
                Bound::Lower => ChuheBound::Lower,
                Bound::Upper => ChuheBound::Upper,
            },
            wins: line.win_draw_loss.win.into(),
            draws: line.win_draw_loss.draw.into(),
            losses: line.win_draw_loss.loss.into(),
            nodes: line.nodes,
            time_ms: line.elapsed.as_millis() as u64,
            fullness: line.fullness as u32,
            move_count: moves.len(),
            moves: moves.as_ptr(),
        }
    }
}

impl ChuheAnswer {
    fn of(answer: &Answer<Move>) -> Self {
        let code = |mv: Option<Move>| mv.map_or(CHUHE_NO_MOVE, Move::code);
        Self {
            best: code(answer.best),
            ponder: code(answer.ponder),
            score: answer.score.into(),
            depth: answer.depth as u32,
            nodes: answer.nodes,
        }
    }
}

/// What others know of one search. Before the first there is one that never ran.
#[derive(Default)]
pub struct Progress {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_running: bool,
    /// The thread of the search, while it is in a callback.
    calling: Option<ThreadId>,
    answer: Option<ChuheAnswer>,
    failure: Option<SearchFailure>,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses while the search runs.
    pub fn check_idle(&self) -> Result<(), Failure> {
        if self.state().is_running {
            let message = "a search runs; chuhe_engine_stop and chuhe_engine_wait end it";
            return Err(Failure::new(ChuheStatus::Busy, message));
        }
        Ok(())
    }

    /// Refuses a callback that would wait for itself.
    pub fn check_caller(&self) -> Result<(), Failure> {
        if self.state().calling == Some(std::thread::current().id()) {
            let message = "a callback of a search cannot wait for that search to end";
            return Err(Failure::new(ChuheStatus::Busy, message));
        }
        Ok(())
    }

    /// The result of the search, once it is there.
    pub fn wait(&self) -> Result<ChuheAnswer, Failure> {
        self.check_caller()?;
        let mut state = self.state();
        while state.is_running {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(failure) = &state.failure {
            return Err(Failure::internal(failure));
        }
        state.answer.ok_or_else(|| Failure::new(ChuheStatus::NoSearch, "no search has been started"))
    }
}

/// What a search tells C. A search that ends in whatever way drops it, and those who wait go on.
pub struct Reporter {
    progress: Arc<Progress>,
    listener: ChuheListener,
    done: ChuheDone,
    /// Handed back as it came, and never looked at: an atomic pointer, because only that goes from thread to thread.
    user: AtomicPtr<c_void>,
}

impl Reporter {
    /// For a search that is about to begin.
    pub fn new(listener: ChuheListener, done: ChuheDone, user: *mut c_void) -> Self {
        let state = Mutex::new(State { is_running: true, ..State::default() });
        let progress = Arc::new(Progress { state, changed: Condvar::new() });
        Self { progress, listener, done, user: AtomicPtr::new(user) }
    }

    /// What others wait for.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Passes on what the search has found.
    pub fn hear(&self, event: &Event<Move>) {
        match event {
            Event::Line(line) => {
                let moves: Vec<ChuheMove> = line.moves.iter().map(|mv| mv.code()).collect();
                let info = ChuheInfo::of(line, &moves);
                self.call(|user| self.listener.into_iter().for_each(|listener| listener(&info, user)));
            }
            Event::Done(answer) => {
                let answer = ChuheAnswer::of(answer);
                self.progress.state().answer = Some(answer);
                self.call(|user| self.done.into_iter().for_each(|done| done(&answer, user)));
            }
            Event::Failed(failure) => self.progress.state().failure = Some(failure.clone()),
            Event::RootMove { .. } | Event::Summary(_) => {}
        }
    }

    fn call(&self, callback: impl FnOnce(*mut c_void)) {
        self.progress.state().calling = Some(std::thread::current().id());
        callback(self.user.load(Ordering::Relaxed));
        self.progress.state().calling = None;
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        let mut state = self.progress.state();
        state.is_running = false;
        if state.answer.is_none() && state.failure.is_none() {
            let reason = "the system has no thread to give to a search";
            state.failure = Some(SearchFailure::Panic(reason.to_owned()));
        }
        self.progress.changed.notify_all();
    }
}
