//! The games by name, where the choice is made at run time.

use crate::{Chess, GameData, GameText, Side, Xiangqi};
use std::{fmt, str::FromStr};

/// One of the games.
///
/// ```
/// use games::{Side, Variant};
///
/// assert_eq!(Variant::ALL.map(Variant::name), ["xiangqi", "chess"]);
/// assert_eq!("chess".parse(), Ok(Variant::Chess));
/// assert_eq!(Variant::Chess.side_name(Side::First), "White");
/// assert_eq!((Variant::Xiangqi.first_rank(), Variant::Chess.first_rank()), (0, 1));
/// assert!(Variant::Xiangqi.start_fen().starts_with("rnbakabnr"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Xiangqi, under rules of one's choice.
    #[default]
    Xiangqi,
    /// International chess.
    Chess,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Xiangqi, Self::Chess];

    /// The name, as protocols write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => Xiangqi::NAME,
            Self::Chess => Chess::NAME,
        }
    }

    /// The starting position.
    pub const fn start_fen(self) -> &'static str {
        match self {
            Self::Xiangqi => Xiangqi::START_FEN,
            Self::Chess => Chess::START_FEN,
        }
    }

    /// The number of the lowest rank of the board.
    pub const fn first_rank(self) -> usize {
        match self {
            Self::Xiangqi => Xiangqi::FIRST_RANK,
            Self::Chess => Chess::FIRST_RANK,
        }
    }

    /// What a side is called.
    pub fn side_name(self, side: Side) -> &'static str {
        match self {
            Self::Xiangqi => Xiangqi::side_name(side),
            Self::Chess => Chess::side_name(side),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game \"{0}\"; there are xiangqi and chess")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Case does not matter.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let known = Self::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().to_uppercase().parse(), Ok(variant));
        }
        let refused = "go".parse::<Variant>().map_err(|error| error.to_string());
        assert!(refused.is_err_and(|message| message.contains("\"go\"") && message.contains("chess")));
    }
}
