//! What goes into the state machine, and what comes out of it: values, so that it can be tried without an engine.

use crate::command::{BenchOrder, SpeedTest};
use crate::options::{EngineSettings, Ranks};
use book::Book;
use engine::opening::BookFileError;
use engine::{EvaluationError, Event, Limits, Mode, NoMemory, Recalled};
use games::AnyPosition;
use std::io;
use std::path::PathBuf;

/// Why options cannot be as they were asked for; all is as it was then.
#[derive(Debug, thiserror::Error)]
pub enum ConfigureError {
    /// There is not the memory for it.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// A network or a set of weights cannot be used.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The file that is to follow the conversation cannot be written.
    #[error("the log file \"{}\" cannot be used: {reason}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// Why the network is not written to a file.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is none in use.
    #[error("there is nothing to export: positions are evaluated without a network")]
    NoNetwork,
    /// The file exists.
    #[error(
        "\"{0}\" exists and is not overwritten; name another file, or say \"export_net {0} overwrite\"",
        path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write \"{}\": {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// What the state machine hears.
#[derive(Debug)]
pub enum Input {
    /// A line of the GUI.
    Line(String),
    /// There will be no more lines.
    End,
    /// Nobody reads what is said any more.
    Gone,
    /// What runs is to end with its answer, and nothing is to follow.
    Interrupted,
    /// The search with this number tells something.
    Search(u64, Event<String>),
    /// The count or the bench with this number has ended.
    Counted(u64),
    /// The engine goes by other settings now, or the log goes elsewhere, and what of it is not quite as asked; or that cannot be, and
    /// all is as it was.
    Configured(Result<Option<String>, ConfigureError>),
    /// The book was read; none for the one inside the program.
    Book(Result<Option<Book>, BookFileError>),
    /// The table cannot have its size, and stays as it was.
    NotPrepared(NoMemory),
    /// An evaluation in centipawns, and what it is called.
    Evaluated {
        /// For the side to move.
        score: i32,
        /// The name of the network, or `classical`.
        name: String,
    },
    /// What the table knows of a position.
    Recalled(Option<Recalled<String>>),
    /// The network is in a file of this size.
    Exported(Result<(PathBuf, usize), ExportError>),
}

/// What the state machine wants done.
#[derive(Debug)]
pub enum Effect {
    /// Tell the GUI.
    Say(String),
    /// Search. Lines and the answer come back as [`Input::Search`].
    Start(Box<SearchOrder>),
    /// Do something long that is not a search; it comes back as [`Input::Counted`].
    Run {
        /// Its number.
        number: u64,
        /// What it is.
        job: Job,
    },
    /// End the search or the job that runs. The answer comes back like any other.
    Stop,
    /// The expected move was made: the clock of the search runs.
    PonderHit,
    /// Forget what earlier searches found.
    Forget,
    /// Make sure that the table has its size; if that cannot be, [`Input::NotPrepared`] says why.
    Prepare,
    /// Go by these settings; [`Input::Configured`] says whether that can be.
    Configure(Box<EngineSettings>),
    /// Read a book, or take the one inside the program; it comes back as [`Input::Book`].
    LoadBook(Option<PathBuf>),
    /// Follow the conversation in a file, or no longer; [`Input::Configured`] says whether that can be.
    Follow(Option<PathBuf>),
    /// Evaluate a position; it comes back as [`Input::Evaluated`].
    Evaluate(Box<AnyPosition>),
    /// Look a position up in the table; it comes back as [`Input::Recalled`].
    Recall(Box<AnyPosition>),
    /// Write the network to a file; it comes back as [`Input::Exported`].
    ExportNet {
        /// The file.
        path: PathBuf,
        /// Whether a file that exists is overwritten.
        overwrite: bool,
    },
    /// There is nothing more to do.
    Leave,
}

/// A search that is wanted.
#[derive(Clone, Debug)]
pub struct SearchOrder {
    /// Its number.
    pub number: u64,
    /// What is searched.
    pub position: AnyPosition,
    /// Its limits, with moves as the game writes them; all but the leeway.
    pub limits: Limits<String>,
    /// How much worse than the best a move may be and still be chosen, in centipawns.
    pub leeway: i32,
    /// How it ends.
    pub mode: Mode,
}

/// Something long that is not a search.
#[derive(Clone, Debug)]
pub enum Job {
    /// Count the leaves below each move.
    Perft {
        /// From where.
        position: Box<AnyPosition>,
        /// How deep.
        depth: u32,
        /// How moves are written.
        ranks: Ranks,
    },
    /// Search some positions.
    Bench {
        /// Which, and how.
        order: BenchOrder,
        /// The one that is set.
        current: Box<AnyPosition>,
    },
    /// Measure the speed.
    SpeedTest(SpeedTest),
    /// Panic, as a mistake of the program would.
    #[cfg(test)]
    Panic,
}
