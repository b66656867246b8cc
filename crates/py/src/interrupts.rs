//! Work that takes long: other Python threads run meanwhile, Ctrl-C ends it, and a panic becomes an exception.

use crate::errors::InternalError;
use engine::SearchFailure;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often a thread that waits looks whether Ctrl-C was pressed.
pub const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Does something without holding Python up. A panic becomes an `InternalError`.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| internal_error(&*panic))
}

/// The same for work that ends soon after the flag it is given is set, which Ctrl-C does. It runs in a thread of its own, since
/// only this one hears of signals.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    interruptible_by(py, &AtomicBool::new(false), work)
}

/// The same with a flag that others may set as well.
pub fn interruptible_by<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Whoever waits is there until it is told.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(stop))));
        });
        loop {
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(LOOK_INTERVAL)) {
                Ok(done) => return done.map_err(|panic| internal_error(&*panic)),
                Err(RecvTimeoutError::Disconnected) => return Err(internal_error(&"the work was lost")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(signal) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                let _ = py.detach(move || receiver.recv());
                return Err(signal);
            }
        }
    })
}

fn internal_error(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let SearchFailure::Panic(said) = SearchFailure::from_panic(panic);
    InternalError::new_err(format!("a mistake of chuhe itself, please report it: {said}"))
}

/// Fails on purpose, so that a test can see what becomes of a panic.
#[pyfunction(name = "_fail_for_tests")]
#[allow(clippy::panic)] // it is what is asked for
pub fn fail_for_tests(py: Python<'_>, in_thread: bool) -> PyResult<()> {
    if in_thread {
        interruptible(py, |_| panic!("on purpose"))
    } else {
        detached(py, || panic!("on purpose"))
    }
}
