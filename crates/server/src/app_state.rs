//! What all tabs share: the workbench, and how many tabs there may be.

use service::{Resources, SystemClock, Workbench};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What is shared.
pub struct AppState {
    /// What answers requests.
    pub workbench: Workbench,
    /// How many tabs there may be.
    pub max_tabs: usize,
    tabs: AtomicUsize,
    next_tab: AtomicU64,
    lines: AtomicU64,
}

impl AppState {
    /// The state of a server that has just begun.
    pub fn new(resources: Resources, max_tabs: usize) -> Self {
        Self {
            workbench: Workbench::new(resources, Arc::new(SystemClock::default())),
            max_tabs,
            tabs: AtomicUsize::new(0),
            next_tab: AtomicU64::new(1),
            lines: AtomicU64::new(0),
        }
    }

    /// How many searches there are, computing or waiting.
    pub fn searches(&self) -> usize {
        self.workbench.searches()
    }

    /// How many tabs are open.
    pub fn tabs(&self) -> usize {
        self.tabs.load(Ordering::Relaxed)
    }

    /// Lets a tab in, if there is room, and gives it a number.
    pub fn admit(self: &Arc<Self>) -> Option<Admission> {
        let max = self.max_tabs;
        let room = |tabs: usize| (tabs < max).then_some(tabs + 1);
        self.tabs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let number = self.next_tab.fetch_add(1, Ordering::Relaxed);
        Some(Admission { app: Arc::clone(self), number })
    }

    /// Notes that a search has reported a line.
    pub fn note_line(&self) {
        self.lines.fetch_add(1, Ordering::Relaxed);
    }

    /// How many lines searches have reported since the beginning.
    pub fn lines(&self) -> u64 {
        self.lines.load(Ordering::Relaxed)
    }
}

/// The stay of a tab. Dropped, it leaves, and its tables are given up.
pub struct Admission {
    /// What it shares with others.
    pub app: Arc<AppState>,
    /// The number of the tab; no other ever has the same.
    pub number: u64,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.app.workbench.forget(self.number);
        self.app.tabs.fetch_sub(1, Ordering::Relaxed);
    }
}
