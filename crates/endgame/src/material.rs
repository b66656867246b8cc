//! Which men an ending has, besides the kings.
//!
//! One side, the *strong* one, has all the attackers: rooks, horses, cannons and pawns. The *weak* side has advisors and elephants at
//! most, so that it can never give check. Endings in which both sides have attackers are refused: there the rules about perpetual
//! check and chase decide, which plain retrograde analysis does not know.

use core::{fmt, str::FromStr};
use thiserror::Error;
use xiangqi::{Board, Colour, PieceKind, excerpt};

/// Men besides the kings, of both sides together, that a table may have.
pub const MAX_MEN: usize = 5;

/// In the order in which they are written, attackers first.
pub(crate) const ORDER: [PieceKind; 6] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];

/// How many kinds of [`ORDER`] are attackers.
const ATTACKERS: usize = 4;

/// Characters of a foreign text that a message quotes.
const QUOTED: usize = 40;

/// Bits for each count; at most five men of a kind.
const BITS: u32 = 3;

/// The men of an ending, written `KRvKAABB`: the strong side's, then the weak side's.
///
/// ```
/// use endgame::Material;
/// let material: Material = "kcavkaa".parse()?;
/// assert_eq!(material.to_string(), "KCAvKAA");
/// assert_eq!(material.men(), 4);
/// assert!("KRvKR".parse::<Material>().is_err(), "attackers on both sides");
/// # Ok::<(), endgame::MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Three bits for each kind in [`ORDER`], the strong side's from bit 0 on, the weak side's from bit 18 on.
    code: u64,
}

/// A text does not name an ending that can have a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// It is not written as it should be.
    #[error("\"{0}\" does not name an ending; write both sides from their kings on, such as KRvKAABB")]
    Form(String),
    /// A letter stands for no man.
    #[error("\"{letter}\" in \"{text}\" is not a man; there are R, N, C, P, A and B")]
    Letter {
        /// The letter.
        letter: char,
        /// The whole text.
        text: String,
    },
    /// More of a kind than a side has.
    #[error("\"{text}\" has more {kind}s on one side than {most}", most = kind_size(kind))]
    TooManyOfAKind {
        /// The kind's name.
        kind: &'static str,
        /// The whole text.
        text: String,
    },
    /// More men than tables have.
    #[error("\"{text}\" has {men} men besides the kings; tables have at most {MAX_MEN}")]
    TooMany {
        /// How many there are.
        men: usize,
        /// The whole text.
        text: String,
    },
    /// Both sides can attack.
    #[error(
        "in \"{0}\" both sides can attack, and perpetual check and chase would decide; tables have rooks, horses, cannons and \
         pawns on one side only"
    )]
    TwoSided(String),
    /// Nobody can attack.
    #[error("in \"{0}\" neither side can attack: a draw that needs no table")]
    NoAttackers(String),
}

fn kind_size(name: &str) -> u32 {
    PieceKind::ALL.into_iter().find(|kind| kind.name() == name).map_or(0, PieceKind::set_size)
}

fn shift(is_weak: bool, place: usize) -> u32 {
    BITS * (place as u32 + if is_weak { ORDER.len() as u32 } else { 0 })
}

impl Material {
    /// What stands on a board, and which side is the strong one; nothing if no table could have it.
    ///
    /// ```
    /// use endgame::Material;
    /// use xiangqi::{Board, Colour, Fen};
    /// let fen: Fen = "3aka3/9/9/9/9/9/9/9/R8/3K5 w".parse()?;
    /// let (material, strong) = Material::of(&fen.board).expect("an ending with a table");
    /// assert_eq!((material.to_string().as_str(), strong), ("KRvKAA", Colour::Red));
    /// assert_eq!(Material::of(&Board::start()), None);
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    #[inline]
    pub fn of(board: &Board) -> Option<(Self, Colour)> {
        let men = board.occupied().count() as usize;
        if men > MAX_MEN + 2 { None } else { Self::of_few(board) }
    }

    fn of_few(board: &Board) -> Option<(Self, Colour)> {
        let counts = Colour::ALL.map(|side| ORDER.map(|kind| board.of(side, kind).count() as u8));
        let attacks = |side: usize| counts[side][..ATTACKERS].iter().any(|&count| count > 0);
        let strong = match (attacks(0), attacks(1)) {
            (true, false) => Colour::Red,
            (false, true) => Colour::Black,
            _ => return None,
        };
        let material = Self::from_counts(counts[strong.index()], counts[strong.other().index()]);
        Some((material, strong))
    }

    fn from_counts(strong: [u8; 6], weak: [u8; 6]) -> Self {
        let mut code = 0;
        for (is_weak, counts) in [(false, strong), (true, weak)] {
            for (place, count) in counts.into_iter().enumerate() {
                code |= u64::from(count) << shift(is_weak, place);
            }
        }
        Self { code }
    }

    /// How many men of a kind a side has.
    pub(crate) fn count(self, is_weak: bool, place: usize) -> usize {
        (self.code >> shift(is_weak, place) & 7) as usize
    }

    /// Men besides the kings.
    pub fn men(self) -> usize {
        [false, true].into_iter().map(|is_weak| self.side_men(is_weak)).sum()
    }

    fn side_men(self, is_weak: bool) -> usize {
        (0..ORDER.len()).map(|place| self.count(is_weak, place)).sum()
    }

    /// Whether there is anything to attack with.
    pub(crate) fn has_attackers(self) -> bool {
        (0..ATTACKERS).any(|place| self.count(false, place) > 0)
    }

