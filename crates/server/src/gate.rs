//! Turns: who may compute now.
//!
//! There are as many turns as processors, and any number of searches, each in a thread of its own. A search computes
//! only while it has a turn, and asks every few hundred nodes whether to go on ([`Turn::poll`]). It hands its turn over
//!
//! - to the next in line when its slice is used up, and waits at the end of the line with everything it has found;
//! - at once if something urgent waits, and then goes on first.
//!
//! Urgent are searches that will soon be over: moves of a game, for as long as they have computed little. Nothing is
//! searched twice, for a search that waits just sleeps in the middle of its tree. A search that is told to stop never waits.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long it takes at most, about, until a search that waits has a turn again; slices are shorter when many wait.
const ROUND: Duration = Duration::from_secs(2);
/// The most and the least that a search computes before the next has its turn.
const SLICE: Duration = Duration::from_millis(250);
const LEAST_SLICE: Duration = Duration::from_millis(40);
/// A slice lasts for so many questions at least: on a machine that is busy with other things, time may pass without computing.
const LEAST_POLLS: u32 = 8;
/// The first slice lasts until there is something to tell, but not longer than this: a search with much memory begins slowly.
const FIRST_WORDS: Duration = Duration::from_secs(1);
/// A search that was urgent is like any other after so much computing.
const URGENT: Duration = Duration::from_millis(200);

/// Where a search waits.
struct Waiter {
    has_turn: AtomicBool,
    bell: Condvar,
}

#[derive(Default)]
struct Lines {
    free: usize,
    urgent: VecDeque<Arc<Waiter>>,
    ordinary: VecDeque<Arc<Waiter>>,
}

/// Gives out turns.
pub struct Gate {
    turns: u32,
    /// Slices are so many times as long as usual.
    stretch: u32,
    lines: Mutex<Lines>,
    urgent: AtomicUsize,
    waiting: AtomicUsize,
}

