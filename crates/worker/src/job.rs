//! What can be asked of a worker: one type for each job.
//!
//! As JSON a request is an object on one line with `id` and `type`. A field that a job does not have is refused, so that a mistyped one is not
//! passed over. Squares and moves are written `h2e2` with ranks from 0, Red at the bottom.

use crate::answer::JobError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::messages::{GameDescription, RuleSet};
use service::report::SearchLimit;
use std::collections::BTreeMap;
use std::fmt;
use xiangqi::{Position, excerpt};

/// The longest text of an id, in bytes.
const MAX_ID: usize = 200;

/// What a caller knows a job by.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "an id must be a whole number or a text")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum JobId {
    /// A number.
    Number(i64),
    /// A text of at most 200 bytes.
    Text(String),
}

impl JobId {
    /// The same id, unless it is too long to be repeated.
    ///
    /// # Errors
    /// Quotes its beginning.
    pub fn checked(&self) -> Result<&Self, JobError> {
        match self {
            Self::Text(text) if text.len() > MAX_ID => Err(JobError::bad_job(format!(
                "the id \"{}\" has {} bytes; it may have {MAX_ID}",
                excerpt(text, 40),
                text.len()
            ))),
            _ => Ok(self),
        }
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "\"{}\"", excerpt(text, 60)),
        }
    }
}

/// A line to the worker.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Request {
    /// Who are you?
    Hello(Hello),
    /// Analyse a position.
    AnalysePosition(AnalysePosition),
    /// Analyse a game move by move, as `chuhe analyse` does.
    AnalyseGame(AnalyseGame),
    /// Let two players play a game.
    PlayGame(Box<PlayGame>),
    /// Let the engine play itself, and keep the games as training data, as `chuhe datagen` does.
    GenerateGames(Box<GenerateGames>),
    /// Look for a forced mate and prove it.
    SolveMate(SolveMate),
    /// End a job.
    Cancel(Cancel),
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// Says what is wrong with it, with its id if that can be read.
    pub fn read(line: &[u8]) -> Result<Self, (Option<JobId>, JobError)> {
        let error = match serde_json::from_slice::<Self>(line) {
            Ok(request) => {
                let checked = request.id().checked().map(|_| ());
                return checked.map_err(|error| (None, error)).map(|()| request);
            }
            Err(error) => error,
        };
        let quoted = excerpt(&String::from_utf8_lossy(line), 100);
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            return Err((None, JobError::not_json(format!("{quoted}: not JSON: {error}"))));
        };
        let id = value.get("id").and_then(|id| serde_json::from_value::<JobId>(id.clone()).ok());
        let id = id.filter(|id| id.checked().is_ok());
        Err((id, JobError::bad_job(format!("{quoted}: not a job: {error}"))))
    }

    /// The id that its answers repeat.
    pub fn id(&self) -> &JobId {
        match self {
            Self::Hello(Hello { id })
            | Self::AnalysePosition(AnalysePosition { id, .. })
            | Self::AnalyseGame(AnalyseGame { id, .. })
            | Self::SolveMate(SolveMate { id, .. })
            | Self::Cancel(Cancel { id, .. }) => id,
            Self::PlayGame(job) => &job.id,
            Self::GenerateGames(job) => &job.id,
        }
    }

    /// Whether events on the way are wanted.
    pub fn wants_progress(&self) -> bool {
        match self {
            Self::Hello(_) | Self::Cancel(_) | Self::SolveMate(_) => false,
            Self::AnalysePosition(job) => job.progress,
            Self::AnalyseGame(job) => job.progress,
            Self::PlayGame(job) => job.progress,
            Self::GenerateGames(job) => job.progress,
        }
    }
}

/// Who are you?
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// Repeated by the answer.
    pub id: JobId,
}

/// A game: where it began, its moves, the rules it is judged by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameText {
    /// The position it began with; none for the starting position.
    pub fen: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// The rules.
    pub rules: RuleSet,
}

impl GameText {
    /// The position that it has reached, with its past and its rules.
    ///
    /// # Errors
    /// Quotes what is wrong with it.
    pub fn replay(&self) -> Result<Position, JobError> {
        let Self { fen, moves, rules } = self.clone();
        service::replay(&GameDescription { fen, moves, rules }).map_err(JobError::refused)
    }
}

