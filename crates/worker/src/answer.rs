//! What a worker answers: one value for each kind.

use crate::job::JobId;
use serde::Serialize;
use service::messages::{GameEnd, MoveText, Score, Side, Solved};
use service::report::{GameReport, PositionReport};

/// What an answer is about, and the answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reply {
    /// The id of the request; none where it cannot be read.
    pub id: Option<JobId>,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

impl Reply {
    /// As it is written, without the end of the line.
    pub fn to_json(&self) -> String {
        // Nothing in an answer can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// An answer. All but `progress` are the last of their request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Answer {
    /// To `hello`.
    Welcome {
        /// The version of the program.
        version: String,
        /// The network inside it.
        network: String,
        /// How many jobs are done at once.
        jobs: usize,
        /// Whether players can have parameters of their own.
        can_tune: bool,
    },
    /// To `analyse_position`.
    PositionAnalysed {
        /// The best move; none where the game is over.
        best: Option<MoveText>,
        /// What was found.
        #[serde(flatten)]
        position: PositionReport,
    },
    /// To `analyse_game`.
    GameAnalysed {
        /// The report, as `chuhe analyse` writes it.
        report: Box<GameReport>,
    },
    /// To `play_game`.
    GamePlayed(Box<GamePlayed>),
    /// To `generate_games`.
    GamesGenerated(GamesGenerated),
    /// To `solve_mate`.
    MateSolved(Solved),
    /// To `cancel`.
    CancelNoted {
        /// Whether the job was there, waiting or running, and will be answered by `cancelled`.
        found: bool,
    },
    /// To a job that was cancelled, or that was not done when the worker was told to end.
    Cancelled,
    /// To what cannot be done.
    Error(JobError),
    /// On the way, if it was asked for.
    Progress(Progress),
}

/// How far a job has come.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Progress {
    /// Positions of a game, moves of a game, games, or the depth of a search.
    pub done: u64,
    /// Of how many, where that is known.
    pub total: Option<u64>,
    /// The line that a search has found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<LineSoFar>,
}

/// A line that a search has found so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineSoFar {
    /// Which line it is, from 1.
    pub number: usize,
    /// Its score for Red.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves.
    pub moves: Vec<MoveText>,
}

/// A move of a game that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MovePlayed {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveText,
    /// What the player thinks the position is worth to Red.
    pub score: Score,
    /// The nodes of its search.
    pub nodes: u64,
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Termination {
    /// By the rules.
    Rules,
    /// Both players have agreed for long enough on who wins.
    WinByScore,
    /// Neither player has been ahead for long enough.
    DrawByScore,
    /// The game has reached its greatest length.
    Length,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamePlayed {
    /// Where it began, as FEN.
    pub start: String,
    /// Moves that were made before the players began, if the job had any.
    pub given: Vec<MoveText>,
    /// The moves of the players.
    pub moves: Vec<MovePlayed>,
    /// The last position.
    pub fen: String,
    /// Who has won; none for a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub termination: Termination,
    /// What the rules say, if they ended it.
    pub end: Option<GameEnd>,
}

/// Games that were played for training data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesGenerated {
    /// The number of the first.
    pub first: u32,
    /// How many.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Won by Red, drawn, won by Black.
    pub results: [u64; 3],
    /// The length of the archive.
    pub bytes: u64,
    /// The CRC-32 of the archive.
    pub crc32: u32,
    /// Where it was written, if the job named a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The archive in base64, if the job named no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

/// Why something cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JobError {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The number of the line, from 1, where there is no id to tell by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// Kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ErrorCode {
    /// A line is too long to be read.
    TooLong,
    /// A line is not JSON.
    NotJson,
    /// It is JSON and not a job: an unknown type, an unknown field, a value of another kind, no id.
    BadJob,
    /// A job with the same id is not answered yet.
    DuplicateId,
    /// The job makes no sense: an illegal position or move, a number out of range, a player that does not exist.
    Refused,
    /// It made sense and failed: no memory, a file that cannot be read or written.
    Failed,
    /// A mistake of the program itself.
    Internal,
}

impl JobError {
    fn new(code: ErrorCode, message: impl std::fmt::Display) -> Self {
        Self { code, message: message.to_string(), line: None }
    }

    /// A line that is not a job.
    pub fn bad_job(message: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::BadJob, message)
    }

    /// A line that is not JSON.
    pub fn not_json(message: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::NotJson, message)
    }

    /// A line that is too long.
    pub fn too_long(message: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::TooLong, message)
    }

    /// An id that is taken.
    pub fn duplicate_id(id: &JobId) -> Self {
        Self::new(
            ErrorCode::DuplicateId,
            format!("a job with the id {id} is not answered yet; give each job its own"),
        )
    }

    /// A job that makes no sense.
    pub fn refused(message: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::Refused, message)
    }

    /// A job that could not be done.
    pub fn failed(message: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::Failed, message)
    }

    /// A mistake of our own.
    pub fn internal(message: impl std::fmt::Display) -> Self {
        Self::new(
            ErrorCode::Internal,
            format!("a mistake of the program itself, please report it: {message}"),
        )
    }
}
