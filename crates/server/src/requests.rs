//! Messages of a tab, on their way to the workbench.

use crate::tab::Tab;
use service::messages::{Envelope, Reply};
use service::{ServiceError, Work};
use std::sync::Arc;

/// Obeys one message, or says why not.
pub async fn obey(tab: &Arc<Tab>, message: &str, last_id: &mut Option<u64>) {
    let Envelope { id, request } = match Envelope::read(message, last_id) {
        Ok(envelope) => envelope,
        Err((id, error)) => return tab.answer(id, error.into()).await,
    };
    // Off the threads of the network, and done before the next message is read.
    let preparing = Arc::clone(tab);
    let prepare = move || {
        #[cfg(test)]
        preparing.strike(crate::tab::PanicPoint::InRequest);
        preparing.app().workbench.prepare(request)
    };
    let prepared = tokio::task::spawn_blocking(prepare).await;
    let done = match prepared.unwrap_or(Err(ServiceError::RequestFailed)) {
        Ok(Work::Done(reply)) => return tab.answer(Some(id), reply).await,
        Ok(Work::Task(task)) => tab.start(id, task),
        Ok(Work::Stop(search)) if search < id => {
            tab.stop(search);
            Ok(())
        }
        Ok(Work::Stop(search)) => Err(ServiceError::NoSuchSearch { search }),
        Err(error) => Err(error),
    };
    if let Err(error) = done {
        tab.answer(Some(id), Reply::from(error)).await;
    }
}
