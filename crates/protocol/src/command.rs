//! What a GUI can ask for, whatever language it speaks.
//!
//! One enum for all dialects; each has a reader that makes commands of lines. `XBoard` lets the engine keep the
//! game: what only it can say is a [`Play`].

use crate::dialect::Dialect;
use std::time::Duration;

/// When a search is to stop, as the GUI says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The clocks of the first and the second side.
    pub time: [Option<Duration>; 2],
    /// Their increments.
    pub increment: [Duration; 2],
    /// The clock of the side to move and its increment, in the unit that the GUI has chosen (UCCI).
    pub own: Option<[u64; 2]>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// So many plies.
    pub depth: Option<usize>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// This long.
    pub move_time: Option<Duration>,
    /// Until a mate in so many moves is found.
    pub mate: Option<i32>,
    /// Until told to stop.
    pub infinite: bool,
    /// While the other side thinks.
    pub ponder: bool,
    /// The other side offers a draw.
    pub draw: bool,
    /// Only these moves.
    pub moves: Vec<String>,
    /// None of these moves.
    pub banned: Vec<String>,
    /// Count leaves instead.
    pub perft: Option<u32>,
    /// What was not understood, or not taken as it was said.
    pub notes: Vec<String>,
}

impl Go {
    /// Whether something but a stop ends the search.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.own.is_some()
            || self.time.iter().any(Option::is_some)
    }
}

/// How to measure the speed; what is not given depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpeedTest {
    /// So many threads.
    pub threads: Option<usize>,
    /// So many mebibytes.
    pub hash: Option<usize>,
    /// So many seconds.
    pub seconds: Option<u32>,
}

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
    /// The time control: so many moves (0 for all of them) in a time, and an increment.
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
    /// Take so many moves back.
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
    /// Count so many nodes as a second; none for real time.
    NodeRate(Option<u64>),
}

/// What a GUI can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Introduce yourself.
    Greet(Dialect),
    /// Say when ready.
    IsReady,
    /// The same, with a word to be repeated, and not before the move that is being thought about.
    Ping(String),
    /// A new game begins.
    NewGame,
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value; none for a button.
        value: Option<String>,
    },
    /// Set up a position: a FEN, or the usual start, and moves.
    Position {
        /// The FEN.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// These moves are not to be played in the position.
    Ban(Vec<String>),
    /// Think.
    Go(Box<Go>),
    /// Stop thinking.
    Stop,
    /// The expected move was made.
    PonderHit {
        /// And a draw was offered with it.
        draw: bool,
    },
    /// Say what the table knows of a position.
    Probe {
        /// The FEN.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// Something for an engine that keeps the game itself.
    Play(Play),
    /// Show the board.
    Display,
    /// Show the evaluation.
    Evaluate,
    /// Exchange the sides.
    Flip,
    /// Run the bench to a depth.
    Bench(Option<usize>),
    /// Measure the speed.
    SpeedTest(SpeedTest),
    /// Say what built the program.
    Compiler,
    /// Write the network to a file.
    ExportNet(Option<String>),
    /// Say under which terms the program may be used.
    License,
    /// Say what can be asked.
    Help,
    /// Something that other engines obey and this one has no use for.
    Ignored,
    /// Leave.
    Quit,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCommand {
    /// The first word means nothing.
    Unknown(String),
    /// A word lacks what must follow it, or something else does.
    Argument {
        /// The word.
        word: String,
        /// What was found instead.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl std::fmt::Display for BadCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(text) => write!(f, "unknown command \"{text}\"; help lists the commands"),
            Self::Argument { word, found, expected } => {
                write!(f, "\"{word}\" is followed by \"{found}\"; it needs {expected}")
            }
        }
    }
}

impl std::error::Error for BadCommand {}