/// Analyse a position.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysePosition {
    /// Repeated by the answers.
    pub id: JobId,
    /// The game whose last position it is.
    #[serde(default)]
    pub game: GameText,
    /// When the search ends.
    pub limit: SearchLimit,
    /// How many lines to find, 1 to 20.
    #[serde(default = "one")]
    pub lines: usize,
    /// Mebibytes of the table.
    #[serde(default = "usual_hash")]
    pub hash: usize,
    /// What judges positions: `network` (inside the program), `classical`, or the path of a net file.
    #[serde(default)]
    pub evaluation: Option<String>,
    /// Whether to tell of every line on the way.
    #[serde(default)]
    pub progress: bool,
}

/// Analyse a game move by move.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalyseGame {
    /// Repeated by the answers.
    pub id: JobId,
    /// The game.
    pub game: GameText,
    /// What is known about it, such as names and the event. The report repeats it.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// The result that its record has: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    pub result: Option<String>,
    /// When the search of each position ends.
    pub limit: SearchLimit,
    /// How many lines to find in each position, 1 to 20.
    #[serde(default = "one")]
    pub lines: usize,
    /// Mebibytes of the table.
    #[serde(default = "usual_hash")]
    pub hash: usize,
    /// What judges positions: `network` (inside the program), `classical`, or the path of a net file.
    #[serde(default)]
    pub evaluation: Option<String>,
    /// Whether to tell of every position on the way.
    #[serde(default)]
    pub progress: bool,
}

/// A player of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerText {
    /// Who: a level from `1` to `10`, `mcts:PLAYOUTS`, `mcts:MILLISECONDSms`, `alphabeta:DEPTH`, `minimax:DEPTH` or `random`.
    pub player: String,
    /// What a move may cost. The player `10` needs it, and no other takes it: the rest say themselves what they spend.
    pub limit: Option<SearchLimit>,
    /// Mebibytes of the table.
    pub hash: usize,
    /// What judges positions: `network` (inside the program), `classical`, or the path of a net file.
    pub evaluation: Option<String>,
    /// Parameters of the search by name, in a program that was built with the feature `tune`.
    pub parameters: BTreeMap<String, i32>,
}

impl Default for PlayerText {
    fn default() -> Self {
        let (player, hash) = ("10".to_owned(), usual_hash());
        Self { player, limit: None, hash, evaluation: None, parameters: BTreeMap::new() }
    }
}

/// When games end, other than by the rules. Scores are those of the search, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Adjudication {
    /// A win: the score is at least this for the same side …
    pub win_score: u16,
    /// … for this many plies in a row; 0 for never.
    pub win_plies: u32,
    /// A draw: the score is within ± this …
    pub draw_score: u16,
    /// … for this many plies in a row; 0 for never.
    pub draw_plies: u32,
    /// No draw by score is counted before this ply.
    pub draw_after: u32,
    /// A game that reaches this ply is a draw; 1 to 60000.
    pub max_plies: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        learn::AdjudicationThresholds::default().into()
    }
}

impl From<learn::AdjudicationThresholds> for Adjudication {
    fn from(thresholds: learn::AdjudicationThresholds) -> Self {
        let learn::AdjudicationThresholds {
            win_score,
            win_plies,
            draw_score,
            draw_plies,
            draw_after,
            max_plies,
        } = thresholds;
        Self { win_score, win_plies, draw_score, draw_plies, draw_after, max_plies }
    }
}

impl Adjudication {
    /// The same for whoever plays.
    ///
    /// # Errors
    /// A game must have an end.
    pub fn thresholds(self) -> Result<learn::AdjudicationThresholds, JobError> {
        let Self { win_score, win_plies, draw_score, draw_plies, draw_after, max_plies } = self;
        within("max_plies", max_plies.into(), 1, 60_000)?;
        Ok(learn::AdjudicationThresholds {
            win_score,
            win_plies,
            draw_score,
            draw_plies,
            draw_after,
            max_plies,
        })
    }
}

/// An opening drawn at random: legal moves from the starting position, drawn again where a short search sees one side ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RandomOpening {
    /// How many moves, 0 to 100.
    pub plies: u32,
    /// What chance depends on.
    pub seed: u64,
}

