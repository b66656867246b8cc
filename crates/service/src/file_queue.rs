//! Large files wait for one of a few threads, which stay: what an allocator keeps for a thread that has read one is used for the next,
//! and is not multiplied by the number of files that come at once.
//!
//! A file is unpacked when its turn has come. Promised: never more than [`READERS`] are unpacked, never more than [`MAX_WAITING`] held.
//! Small ones are read at once, by whoever asks, and so are large ones where there are no threads.

use crate::error::ServiceError;
use crate::files;
use crate::messages::{FileRead, Reply};
use crate::workbench::Run;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How many large files are read at once.
const READERS: usize = 2;
/// How many large files there may be, waiting or being read.
const MAX_WAITING: usize = 16;
/// What is shorter than this, and not packed, is small.
const SMALL: usize = 256 << 10;
/// How many games are on their way from a reader to who asked.
const GAMES_AHEAD: usize = 16;
/// How often somebody who waits looks whether the file is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// A file that is to be read.
pub enum FileOrder {
    /// A small one.
    Small(Vec<u8>),
    /// A large one, as it came.
    Large(LargeFile),
}

/// A large file that waits.
pub struct LargeFile {
    data: String,
    is_packed: bool,
    _ticket: Ticket,
}

/// Counts a file as long as it is there.
struct Ticket(Arc<AtomicUsize>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Job {
    file: LargeFile,
    flags: Arc<Flags>,
    replies: SyncSender<Reply>,
}

#[derive(Default)]
struct Flags {
    has_begun: AtomicBool,
    is_unwanted: AtomicBool,
}

/// The files that wait, and who reads them.
#[derive(Default)]
pub struct FileQueue {
    /// None where the system gives no threads.
    jobs: OnceLock<Option<Sender<Job>>>,
    files: Arc<AtomicUsize>,
}

impl FileQueue {
    /// Takes a file in, to be read later.
    ///
    /// # Errors
    /// If there are too many, or a small one cannot be read.
    pub fn order(&self, data: String, is_packed: bool) -> Result<FileOrder, ServiceError> {
        if data.len() < SMALL && !is_packed {
            return files::bytes(&data, false).map(FileOrder::Small);
        }
        let room = |files: usize| (files < MAX_WAITING).then_some(files + 1);
        let taken = self.files.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room);
        taken.map_err(|_| ServiceError::TooManyFiles { max: MAX_WAITING })?;
        let ticket = Ticket(Arc::clone(&self.files));
        Ok(FileOrder::Large(LargeFile { data, is_packed, _ticket: ticket }))
    }

    /// Reads a file when its turn has come, reports its games, and sums up.
    pub fn read(&self, order: FileOrder, run: &mut Run<'_>) -> Reply {
        match order {
            FileOrder::Small(bytes) => files::read(&bytes, run),
            FileOrder::Large(file) => self.read_large(file, run),
        }
    }

    fn read_large(&self, file: LargeFile, run: &mut Run<'_>) -> Reply {
        let Some(jobs) = self.jobs.get_or_init(start_readers) else {
            return file.read(run);
        };
        let flags = Arc::new(Flags::default());
        let (replies, heard) = sync_channel(GAMES_AHEAD);
        let job = Job { file, flags: Arc::clone(&flags), replies };
        if jobs.send(job).is_err() {
            return ServiceError::NoThread.into();
        }
        loop {
            if run.stop.load(Ordering::Relaxed) {
                flags.is_unwanted.store(true, Ordering::Relaxed);
                if !flags.has_begun.load(Ordering::Relaxed) {
                    return Reply::FileRead(FileRead { stopped: true, ..FileRead::default() });
                }
            }
            match heard.recv_timeout(LOOK) {
                Ok(reply @ Reply::FileGame(_)) => (run.report)(reply),
                Ok(last) => return last,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return ServiceError::SearchFailed.into(),
            }
        }
    }
}

impl LargeFile {
    /// Unpacks it and reads it here.
    fn read(self, run: &mut Run<'_>) -> Reply {
        let bytes = match files::bytes(&self.data, self.is_packed) {
            Ok(bytes) => bytes,
            Err(error) => return error.into(),
        };
        drop(self.data);
        files::read(&bytes, run)
    }
}

