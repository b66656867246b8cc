//! The host's side of the program: what it may call, and what it must offer. `npm/src/program.ts` is the other half of this file.
//!
//! The host writes a message to the memory that [`buffer`] names, in UTF-8, and then has it received at the desk or carried out at the
//! seat. An instance is one of both, whichever was opened. Text that is not UTF-8 is read as far as it goes, and then refused as what it is: no message.
//!
//! | the host calls | |
//! |---|---|
//! | `open_desk(threads, hash)`, `open_seat(threads, hash)` | once, before anything else |
//! | `buffer(bytes)` | where the next message goes |
//! | `receive()` | at a desk: obeys the message in the buffer |
//! | `ended(id)`, `failed(id)` | at a desk: a task has ended, or was lost |
//! | `carry_out()` | at a seat: carries out the message in the buffer, which takes time |

#![allow(unsafe_code)] // names and calls that the host knows

use crate::desk::{Desk, Effect};
use crate::seat::{Host, Seat};
use service::TaskKind;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

#[link(wasm_import_module = "chuhe")]
// SAFETY: the names and types are those that `npm/src/program.ts` gives to every instance. What is `safe` takes numbers alone, of which the
// host accepts any.
unsafe extern "C" {
    /// Gives a reply, in UTF-8, to whoever asked. The bytes must be there to be read; the host copies them before it returns.
    fn reply(text: *const u8, bytes: usize);
    /// Has the message in the buffer carried out at a seat: 0 of `Go`, 1 of `Review`, 2 of `Question`.
    safe fn start(id: u64, seat: u32);
    /// Tells a task to stop.
    safe fn stop(id: u64);
    /// Whether the task that is carried out here is to stop.
    safe fn is_stopped() -> u32;
}

static DESK: Mutex<Option<Desk>> = Mutex::new(None);
static SEAT: OnceLock<Seat> = OnceLock::new();
static MESSAGE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// What a lock holds, whoever has failed with it.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_message() -> String {
    String::from_utf8_lossy(&std::mem::take(&mut *locked(&MESSAGE))).into_owned()
}

fn tell(text: &str) {
    // SAFETY: the pointer and the length are those of a text that lives until the call returns, and the host only reads it.
    unsafe { reply(text.as_ptr(), text.len()) };
}

fn carry(effects: Vec<Effect>) {
    for effect in effects {
        match effect {
            Effect::Reply(text) => tell(&text),
            Effect::Start { id, kind: TaskKind::Go } => start(id, 0),
            Effect::Start { id, kind: TaskKind::Review } => start(id, 1),
            Effect::Start { id, kind: TaskKind::Question } => start(id, 2),
            Effect::Stop(id) => stop(id),
        }
    }
}

fn at_desk(work: impl FnOnce(&mut Desk) -> Vec<Effect>) {
    let effects = locked(&DESK).as_mut().map(work);
    carry(effects.unwrap_or_default());
}

struct Worker;

impl Host for Worker {
    fn reply(&self, text: &str) {
        tell(text);
    }
    fn is_stopped(&self) -> bool {
        is_stopped() != 0
    }
}

/// Makes this instance the desk.
#[unsafe(no_mangle)]
pub extern "C" fn open_desk(threads: usize, hash: usize) {
    *locked(&DESK) = Some(Desk::new(threads, hash));
}

/// Makes this instance a seat.
#[unsafe(no_mangle)]
pub extern "C" fn open_seat(threads: usize, hash: usize) {
    let _ = SEAT.set(Seat::new(threads, hash, Arc::new(Worker)));
}

/// Where the next message goes, which has this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(bytes: usize) -> *mut u8 {
    let mut message = locked(&MESSAGE);
    *message = vec![0; bytes];
    message.as_mut_ptr()
}

/// Obeys the message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let message = take_message();
    at_desk(|desk| desk.receive(&message));
}

/// Notes that a task has ended.
#[unsafe(no_mangle)]
pub extern "C" fn ended(id: u64) {
    at_desk(|desk| {
        desk.ended(id);
        Vec::new()
    });
}

/// Tells whoever asked that a task was lost.
#[unsafe(no_mangle)]
pub extern "C" fn failed(id: u64) {
    at_desk(|desk| desk.failed(id));
}

/// Carries out the message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn carry_out() {
    let message = take_message();
    if let Some(seat) = SEAT.get() {
        seat.carry_out(&message);
    }
}
