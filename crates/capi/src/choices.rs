//! Numbers that stand for choices. They come in as numbers, because C may hand in any.

use crate::status::{ChuheStatus, Failure};
use notation::{Letters, Notation, Style};
use xiangqi::rules::Language;
use xiangqi::{Colour, Outcome, Reason, RuleSet, Verdict};

/// How moves are written.
#[repr(C)]
pub enum ChuheNotation {
    /// Whatever fits: for reading only.
    Any = 0,
    /// "h2e2": files a to i, ranks 0 to 9.
    Coordinates = 1,
    /// "H2-E2".
    Iccs = 2,
    /// "C2=5".
    Wxf = 3,
    /// "炮二平五".
    Chinese = 4,
    /// "炮二平五" in traditional characters.
    ChineseTraditional = 5,
    /// "Che2".
    Algebraic = 6,
    /// "h3e3": ranks 1 to 10.
    RanksFromOne = 7,
}

/// The language of sentences.
#[repr(C)]
pub enum ChuheLanguage {
    /// English.
    English = 0,
    /// Chinese.
    Chinese = 1,
}

/// Rules about repetition.
#[repr(C)]
pub enum ChuheRules {
    /// Those of computer games; positions have them until others are set.
    Computer = 0,
    /// Those of the Asian Xiangqi Federation.
    Asian = 1,
    /// The third occurrence of a position is a draw; nothing else is judged.
    Simple = 2,
}

/// A side.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum ChuheSide {
    /// Red, who moves first.
    Red = 0,
    /// Black.
    Black = 1,
}

/// The result of a game.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum ChuheResult {
    /// The game goes on.
    Ongoing = 0,
    /// Red has won.
    RedWins = 1,
    /// Black has won.
    BlackWins = 2,
    /// Nobody has.
    Draw = 3,
}

/// Why a game is over.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum ChuheReason {
    /// It is not.
    None = 0,
    /// The side to move is in check and has no legal move.
    Checkmate = 1,
    /// The side to move is not in check and has no legal move, which loses.
    Stalemate = 2,
    /// The position has occurred three times; chuhe_position_explain says who did what.
    Repetition = 3,
    /// Too many moves without a capture.
    NaturalMoves = 4,
    /// Nobody has the pieces to win.
    Material = 5,
}

/// What the rules say of a position and its past.
#[repr(C)]
pub struct ChuheVerdict {
    /// Who has won.
    pub result: ChuheResult,
    /// Why.
    pub reason: ChuheReason,
}

impl ChuheVerdict {
    pub fn of(verdict: Option<&Verdict>) -> Self {
        let Some(verdict) = verdict else {
            return Self { result: ChuheResult::Ongoing, reason: ChuheReason::None };
        };
        let result = match verdict.outcome {
            Outcome::Win(Colour::Red) => ChuheResult::RedWins,
            Outcome::Win(Colour::Black) => ChuheResult::BlackWins,
            Outcome::Draw => ChuheResult::Draw,
        };
        let reason = match verdict.reason {
            Reason::Checkmate => ChuheReason::Checkmate,
            Reason::Stalemate => ChuheReason::Stalemate,
            Reason::Repetition(_) => ChuheReason::Repetition,
            Reason::NaturalMoves(_) => ChuheReason::NaturalMoves,
            Reason::Material => ChuheReason::Material,
        };
        Self { result, reason }
    }
}

impl From<Colour> for ChuheSide {
    fn from(side: Colour) -> Self {
        match side {
            Colour::Red => Self::Red,
            Colour::Black => Self::Black,
        }
    }
}

/// The choice that a number stands for.
fn choose<T: Copy>(number: u32, choices: &[(u32, T)], what: &str) -> Result<T, Failure> {
    let found = choices.iter().find(|(known, _)| *known == number).map(|(_, choice)| *choice);
    found.ok_or_else(|| {
        let message = format!("there is no {what} {number}; the header lists them");
        Failure::new(ChuheStatus::OutOfRange, message)
    })
}

/// A notation; nothing for any.
pub fn notation(number: u32) -> Result<Option<Notation>, Failure> {
    let choices = [
        (ChuheNotation::Any as u32, None),
        (ChuheNotation::Coordinates as u32, Some(Notation::Coordinates)),
        (ChuheNotation::Iccs as u32, Some(Notation::Iccs)),
        (ChuheNotation::Wxf as u32, Some(Notation::Wxf)),
        (ChuheNotation::Chinese as u32, Some(Notation::Chinese(Style::Simplified))),
        (ChuheNotation::ChineseTraditional as u32, Some(Notation::Chinese(Style::Traditional))),
        (ChuheNotation::Algebraic as u32, Some(Notation::Algebraic(Letters::WXF))),
        (ChuheNotation::RanksFromOne as u32, Some(Notation::RanksFromOne)),
    ];
    choose(number, &choices, "notation")
}

/// A notation that can be written.
pub fn written_notation(number: u32) -> Result<Notation, Failure> {
    notation(number)?.ok_or_else(|| {
        let message = "CHUHE_NOTATION_ANY is for reading; to write, choose one";
        Failure::new(ChuheStatus::OutOfRange, message)
    })
}

/// A language.
pub fn language(number: u32) -> Result<Language, Failure> {
    let choices = [
        (ChuheLanguage::English as u32, Language::English),
        (ChuheLanguage::Chinese as u32, Language::Chinese),
    ];
    choose(number, &choices, "language")
}

/// A rule set.
pub fn rules(number: u32) -> Result<RuleSet, Failure> {
    let choices = [
        (ChuheRules::Computer as u32, RuleSet::Computer),
        (ChuheRules::Asian as u32, RuleSet::Asian),
        (ChuheRules::Simple as u32, RuleSet::Simple),
    ];
    choose(number, &choices, "rule set")
}
