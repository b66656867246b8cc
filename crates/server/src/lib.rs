//! `chuhe serve`: the browser app and the engine behind it.
//!
//! A [`Server`] listens, gives out the files of the app, and speaks with every tab over a websocket of its own in the messages
//! of [`service::messages`]. What they ask, a [`service::Workbench`] does; here is what lies between: who may come in, how
//! much a tab may ask, which threads its tasks run in, and how they end. It promises: pages of other sites get nothing, no input brings it
//! down, a closed tab stops its searches, memory and threads are bounded. A server that is shared has rooms, in which people play each
//! other; who has no link to it gets nothing, and who has one to a room gets that room.
//!
//! Where to read: `accept` lets connections in, `connections` says how many, `guard` who may come in, `listen` which paths there are, `tab` and
//! `requests` obey, `outbox` holds what is to be sent, `pages` gives out files,
//! compressed if the browser reads that (`encoding`), `addresses` knows how other devices come here. Of a shared server, `access` says who is who, `rooms` keeps the rooms, `keep` their file, `visits`
//! the tabs in them.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod accept;
mod access;
mod addresses;
mod app_state;
mod connections;
mod encoding;
mod guard;
mod keep;
mod listen;
mod outbox;
mod pages;
mod qr;
mod requests;
mod rooms;
mod tab;
mod visits;

pub use app_state::AppState;
pub use connections::{ConnectionLimits, Connections};
pub use keep::KeepError;
pub use listen::{BindError, DEFAULT_PORT, Server, ServerSettings, Sharing};
pub use qr::Qr;
pub use service::messages::NetworkAddress;
