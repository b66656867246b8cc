//! Several jobs at once, as lines in and lines out.
//!
//! A reader takes lines, answers at once what is wrong with them, and lays the others in a queue; as many threads as the desk has do one job each.
//! An answer is one line, written as a whole and at once. While much waits, no line is read, so that a caller who sends faster than the machine
//! computes waits in its turn, and the memory stays bounded.

use crate::answer::{Answer, JobError, Progress, Reply};
use crate::job::{JobId, Request};
use crate::lines::{Line, next_line};
use crate::perform::{Store, Work, perform, welcome};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 20;
/// While so many jobs wait, or their lines have so many bytes, no line is read.
const MAX_WAITING: usize = 10_000;
const MAX_WAITING_BYTES: usize = 64 << 20;
/// How often a desk looks whether it is to close.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// How a desk works.
pub struct Desk {
    /// How many jobs are done at once.
    pub jobs: usize,
    /// Stores archives; none where no files are written.
    pub store: Option<Box<Store>>,
}

/// A job that waits, and the length of its line.
struct Waiting {
    request: Request,
    bytes: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    /// The flags that stop the jobs that are not answered yet.
    open: HashMap<JobId, Arc<AtomicBool>>,
    /// No more jobs come.
    is_ended: bool,
    /// Why nothing more can be read or written.
    failure: Option<io::Error>,
}

struct Shared<W> {
    desk: Desk,
    state: Mutex<State>,
    /// Rung when a job comes, or none will.
    work: Condvar,
    /// Rung when there is room for another.
    room: Condvar,
    output: Mutex<W>,
}

/// Takes jobs from the input until its end, and writes their answers to the output. Returns when all are answered, or soon after `stop` is set: then
/// jobs that are not done are answered by `cancelled`.
///
/// # Errors
/// If the input cannot be read or the output not be written; what runs is given up.
pub fn serve<R, W>(desk: Desk, input: R, output: W, stop: &AtomicBool) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let jobs = desk.jobs.max(1);
    let shared = Arc::new(Shared {
        desk: Desk { jobs, ..desk },
        state: Mutex::default(),
        work: Condvar::new(),
        room: Condvar::new(),
        output: Mutex::new(output),
    });
    // It may wait for a line for ever, and is left alone then.
    let reader = Arc::clone(&shared);
    std::thread::Builder::new().name("reader".into()).spawn(move || reader.read(input))?;
    let mut threads = Vec::new();
    for number in 0..jobs {
        let shared = Arc::clone(&shared);
        threads.push(std::thread::Builder::new().name(format!("job {number}")).spawn(move || shared.work())?);
    }
    while threads.iter().any(|thread| !thread.is_finished()) {
        std::thread::sleep(LOOK_INTERVAL);
        if stop.load(Ordering::Relaxed) {
            shared.close(None);
        }
    }
    for thread in threads {
        let _ = thread.join();
    }
    let mut output = shared.output.lock().unwrap_or_else(PoisonError::into_inner);
    let flushed = output.flush();
    match shared.state().failure.take() {
        Some(failure) => Err(failure),
        None => flushed,
    }
}

