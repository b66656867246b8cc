//! What the terms of the classical evaluation are worth, and files of such weights.
//!
//! A file is plain text. `#` begins a comment. `name` and a word give the set its name. Each block of
//! [`terms`](super::terms) that matters follows with its opening and ending values; a block that is
//! left out counts nothing, and `both` gives one list for opening and ending alike:
//!
//! ```text
//! name conventional
//! block material
//! both 0 200 200 400 900 450 100
//! ```
//!
//! Tables of squares are read as the board is seen from the piece's own side: its back rank last, nine
//! numbers a rank. A set is refused whole, with the line and what would be right, if a block is
//! unknown, is given twice, has too few or too many numbers, or a number is out of range.

use super::terms::{self, BLOCKS, Block, TERMS};
use std::fmt;
use std::ops::{AddAssign, Mul};
use std::sync::{Arc, OnceLock};
use xiangqi::{FILES, Piece, PieceKind, RANKS, SQUARES, Square};

/// An opening value and an ending value.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// While all pieces are there.
    pub opening: i32,
    /// When few are left.
    pub ending: i32,
}

impl Tapered {
    /// The value at a phase, from 0 (ending) to `full` (opening).
    #[inline]
    pub fn at(self, phase: i32, full: i32) -> i32 {
        let phase = phase.min(full);
        (self.opening * phase + self.ending * (full - phase)) / full
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.opening += other.opening;
        self.ending += other.ending;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self { opening: self.opening * factor, ending: self.ending * factor }
    }
}

/// The largest value that a weight may have, in centipawns.
pub const LARGEST: i32 = 10_000;

/// Sets that come with the engine: their names and texts.
pub const NAMED: [(&str, &str); 4] = [
    ("tuned", include_str!("../../sets/tuned.txt")),
    ("conventional", include_str!("../../sets/conventional.txt")),
    ("pikafish", include_str!("../../sets/pikafish.txt")),
    ("yen2004", include_str!("../../sets/yen2004.txt")),
];

/// A set of weights.
///
/// ```
/// use games::xiangqi::{NAMED, Weights};
///
/// let (name, text) = NAMED[0];
/// let weights = Weights::named(name).expect("one of the names");
/// assert_eq!(weights.name(), Weights::read(text)?.name());
/// assert!(Weights::read("rook 1000").is_err());
/// assert!(!Weights::tuned().name().is_empty());
/// # Ok::<(), games::xiangqi::BadWeights>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    name: String,
    terms: Box<[Tapered; TERMS]>,
    /// Material and square together, Black's with the sign turned.
    pieces: Box<[[Tapered; SQUARES]; Piece::LIMIT]>,
    has_terms: bool,
}

impl Weights {
    /// The weights that were tuned on games of this engine: what it plays with.
    pub fn tuned() -> Arc<Self> {
        static TUNED: OnceLock<Arc<Weights>> = OnceLock::new();
        Arc::clone(TUNED.get_or_init(|| {
            let terms = parse(NAMED[0].1).map(|parsed| parsed.1);
            // The text is part of the program, and a test reads it.
            Arc::new(Self::new("tuned", &terms.unwrap_or_else(|_| vec![Tapered::default(); TERMS])))
        }))
    }

    /// A set from a list of [`TERMS`] values.
    #[doc(hidden)]
    pub fn new(name: &str, values: &[Tapered]) -> Self {
        let mut terms = Box::new([Tapered::default(); TERMS]);
        terms.iter_mut().zip(values).for_each(|(term, value)| *term = *value);
        let mut pieces = Box::new([[Tapered::default(); SQUARES]; Piece::LIMIT]);
        for piece in Piece::all() {
            let (side, kind) = (piece.colour(), piece.kind());
            for square in Square::all() {
                let mut value = terms[terms::MATERIAL.at(kind.index())];
                value += terms[terms::squares_of(kind).at(square.rank_from(side) * FILES + square.file())];
                let sign = if side == xiangqi::Colour::Red { 1 } else { -1 };
                pieces[piece.index()][square.index()] = value * sign;
            }
        }
        let has_terms = terms[terms::ROOK_MOBILITY.at(0)..].iter().any(|term| *term != Tapered::default());
        Self { name: name.to_string(), terms, pieces, has_terms }
    }