/// Starts the threads; none if the system gives none.
fn start_readers() -> Option<Sender<Job>> {
    let (sender, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let started = (1..=READERS).filter(|number| {
        let receiver = Arc::clone(&receiver);
        let reader = move || {
            while let Some(job) = next(&receiver) {
                work(job);
            }
        };
        std::thread::Builder::new().name(format!("files-{number}")).spawn(reader).is_ok()
    });
    (started.count() > 0).then_some(sender)
}

fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Reads one file. Who asked hears nothing more if that fails.
fn work(Job { file, flags, replies }: Job) {
    flags.has_begun.store(true, Ordering::Relaxed);
    if flags.is_unwanted.load(Ordering::Relaxed) {
        return;
    }
    let read = AssertUnwindSafe(|| {
        let mut report = |reply| {
            if replies.send(reply).is_err() {
                flags.is_unwanted.store(true, Ordering::Relaxed);
            }
        };
        file.read(&mut Run { client: 0, stop: &flags.is_unwanted, report: &mut report })
    });
    if let Ok(last) = catch_unwind(read) {
        let _ = replies.send(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base64;

    /// A file of this many games, as it comes.
    fn file(games: usize) -> String {
        let game = "[Event \"Cup\"]\n\n1. C2=5 {the centre} H8+7 2. H2+3 *\n\n";
        base64::encode(game.repeat(games).as_bytes())
    }

    fn read(queue: &FileQueue, order: FileOrder, stop_after: usize) -> (usize, Reply) {
        let stop = AtomicBool::new(stop_after == 0);
        let mut games = 0;
        let mut report = |_| {
            games += 1;
            stop.store(games >= stop_after, Ordering::Relaxed);
        };
        let last = queue.read(order, &mut Run { client: 1, stop: &stop, report: &mut report });
        (games, last)
    }

    #[test]
    fn a_few_are_read_at_once_and_all_in_the_end() {
        let queue = FileQueue::default();
        let data = file(5000);
        assert!(data.len() > SMALL);
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| read(&queue, queue.order(data.clone(), false).unwrap(), usize::MAX)))
                .collect();
            for reader in readers {
                let (games, last) = reader.join().unwrap();
                let Reply::FileRead(done) = last else { panic!("{last:?}") };
                assert_eq!((games, done.games, done.stopped), (5000, 5000, false));
            }
        });
        assert_eq!(queue.files.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn without_threads_large_files_are_read_by_whoever_asks() {
        let queue = FileQueue { jobs: OnceLock::from(None), ..FileQueue::default() };
        let (games, last) = read(&queue, queue.order(file(5000), false).unwrap(), usize::MAX);
        assert!(matches!(last, Reply::FileRead(FileRead { games: 5000, .. })) && games == 5000, "{last:?}");
        let (games, last) = read(&queue, queue.order(file(5000), false).unwrap(), 10);
        assert!(matches!(last, Reply::FileRead(FileRead { stopped: true, .. })) && games == 10, "{last:?}");
        assert_eq!(queue.files.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn waiting_files_are_counted_and_given_back() {
        let queue = FileQueue::default();
        let mut orders: Vec<_> =
            (0..MAX_WAITING).map(|_| queue.order("AAAA".into(), true).unwrap()).collect();
        assert!(matches!(queue.order("AAAA".into(), true), Err(ServiceError::TooManyFiles { .. })));
        assert!(queue.order(file(1), false).is_ok(), "a small one does not wait");
        // What cannot be read says so in its turn, and the place is free again.
        let (_, last) = read(&queue, orders.pop().unwrap(), usize::MAX);
        assert!(matches!(last, Reply::Error { .. }), "{last:?}");
        assert!(queue.order("AAAA".into(), true).is_ok());
    }

    #[test]
    fn a_file_that_is_not_wanted_any_more_is_let_go() {
        let queue = FileQueue::default();
        let order = || queue.order(file(20_000), false).unwrap();
        let (games, last) = read(&queue, order(), 10);
        let Reply::FileRead(done) = last else { panic!("{last:?}") };
        assert!(done.stopped && games < 100, "{games}");
        let (games, last) = read(&queue, order(), 0);
        assert!(matches!(last, Reply::FileRead(FileRead { stopped: true, .. })) && games < 100, "{last:?}");
    }
}
