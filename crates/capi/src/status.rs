//! How functions answer: a code, and a message for the thread that asked.
#![allow(unsafe_code)] // names that the linker must find

use engine::SearchFailure;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call went. Whatever is not OK has changed nothing, and chuhe_last_error has a message.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChuheStatus {
    /// It is done.
    Ok = 0,
    /// A pointer that is needed is null.
    NullPointer = 1,
    /// A text is not UTF-8.
    NotUtf8 = 2,
    /// A text is not a position.
    BadPosition = 3,
    /// A text is not a move, or fits several.
    BadMove = 4,
    /// A move is not legal in the position.
    IllegalMove = 5,
    /// A number is outside of what there is: a level, a notation, a language.
    OutOfRange = 6,
    /// There is no move to take back.
    NothingToUndo = 7,
    /// There is not the memory for it.
    NoMemory = 8,
    /// The engine is searching, or the call comes from the search's own callback.
    Busy = 9,
    /// No search has been started.
    NoSearch = 10,
    /// A mistake of the library itself. Please report it.
    Internal = 11,
}

/// Why a call is refused.
pub struct Failure {
    status: ChuheStatus,
    message: String,
}

impl Failure {
    pub fn new(status: ChuheStatus, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// The library has failed.
    pub fn internal(reason: &SearchFailure) -> Self {
        let SearchFailure::Panic(said) = reason;
        let message = format!("a mistake of chuhe itself, please report it: {said}");
        Self::new(ChuheStatus::Internal, message)
    }

    /// A pointer that must not be null is.
    pub fn null(what: &str) -> Self {
        Self::new(ChuheStatus::NullPointer, format!("{what} is NULL"))
    }
}

thread_local! {
    /// The message of the last failure in this thread.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Runs a call. A failure leaves its message, and a panic is a failure.
pub fn answer(call: impl FnOnce() -> Result<(), Failure>) -> ChuheStatus {
    let failure = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return ChuheStatus::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::internal(&SearchFailure::from_panic(&*panic)),
    };
    // A thread that is going away has nobody left to read it.
    let _ = LAST_ERROR.try_with(|kept| kept.replace(c_text(&failure.message)));
    failure.status
}

/// A text as C has it; a NUL inside, which would end it early, becomes the character for it.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{2400}")).unwrap_or_default()
}

/// The message of the last call in this thread that did not answer OK; empty if there was none. It belongs to the library and is valid
/// until the next such call in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_last_error() -> *const c_char {
    LAST_ERROR.try_with(|kept| kept.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, such as "0.2.0". It belongs to the library and is always valid.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        assert_eq!(answer(|| panic!("on purpose")), ChuheStatus::Internal);
        let kept = LAST_ERROR.with_borrow(Clone::clone);
        assert_eq!(kept.to_str(), Ok("a mistake of chuhe itself, please report it: on purpose"));
    }

    #[test]
    fn a_nul_does_not_cut_a_message_short() {
        assert_eq!(answer(|| Err(Failure::null("a\0b"))), ChuheStatus::NullPointer);
        assert_eq!(LAST_ERROR.with_borrow(Clone::clone).to_str(), Ok("a\u{2400}b is NULL"));
    }
}
