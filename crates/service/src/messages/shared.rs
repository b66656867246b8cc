//! Small values that requests and replies are made of.

use engine::review;
use serde::{Deserialize, Serialize, Serializer};
use xiangqi::Colour;

/// A move in coordinates, `h2e2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveText(#[cfg_attr(feature = "schema", schemars(with = "String"))] pub xiangqi::Move);

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A square in coordinates, `e2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareText(#[cfg_attr(feature = "schema", schemars(with = "String"))] pub xiangqi::Square);

impl Serialize for SquareText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A piece as FEN writes it: a letter, upper case for Red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceLetter(#[cfg_attr(feature = "schema", schemars(with = "String"))] pub xiangqi::Piece);

impl Serialize for PieceLetter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.0.letter())
    }
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)] // they are the two colours
pub enum Side {
    Red,
    Black,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Red => Self::Red,
            Colour::Black => Self::Black,
        }
    }
}

/// Something for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// A rule set by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RuleSet {
    /// The rules of the Asian Xiangqi Federation.
    #[default]
    Asian,
    /// What most programs expect.
    Computer,
    /// The third occurrence of a position is a draw.
    Simple,
}

impl From<RuleSet> for xiangqi::RuleSet {
    fn from(rules: RuleSet) -> Self {
        match rules {
            RuleSet::Asian => Self::Asian,
            RuleSet::Computer => Self::Computer,
            RuleSet::Simple => Self::Simple,
        }
    }
}

impl From<xiangqi::RuleSet> for RuleSet {
    fn from(rules: xiangqi::RuleSet) -> Self {
        match rules {
            xiangqi::RuleSet::Asian => Self::Asian,
            xiangqi::RuleSet::Computer => Self::Computer,
            xiangqi::RuleSet::Simple => Self::Simple,
        }
    }
}

/// A form in which games are read and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameFormat {
    /// A position.
    Fen,
    /// Moves as `h2e2`.
    Iccs,
    /// Moves as `C2=5`.
    Wxf,
    /// Moves as `炮二平五`.
    Chinese,
    /// Tags and moves.
    Pgn,
}

/// A score from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if Black mates; 0 in a position that is mate.
    Mate(i32),
}

impl From<review::Worth> for Score {
    fn from(worth: review::Worth) -> Self {
        match worth {
            review::Worth::Centipawns(centipawns) => Self::Cp(centipawns),
            review::Worth::Mate(moves) => Self::Mate(moves),
        }
    }
}

/// Chances in thousandths: Red wins, draw, Black wins.
pub type Chances = [u16; 3];

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Bound {
    /// It is.
    Exact,
    /// The position is worth at least as much to the side to move.
    Lower,
    /// At most as much.
    Upper,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MoveClass {
    /// It gives away next to nothing, or is the engine's own move.
    Best,
    /// It gives away little.
    Good,
    /// It could have been better.
    Inaccuracy,
    /// It should have been better.
    Mistake,
    /// It throws away what there was.
    Blunder,
    /// There was no other.
    Only,
    /// The opening book has it.
    Book,
}

impl From<MoveClass> for review::MoveClass {
    fn from(class: MoveClass) -> Self {
        match class {
            MoveClass::Best => Self::Best,
            MoveClass::Good => Self::Good,
            MoveClass::Inaccuracy => Self::Inaccuracy,
            MoveClass::Mistake => Self::Mistake,
            MoveClass::Blunder => Self::Blunder,
            MoveClass::Only => Self::Only,
            MoveClass::Book => Self::Book,
        }
    }
}

impl From<review::MoveClass> for MoveClass {
    fn from(class: review::MoveClass) -> Self {
        match class {
            review::MoveClass::Best => Self::Best,
            review::MoveClass::Good => Self::Good,
            review::MoveClass::Inaccuracy => Self::Inaccuracy,
            review::MoveClass::Mistake => Self::Mistake,
            review::MoveClass::Blunder => Self::Blunder,
            review::MoveClass::Only => Self::Only,
            review::MoveClass::Book => Self::Book,
        }
    }
}
