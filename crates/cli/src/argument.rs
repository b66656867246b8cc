//! What would be right where the value of an argument is not. The value itself is quoted by whoever reads the command line.

/// What would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadArgument {
    /// How fast a tuning learns.
    #[error("a rate is a number above 0 and at most 10, such as 0.005")]
    Rate,
    /// The time of a move.
    #[error("say a number of seconds from 0.01 to 3600, such as 1.5")]
    Seconds,
    /// The king buckets of a network.
    #[error("say 1, 3 or 6")]
    KingBuckets,
    /// A text that is printed.
    #[error("say it on one line, without control characters")]
    Line,
    /// A move on a board.
    #[error("that is not a move; write two squares such as h2e2")]
    Move,
    /// A part of a whole.
    #[error("say a number from 0 to 1")]
    Share,
    /// A range of plies.
    #[error("say a range of at most 1000 plies such as 8..12, or a number such as 10")]
    PlyRange,
    /// A time with its unit.
    #[error("say a time such as 90s, 30m or 8h")]
    Time,
}