    /// The same without one man, which there must be; it need not have attackers any more.
    pub(crate) fn without(self, is_weak: bool, kind: PieceKind) -> Self {
        let place = ORDER.iter().position(|&other| other == kind).unwrap_or_default();
        debug_assert!(self.count(is_weak, place) > 0);
        Self { code: self.code - (1 << shift(is_weak, place)) }
    }

    /// This ending and all that captures can make of it, those with fewest men first, as far as they have attackers.
    ///
    /// ```
    /// let material: endgame::Material = "KRvKAB".parse()?;
    /// let names: Vec<String> = material.family().iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["KRvK", "KRvKA", "KRvKB", "KRvKAB"]);
    /// # Ok::<(), endgame::MaterialError>(())
    /// ```
    pub fn family(self) -> Vec<Self> {
        let mut family = vec![self];
        let mut next = 0;
        while let Some(&material) = family.get(next) {
            next += 1;
            for is_weak in [false, true] {
                for (place, kind) in ORDER.into_iter().enumerate() {
                    if material.count(is_weak, place) > 0 {
                        let smaller = material.without(is_weak, kind);
                        if smaller.has_attackers() && !family.contains(&smaller) {
                            family.push(smaller);
                        }
                    }
                }
            }
        }
        family.sort_by_key(|&material| (material.men(), material));
        family
    }

    /// One side as it is written, with its king.
    fn side_text(self, is_weak: bool) -> String {
        let men = ORDER.iter().enumerate();
        let letters =
            men.flat_map(|(place, kind)| core::iter::repeat_n(kind.letter(), self.count(is_weak, place)));
        core::iter::once('K').chain(letters).collect()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}v{}", self.side_text(false), self.side_text(true)))
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Material {
    type Err = MaterialError;
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let form = || MaterialError::Form(excerpt(text, QUOTED));
        let upper = text.trim().to_ascii_uppercase();
        let (strong, weak) = upper.split_once('V').ok_or_else(form)?;
        let mut counts = [[0_u8; 6]; 2];
        for (side, counts) in [strong, weak].into_iter().zip(&mut counts) {
            for letter in side.strip_prefix('K').ok_or_else(form)?.chars() {
                let kind = PieceKind::from_letter(letter).filter(|&kind| kind != PieceKind::King);
                let kind =
                    kind.ok_or_else(|| MaterialError::Letter { letter, text: excerpt(text, QUOTED) })?;
                for (count, _) in counts.iter_mut().zip(ORDER).filter(|&(_, other)| other == kind) {
                    *count += 1;
                    if u32::from(*count) > kind.set_size() {
                        return Err(MaterialError::TooManyOfAKind {
                            kind: kind.name(),
                            text: excerpt(text, QUOTED),
                        });
                    }
                }
            }
        }
        let men = counts.iter().flatten().map(|&count| usize::from(count)).sum();
        if men > MAX_MEN {
            return Err(MaterialError::TooMany { men, text: excerpt(text, QUOTED) });
        }
        let [strong, weak] = counts;
        match counts.map(|side| side.into_iter().take(ATTACKERS).any(|count| count > 0)) {
            [true, true] => Err(MaterialError::TwoSided(excerpt(text, QUOTED))),
            [false, false] => Err(MaterialError::NoAttackers(excerpt(text, QUOTED))),
            [true, false] => Ok(Self::from_counts(strong, weak)),
            [false, true] => Ok(Self::from_counts(weak, strong)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Fen;

    #[test]
    fn names_round_trip_and_sides_are_told_apart() {
        for name in ["KRvK", "KRvKAABB", "KCAvKAA", "KNPvKAB", "KPPPPPvK", "KRNCPAvK"] {
            let material: Material = name.parse().unwrap();
            assert_eq!(material.to_string(), name);
            assert_eq!(material.men(), name.len() - 3);
        }
        assert_eq!("KAvKR".parse::<Material>().unwrap().to_string(), "KRvKA");
        assert_eq!("khvke".parse::<Material>().unwrap().to_string(), "KNvKB");
        let fen: Fen = "4k4/9/9/9/9/9/r8/9/9/3K1A3 w".parse().unwrap();
        assert_eq!(Material::of(&fen.board), Some(("KRvKA".parse().unwrap(), Colour::Black)));
        let fen: Fen = "4k4/9/9/9/9/9/r8/R8/9/3K1A3 w".parse().unwrap();
        assert_eq!(Material::of(&fen.board), None);
        assert_eq!(Material::of(&Board::start()), None);
    }

    #[test]
    fn what_names_no_ending_is_told_why() {
        for (text, part) in [
            ("", "\"\" does not name"),
            ("KR", "\"KR\" does not name"),
            ("RvK", "\"RvK\" does not name"),
            ("KXvK", "\"X\" in \"KXvK\""),
            ("KKvK", "\"K\" in \"KKvK\""),
            ("KRRRvK", "more rooks on one side than 2"),
            ("KRRCCNvKA", "6 men"),
            ("KRvKP", "both sides"),
            ("KAvKB", "neither side"),
        ] {
            let error = text.parse::<Material>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_family_is_closed_under_captures() {
        let family = "KNPvKAB".parse::<Material>().unwrap().family();
        assert_eq!(family.len(), 12);
        for (number, material) in family.iter().enumerate() {
            for smaller in material.family() {
                assert!(family[..=number].contains(&smaller), "{smaller} of {material}");
            }
        }
    }
}
