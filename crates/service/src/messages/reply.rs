//! What the workbench replies.

use super::{
    Bound, Chances, FileGame, FileRead, FileWritten, GameEnd, GameFormat, MoveClass, MoveText,
    NetworkAddress, PieceLetter, RoomLinks, RoomState, Score, Side, Sides, SquareText, TreeNoted, TriedMove,
    Warning, WhyLines,
};
use crate::error::{FenProblem, ReadStop, ServiceError};
use crate::words::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A move in the notations that are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NotedMove {
    /// `h2e2`
    #[serde(rename = "move")]
    pub mv: MoveText,
    /// `C2=5`
    pub wxf: String,
    /// `炮二平五`
    pub chinese: String,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameMove {
    /// The move.
    #[serde(flatten)]
    pub text: NotedMove,
    /// The position after it.
    pub fen: String,
    /// The piece that it captured.
    pub capture: Option<PieceLetter>,
    /// Whether it gave check.
    pub check: bool,
}

/// A piece that attacks another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chase {
    /// Where the attacker stands.
    pub by: SquareText,
    /// Where its prey stands.
    pub target: SquareText,
}

/// What an opening is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningName {
    /// Its code in the Encyclopaedia of Chinese Chess Openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub code: Option<String>,
    /// In English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name_en: Option<String>,
    /// In Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name_zh: Option<String>,
}

/// Everything that a page needs to draw a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seen {
    /// The position reached.
    pub fen: String,
    /// Whose turn it is.
    pub side: Side,
    /// What may be played; also where `end` says that the game is over, unless nothing may.
    pub legal: Vec<NotedMove>,
    /// The square of a king in check.
    pub checked: Option<SquareText>,
    /// The moves so far.
    pub history: Vec<GameMove>,
    /// The end, if it is the end.
    pub end: Option<GameEnd>,
    /// What the side that has just moved chases.
    pub chased: Vec<Chase>,
    /// How many times the position has occurred.
    pub repetition: usize,
    /// What comes of it if the moves go on repeating.
    pub warning: Option<Warning>,
    /// The name of the opening.
    pub opening: Option<OpeningName>,
    /// What the position comes to with best play, if a table of endings has it and the game is not over.
    pub ending: Option<KnownEnding>,
    /// The pieces by square.
    pub pieces: BTreeMap<SquareText, PieceLetter>,
}

/// What a position comes to with best play, from a table of endings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownEnding {
    /// Who wins; nobody if it is a draw.
    pub winner: Option<Side>,
    /// In how many plies.
    pub plies: Option<u16>,
    /// In words.
    #[serde(flatten)]
    pub words: Words,
}

/// A principal variation of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchLine {
    /// The iteration.
    pub depth: usize,
    /// The deepest ply.
    pub selective_depth: usize,
    /// Which line it is, from 1.
    pub number: usize,
    /// Its score.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Its chances.
    pub wdl: Chances,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Time so far.
    pub millis: u64,
    /// The moves.
    pub moves: Vec<MoveText>,
    /// The moves in WXF.
    pub wxf: Vec<String>,
    /// The moves in Chinese.
    pub chinese: Vec<String>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Best {
    /// The best move; none if there is no move.
    #[serde(rename = "move")]
    pub mv: Option<MoveText>,
    /// The answer that is expected.
    pub ponder: Option<MoveText>,
    /// What the move is worth; none for a move of the book, which nobody has searched.
    pub score: Option<Score>,
    /// Whether it comes from the opening book.
    pub from_book: bool,
    /// Whether the side to move may as well give up: a mate against it has been found.
    pub resigns: bool,
}

/// A position of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reviewed {
    /// 0 for the position before the first move.
    pub ply: usize,
    /// Its score.
    pub score: Score,
    /// Its chances.
    pub wdl: Chances,
    /// The best move.
    pub best: Option<NotedMove>,
    /// The line that it begins.
    pub line: Vec<MoveText>,
    /// How many points of a hundred the move that led here gave away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<f64>,
    /// The class of that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub class: Option<MoveClass>,
    /// Why that move was weak, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub why: Option<Box<WhyLines>>,
}

