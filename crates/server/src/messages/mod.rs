//! What browser and server say to each other: one enum for each way, JSON text frames.
//!
//! Squares and moves are written `h2e2` with ranks from 0, Red at the bottom. Scores and chances are Red's. Every
//! request carries an `id`, which its answers repeat. `docs/serve.md` describes the messages for people.

mod reply;
mod request;

pub use reply::*;
pub use request::*;
