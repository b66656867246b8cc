//! The protocol of `XBoard` and `WinBoard`, version 2 (CECP): its commands, its words, and the game that the engine
//! keeps for it.

mod command;
mod game;
mod read;
mod write;

pub use command::Play;
pub use game::{PlayError, Room, XboardGame, XboardStep};
pub use read::read;
pub use write::write;
