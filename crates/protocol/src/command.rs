//! What a GUI can ask for, whatever language it speaks.
//!
//! One enum for all dialects; each has a reader that makes commands of lines. `XBoard` lets the engine keep the
//! game: what only it can say is a [`Play`].

use crate::dialect::Dialect;
use crate::dialect::xboard::Play;
use std::path::PathBuf;
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
    /// To this depth.
    pub depth: Option<usize>,
    /// This number of nodes.
    pub nodes: Option<u64>,
    /// This long.
    pub move_time: Option<Duration>,
    /// Until a mate in this number of moves is found.
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

/// The depth that `bench` searches to unless told otherwise.
pub const BENCH_DEPTH: usize = 10;

/// What a bench does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchOrder {
    /// Mebibytes of the transposition table.
    pub hash: usize,
    /// Threads of each search.
    pub threads: usize,
    /// When each search ends.
    pub limit: BenchLimit,
    /// What is searched.
    pub positions: BenchPositions,
}

impl Default for BenchOrder {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            limit: BenchLimit::Depth(BENCH_DEPTH),
            positions: BenchPositions::OfGame,
        }
    }
}

/// When a search of a bench ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchLimit {
    /// At a depth.
    Depth(usize),
    /// After this number of nodes.
    Nodes(u64),
    /// After this time.
    MoveTime(Duration),
    /// It is not a search: leaves are counted to a depth.
    Perft(u32),
}

/// The positions of a bench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchPositions {
    /// Those of the game.
    OfGame,
    /// The one that is set.
    Current,
    /// Those of a file, a FEN in each line.
    File(PathBuf),
}

/// How to measure the speed; what is not given depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpeedTest {
    /// Threads.
    pub threads: Option<usize>,
    /// Mebibytes of the transposition table.
    pub hash: Option<usize>,
    /// How long, in seconds.
    pub seconds: Option<u32>,
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
    /// Set up a position: a FEN, or the starting position, and moves.
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
    /// Run the bench.
    Bench(BenchOrder),
    /// Measure the speed.
    SpeedTest(SpeedTest),
    /// Say what built the program.
    Compiler,
    /// Write the network to a file.
    ExportNet {
        /// The file, if one is named.
        path: Option<String>,
        /// Whether one that exists is overwritten.
        overwrite: bool,
    },
    /// Say under which terms the program may be used.
    License,
    /// Say what can be asked.
    Help,
    /// Something that other engines obey and this one has no use for.
    Ignored,
    /// Leave.
    Quit,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCommand {
    /// The first word means nothing.
    #[error("unknown command \"{0}\"; help lists the commands")]
    Unknown(String),
    /// A word lacks what must follow it, or something else does.
    #[error("\"{word}\" is followed by \"{found}\"; it needs {expected}")]
    Argument {
        /// The word.
        word: String,
        /// What was found instead.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// No command is as long as this line.
    #[error("a line of more than {} MiB is not read: \"{begin}\"", MAX_LINE >> 20)]
    TooLong {
        /// How it begins.
        begin: String,
    },
}

/// The bytes that a line may have: more than a million moves.
pub const MAX_LINE: usize = 8 << 20;