    /// One of the [`NAMED`] sets.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = NAMED.iter().find(|(known, _)| *known == name)?;
        Self::read(text).ok()
    }

    /// Reads a set.
    ///
    /// # Errors
    /// Says in which line what is wrong, and what would be right.
    pub fn read(text: &str) -> Result<Self, BadWeights> {
        let (name, terms) = parse(text)?;
        Ok(Self::new(&name, &terms))
    }

    /// What the set calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All weights in the order of the terms.
    #[doc(hidden)]
    pub fn values(&self) -> &[Tapered] {
        &self.terms[..]
    }

    /// The weight of a term.
    #[inline]
    pub(super) fn term(&self, term: usize) -> Tapered {
        self.terms[term]
    }

    /// What a piece on a square is worth to Red.
    #[inline]
    pub(super) fn piece(&self, piece: Piece, square: Square) -> Tapered {
        self.pieces[piece.index()][square.index()]
    }

    /// Whether anything beyond material, squares and the move counts.
    #[inline]
    pub(super) fn has_terms(&self) -> bool {
        self.has_terms
    }
}

/// The set as a file.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "name {}", self.name)?;
        for block in BLOCKS {
            let values = &self.terms[block.at(0)..block.at(0) + block.length];
            if values.iter().all(|value| *value == Tapered::default()) {
                continue;
            }
            writeln!(f, "\nblock {}", block.name)?;
            for (word, pick) in [
                ("opening", (|value| value.opening) as fn(&Tapered) -> i32),
                ("ending", |value| value.ending),
            ] {
                writeln!(f, "{word}")?;
                let mut rows: Vec<_> = values.chunks(block.width).collect();
                if block.length == SQUARES {
                    rows.reverse();
                }
                for row in rows {
                    let row: Vec<_> = row.iter().map(|value| format!("{:5}", pick(value))).collect();
                    writeln!(f, "{}", row.join(""))?;
                }
            }
        }
        Ok(())
    }
}

/// Why a file of weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadWeights {
    /// A word that does not belong there.
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// The word.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A list has too few numbers.
    TooFew {
        /// The line where it ends.
        line: usize,
        /// Which list.
        list: String,
        /// How many it needs.
        needed: usize,
        /// How many it has.
        found: usize,
    },
    /// There is no value for a rook: nothing could be played with that.
    NoMaterial,
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { line, found, expected } => {
                write!(f, "line {line}: \"{found}\" does not belong there; expected {expected}")
            }
            Self::TooFew { line, list, needed, found } => {
                write!(f, "line {line}: the {list} list has {found} numbers and needs {needed}")
            }
            Self::NoMaterial => write!(f, "the set gives a rook no value; it needs at least block material"),
        }
    }
}

impl std::error::Error for BadWeights {}

/// Reads name and values.
fn parse(text: &str) -> Result<(String, Vec<Tapered>), BadWeights> {
    let mut parser = Parser { words: words(text).collect(), at: 0 };
    let mut name = String::from("unnamed");
    let mut values = vec![Tapered::default(); TERMS];
    let mut seen = Vec::new();
    while let Some((line, word)) = parser.next() {
        match word {
            "name" => {
                let given = parser.next().map(|(_, word)| word.to_string());
                name = given.ok_or_else(|| unexpected(line, "the end of the file", "a name"))?;
            }
            "block" => {
                let block = parser.block(line, &seen)?;
                seen.push(block.name);
                parser.values(block, &mut values)?;
            }
            _ => return Err(unexpected(line, word, "name, block, opening, ending or both")),
        }
    }
    let rook = values[terms::MATERIAL.at(PieceKind::Rook.index())];
    let rook_squares = &values[terms::ROOK_SQUARES.at(0)..terms::ROOK_SQUARES.at(0) + SQUARES];
    if rook == Tapered::default() && rook_squares.iter().all(|value| *value == Tapered::default()) {
        return Err(BadWeights::NoMaterial);
    }
    Ok((name, values))
}

fn unexpected(line: usize, found: &str, expected: &str) -> BadWeights {
    BadWeights::Unexpected { line, found: found.to_string(), expected: expected.to_string() }
}

/// The words of a text with their lines, without comments.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).flat_map(|(number, line)| {
        let line = line.split('#').next().unwrap_or_default();
        line.split_whitespace().map(move |word| (number, word))
    })
}

