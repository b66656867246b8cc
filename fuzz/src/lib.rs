//! Laws that hold for whatever bytes arrive.
//!
//! Each target takes bytes, reads them as one of the product's inputs, and panics if a law is broken: nothing may panic
//! by itself, what is refused is refused with a message that fits on a line, and what is accepted can be written so
//! that it reads back as the same. A target returns whether it was given something acceptable, by which the replay of
//! the corpus knows that its seeds still mean something.
//!
//! libFuzzer drives the targets through `fuzz_targets/`, a plain test through `tests/replay.rs`.
#![forbid(unsafe_code)]

pub mod archive;
pub mod book_file;
pub mod fen;
pub mod files;
pub mod moves;
pub mod network;
pub mod pgn;
pub mod play;
pub mod positions;
mod seal;
pub mod session;

/// Reads bytes and checks the laws. True if the bytes were acceptable.
pub type Target = fn(&[u8]) -> bool;

/// All targets with their names, which are those of the folders in `corpus/` and of the files in `fuzz_targets/`.
pub const TARGETS: [(&str, Target); 17] = [
    ("archive", archive::check),
    ("book", book_file::check),
    ("cbr", files::check_cbr),
    ("dhtml", files::check_dhtml),
    ("fen", fen::check),
    ("list", files::check_list),
    ("moves", moves::check),
    ("network", network::check),
    ("pgn", pgn::check),
    ("play", play::check),
    ("positions", positions::check),
    ("record", files::check_record),
    ("server", files::check_server),
    ("ucci", session::check_ucci),
    ("uci", session::check_uci),
    ("xboard", session::check_xboard),
    ("xqf", files::check_xqf),
];

/// Whether what was read is to be written in every format and read back, which costs many times what reading does.
/// The replay does so with everything, a fuzzer with one input in sixteen, chosen by its content.
fn is_written_back(data: &[u8]) -> bool {
    !cfg!(fuzzing) || crc32fast::hash(data).is_multiple_of(16)
}

/// A refusal can be shown on one line, and says something.
fn check_message(message: &str, limit: usize) {
    assert!(!message.trim().is_empty(), "a refusal without words");
    assert!(!message.contains(['\n', '\r']), "a refusal of several lines: {message:?}");
    assert!(message.len() <= limit, "a refusal of {} bytes: {message:?}", message.len());
}
