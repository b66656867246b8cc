//! What front doors ask of the workbench and what it replies: one enum for each way.
//!
//! The values are typed and carry codes with parameters; a sentence is added where people will read it, rendered in
//! `words`. As JSON a request is `{"type": …, …}` inside an [`Envelope`] with an `id`, which its replies repeat. Squares and
//! moves are written `h2e2` with ranks from 0, Red at the bottom; scores and chances are Red's. The TypeScript types of the
//! page are generated from these (`make web-types`), and `docs/serve.md` describes the messages for people.
//!
//! A type here that has the name of a type of the rules or the engine (`RuleSet`, `Side`, `Score`, `Bound`, `MoveClass`, `Conduct`, `Offence`,
//! `Habit` …) is what that type looks like on the wire, and is made from it; where both are used in one place, the other one is
//! written with its module. What has no such counterpart has a name of its own.

mod envelope;
mod reply;
mod request;
mod room;
mod shared;
mod tree;
mod verdict;
mod why;

pub use envelope::{Envelope, MAX_MESSAGE};
pub use reply::*;
pub use request::*;
pub use room::*;
pub use shared::*;
pub use tree::*;
pub use verdict::*;
pub use why::*;
