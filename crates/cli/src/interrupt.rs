//! Ctrl-C: what every long command does when it is told to end.

use crate::failure::Failure;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a command that was interrupted: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// The exit code as a value.
pub fn interrupted() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}

/// Calls this at each Ctrl-C instead of ending the program.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler).map_err(|error| Failure::Input(format!("cannot watch for Ctrl-C: {error}")))
}

/// What is pressed again sooner than this was meant once.
const INSISTENCE: Duration = Duration::from_millis(700);

/// How many threads wait for somebody else.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Does what may take for ever, as it waits for somebody else: opening a pipe, or reading it. Ctrl-C ends the program at once meanwhile.
pub fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITING.fetch_add(1, Ordering::Relaxed);
    let done = work();
    WAITING.fetch_sub(1, Ordering::Relaxed);
    done
}

/// A flag that Ctrl-C raises, so that what is done can be brought to an end. Pressed again, it ends the program at once: it may wait for
/// somebody who has stopped reading.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first = None;
    on_interrupt(move || {
        raised.store(true, Ordering::Relaxed);
        let is_again = first.get_or_insert_with(Instant::now).elapsed() > INSISTENCE;
        if is_again || WAITING.load(Ordering::Relaxed) > 0 {
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(flag)
}