/// A review, summed up.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewDone {
    /// How well each side played, of a hundred; a hundred for a side that had nothing to decide.
    pub accuracy: Sides<f64>,
    /// How many moves of each class a side made.
    pub counts: Sides<BTreeMap<MoveClass, usize>>,
    /// Whether it was stopped before the end of the game.
    pub stopped: bool,
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// What it is.
    #[serde(flatten)]
    pub problem: FenProblem,
    /// In words.
    #[serde(flatten)]
    pub words: Words,
    /// Where it is to be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub square: Option<SquareText>,
}

/// Whether a text is a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FenChecked {
    /// It is.
    pub ok: bool,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The position, written in full.
    pub fen: Option<String>,
}

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameRead {
    /// The position it began with; none for the starting position.
    pub fen: Option<String>,
    /// Its moves.
    pub moves: Vec<MoveText>,
    /// Its tags.
    pub tags: BTreeMap<String, String>,
    /// What it was read as.
    pub format: GameFormat,
    /// Why only its beginning was read, in English words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stopped_at: Option<String>,
    /// Why only its beginning was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stopped_by: Option<StoppedBy>,
}

/// Why only the beginning of a game was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoppedBy {
    /// The cause.
    #[serde(flatten)]
    pub stop: ReadStop,
    /// In words.
    #[serde(flatten)]
    pub words: Words,
}

/// A move that the book knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move.
    #[serde(flatten)]
    pub text: NotedMove,
    /// How likely it is to be chosen, in relation to the others.
    pub weight: u32,
    /// How many games had it.
    pub games: u32,
    /// Those that Red won.
    pub red: u32,
    /// Those that nobody won.
    pub draw: u32,
    /// Those that Black won.
    pub black: u32,
    /// Its mirror image, where the position is its own: the games are those of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub twin: Option<MoveText>,
    /// What the opening is called after it, if that is something else than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub opening: Option<OpeningName>,
}

/// What the book knows of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// Its moves, the most frequent first; of two that are mirror images of each other, the usual one.
    pub moves: Vec<ExploredMove>,
    /// How many games had the position.
    pub total: u32,
}

/// A level and its rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelRating {
    /// 1 to 10.
    pub number: u8,
    /// Its rating.
    pub elo: u32,
}

/// What the opening book is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookFacts {
    /// How many positions it knows.
    pub positions: usize,
    /// From how many games it was made.
    pub games: u32,
    /// Whom to thank.
    pub credit: String,
}

/// What the workbench is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Welcome {
    /// The version of the program.
    pub version: &'static str,
    /// What evaluates positions.
    pub network: String,
    /// The levels of opponents.
    pub levels: Vec<LevelRating>,
    /// The opening book.
    pub book: BookFacts,
    /// How many searches compute at once; also the most threads of one.
    pub threads: usize,
    /// The most mebibytes that the table of a search can have.
    pub memory: usize,
    /// What counts in endings that are trained.
    pub ending: EndingMarks,
}

/// What a theoretical ending is worth to the side that should win it, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingMarks {
    /// From here on the win is there.
    pub won: i32,
    /// Once it was there, it is gone at this or less.
    pub gone: i32,
}

/// What a move of a puzzle is worth.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleAnswer {
    /// Whether it wins; of a request for help, whether there is help.
    pub ok: bool,
    /// The defence that holds out longest against a mate.
    pub reply: Option<MoveText>,
    /// In how many moves the solver mates after that; more than were left if the move wins, but not in time.
    pub mate_in: Option<u32>,
    /// Whether it is mate.
    pub mated: bool,
    /// A move that mates in time.
    pub better: Option<MoveText>,
}

