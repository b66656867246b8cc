//! Who may compute now: any number of searches share as many processors as there are.
//!
//! Each search computes only while it holds a slice, and asks at every checkpoint, every thousand nodes or oftener, whether to go
//! on ([`Slice::checkpoint`]). It hands its place over
//!
//! - to the next in the queue when its slice is used up, and waits at the end of the queue with everything it has found;
//! - at once if something urgent waits, and then goes on first.
//!
//! Urgent are searches that will soon be over: moves of a game, for as long as they have computed little. Nothing is
//! searched twice, for a search that waits sleeps in the middle of its tree. A search that is told to stop never waits. Where
//! there is one search at a time, as in a program without threads, nobody ever waits.

use crate::clock::TimeSource;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// About the longest time until a search that waits has a slice again; slices are shorter when many wait.
const ROUND: Duration = Duration::from_secs(2);
/// How long a search computes before the next has its slice.
const MAX_SLICE: Duration = Duration::from_millis(250);
const MIN_SLICE: Duration = Duration::from_millis(40);
/// A slice lasts for at least this many checkpoints: on a machine that is busy with other things, time may pass without computing.
const MIN_CHECKPOINTS: u32 = 8;
/// The first slice lasts until there is a line to report, but not longer than this: a search with much memory begins slowly.
const FIRST_LINE: Duration = Duration::from_secs(1);
/// A search that was urgent is like any other after this much computing.
const URGENT: Duration = Duration::from_millis(200);

/// Where a search waits.
struct Waiter {
    has_slice: AtomicBool,
    bell: Condvar,
}

#[derive(Default)]
struct Queues {
    free: usize,
    urgent: VecDeque<Arc<Waiter>>,
    ordinary: VecDeque<Arc<Waiter>>,
}

/// Gives out slices.
pub struct Scheduler {
    clock: Arc<dyn TimeSource>,
    processors: u32,
    /// Slices are this many times as long as usual.
    stretch: u32,
    queues: Mutex<Queues>,
    urgent: AtomicUsize,
    waiting: AtomicUsize,
}

impl Scheduler {
    /// A scheduler that lets this many searches compute at once.
    pub fn new(processors: usize, clock: Arc<dyn TimeSource>) -> Self {
        let queues = Queues { free: processors.max(1), ..Queues::default() };
        Self {
            clock,
            processors: processors.max(1) as u32,
            stretch: 1,
            queues: Mutex::new(queues),
            urgent: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
        }
    }

    /// The time.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes for those who only look how many wait.
    fn count(&self, queues: &Queues) {
        self.urgent.store(queues.urgent.len(), Ordering::Relaxed);
        self.waiting.store(queues.urgent.len() + queues.ordinary.len(), Ordering::Relaxed);
    }

    /// How long a slice lasts while this many searches wait.
    fn slice_length(&self, waiting: usize) -> Duration {
        (ROUND * self.processors / waiting.max(1) as u32).clamp(MIN_SLICE, MAX_SLICE) * self.stretch
    }

