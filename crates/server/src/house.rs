//! What all tabs share: turns, tables, and how many searches there may be.

use crate::gate::Gate;
use crate::tables::Tables;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What is shared.
pub struct House {
    /// Who may compute.
    pub gate: Gate,
    /// Where searches remember.
    pub tables: Tables,
    /// How many searches compute at once.
    pub threads: usize,
    /// How many searches there may be, computing or waiting.
    pub most_searches: usize,
    /// How many tabs there may be.
    pub most_tabs: usize,
    searches: Arc<Semaphore>,
    tabs: AtomicUsize,
    next_tab: AtomicU64,
    polls: AtomicU64,
}

impl House {
    /// A house for so many searches, of which so many compute at once, with tables of so many mebibytes together.
    pub fn new(threads: usize, mebibytes: usize, most_searches: usize, most_tabs: usize) -> Self {
        Self {
            gate: Gate::new(threads),
            tables: Tables::new(mebibytes, most_searches),
            threads,
            most_searches,
            most_tabs,
            searches: Arc::new(Semaphore::new(most_searches)),
            tabs: AtomicUsize::new(0),
            next_tab: AtomicU64::new(1),
            polls: AtomicU64::new(0),
        }
    }

    /// A place for a search, to be given back by dropping it; none if all are taken.
    pub fn search_place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.searches).try_acquire_owned().ok()
    }

    /// How many searches there are, computing or waiting.
    pub fn searches(&self) -> usize {
        self.most_searches - self.searches.available_permits()
    }

    /// How many tabs are open.
    pub fn tabs(&self) -> usize {
        self.tabs.load(Ordering::Relaxed)
    }

    /// Lets a tab in, if there is room, and gives it a number.
    pub fn admit(self: &Arc<Self>) -> Option<Admission> {
        let most = self.most_tabs;
        let room = |tabs: usize| (tabs < most).then_some(tabs + 1);
        self.tabs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let number = self.next_tab.fetch_add(1, Ordering::Relaxed);
        Some(Admission { house: Arc::clone(self), number })
    }

    /// Notes that a search has told something.
    pub fn note_line(&self) {
        self.polls.fetch_add(1, Ordering::Relaxed);
    }

    /// How many lines searches have told since the beginning.
    pub fn lines_told(&self) -> u64 {
        self.polls.load(Ordering::Relaxed)
    }
}

/// The stay of a tab. Dropped, it leaves, and its tables are given up.
pub struct Admission {
    /// The house.
    pub house: Arc<House>,
    /// The number of the tab; no other ever has the same.
    pub number: u64,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.house.tables.forget(self.number);
        self.house.tabs.fetch_sub(1, Ordering::Relaxed);
    }
}