/// What the rules say of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// The end of the game; none if it goes on.
    pub end: Option<GameEnd>,
    /// How many times the position has occurred.
    pub repetition: usize,
    /// What comes of it if the moves go on repeating.
    pub warning: Option<Warning>,
    /// The verdict in words, also of a game that goes on.
    #[serde(flatten)]
    pub words: Words,
}

/// What is known of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SolveResult {
    /// The side to move mates, and no faster than this.
    Mate,
    /// The side to move mates, perhaps faster.
    AtMost,
    /// It does not mate, or not in as few moves as were asked for: all was tried.
    None,
    /// The time was up, or the search was stopped.
    Unknown,
}

/// A mate that was looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// What is known.
    pub result: SolveResult,
    /// In how many moves the proved mate comes.
    pub mate_in: Option<u32>,
    /// The proved mate against the longest defence.
    pub line: Vec<NotedMove>,
    /// There is no mate in this many moves or fewer.
    pub refuted: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// From the workbench to a front door.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Reply {
    /// To `hello`.
    Welcome(Welcome),
    /// To `look`.
    Seen(Box<Seen>),
    /// To `go`, on its way.
    Line(SearchLine),
    /// To `go`, at its end.
    Best(Best),
    /// To `review`, on its way.
    Reviewed(Box<Reviewed>),
    /// To `review`, at its end.
    ReviewDone(ReviewDone),
    /// To `try_move`.
    MoveTried {
        /// What was found; nothing if it was stopped.
        tried: Option<Box<TriedMove>>,
    },
    /// To `check_fen`.
    FenChecked(FenChecked),
    /// To `read_game`.
    GameRead(Box<GameRead>),
    /// To `write_game`.
    GameWritten {
        /// The game.
        text: String,
    },
    /// To `read_file`, on its way.
    FileGame(Box<FileGame>),
    /// To `read_file`, at its end.
    FileRead(FileRead),
    /// To `write_file`.
    FileWritten(FileWritten),
    /// To `note_tree`.
    TreeNoted(TreeNoted),
    /// To `explore`.
    Explored(Explored),
    /// To `puzzle_move`.
    PuzzleAnswer(PuzzleAnswer),
    /// To `offer_draw`.
    DrawAnswer {
        /// Whether the other side agrees.
        accepted: bool,
    },
    /// To `judge`.
    Judged(Box<Judged>),
    /// To `solve`.
    Solved(Solved),
    /// To `rooms`.
    Rooms {
        /// How many there are.
        open: usize,
        /// How many there may be.
        max: usize,
        /// The address that links begin with.
        address: String,
    },
    /// To `addresses`.
    Addresses {
        /// The addresses by which others come here, the best one first; none if only this machine does.
        addresses: Vec<NetworkAddress>,
        /// Whether who comes needs a link of the operator's.
        needs_link: bool,
    },
    /// To `room_open`.
    RoomOpened {
        /// The name of the room.
        room: String,
        /// The key of the side that was asked for.
        key: String,
    },
    /// To `room_enter`, first how the room stands and then whenever something has changed.
    RoomState(Box<RoomState>),
    /// To `room_enter`, at its end: the room is no longer there, or has been left.
    RoomClosed,
    /// To `room_act`, once it is done.
    RoomDone,
    /// To `room_links`.
    RoomLinks(RoomLinks),
    /// To what cannot be obeyed.
    Error {
        /// Why not.
        error: Box<ServiceError>,
        /// In English words.
        text: String,
        /// In Chinese words.
        text_zh: String,
    },
}

impl Reply {
    /// Whether another of its kind will soon follow, so that a slow reader may miss this one.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Line(_))
    }
}

impl From<ServiceError> for Reply {
    fn from(error: ServiceError) -> Self {
        let Words { english: text, chinese: text_zh } = Words::error(&error);
        Self::Error { error: Box::new(error), text, text_zh }
    }
}
