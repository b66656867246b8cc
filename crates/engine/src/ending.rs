//! What the engine's view of a theoretical ending says to somebody who trains it, in centipawns for the side that should win.

/// From here on the win is there.
pub const WON: i32 = 300;
/// Once the win was there, it is gone at this or less.
pub const GONE: i32 = 60;

// Between them a win is slow, and neither is said.
const _: () = assert!(GONE < WON);
