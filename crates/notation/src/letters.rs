//! Which letters stand for the pieces that have several.

use crate::error::quote;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use xiangqi::PieceKind;

/// The letters of horse, elephant and advisor, for which programs differ. All of them are read everywhere.
///
/// ```
/// use notation::{Letters, Notation};
/// let board = xiangqi::Board::start();
/// let letters: Letters = "NBG".parse()?;
/// assert_eq!(Notation::WxfLetters(letters).format(&board, "b0c2".parse()?), "N8+7");
/// assert_eq!(Letters::default().to_string(), "HEA");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Letters {
    horse: char,
    elephant: char,
    advisor: char,
}

/// A text that does not choose letters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" are not letters of pieces; give H or N for the horse, E or B for the elephant, A or G for the advisor, such as HEA"
)]
pub struct LettersError(String);

impl Letters {
    /// H, E, A, as the World Xiangqi Federation writes them.
    pub const WXF: Self = Self { horse: 'H', elephant: 'E', advisor: 'A' };
    /// N, B, A, as in a FEN.
    pub const FEN: Self = Self { horse: 'N', elephant: 'B', advisor: 'A' };

    /// The letter of a piece.
    ///
    /// ```
    /// use notation::Letters;
    /// use xiangqi::PieceKind;
    /// assert_eq!([Letters::WXF, Letters::FEN].map(|letters| letters.letter(PieceKind::Horse)), ['H', 'N']);
    /// ```
    pub fn letter(self, kind: PieceKind) -> char {
        match kind {
            PieceKind::Horse => self.horse,
            PieceKind::Elephant => self.elephant,
            PieceKind::Advisor => self.advisor,
            _ => kind.letter(),
        }
    }
}

impl Default for Letters {
    fn default() -> Self {
        Self::WXF
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.horse, self.elephant, self.advisor)
    }
}

impl FromStr for Letters {
    type Err = LettersError;

    fn from_str(text: &str) -> Result<Self, LettersError> {
        let letters: Vec<char> = text.chars().take(4).map(|letter| letter.to_ascii_uppercase()).collect();
        match letters.as_slice() {
            &[horse @ ('H' | 'N'), elephant @ ('E' | 'B'), advisor @ ('A' | 'G')] => {
                Ok(Self { horse, elephant, advisor })
            }
            _ => Err(LettersError(quote(text))),
        }
    }
}

/// The piece that a letter stands for in a move, in either case: those of a FEN, G for a guard, M for a minister.
pub(crate) fn kind_of(letter: u8) -> Option<PieceKind> {
    match letter.to_ascii_uppercase() {
        b'G' => Some(PieceKind::Advisor),
        b'M' => Some(PieceKind::Elephant),
        letter => PieceKind::from_letter(char::from(letter)),
    }
}
