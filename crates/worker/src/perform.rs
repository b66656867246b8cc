//! One job, from request to answer, in the caller's thread.
//!
//! Whatever goes wrong is an answer: a refusal, a failure, and where the program itself is mistaken, an error that says so.

use crate::answer::{Answer, JobError, Progress};
use crate::job::Request;
use crate::{analysis, contest, games_file};
use engine::{EngineGame, Evaluation, EvaluationChoice, NoMemory, SearchFailure};
use games::Xiangqi;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Stores an archive under a path as a whole, replacing one that is there only if it may; says why it could not.
pub type Store = dyn Fn(&Path, bool, &[u8]) -> Result<(), String> + Send + Sync;

/// What a job is done with.
pub struct Work<'a> {
    /// Set to give up.
    pub stop: &'a AtomicBool,
    /// Hears how far it has come, if the request asks for that.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Stores archives; none where no files are written.
    pub store: Option<&'a Store>,
}

impl Work<'_> {
    /// Whether it is to be given up.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Why there is no result.
pub(crate) enum Unfinished {
    /// It was stopped.
    Stopped,
    /// It cannot be done.
    Error(JobError),
}

impl From<JobError> for Unfinished {
    fn from(error: JobError) -> Self {
        Self::Error(error)
    }
}

impl From<NoMemory> for Unfinished {
    fn from(error: NoMemory) -> Self {
        Self::Error(JobError::failed(error))
    }
}

/// Does what a request asks, and gives the answer.
pub fn perform(request: &Request, work: &Work<'_>) -> Answer {
    let done = catch_unwind(AssertUnwindSafe(|| match request {
        Request::Hello(_) => Ok(welcome(1)),
        // Nothing else goes on here.
        Request::Cancel(_) => Ok(Answer::CancelNoted { found: false }),
        Request::AnalysePosition(job) => analysis::analyse_position(job, work),
        Request::AnalyseGame(job) => analysis::analyse_game(job, work),
        Request::SolveMate(job) => analysis::solve_mate(job, work),
        Request::PlayGame(job) => contest::play_game(job, work),
        Request::GenerateGames(job) => games_file::generate_games(job, work),
    }));
    match done {
        Ok(Ok(answer)) => answer,
        Ok(Err(Unfinished::Stopped)) => Answer::Cancelled,
        Ok(Err(Unfinished::Error(error))) => Answer::Error(error),
        Err(panic) => Answer::Error(JobError::internal(SearchFailure::from_panic(&*panic))),
    }
}

/// Who this is.
pub(crate) fn welcome(jobs: usize) -> Answer {
    Answer::Welcome {
        version: env!("CARGO_PKG_VERSION").into(),
        network: Evaluation::default().name().into(),
        jobs,
        can_tune: cfg!(feature = "tune"),
    }
}

/// What judges positions, by the text of a job.
pub(crate) fn evaluation(named: Option<&str>) -> Result<Evaluation, JobError> {
    let choice = EvaluationChoice::default();
    let choice = match named {
        None | Some("network") => choice,
        Some("classical") => EvaluationChoice { by_network: false, ..choice },
        Some(path) => EvaluationChoice { network: Some(PathBuf::from(path)), ..choice },
    };
    Xiangqi::evaluation(&choice).map_err(|error| {
        JobError::failed(format!(
            "{error}; \"evaluation\" is \"network\", \"classical\" or the path of a net file"
        ))
    })
}
