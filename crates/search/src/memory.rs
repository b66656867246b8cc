//! A large block of zeros.
//!
//! It is cheap to get: the system hands out pages of zeros when they are first touched. Where it can
//! (Linux), it uses pages of two mebibytes, so that tables do not thrash the processor's memory of
//! addresses. A block that cannot be had is refused instead of ending the program.

#![allow(unsafe_code)] // allocation by hand

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// The size of a large page.
const LARGE_PAGE: usize = 2 << 20;

/// A type for which all bytes zero is a value, and which needs no drop.
///
/// # Safety
/// Zeros must be a valid value of the type.
pub unsafe trait Zeroed {}

// SAFETY: an atomic word has the representation of a word.
unsafe impl Zeroed for AtomicU64 {}
// SAFETY: zeros are the number zero.
unsafe impl Zeroed for i16 {}
// SAFETY: an array of zeros is an array of what zeros are.
unsafe impl<T: Zeroed, const COUNT: usize> Zeroed for [T; COUNT] {}

/// A boxed slice of items that began as zeros.
pub struct Memory<T> {
    /// What the allocator gave; the items lie somewhere inside.
    block: NonNull<u8>,
    layout: Layout,
    items: NonNull<T>,
    count: usize,
    owned: PhantomData<T>,
}

// SAFETY: the memory owns its items, like a boxed slice.
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: as above; sharing it shares the items.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T: Zeroed> Memory<T> {
    /// This many zeros, at least one; none if there is no room for them.
    pub fn zeros(count: usize) -> Option<Self> {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<T>().max(1))?;
        let alignment = alignment::<T>(bytes);
        // Asked for a strict alignment the allocator would write the zeros itself, so it is asked for a
        // loose one and a larger block.
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, 1).ok()?;
        // SAFETY: the layout has at least one byte.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = block.addr().get().wrapping_neg() % alignment;
        // SAFETY: the offset is below the alignment, by which the block is larger than the items.
        let items = unsafe { block.add(offset) };
        use_large_pages(items, bytes);
        Some(Self { block, layout, items: items.cast(), count, owned: PhantomData })
    }

    /// This many zeros, at least one; the program ends, as with any small list, if there is no room for them.
    pub fn must(count: usize) -> Self {
        Self::zeros(count).unwrap_or_else(|| handle_alloc_error(Layout::new::<T>()))
    }
}

/// Where a block of this many bytes may begin: at a large page, if they fill one and the system has such pages.
fn alignment<T>(bytes: usize) -> usize {
    if cfg!(target_os = "linux") && bytes >= LARGE_PAGE { LARGE_PAGE } else { align_of::<T>() }
}

/// Makes everything zero again.
pub fn zero<T: Zeroed>(items: &mut [T]) {
    // SAFETY: the slice is borrowed as a whole, and zeros are a value of its type.
    unsafe { std::ptr::write_bytes(items.as_mut_ptr(), 0, items.len()) };
}

/// A wish: nothing depends on whether the system grants it.
#[cfg(all(target_os = "linux", not(miri)))]
fn use_large_pages(start: NonNull<u8>, bytes: usize) {
    if bytes >= LARGE_PAGE {
        // SAFETY: the range lies in a block that was just allocated and begins at a page; the advice
        // changes how it is mapped, not what it holds.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn use_large_pages(_: NonNull<u8>, _: usize) {}

/// Hands the pages of a block back to the system, which an allocator that keeps what is freed for later would not do.
#[cfg(all(target_os = "linux", not(miri)))]
fn give_back(start: NonNull<u8>, bytes: usize) {
    // Whole large pages only, which lie in the block from their beginning to their end.
    let bytes = bytes / LARGE_PAGE * LARGE_PAGE;
    if bytes > 0 {
        // SAFETY: the range begins at a large page, lies in a block that nobody uses any more, and reads as zeros from now on.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_DONTNEED) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn give_back(_: NonNull<u8>, _: usize) {}

impl<T> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `count` items from `items` on lie in the block, aligned, and were zeroed.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr(), self.count) }
    }
}

impl<T> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and the memory is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_ptr(), self.count) }
    }
}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        give_back(self.items.cast(), self.count * size_of::<T>());
        // SAFETY: the block came from the allocator with this layout, and its items need no drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_block_begins_as_aligned_zeros_and_can_be_zeroed_again() {
        let large = if cfg!(miri) { 100 } else { LARGE_PAGE / 8 + 1 };
        for count in [0, 1, 7, large] {
            let mut memory = Memory::<AtomicU64>::zeros(count).expect("a small block");
            assert_eq!(memory.len(), count.max(1));
            assert_eq!(memory.as_ptr().addr() % alignment::<AtomicU64>(count * 8), 0);
            assert!(memory.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            memory.iter().for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
            zero(&mut memory);
            assert!(memory.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn what_cannot_be_had_is_refused() {
        assert!(Memory::<AtomicU64>::zeros(usize::MAX).is_none(), "the size overflows");
        assert!(Memory::<AtomicU64>::zeros(isize::MAX as usize / 8).is_none(), "the layout is too large");
        if !cfg!(miri) {
            assert!(Memory::<AtomicU64>::zeros(1 << 59).is_none(), "no machine has so much");
        }
    }
}
