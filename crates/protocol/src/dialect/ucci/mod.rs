//! UCCI, version 3: the interface of Chinese xiangqi programs.

mod read;
mod write;

pub use read::read;
pub use write::write;