/// Let two players play a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayGame {
    /// Repeated by the answers.
    pub id: JobId,
    /// Red.
    pub red: PlayerText,
    /// Black.
    pub black: PlayerText,
    /// How it begins; its moves have been made.
    #[serde(default)]
    pub game: GameText,
    /// An opening drawn at random instead; then `game` has the rules only.
    #[serde(default)]
    pub opening: Option<RandomOpening>,
    /// When it ends, other than by the rules.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// What chance depends on in players that have a use for it.
    #[serde(default = "one_seed")]
    pub seed: u64,
    /// Whether to tell of every move.
    #[serde(default)]
    pub progress: bool,
}

/// Let the engine play itself, and keep the games as training data.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GenerateGames {
    /// Repeated by the answers.
    pub id: JobId,
    /// How many games.
    pub games: u32,
    /// The number of the first. A game depends on the settings, the seed and its number alone, so that several jobs can share one seed.
    #[serde(default)]
    pub first: u32,
    /// The seed, above 0.
    pub seed: u64,
    /// Begin no new iteration of a search after this many nodes.
    #[serde(default = "usual_nodes")]
    pub nodes: u64,
    /// End a search at once after this many nodes; eight times `nodes` if not given.
    #[serde(default)]
    pub hard_nodes: Option<u64>,
    /// Mebibytes of the table.
    #[serde(default = "small_hash")]
    pub hash: usize,
    /// What judges positions: `network` (inside the program), `classical`, or the path of a net file.
    #[serde(default)]
    pub evaluation: Option<String>,
    /// The fewest and the most random moves from the starting position.
    #[serde(default = "usual_plies")]
    pub random_plies: [u32; 2],
    /// When games end, other than by the rules.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The archive to write, as a whole and at the end. Without it the archive comes in the answer.
    #[serde(default)]
    pub out: Option<String>,
    /// Whether an archive that is there is replaced.
    #[serde(default)]
    pub overwrite: bool,
    /// Whether to tell of every game.
    #[serde(default)]
    pub progress: bool,
}

/// Look for a forced mate and prove it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SolveMate {
    /// Repeated by the answers.
    pub id: JobId,
    /// The game whose last position it is.
    pub game: GameText,
    /// When to give up: `nodes` or `movetime`.
    pub limit: SearchLimit,
    /// Look for a mate in at most this many moves.
    #[serde(default)]
    pub mate_in: Option<u32>,
    /// Whether any mate will do, or the shortest is wanted.
    #[serde(default)]
    pub any: bool,
    /// Mebibytes of the tables.
    #[serde(default = "solver_hash")]
    pub hash: usize,
}

/// End a job. It is answered by `cancelled` in place of its result, unless it is answered already.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Cancel {
    /// Repeated by the answer to this line.
    pub id: JobId,
    /// The id of the job.
    pub job: JobId,
}

/// Whether a number lies where it must.
///
/// # Errors
/// Names it and says where that is.
pub fn within(field: &str, value: u64, min: u64, max: u64) -> Result<(), JobError> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(JobError::refused(format!("\"{field}\" is {value}; it must be from {min} to {max}")))
    }
}

/// Whether a limit ends anything in this world.
///
/// # Errors
/// Names it and says where it must lie.
pub fn check_limit(limit: SearchLimit) -> Result<(), JobError> {
    match limit {
        SearchLimit::Nodes(nodes) => within("nodes", nodes, 1, 1_000_000_000_000),
        SearchLimit::Depth(depth) => within("depth", depth as u64, 1, search::MAX_PLY as u64),
        SearchLimit::Movetime(millis) => within("movetime", millis, 1, 86_400_000),
    }
}

/// Whether a table can have this size; whether there is memory for it shows when it is made.
///
/// # Errors
/// Says which sizes there are.
pub fn check_hash(mebibytes: usize) -> Result<(), JobError> {
    within("hash", mebibytes as u64, 1, 1 << 20)
}

fn one() -> usize {
    1
}

fn one_seed() -> u64 {
    1
}

fn usual_hash() -> usize {
    16
}

fn small_hash() -> usize {
    8
}

fn solver_hash() -> usize {
    64
}

fn usual_nodes() -> u64 {
    1500
}

fn usual_plies() -> [u32; 2] {
    [8, 12]
}