impl<W: Write + Send> Shared<W> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads lines until there are no more, or nobody wants them.
    fn read(&self, mut input: impl BufRead) {
        for number in 1.. {
            let line = match next_line(&mut input, MAX_LINE) {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => return self.close(Some(error)),
            };
            if self.take(line, number).is_err() || self.state().is_ended {
                return;
            }
        }
        self.state().is_ended = true;
        self.work.notify_all();
    }

    /// Takes a line: answers it, or lays it in the queue.
    fn take(&self, line: Line, number: u64) -> io::Result<()> {
        let bytes = match line {
            Line::Whole(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => return Ok(()),
            Line::Whole(bytes) => bytes,
            Line::TooLong => {
                let error =
                    JobError::too_long(format!("a line is longer than {MAX_LINE} bytes; it was passed over"));
                return self.answer(None, Answer::Error(JobError { line: Some(number), ..error }));
            }
        };
        match Request::read(&bytes) {
            Err((id, error)) => {
                let line = id.is_none().then_some(number);
                self.answer(id, Answer::Error(JobError { line, ..error }))
            }
            Ok(request @ (Request::Hello(_) | Request::Cancel(_))) if self.is_taken(request.id()) => {
                self.refuse_twice(request.id())
            }
            Ok(Request::Hello(hello)) => self.answer(Some(hello.id), welcome(self.desk.jobs)),
            Ok(Request::Cancel(cancel)) => {
                let flag = self.state().open.get(&cancel.job).map(Arc::clone);
                if let Some(flag) = &flag {
                    flag.store(true, Ordering::Relaxed);
                    self.drop_waiting(&cancel.job)?;
                }
                self.answer(Some(cancel.id), Answer::CancelNoted { found: flag.is_some() })
            }
            Ok(request) => self.lay_down(request, bytes.len()),
        }
    }

    /// Whether a job that is not answered yet has this id.
    fn is_taken(&self, id: &JobId) -> bool {
        self.state().open.contains_key(id)
    }

    /// An id that is taken is not taken again.
    fn refuse_twice(&self, id: &JobId) -> io::Result<()> {
        self.answer(Some(id.clone()), Answer::Error(JobError::duplicate_id(id)))
    }

    /// Answers a job that was cancelled before it began.
    fn drop_waiting(&self, id: &JobId) -> io::Result<()> {
        let mut state = self.state();
        let Some(place) = state.waiting.iter().position(|waiting| waiting.request.id() == id) else {
            return Ok(());
        };
        let Some(dropped) = state.waiting.remove(place) else { return Ok(()) };
        state.waiting_bytes -= dropped.bytes;
        state.open.remove(id);
        drop(state);
        self.answer(Some(id.clone()), Answer::Cancelled)
    }

    /// Lays a job in the queue, once there is room.
    fn lay_down(&self, request: Request, bytes: usize) -> io::Result<()> {
        let id = request.id().clone();
        let mut state = self.state();
        while !state.is_ended
            && (state.waiting.len() >= MAX_WAITING || state.waiting_bytes >= MAX_WAITING_BYTES)
        {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_ended {
            drop(state);
            return self.answer(Some(id), Answer::Cancelled);
        }
        if state.open.contains_key(&id) {
            drop(state);
            return self.refuse_twice(&id);
        }
        state.open.insert(id, Arc::default());
        state.waiting_bytes += bytes;
        state.waiting.push_back(Waiting { request, bytes });
        drop(state);
        self.work.notify_one();
        Ok(())
    }

    /// Does one job after the other.
    fn work(&self) {
        while let Some((request, stop)) = self.next() {
            let id = request.id().clone();
            let progress = |progress: Progress| {
                // If it cannot be written, the answer cannot either.
                let _ = self.answer(Some(id.clone()), Answer::Progress(progress));
            };
            let store = self.desk.store.as_deref();
            let answer = perform(&request, &Work { stop: &stop, progress: &progress, store });
            // Who has the answer may use the id again.
            self.state().open.remove(&id);
            if self.answer(Some(id), answer).is_err() {
                return;
            }
        }
    }

    /// The next job and its flag; nothing when there are no more.
    fn next(&self) -> Option<(Request, Arc<AtomicBool>)> {
        let mut state = self.state();
        loop {
            if let Some(Waiting { request, bytes }) = state.waiting.pop_front() {
                state.waiting_bytes -= bytes;
                let stop = state.open.get(request.id()).map(Arc::clone).unwrap_or_default();
                drop(state);
                self.room.notify_all();
                return Some((request, stop));
            }
            if state.is_ended {
                drop(state);
                // The others may go as well.
                self.work.notify_all();
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes no more jobs, and stops all that are there. Those that wait are answered.
    fn close(&self, failure: Option<io::Error>) {
        let mut state = self.state();
        state.is_ended = true;
        if state.failure.is_none() {
            state.failure = failure;
        }
        for flag in state.open.values() {
            flag.store(true, Ordering::Relaxed);
        }
        let waiting = std::mem::take(&mut state.waiting);
        state.waiting_bytes = 0;
        let can_write = state.failure.is_none();
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
        if can_write {
            for Waiting { request, .. } in waiting {
                let _ = self.answer(Some(request.id().clone()), Answer::Cancelled);
            }
        }
    }

    /// Writes an answer. If that fails, the desk is closed.
    fn answer(&self, id: Option<JobId>, answer: Answer) -> io::Result<()> {
        let line = Reply { id, answer }.to_json() + "\n";
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        drop(output);
        written.map_err(|error| {
            let told = io::Error::new(error.kind(), error.to_string());
            self.close(Some(error));
            told
        })
    }
}
