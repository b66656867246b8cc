//! What a tab asks of rooms, and the rooms that it has come into.

use crate::access::Role;
use crate::outbox::Outbox;
use crate::rooms::{Rooms, Told, Visit};
use crate::tab::Tab;
use service::ServiceError;
use service::messages::{Reply, Request};
use service::room::Secret;
use service::shortened;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::AbortHandle;

/// How many rooms a tab may be in.
const MAX_VISITS: usize = 4;

struct Entered {
    visit: Arc<Visit>,
    listening: AbortHandle,
}

/// The rooms that a tab is in, by the numbers of its requests. Once the tab has gone, and has left them all, it comes into no other.
#[derive(Default)]
pub struct Visits(Mutex<Stays>);

#[derive(Default)]
struct Stays {
    by_request: BTreeMap<u64, Entered>,
    is_over: bool,
}

impl Drop for Visits {
    fn drop(&mut self) {
        self.leave_all();
    }
}

impl Visits {
    fn lock(&self) -> MutexGuard<'_, Stays> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the visit that a request began. True if there was one.
    pub fn leave(&self, id: u64) -> bool {
        let left = self.lock().by_request.remove(&id);
        left.inspect(|entered| entered.listening.abort()).is_some()
    }

    /// Ends all of them, for good.
    pub fn leave_all(&self) {
        let left = std::mem::replace(&mut *self.lock(), Stays { is_over: true, ..Stays::default() });
        for entered in left.by_request.into_values() {
            entered.listening.abort();
        }
    }

    /// Notes a visit. One of a tab that has gone meanwhile ends at once.
    fn note(&self, id: u64, entered: Entered) {
        let mut stays = self.lock();
        if stays.is_over {
            entered.listening.abort();
        } else {
            stays.by_request.insert(id, entered);
        }
    }

    /// Tells all rooms that the tab has fallen silent, or is heard of again.
    pub fn set_silent(&self, is_silent: bool) {
        let visits: Vec<Arc<Visit>> =
            self.lock().by_request.values().map(|entered| Arc::clone(&entered.visit)).collect();
        for visit in visits {
            visit.set_silent(is_silent);
        }
    }

    fn find(&self, room: &str) -> Result<Arc<Visit>, ServiceError> {
        let name: Option<Secret> = room.parse().ok();
        let visits = self.lock();
        let found = visits.by_request.values().find(|entered| Some(entered.visit.room()) == name);
        let found = found.map(|entered| Arc::clone(&entered.visit));
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
            tab.visits().find(&room)?.act(&act)?;
            Reply::RoomDone
        }
        Request::RoomLinks { room } => Reply::RoomLinks(rooms.links(&*tab.visits().find(&room)?)?),
        _ => return Err(ServiceError::RequestFailed),
    };
    Ok(Some(reply))
}

fn enter(tab: &Arc<Tab>, id: u64, rooms: &Rooms, [room, key, token]: [&str; 3]) -> Result<(), ServiceError> {
    if tab.visits().lock().by_request.len() >= MAX_VISITS {
        return Err(ServiceError::TooManyVisits { max: MAX_VISITS });
    }
    let visit = Arc::new(rooms.enter(room, key, token)?);
    let listening = tokio::spawn(listen(tab.outbox(), id, Arc::clone(&visit))).abort_handle();
    tab.visits().note(id, Entered { visit, listening });
    Ok(())
}

/// Tells a tab how a room stands, whenever that has changed, until it leaves.
async fn listen(outbox: Outbox, id: u64, visit: Arc<Visit>) {
    let mut changes = visit.listen();
    let mut told = Told::default();
    while changes.changed().await.is_ok() {
        let state = Reply::RoomState(Box::new(visit.state(&mut told)));
        if outbox.send(state.to_json(Some(id))).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::outbox;
    use service::messages::{RoomTerms, RuleSet, Side};

    /// A visit to a room that is heard of here, and the task that hears.
    fn entered(rooms: &Rooms) -> (Entered, tokio::task::JoinHandle<()>) {
        let terms = RoomTerms { fen: None, rules: RuleSet::default(), control: None };
        let (name, key) = rooms.open(terms, Side::Red).unwrap();
        let visit = Arc::new(rooms.enter(&name.to_string(), &key.to_string(), &"7".repeat(32)).unwrap());
        let (outbox, letters) = outbox(1 << 16);
        let listening = listen(outbox, 1, Arc::clone(&visit));
        let task = tokio::spawn(async move {
            listening.await;
            drop(letters);
        });
        (Entered { visit, listening: task.abort_handle() }, task)
    }

    #[tokio::test]
    async fn a_tab_that_has_gone_stays_in_no_room() {
        let rooms = Rooms::new(4, String::new());
        let visits = Visits::default();
        let (first, first_task) = entered(&rooms);
        visits.note(1, first);
        visits.leave_all();
        assert!(first_task.await.unwrap_err().is_cancelled());
        // An entry that was still being prepared.
        let (late, late_task) = entered(&rooms);
        visits.note(2, late);
        assert!(late_task.await.unwrap_err().is_cancelled());
        assert!(visits.lock().by_request.is_empty());
        // A tab that goes without a word.
        let visits = Visits::default();
        let (last, last_task) = entered(&rooms);
        visits.note(1, last);
        drop(visits);
        assert!(last_task.await.unwrap_err().is_cancelled());
    }
}