impl Gate {
    /// A gate with so many turns.
    pub fn new(turns: usize) -> Self {
        let lines = Lines { free: turns.max(1), ..Lines::default() };
        Self {
            turns: turns.max(1) as u32,
            stretch: 1,
            lines: Mutex::new(lines),
            urgent: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes for those who only look how many wait.
    fn count(&self, lines: &Lines) {
        self.urgent.store(lines.urgent.len(), Ordering::Relaxed);
        self.waiting.store(lines.urgent.len() + lines.ordinary.len(), Ordering::Relaxed);
    }

    /// How long a turn lasts while so many wait.
    fn slice(&self, waiting: usize) -> Duration {
        (ROUND * self.turns / waiting.max(1) as u32).clamp(LEAST_SLICE, SLICE) * self.stretch
    }

    /// Waits for a turn. False if it was told to stop instead.
    fn enter(&self, is_urgent: bool, goes_first: bool, stop: &AtomicBool) -> bool {
        let mut lines = self.lines();
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        if lines.free > 0 {
            lines.free -= 1;
            return true;
        }
        let waiter = Arc::new(Waiter { has_turn: AtomicBool::new(false), bell: Condvar::new() });
        let line = if is_urgent { &mut lines.urgent } else { &mut lines.ordinary };
        if goes_first {
            line.push_front(Arc::clone(&waiter));
        } else {
            line.push_back(Arc::clone(&waiter));
        }
        self.count(&lines);
        loop {
            if waiter.has_turn.load(Ordering::Relaxed) {
                return true;
            }
            if stop.load(Ordering::Relaxed) {
                lines.urgent.retain(|other| !Arc::ptr_eq(other, &waiter));
                lines.ordinary.retain(|other| !Arc::ptr_eq(other, &waiter));
                self.count(&lines);
                return false;
            }
            lines = waiter.bell.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands a turn over to whoever waits.
    fn leave(&self) {
        let mut lines = self.lines();
        match lines.urgent.pop_front().or_else(|| lines.ordinary.pop_front()) {
            Some(next) => {
                next.has_turn.store(true, Ordering::Relaxed);
                next.bell.notify_all();
            }
            None => lines.free += 1,
        }
        self.count(&lines);
    }

    /// Lets everybody who waits look at the flag that tells it to stop.
    pub fn wake(&self) {
        let lines = self.lines();
        lines.urgent.iter().chain(&lines.ordinary).for_each(|waiter| waiter.bell.notify_all());
    }
}

/// A search's way through the gate. Dropped, it gives its turn back.
pub struct Turn<'a> {
    gate: &'a Gate,
    stop: &'a AtomicBool,
    is_hurried: bool,
    began: Instant,
    state: Mutex<State>,
}

struct State {
    has_turn: bool,
    /// Computing before this turn, and when it began.
    before: Duration,
    since: Instant,
    /// When the slice began; later than the turn if nobody has waited for it.
    slice: Instant,
    /// How often it was asked in this slice.
    polls: u32,
    /// Whether it has told anything.
    has_spoken: bool,
}

impl State {
    /// How long it has computed by now.
    fn computed(&self, now: Instant) -> Duration {
        let here = if self.has_turn { now.saturating_duration_since(self.since) } else { Duration::ZERO };
        self.before + here
    }
}

impl<'a> Turn<'a> {
    /// Waits for a turn; a search in a hurry is urgent at first.
    pub fn wait(gate: &'a Gate, is_hurried: bool, stop: &'a AtomicBool) -> Self {
        let began = Instant::now();
        let has_turn = gate.enter(is_hurried, false, stop);
        let since = Instant::now();
        let state = Mutex::new(State {
            has_turn,
            before: Duration::ZERO,
            since,
            slice: since,
            polls: 0,
            has_spoken: false,
        });
        Self { gate, stop, is_hurried, began, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it has computed so far.
    pub fn computed(&self) -> Duration {
        self.state().computed(Instant::now())
    }

    /// Hands the turn over if others wait and it is time; returns when it is back.
    pub fn poll(&self) {
        let mut state = self.state();
        if !state.has_turn {
            return;
        }
        let now = Instant::now();
        let computed = state.computed(now);
        let is_urgent = self.is_hurried && computed < URGENT;
        let is_pushed = !is_urgent && self.gate.urgent.load(Ordering::Relaxed) > 0;
        let waiting = self.gate.waiting.load(Ordering::Relaxed);
        state.polls += 1;
        let is_over = state.polls >= LEAST_POLLS
            && (state.has_spoken || computed >= FIRST_WORDS)
            && now.saturating_duration_since(state.slice) >= self.gate.slice(waiting);
        if is_over && waiting == 0 {
            (state.slice, state.polls) = (now, 0);
        } else if is_pushed || is_over {
            state.before = computed;
            self.gate.leave();
            state.has_turn = self.gate.enter(is_urgent, !is_over, self.stop);
            state.since = Instant::now();
            if is_over {
                (state.slice, state.polls) = (state.since, 0);
            } else {
                // What was left of the slice is still there.
                let away = state.since.saturating_duration_since(now);
                state.slice += away;
            }
        }
    }

    /// Notes that it has told something.
    pub fn note_words(&self) {
        self.state().has_spoken = true;
    }

    /// The time since it was asked for, waiting included.
    pub fn waited(&self) -> Duration {
        self.began.elapsed()
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if self.state().has_turn {
            self.gate.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// So long that a test would be seen to hang.
    const AGES: Duration = Duration::from_secs(60);

    /// Computes until it is told to end, and notes how many microseconds it has had the turn.
    fn work(gate: &Gate, end: &AtomicBool, note: &AtomicU64) {
        let stop = AtomicBool::new(false);
        let turn = Turn::wait(gate, false, &stop);
        turn.note_words();
        while !end.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
            turn.poll();
            note.store(turn.computed().as_micros() as u64, Ordering::Relaxed);
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
    fn everybody_has_turns_and_no_two_at_once() {
        let (gate, end) = (Gate::new(1), AtomicBool::new(false));
        let notes: [AtomicU64; 4] = Default::default();
        let computed = || notes.iter().map(|note| note.load(Ordering::Relaxed));
        let began = Instant::now();
        std::thread::scope(|scope| {
            for note in &notes {
                scope.spawn(|| work(&gate, &end, note));
            }
            wait_until(|| computed().all(|note| note > 0));
            end.store(true, Ordering::Relaxed);
        });
        assert!(u128::from(computed().sum::<u64>()) <= began.elapsed().as_micros());
        assert_eq!(gate.lines().free, 1);
    }

    #[test]
    fn the_urgent_need_not_wait_for_a_slice() {
        // Slices outlast the test.
        let gate = Gate { stretch: 1000, ..Gate::new(1) };
        let (end, notes) = (AtomicBool::new(false), [AtomicU64::new(0), AtomicU64::new(0)]);
        std::thread::scope(|scope| {
            scope.spawn(|| work(&gate, &end, &notes[0]));
            wait_until(|| notes[0].load(Ordering::Relaxed) > 0);
            scope.spawn(|| work(&gate, &end, &notes[1]));
            wait_until(|| gate.waiting.load(Ordering::Relaxed) == 1);
            let stop = AtomicBool::new(false);
            let turn = Turn::wait(&gate, true, &stop);
            assert_eq!(notes[1].load(Ordering::Relaxed), 0, "who came before is not urgent");
            drop(turn);
            end.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn those_who_are_told_to_stop_do_not_wait() {
        let gate = Gate::new(1);
        let (never, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        let holder = Turn::wait(&gate, false, &never);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| Turn::wait(&gate, false, &stop).computed());
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
            gate.wake();
            assert_eq!(waiting.join().unwrap(), Duration::ZERO);
        });
        assert_eq!(gate.lines().free, 0);
        drop(holder);
        assert_eq!(gate.lines().free, 1);
    }
}
