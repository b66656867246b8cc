//! What all tabs share: the workbench, and how many tabs there may be.

use crate::access::{PassStay, Role, Visitor};
use crate::rooms::Rooms;
use service::messages::NetworkAddress;
use service::{Resources, SystemClock, Workbench};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How many tabs of guests there may be.
const MAX_GUESTS: usize = 1000;
/// Tabs of the operator that are kept for this machine, if that is no more than a quarter of them.
const RESERVED_TABS: usize = 16;
/// Connections that tabs leave free, if that is no more than a quarter of them.
const FREE_CONNECTIONS: usize = 16;

/// What is shared.
pub struct AppState {
    /// What answers requests.
    pub workbench: Workbench,
    /// How many tabs there may be.
    pub max_tabs: usize,
    /// How many tabs of guests there may be beside them.
    pub max_guests: usize,
    rooms: Option<Arc<Rooms>>,
    addresses: Vec<NetworkAddress>,
    tabs: AtomicUsize,
    guests: AtomicUsize,
    next_tab: AtomicU64,
    lines: AtomicU64,
}

impl AppState {
    /// The state of a server that has just begun.
    pub fn new(resources: Resources, max_tabs: usize) -> Self {
        Self {
            workbench: Workbench::new(resources, Arc::new(SystemClock::default())),
            max_tabs,
            max_guests: MAX_GUESTS,
            rooms: None,
            addresses: Vec::new(),
            tabs: AtomicUsize::new(0),
            guests: AtomicUsize::new(0),
            next_tab: AtomicU64::new(1),
            lines: AtomicU64::new(0),
        }
    }

    /// The same, as far as this many connections allow: half of them are for guests, and some always for new requests.
    pub fn within(self, connections: usize) -> Self {
        let half = connections / 2;
        Self {
            max_tabs: self.max_tabs.min(half - FREE_CONNECTIONS.min(half / 2)),
            max_guests: self.max_guests.min(half),
            ..self
        }
    }

    /// The same, with rooms.
    pub fn with_rooms(self, rooms: Arc<Rooms>) -> Self {
        Self { rooms: Some(rooms), ..self }
    }

    /// The rooms of a server that is shared.
    pub(crate) fn rooms(&self) -> Option<&Arc<Rooms>> {
        self.rooms.as_ref()
    }

    /// The same, with the addresses by which other devices reach it.
    pub fn with_addresses(self, addresses: Vec<NetworkAddress>) -> Self {
        Self { addresses, ..self }
    }

    /// The addresses by which other devices reach it, the best one first.
    pub fn addresses(&self) -> &[NetworkAddress] {
        &self.addresses
    }

    /// How many searches there are, computing or waiting.
    pub fn searches(&self) -> usize {
        self.workbench.searches()
    }

    /// How many tabs are open.
    pub fn tabs(&self) -> usize {
        self.tabs.load(Ordering::Relaxed) + self.guests.load(Ordering::Relaxed)
    }

    /// How many rooms there are.
    pub fn room_count(&self) -> usize {
        self.rooms.as_ref().map_or(0, |rooms| rooms.count())
    }

    fn counter(&self, role: Role) -> (&AtomicUsize, usize) {
        match role {
            Role::Operator => (&self.tabs, self.max_tabs),
            Role::Guest => (&self.guests, self.max_guests),
        }
    }

    /// Lets a tab in, if there is room for it and for its pass, and gives it a number. Some places are kept for tabs of this machine.
    pub(crate) fn admit(self: &Arc<Self>, visitor: Visitor, is_here: bool) -> Option<Admission> {
        let (tabs, max) = self.counter(visitor.role);
        let is_elsewhere = visitor.role == Role::Operator && !is_here;
        let kept = if is_elsewhere { RESERVED_TABS.min(max / 4) } else { 0 };
        let pass = match visitor.pass {
            Some(pass) => Some(pass.enter()?),
            None => None,
        };
        let room = |tabs: usize| (tabs + kept < max).then_some(tabs + 1);
        tabs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let number = self.next_tab.fetch_add(1, Ordering::Relaxed);
        Some(Admission { app: Arc::clone(self), number, role: visitor.role, _pass: pass })
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
    /// What it may do.
    pub(crate) role: Role,
    _pass: Option<PassStay>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.app.workbench.forget(self.number);
        self.app.counter(self.role).0.fetch_sub(1, Ordering::Relaxed);
    }
}
