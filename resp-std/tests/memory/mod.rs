//! What a test asks of the allocator: how often, and how much at once.

// Each binary uses its own part of this.
#![allow(dead_code, clippy::cast_possible_wrap)]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;

/// Counts what this thread asks for: tests run side by side.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static ASKED: Cell<u64> = const { Cell::new(0) };
    /// Below zero if this thread has given back what others had asked for.
    static BYTES: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

/// How often `run` asks for memory.
pub(crate) fn allocations(run: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

/// How many bytes `run` asks for, those included that it gives back.
pub(crate) fn asked(run: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    run();
    ASKED.get() - before
}

/// The most bytes that `run` has at a time, besides those that were there before.
pub(crate) fn peak(run: impl FnOnce()) -> i64 {
    let before = BYTES.get();
    PEAK.set(before);
    run();
    PEAK.get() - before
}

/// How many bytes there are.
pub(crate) fn held() -> i64 {
    BYTES.get()
}

fn count_new(bytes: usize) {
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + bytes as u64));
    let _ = BYTES.try_with(|held| {
        held.set(held.get() + bytes as i64);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

fn count_freed(bytes: usize) {
    let _ = BYTES.try_with(|held| held.set(held.get() - bytes as i64));
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_new(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_new(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_new(size);
        count_freed(layout.size());
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count_freed(layout.size());
        unsafe { System.dealloc(block, layout) }
    }
}