    /// Waits for a slice. False if it was told to stop instead.
    fn enter(&self, is_urgent: bool, goes_first: bool, stop: &AtomicBool) -> bool {
        let mut queues = self.queues();
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        if queues.free > 0 {
            queues.free -= 1;
            return true;
        }
        let waiter = Arc::new(Waiter { has_slice: AtomicBool::new(false), bell: Condvar::new() });
        let queue = if is_urgent { &mut queues.urgent } else { &mut queues.ordinary };
        if goes_first {
            queue.push_front(Arc::clone(&waiter));
        } else {
            queue.push_back(Arc::clone(&waiter));
        }
        self.count(&queues);
        loop {
            if waiter.has_slice.load(Ordering::Relaxed) {
                return true;
            }
            if stop.load(Ordering::Relaxed) {
                queues.urgent.retain(|other| !Arc::ptr_eq(other, &waiter));
                queues.ordinary.retain(|other| !Arc::ptr_eq(other, &waiter));
                self.count(&queues);
                return false;
            }
            queues = waiter.bell.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands a slice over to whoever waits.
    fn leave(&self) {
        let mut queues = self.queues();
        match queues.urgent.pop_front().or_else(|| queues.ordinary.pop_front()) {
            Some(next) => {
                next.has_slice.store(true, Ordering::Relaxed);
                next.bell.notify_all();
            }
            None => queues.free += 1,
        }
        self.count(&queues);
    }

    /// Lets everybody who waits look at the flag that tells it to stop.
    pub fn wake(&self) {
        let queues = self.queues();
        queues.urgent.iter().chain(&queues.ordinary).for_each(|waiter| waiter.bell.notify_all());
    }
}

/// A search's share of the processors. Dropped, it gives its place back.
pub struct Slice<'a> {
    scheduler: &'a Scheduler,
    stop: &'a AtomicBool,
    is_hurried: bool,
    began: Duration,
    state: Mutex<State>,
}

struct State {
    has_slice: bool,
    /// What was computed before the search last waited, and when it went on.
    before: Duration,
    since: Duration,
    /// When the slice began; later than `since` if nobody has waited for it.
    slice: Duration,
    /// How many checkpoints were passed in this slice.
    checkpoints: u32,
    /// Whether it has reported a line.
    has_reported: bool,
}

impl State {
    /// How long it has computed by now.
    fn computed(&self, now: Duration) -> Duration {
        let here = if self.has_slice { now.saturating_sub(self.since) } else { Duration::ZERO };
        self.before + here
    }
}

impl<'a> Slice<'a> {
    /// Waits for a slice; a search in a hurry is urgent at first.
    pub fn wait(scheduler: &'a Scheduler, is_hurried: bool, stop: &'a AtomicBool) -> Self {
        let began = scheduler.now();
        let has_slice = scheduler.enter(is_hurried, false, stop);
        let since = scheduler.now();
        let state = Mutex::new(State {
            has_slice,
            before: Duration::ZERO,
            since,
            slice: since,
            checkpoints: 0,
            has_reported: false,
        });
        Self { scheduler, stop, is_hurried, began, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it has computed so far.
    pub fn computed(&self) -> Duration {
        self.state().computed(self.scheduler.now())
    }

    /// Hands the slice over if others wait and it is time; returns when there is another.
    pub fn checkpoint(&self) {
        let mut state = self.state();
        if !state.has_slice {
            return;
        }
        let now = self.scheduler.now();
        let computed = state.computed(now);
        let is_urgent = self.is_hurried && computed < URGENT;
        let is_pushed = !is_urgent && self.scheduler.urgent.load(Ordering::Relaxed) > 0;
        let waiting = self.scheduler.waiting.load(Ordering::Relaxed);
        state.checkpoints += 1;
        let is_over = state.checkpoints >= MIN_CHECKPOINTS
            && (state.has_reported || computed >= FIRST_LINE)
            && now.saturating_sub(state.slice) >= self.scheduler.slice_length(waiting);
        if is_over && waiting == 0 {
            (state.slice, state.checkpoints) = (now, 0);
        } else if is_pushed || is_over {
            state.before = computed;
            self.scheduler.leave();
            state.has_slice = self.scheduler.enter(is_urgent, !is_over, self.stop);
            state.since = self.scheduler.now();
            if is_over {
                (state.slice, state.checkpoints) = (state.since, 0);
            } else {
                // What was left of the slice is still there.
                let away = state.since.saturating_sub(now);
                state.slice += away;
            }
        }
    }

    /// Notes that it has reported a line.
    pub fn note_line(&self) {
        self.state().has_reported = true;
    }

    /// The time since it was asked for, waiting included.
    pub fn age(&self) -> Duration {
        self.scheduler.now().saturating_sub(self.began)
    }
}

impl Drop for Slice<'_> {
    fn drop(&mut self) {
        if self.state().has_slice {
            self.scheduler.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use std::sync::atomic::AtomicU64;
    use std::time::Instant;

    /// So long that a test would be seen to hang.
    const AGES: Duration = Duration::from_secs(60);

    fn scheduler() -> Scheduler {
        Scheduler::new(1, Arc::new(SystemClock::default()))
    }

    /// Computes until it is told to end, and notes for how many microseconds it has computed.
    fn work(scheduler: &Scheduler, end: &AtomicBool, note: &AtomicU64) {
        let stop = AtomicBool::new(false);
        let slice = Slice::wait(scheduler, false, &stop);
        slice.note_line();
        while !end.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
            slice.checkpoint();
            note.store(slice.computed().as_micros() as u64, Ordering::Relaxed);
        }
    }

    /// Waits until something is so.
    fn wait_until(is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < AGES);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn everybody_has_slices_and_no_two_at_once() {
        let (scheduler, end) = (scheduler(), AtomicBool::new(false));
        let notes: [AtomicU64; 4] = Default::default();
        let computed = || notes.iter().map(|note| note.load(Ordering::Relaxed));
        let began = Instant::now();
        std::thread::scope(|scope| {
            for note in &notes {
                scope.spawn(|| work(&scheduler, &end, note));
            }
            wait_until(|| computed().all(|note| note > 0));
            end.store(true, Ordering::Relaxed);
        });
        assert!(u128::from(computed().sum::<u64>()) <= began.elapsed().as_micros());
        assert_eq!(scheduler.queues().free, 1);
    }

    /// A clock that is set by hand, in milliseconds.
    #[derive(Default)]
    struct ManualClock(AtomicU64);

    impl TimeSource for ManualClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn a_slice_ends_when_it_is_used_up_and_not_before() {
        let clock = Arc::new(ManualClock::default());
        let scheduler = Scheduler::new(1, Arc::<ManualClock>::clone(&clock));
        let (never, has_entered) = (AtomicBool::new(false), AtomicBool::new(false));
        let first = Slice::wait(&scheduler, false, &never);
        first.note_line();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let second = Slice::wait(&scheduler, false, &never);
                has_entered.store(true, Ordering::Relaxed);
                clock.0.fetch_add(5, Ordering::Relaxed);
                drop(second);
            });
            wait_until(|| scheduler.waiting.load(Ordering::Relaxed) == 1);
            clock.0.store(MAX_SLICE.as_millis() as u64 - 1, Ordering::Relaxed);
            (0..2 * MIN_CHECKPOINTS).for_each(|_| first.checkpoint());
            assert!(!has_entered.load(Ordering::Relaxed), "too early");
            clock.0.fetch_add(1, Ordering::Relaxed);
            first.checkpoint();
            assert!(has_entered.load(Ordering::Relaxed), "it keeps its slice");
        });
        // What it has waited is not computing.
        assert_eq!((first.computed(), first.age()), (MAX_SLICE, MAX_SLICE + Duration::from_millis(5)));
    }

    #[test]
    fn the_urgent_need_not_wait_for_a_slice() {
        // Slices outlast the test.
        let scheduler = Scheduler { stretch: 1000, ..scheduler() };
        let (end, notes) = (AtomicBool::new(false), [AtomicU64::new(0), AtomicU64::new(0)]);
        std::thread::scope(|scope| {
            scope.spawn(|| work(&scheduler, &end, &notes[0]));
            wait_until(|| notes[0].load(Ordering::Relaxed) > 0);
            scope.spawn(|| work(&scheduler, &end, &notes[1]));
            wait_until(|| scheduler.waiting.load(Ordering::Relaxed) == 1);
            let stop = AtomicBool::new(false);
            let slice = Slice::wait(&scheduler, true, &stop);
            assert_eq!(notes[1].load(Ordering::Relaxed), 0, "who came before is not urgent");
            drop(slice);
            end.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn those_who_are_told_to_stop_do_not_wait() {
        let scheduler = scheduler();
        let (never, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        let holder = Slice::wait(&scheduler, false, &never);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| Slice::wait(&scheduler, false, &stop).computed());
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
            scheduler.wake();
            assert_eq!(waiting.join().unwrap(), Duration::ZERO);
        });
        assert_eq!(scheduler.queues().free, 0);
        drop(holder);
        assert_eq!(scheduler.queues().free, 1);
    }
}
