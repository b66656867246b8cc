//! The notations of a single move under one name.

use crate::algebraic::{self, Form};
use crate::error::{MoveError, quote};
use crate::wxf::{self, Spelling};
use crate::{Letters, Style, chinese, coordinates};
use std::fmt;
use xiangqi::{Board, Move};

/// A way to write a move down.
///
/// Every notation is read and written against the position *before* the move, and the side to move
/// decides whose files and whose "forward" are meant. The text is the move and nothing else: no
/// spaces, no number, no annotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `h2e2`, as the protocols write it.
    Coordinates,
    /// `H2-E2`. Reading, this and [`Notation::Coordinates`] accept the same texts.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`. Reading, every style accepts the characters of all.
    Chinese(Style),
    /// `h3e3`, `a10b10`: ranks from 1 to 10. [`parse_any`] does not read it, for most of its texts are moves in
    /// [`Notation::Coordinates`] too.
    RanksFromOne,
    /// `c2.5`: WXF as `PlayOK` writes it. Reading, this and [`Notation::Wxf`] accept the same texts.
    PlayOk,
    /// WXF with letters of choice.
    WxfLetters(Letters),
    /// `Che2`, `Rxa9`. Reading, this and [`Notation::LongAlgebraic`] accept the same texts, and all letters.
    Algebraic(Letters),
    /// `Ch2-e2`, `Ra0xa9`.
    LongAlgebraic(Letters),
}

impl Notation {
    /// The notations that [`parse_any`] reads, with the usual letters.
    pub const ALL: [Self; 8] = [
        Self::Coordinates,
        Self::Iccs,
        Self::Wxf,
        Self::Chinese(Style::Simplified),
        Self::Chinese(Style::Traditional),
        Self::PlayOk,
        Self::Algebraic(Letters::WXF),
        Self::LongAlgebraic(Letters::WXF),
    ];

    /// What the `Format` tag of a PGN file calls it.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Coordinates | Self::Iccs => "ICCS",
            Self::Wxf | Self::PlayOk | Self::WxfLetters(_) => "WXF",
            Self::Chinese(_) => "Chinese",
            Self::RanksFromOne => "Ranks1-10",
            Self::Algebraic(_) => "SALG",
            Self::LongAlgebraic(_) => "LALG",
        }
    }

    /// The notation that a `Format` tag announces; of those that share a tag, and read the same texts, the usual one.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        const USUAL: [Notation; 6] = [
            Notation::Iccs,
            Notation::Wxf,
            Notation::Chinese(Style::Simplified),
            Notation::RanksFromOne,
            Notation::Algebraic(Letters::WXF),
            Notation::LongAlgebraic(Letters::WXF),
        ];
        USUAL.into_iter().find(|notation| notation.tag().eq_ignore_ascii_case(tag.trim()))
    }

    /// The move as text.
    ///
    /// A move that no piece of the side to move can make has no name but its coordinates, and is
    /// written with them in every notation.
    ///
    /// ```
    /// use notation::{Notation, Style};
    /// let board = xiangqi::Board::start();
    /// let mv = "b0c2".parse()?;
    /// assert_eq!(Notation::Wxf.format(&board, mv), "H8+7");
    /// assert_eq!(Notation::Chinese(Style::Traditional).format(&board, mv), "馬八進七");
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn format(self, board: &Board, mv: Move) -> String {
        self.display(board, mv).to_string()
    }

    /// [`Notation::format`] without the `String`.
    ///
    /// ```
    /// use notation::Notation;
    /// let board = xiangqi::Board::start();
    /// let mv = "h2e2".parse()?;
    /// assert_eq!(format!("1. {}", Notation::Wxf.display(&board, mv)), "1. C2=5");
    /// assert_eq!(Notation::ALL.map(|notation| notation.format(&board, mv).is_empty()), [false; 8]);
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn display(self, board: &Board, mv: Move) -> impl fmt::Display {
        MoveText { notation: self, board, mv }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// The text is not in this notation, or is not a legal move here, or fits more than one; see
    /// [`MoveError`].
    pub fn parse(self, board: &Board, text: &str) -> Result<Move, MoveError> {
        match self {
            Self::Coordinates | Self::Iccs => coordinates::parse(board, text),
            Self::Wxf | Self::PlayOk | Self::WxfLetters(_) => wxf::parse(board, text),
            Self::Chinese(_) => chinese::parse(board, text),
            Self::RanksFromOne => coordinates::parse_from_one(board, text),
            Self::Algebraic(_) | Self::LongAlgebraic(_) => algebraic::parse(board, text),
        }
    }
}

