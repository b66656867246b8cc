//! What a tab asks of rooms, and the rooms that it has come into.

use crate::access::Role;
use crate::rooms::{self, OpenRoom, Rooms, Told, Visit};
use crate::tab::Tab;
use service::ServiceError;
use service::messages::{Reply, Request};
use service::room::{Secret, Viewer};
use service::shortened;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::AbortHandle;

/// How many rooms a tab may be in.
const MAX_VISITS: usize = 4;

struct Entered {
    name: Secret,
    viewer: Viewer,
    open: Arc<OpenRoom>,
    listening: AbortHandle,
}

/// The rooms that a tab is in, by the numbers of its requests.
#[derive(Default)]
pub struct Visits(Mutex<BTreeMap<u64, Entered>>);

impl Visits {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Entered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the visit that a request began. True if there was one.
    pub fn leave(&self, id: u64) -> bool {
        let left = self.lock().remove(&id);
        left.inspect(|entered| entered.listening.abort()).is_some()
    }

    /// Ends all of them.
    pub fn leave_all(&self) {
        for entered in std::mem::take(&mut *self.lock()).into_values() {
            entered.listening.abort();
        }
    }

    fn find(&self, room: &str) -> Result<(Arc<OpenRoom>, Viewer), ServiceError> {
        let name: Option<Secret> = room.parse().ok();
        let visits = self.lock();
        let found = visits.values().find(|entered| Some(entered.name) == name);
        let found = found.map(|entered| (Arc::clone(&entered.open), entered.viewer));
        found.ok_or_else(|| ServiceError::NotInRoom { room: shortened(room) })
    }
}

/// Answers a request about rooms.
///
/// # Errors
/// Says why it cannot be obeyed.
pub fn answer(tab: &Arc<Tab>, id: u64, request: Request) -> Result<Option<Reply>, ServiceError> {
    let rooms = tab.app().rooms().ok_or(ServiceError::NotShared)?;
    let is_guest = tab.role() == Role::Guest;
    let reply = match request {
        Request::Rooms | Request::RoomOpen { .. } if is_guest => return Err(ServiceError::OnlyRooms),
        Request::Rooms => {
            Reply::Rooms { open: rooms.count(), max: rooms.max(), address: rooms.address().to_owned() }
        }
        Request::RoomOpen { terms, side } => {
            let (room, key) = rooms.open(terms, side)?;
            Reply::RoomOpened { room: room.to_string(), key: key.to_string() }
        }
        Request::RoomEnter { room, key, token } => {
            enter(tab, id, rooms, [&room, &key, &token])?;
            return Ok(None);
        }
        Request::RoomAct { room, act } => {
            let (open, viewer) = tab.visits().find(&room)?;
            rooms::act(&open, viewer, &act)?;
            Reply::RoomDone
        }
        Request::RoomLinks { room } => {
            let (open, viewer) = tab.visits().find(&room)?;
            Reply::RoomLinks(rooms.links(&open, viewer)?)
        }
        _ => return Err(ServiceError::RequestFailed),
    };
    Ok(Some(reply))
}

fn enter(tab: &Arc<Tab>, id: u64, rooms: &Rooms, [room, key, token]: [&str; 3]) -> Result<(), ServiceError> {
    if tab.visits().lock().len() >= MAX_VISITS {
        return Err(ServiceError::TooManyVisits { max: MAX_VISITS });
    }
    let visit = rooms.enter(room, key, token)?;
    let (open, viewer) = (visit.open(), visit.viewer());
    let listening = tokio::spawn(listen(tab.outbox(), id, visit)).abort_handle();
    let name = room.parse().map_err(|_| ServiceError::NoSuchRoom { room: shortened(room) })?;
    tab.visits().lock().insert(id, Entered { name, viewer, open, listening });
    Ok(())
}

/// Tells a tab how a room stands, whenever that has changed, until it leaves.
async fn listen(outbox: tokio::sync::mpsc::Sender<String>, id: u64, visit: Visit) {
    let mut changes = visit.listen();
    let mut told = Told::default();
    while changes.changed().await.is_ok() {
        let state = Reply::RoomState(Box::new(visit.state(&mut told)));
        if outbox.send(state.to_json(Some(id))).await.is_err() {
            return;
        }
    }
}
