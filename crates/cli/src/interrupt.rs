//! Ctrl-C: what every long command does when it is told to end.

use crate::failure::Failure;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// A flag that Ctrl-C raises.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// A flag that Ctrl-C raises; the second time it ends the program at once, for whoever reads its output may have stopped.
pub fn insistent_interrupt_flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(flag)
}