/// Reads a legal move in whichever notation the text is. Texts are well formed in one of them only, but for a few of
/// algebraic notation that name a piece and its rank (`H2e3`); if both readings are legal, it is ambiguous.
///
/// ```
/// use notation::parse_any;
/// let board = xiangqi::Board::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "Ｃ２＝５", "c2.5", "炮二平五", "砲2平5", "Che2", "Ch2-e2"] {
///     assert_eq!(parse_any(&board, text)?.to_string(), "h2e2");
/// }
/// let error = parse_any(&board, "C3=5").unwrap_err();
/// assert!(error.to_string().contains("no such cannon on file 3"));
/// # Ok::<(), notation::MoveError>(())
/// ```
///
/// # Errors
/// As [`Notation::parse`].
pub fn parse_any(board: &Board, text: &str) -> Result<Move, MoveError> {
    if let Some(narrow) = narrowed(text) {
        return parse_any(board, &narrow).map_err(|error| match error {
            MoveError::Syntax { offset, expected, .. } => {
                let offset = text.char_indices().nth(offset).map_or(text.len(), |(offset, _)| offset);
                MoveError::syntax(text, offset, expected)
            }
            other => other,
        });
    }
    let notation = if !text.is_ascii() {
        Notation::Chinese(Style::Simplified)
    } else if coordinates::looks_like(text) {
        return parse_squares(board, text);
    } else if algebraic::looks_like(text) {
        Notation::Algebraic(Letters::WXF)
    } else {
        Notation::Wxf
    };
    notation.parse(board, text)
}

/// A text in letters of full width, such as `Ｃ２＝５`, in those of ASCII; nothing if it is not one.
fn narrowed(text: &str) -> Option<String> {
    const WIDE: std::ops::RangeInclusive<char> = '！'..='～';
    if text.is_ascii() || !text.chars().all(|character| character.is_ascii() || WIDE.contains(&character)) {
        return None;
    }
    // The wide characters stand in the order of ASCII.
    let narrow = |character: char| match u32::from(character).checked_sub('！' as u32) {
        Some(index) if !character.is_ascii() => {
            u8::try_from(index).map_or(character, |index| char::from(b'!' + index))
        }
        _ => character,
    };
    Some(text.chars().map(narrow).collect())
}

/// Reads two squares, which may also be a piece with its rank and a square.
fn parse_squares(board: &Board, text: &str) -> Result<Move, MoveError> {
    let squares = coordinates::parse(board, text);
    if !algebraic::looks_like_squares(text) {
        return squares;
    }
    match (squares, algebraic::parse(board, text)) {
        (Ok(mv), Ok(other)) if mv != other => {
            Err(MoveError::Ambiguous { text: quote(text), moves: vec![mv, other] })
        }
        (Err(_), Ok(mv)) => Ok(mv),
        (squares, _) => squares,
    }
}

struct MoveText<'a> {
    notation: Notation,
    board: &'a Board,
    mv: Move,
}

impl MoveText<'_> {
    fn write_wxf(&self, f: &mut fmt::Formatter<'_>, letters: Letters, is_playok: bool) -> fmt::Result {
        wxf::write(f, self.board, self.mv, Spelling { letters, is_playok })
    }
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Coordinates => self.mv.fmt(f),
            Notation::Iccs => coordinates::write_iccs(f, self.mv),
            Notation::Wxf => self.write_wxf(f, Letters::WXF, false),
            Notation::PlayOk => self.write_wxf(f, Letters::WXF, true),
            Notation::WxfLetters(letters) => self.write_wxf(f, letters, false),
            Notation::RanksFromOne => coordinates::write_from_one(f, self.mv),
            Notation::Algebraic(letters) => algebraic::write(f, self.board, self.mv, letters, Form::Short),
            Notation::LongAlgebraic(letters) => algebraic::write(f, self.board, self.mv, letters, Form::Long),
            Notation::Chinese(style) => chinese::write(f, self.board, self.mv, style),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_announces_what_it_was_written_for() {
        for notation in Notation::ALL.into_iter().chain([Notation::RanksFromOne]) {
            let announced = Notation::from_tag(notation.tag());
            assert_eq!(announced.map(Notation::tag), Some(notation.tag()), "{notation:?}");
        }
        assert_eq!(Notation::from_tag(" chinese "), Some(Notation::Chinese(Style::Simplified)));
        assert_eq!(Notation::from_tag("anything"), None);
    }
}
