//! What the server answers.

use serde::Serialize;
use std::collections::BTreeMap;
use xiangqi::rules::Language;
use xiangqi::{Colour, Verdict};

/// A score from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreText {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if Black mates; 0 in a position that is mate.
    Mate(i32),
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Words {
    /// In English.
    #[serde(rename = "words_en")]
    pub english: String,
    /// In Chinese.
    #[serde(rename = "words_zh")]
    pub chinese: String,
}

impl Words {
    /// The same in two languages.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self { english: english.into(), chinese: chinese.into() }
    }

    /// A verdict in words.
    pub fn of(verdict: &Verdict) -> Self {
        Self::new(verdict.explain(Language::English), verdict.explain(Language::Chinese))
    }
}

/// A move in the notations that are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveText {
    /// `h2e2`
    #[serde(rename = "move")]
    pub mv: String,
    /// `C2=5`
    pub wxf: String,
    /// `炮二平五`
    pub chinese: String,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LegalMove {
    /// The move.
    #[serde(flatten)]
    pub text: MoveText,
    /// `cannon h2 to e2`
    pub san_en: String,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Made {
    /// The move.
    #[serde(flatten)]
    pub text: MoveText,
    /// The position after it.
    pub fen: String,
    /// The letter of the piece that it captured.
    pub capture: Option<char>,
    /// Whether it gave check.
    pub check: bool,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// `red`, `black`, or none for a draw.
    pub winner: Option<&'static str>,
    /// `checkmate`, `stalemate`, `repetition`, `natural_moves` or `material`.
    pub reason: &'static str,
    /// The verdict in words.
    #[serde(flatten)]
    pub words: Words,
}

/// A piece that attacks another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chase {
    /// Where the attacker stands.
    pub by: String,
    /// Where its prey stands.
    pub target: String,
}

/// What an opening is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Opening {
    /// In English: the code and the family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_en: Option<String>,
    /// In Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_zh: Option<String>,
}

/// Everything that a page needs to draw a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// The position reached.
    pub fen: String,
    /// Whose turn it is.
    pub side: &'static str,
    /// What may be played; also where `end` says that the game is over, unless nothing may.
    pub legal: Vec<LegalMove>,
    /// The square of a king in check.
    pub checked: Option<String>,
    /// The moves so far.
    pub history: Vec<Made>,
    /// The end, if it is the end.
    pub end: Option<End>,
    /// What the side that has just moved chases.
    pub chased: Vec<Chase>,
    /// How many times the position has occurred.
    pub repetition: usize,
    /// What comes of it if the moves go on repeating.
    pub warning: Option<Words>,
    /// The name of the opening.
    pub opening: Option<Opening>,
    /// The letters of the pieces by square.
    pub pieces: BTreeMap<String, char>,
}

/// A line of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineText {
    /// The id of the request, again.
    pub search: u64,
    /// The iteration.
    pub depth: usize,
    /// The deepest ply.
    pub selective_depth: usize,
    /// Which line it is, from 1.
    pub number: usize,
    /// Its score.
    pub score: ScoreText,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// Red wins, draw, Black wins, in thousandths.
    pub wdl: [u16; 3],
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Time so far.
    pub millis: u64,
    /// The moves.
    pub moves: Vec<String>,
    /// The moves in WXF.
    pub wxf: Vec<String>,
    /// The moves in Chinese.
    pub chinese: Vec<String>,
}

/// A position of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reviewed {
    /// 0 for the position before the first move.
    pub ply: usize,
    /// The ply of the last position.
    pub total: usize,
    /// Its score.
    pub score: ScoreText,
    /// Red wins, draw, Black wins, in thousandths.
    pub wdl: [u16; 3],
    /// The best move.
    pub best: Option<MoveText>,
    /// The line that it begins.
    pub line: Vec<String>,
    /// How many points of a hundred the move that led here gave away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// What that move is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<&'static str>,
}

/// Something for each side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sides<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// That of a side.
    pub fn of(&mut self, side: Colour) -> &mut T {
        match side {
            Colour::Red => &mut self.red,
            Colour::Black => &mut self.black,
        }
    }
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// In words.
    #[serde(flatten)]
    pub words: Words,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
}

/// A move that the book knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explored {
    /// The move.
    #[serde(flatten)]
    pub text: MoveText,
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
    /// What the position after it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A level and its rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LevelText {
    /// 1 to 10.
    pub number: u8,
    /// Its rating.
    pub elo: u32,
}

/// What the opening book is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BookText {
    /// How many positions it knows.
    pub positions: usize,
    /// From how many games.
    pub games: u32,
    /// Whom to thank.
    pub credit: String,
}

/// From the server to the browser.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are those of docs/serve.md
pub enum Reply {
    Welcome {
        version: &'static str,
        network: String,
        levels: Vec<LevelText>,
        book: BookText,
        threads: usize,
        most_searches: usize,
    },
    Seen(Box<Seen>),
    Line(LineText),
    Best {
        #[serde(rename = "move")]
        mv: Option<String>,
        ponder: Option<String>,
        score: ScoreText,
        from_book: bool,
        resigns: bool,
    },
    Reviewed(Box<Reviewed>),
    ReviewDone {
        accuracy: Sides<f64>,
        counts: Sides<BTreeMap<&'static str, usize>>,
        stopped: bool,
    },
    FenChecked {
        ok: bool,
        problems: Vec<Problem>,
        fen: Option<String>,
    },
    GameRead {
        fen: Option<String>,
        moves: Vec<String>,
        tags: BTreeMap<String, String>,
        format: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped_at: Option<String>,
    },
    GameWritten {
        text: String,
    },
    Explored {
        moves: Vec<Explored>,
        total: u32,
    },
    PuzzleAnswer {
        ok: bool,
        reply: Option<String>,
        mated: bool,
        better: Option<String>,
    },
    DrawAnswer {
        accepted: bool,
    },
    Error {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        text_zh: Option<String>,
    },
}

impl Reply {
    /// A request that cannot be obeyed.
    pub fn error(words: Words) -> Self {
        Self::Error { text: words.english, text_zh: Some(words.chinese) }
    }

    /// As it is sent, with the id of the request that it answers.
    pub fn to_json(&self, id: Option<u64>) -> String {
        #[derive(Serialize)]
        struct Envelope<'a> {
            id: Option<u64>,
            #[serde(flatten)]
            reply: &'a Reply,
        }
        serde_json::to_string(&Envelope { id, reply: self }).unwrap_or_default()
    }
}

/// A side as messages name it.
pub fn side_name(side: Colour) -> &'static str {
    match side {
        Colour::Red => "red",
        Colour::Black => "black",
    }
}
