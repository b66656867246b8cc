//! Messages of a tab, on their way to the workbench.

use crate::access::Role;
use crate::tab::Tab;
use crate::visits;
use service::messages::{Envelope, Reply, Request};
use service::{ServiceError, Work};
use std::sync::Arc;

/// The longest message of a guest, in bytes.
pub const MAX_GUEST_MESSAGE: usize = 4096;

/// Obeys one message, or says why not.
pub async fn obey(tab: &Arc<Tab>, message: &str, last_id: &mut Option<u64>) {
    let is_guest = tab.role() == Role::Guest;
    if is_guest && message.len() > MAX_GUEST_MESSAGE {
        let error = ServiceError::MessageTooLong { bytes: message.len(), max: MAX_GUEST_MESSAGE };
        return tab.answer(None, error.into()).await;
    }
    let Envelope { id, request } = match Envelope::read(message, last_id) {
        Ok(envelope) => envelope,
        Err((id, error)) => return tab.answer(id, error.into()).await,
    };
    let is_about_rooms = request.is_about_rooms();
    if is_guest && !is_about_rooms && !matches!(request, Request::Stop { .. }) {
        return tab.answer(Some(id), ServiceError::OnlyRooms.into()).await;
    }
    // Off the threads of the network, and done before the next message is read.
    let preparing = Arc::clone(tab);
    let prepare = move || {
        #[cfg(test)]
        preparing.strike(crate::tab::PanicPoint::InRequest);
        if matches!(request, Request::Addresses) {
            let addresses = preparing.app().addresses().to_vec();
            let needs_link = preparing.app().rooms().is_some();
            return Ok(Prepared::Work(Work::Done(Reply::Addresses { addresses, needs_link })));
        }
        if is_about_rooms {
            return visits::answer(&preparing, id, request).map(Prepared::OfRooms);
        }
        preparing.app().workbench.prepare(request).map(Prepared::Work)
    };
    let prepared = tokio::task::spawn_blocking(prepare).await;
    let work = match prepared.unwrap_or(Err(ServiceError::RequestFailed)) {
        Ok(Prepared::OfRooms(Some(reply))) => return tab.answer(Some(id), reply).await,
        Ok(Prepared::OfRooms(None)) => return,
        Ok(Prepared::Work(work)) => Ok(work),
        Err(error) => Err(error),
    };
    let done = match work {
        Ok(Work::Done(reply)) => return tab.answer(Some(id), reply).await,
        Ok(Work::Task(task)) => tab.start(id, task),
        Ok(Work::Stop(search)) if search < id => {
            tab.stop(search);
            if tab.visits().leave(search) {
                tab.answer(Some(search), Reply::RoomClosed).await;
            }
            Ok(())
        }
        Ok(Work::Stop(search)) => Err(ServiceError::NoSuchSearch { search }),
        Err(error) => Err(error),
    };
    if let Err(error) = done {
        tab.answer(Some(id), Reply::from(error)).await;
    }
}

/// What came of a request: an answer of the rooms, or work.
enum Prepared {
    OfRooms(Option<Reply>),
    Work(Work),
}