struct Parser<'a> {
    words: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<(usize, &'a str)> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        self.at += 1;
        self.words.get(self.at - 1).copied()
    }

    /// The words of a block's name, to the end of the line.
    fn block(&mut self, line: usize, seen: &[&str]) -> Result<Block, BadWeights> {
        let mut name: Vec<&str> = Vec::new();
        while let Some((_, word)) = self.peek().filter(|(here, _)| *here == line) {
            name.push(word);
            self.at += 1;
        }
        let name = name.join(" ");
        let known = BLOCKS.iter().find(|block| block.name == name).copied();
        let known = known.ok_or_else(|| {
            let names: Vec<_> = BLOCKS.iter().map(|block| block.name).collect();
            unexpected(line, &name, &format!("one of: {}", names.join(", ")))
        })?;
        if seen.contains(&known.name) {
            return Err(unexpected(line, &name, "each block once"));
        }
        Ok(known)
    }

    /// The lists of a block.
    fn values(&mut self, block: Block, values: &mut [Tapered]) -> Result<(), BadWeights> {
        let mut lists = 0;
        while let Some((line, word @ ("opening" | "ending" | "both"))) = self.peek() {
            self.at += 1;
            lists += 1;
            let list = self.list(block, line, word)?;
            for (index, number) in list.into_iter().enumerate() {
                // Squares are written as the board is seen: the far rank first.
                let place = if block.length == SQUARES {
                    (RANKS - 1 - index / FILES) * FILES + index % FILES
                } else {
                    index
                };
                let value = &mut values[block.at(place)];
                if word != "ending" {
                    value.opening = number;
                }
                if word != "opening" {
                    value.ending = number;
                }
            }
        }
        if lists > 0 {
            return Ok(());
        }
        let (line, found) = self.peek().unwrap_or((0, "the end of the file"));
        Err(unexpected(line, found, "opening, ending or both, and numbers"))
    }

    fn list(&mut self, block: Block, mut line: usize, word: &str) -> Result<Vec<i32>, BadWeights> {
        let mut list = Vec::with_capacity(block.length);
        while list.len() < block.length {
            let Some((here, text)) = self.peek() else { break };
            if text.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                break;
            }
            line = here;
            let number = text.parse::<i32>().ok().filter(|number| number.abs() <= LARGEST);
            let expected = || format!("a whole number from -{LARGEST} to {LARGEST}");
            list.push(number.ok_or_else(|| unexpected(here, text, &expected()))?);
            self.at += 1;
        }
        if list.len() < block.length {
            let list_name = format!("{word} {}", block.name);
            return Err(BadWeights::TooFew {
                line,
                list: list_name,
                needed: block.length,
                found: list.len(),
            });
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_sets_can_be_read_and_written() {
        for (name, text) in NAMED {
            let set = Weights::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(set.name(), name);
            assert_eq!(Weights::read(&set.to_string()), Ok(set));
        }
    }

    #[test]
    fn every_set_is_the_same_left_and_right() {
        for (name, _) in NAMED {
            let set = Weights::named(name).expect("a named set");
            for (piece, square) in Piece::all().flat_map(|piece| Square::all().map(move |at| (piece, at))) {
                assert_eq!(
                    set.piece(piece, square),
                    set.piece(piece, square.flip_file()),
                    "{name} {piece:?}"
                );
            }
        }
    }

    #[test]
    fn squares_are_read_as_the_board_is_seen() {
        let far_first = "99 0 0 0 0 0 0 0 99 ".to_string() + &"0 ".repeat(81);
        let text = format!("block material both 0 0 0 0 500 0 0\nblock rook squares\nboth {far_first}");
        let text = text.replace("material both", "material\nboth");
        let set = Weights::read(&text).expect("a set");
        let value = |piece, square: &str| {
            set.piece(piece, Square::parse(square.as_bytes()).expect("a square")).opening
        };
        assert_eq!((value(Piece::RedRook, "a9"), value(Piece::RedRook, "a0")), (599, 500));
        assert_eq!((value(Piece::BlackRook, "a9"), value(Piece::BlackRook, "a0")), (-500, -599));
    }

    #[test]
    fn bad_files_are_refused_with_a_reason() {
        let good = "block material\nboth 0 1 1 4 9 4 1\n";
        assert!(Weights::read(good).is_ok());
        for (text, part) in [
            ("colour red", "line 1: \"colour\""),
            ("block towers\nboth 1", "\"towers\" does not belong there; expected one of: material"),
            ("block material\nboth 0 1 1 4 9 4", "has 6 numbers and needs 7"),
            ("block material\nboth 0 1 1 4 9 4 1 7", "\"7\""),
            ("block material\nboth 0 1 1 4 9 4 x1", "has 6 numbers"),
            ("block material\nboth 0 1 1 4 9 4 1.5", "line 2: \"1.5\""),
            ("block material\nboth 0 1 1 4 99999 4 1", "\"99999\""),
            ("block material\n", "opening, ending or both"),
            ("block material\nboth 0 1 1 4 9 4 1\nblock material\nboth 0 1 1 4 9 4 1", "each block once"),
            ("", "rook no value"),
        ] {
            let error = Weights::read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
