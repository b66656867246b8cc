//! What a GUI asks of an engine that keeps the game itself.

use std::time::Duration;

/// What a GUI asks of an engine that keeps the game itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// A new game begins, of chess until a variant is named; the engine has the second side.
    New,
    /// The game is this one.
    Variant(String),
    /// Set up a position.
    SetBoard(String),
    /// The other side has made this move.
    Move(String),
    /// Play for the side to move.
    Go,
    /// Play for the side that is not to move.
    PlayOther,
    /// Play for nobody.
    Force,
    /// Move at once.
    MoveNow,
    /// The time control: a number of moves (0 for all of them) in a time, and an increment.
    Level {
        /// How many moves.
        moves: u32,
        /// The time for them.
        base: Duration,
        /// What is added after each.
        increment: Duration,
    },
    /// The time for each move.
    MoveTime(Duration),
    /// The deepest that a search may go.
    Depth(usize),
    /// What is left to the engine.
    Clock(Duration),
    /// What is left to the other side.
    OtherClock(Duration),
    /// Whether to show what is thought.
    Post(bool),
    /// Whether to think while the other side does.
    Ponder(bool),
    /// Take this number of moves back.
    TakeBack(usize),
    /// The game is over.
    Result,
    /// Analyse, and play for nobody.
    Analyse,
    /// No more analysis.
    Exit,
    /// Say how far the analysis is.
    Status,
    /// The other side offers a draw.
    Draw,
    /// Say what the other side could play.
    Hint,
    /// Say what the book plays.
    Book,
    /// Leave a move out of searches of this position; none for all of them.
    Exclude(Option<String>),
    /// The opposite.
    Include(Option<String>),
    /// Stop everything for a while.
    Pause,
    /// Go on.
    Resume,
    /// Count this number of nodes as a second; none for real time.
    NodeRate(Option<u64>),
}

impl Play {
    /// Whether it ends a search for the engine's own move, instead of waiting for that move.
    pub fn interrupts(&self) -> bool {
        matches!(
            self,
            Self::New
                | Self::Variant(_)
                | Self::SetBoard(_)
                | Self::Force
                | Self::TakeBack(_)
                | Self::Result
                | Self::Analyse
                | Self::Exit
                | Self::Pause
        )
    }
}
