//! Raw pointers of C: texts and lists that come in, results that go out, and what is freed.
//!
//! Null is always seen. That other pointers are what the header says they are is for the caller to keep, and each function here says
//! what it relies on.
#![allow(unsafe_code)] // pointers of C

use crate::status::{ChuheStatus, Failure, c_text};
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use xiangqi::excerpt;

/// Where a result goes, which C need not have set to anything. It is looked at before anything is done.
pub fn place<'a, T>(
    out: Option<&'a mut MaybeUninit<T>>,
    what: &str,
) -> Result<&'a mut MaybeUninit<T>, Failure> {
    out.ok_or_else(|| Failure::null(what))
}

/// A handle that must be there.
pub fn given<T>(handle: Option<T>, what: &str) -> Result<T, Failure> {
    handle.ok_or_else(|| Failure::null(what))
}

/// A text that C hands in.
///
/// # Safety
/// The pointer is null, or leads to bytes that end with a NUL and stay as they are for `'a`.
pub unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|_| {
        let shown = excerpt(&bytes.to_string_lossy(), 40);
        Failure::new(ChuheStatus::NotUtf8, format!("{what} is not UTF-8: \"{shown}\""))
    })
}

/// A list that C hands in; an empty one may be null.
///
/// # Safety
/// The pointer leads to this many values that stay as they are for `'a`, or is null.
pub unsafe fn list<'a, T>(pointer: *const T, count: usize, what: &str) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        let message = format!("{what} cannot have {count} entries: there is no memory of that size");
        return Err(Failure::new(ChuheStatus::OutOfRange, message));
    }
    // SAFETY: it is not null, no larger than a slice may be, and the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// A text for C to own, until `chuhe_text_free`.
pub fn owned_text(text: &str) -> *mut c_char {
    c_text(text).into_raw()
}

/// A handle for C to own, until it is released.
pub fn owned<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a handle; null is nothing to free.
///
/// # Safety
/// The pointer is null or comes from [`owned`], and nobody uses it again.
pub unsafe fn release<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: it is not null, and the caller promises that it is a box of ours and the last use of it.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Frees a text that the library gave in a `char **`. NULL is nothing to free. A text is freed once.
///
/// # Safety
/// The text is NULL, or came from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it is not null, and C promises that it is one of ours and freed once.
        drop(unsafe { CString::from_raw(text) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_c_owns_goes_out_and_is_freed_once() {
        let written = owned_text("炮二平五");
        // SAFETY: it was made here, is read before it is freed, and is freed once.
        unsafe {
            assert_eq!(text(written, "text").ok(), Some("炮二平五"));
            chuhe_text_free(written);
        }
        let handle = owned(vec![1, 2, 3]);
        // SAFETY: as before.
        unsafe {
            assert_eq!((*handle).len(), 3);
            release(handle);
        }
    }

    #[test]
    fn null_is_seen_everywhere() {
        // SAFETY: null is what each of these allows.
        unsafe {
            assert!(text(std::ptr::null(), "text").is_err());
            assert!(list::<u16>(std::ptr::null(), 1, "moves").is_err());
            assert_eq!(list::<u16>(std::ptr::null(), 0, "moves").ok(), Some(&[][..]));
            release::<u32>(std::ptr::null_mut());
            chuhe_text_free(std::ptr::null_mut());
        }
        assert!(place::<u32>(None, "result").is_err() && given::<&u32>(None, "handle").is_err());
    }

    #[test]
    fn a_list_is_as_long_as_it_says_and_as_memory_can_be() {
        let moves = [1u16, 2, 3];
        // SAFETY: three numbers are there; the list that is too long is refused before it is looked at.
        unsafe {
            assert_eq!(list(moves.as_ptr(), 3, "moves").ok(), Some(&moves[..]));
            assert!(list(moves.as_ptr(), usize::MAX, "moves").is_err());
        }
    }

    #[test]
    fn a_text_that_is_not_utf_8_is_refused() {
        // SAFETY: the bytes end with a NUL and live for ever.
        assert!(unsafe { text(c"\xff".as_ptr(), "text") }.is_err());
    }
}
