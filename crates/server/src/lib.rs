//! `chuhe serve`: the browser app and the engine behind it.
//!
//! A [`Server`] listens, gives out the files of the app, and speaks with every tab over a websocket of its own in the messages
//! of [`messages`]. It promises: pages of other sites get nothing, no input brings it down, no tab waits for another's search, a
//! closed tab stops its searches, memory and threads are bounded. It refuses to keep anything: a game is whole in every request.
//!
//! Where to read: `guard` says who may come in, `tab` and `requests` obey, `gate` shares the processor among searches, `tables`
//! the memory, `think` runs one search, `jobs` what is made of searches.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod check;
mod explore;
mod gate;
mod guard;
mod house;
mod jobs;
mod listen;
mod look;
pub mod messages;
mod order;
mod pages;
mod puzzle;
mod record;
mod requests;
mod tab;
mod tables;
mod text;
mod think;

pub use house::House;
pub use listen::{BindError, Server, Settings, USUAL_PORT};
