//! The two sides of a game.

/// Who moves first in the starting position, and who second.
///
/// ```
/// use games::Side;
///
/// assert_eq!(Side::First.opponent(), Side::Second);
/// assert_eq!(Side::ALL.map(Side::index), [0, 1]);
/// assert_eq!(Side::from_index(1), Side::Second);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Red; in chess White.
    First,
    /// Black.
    Second,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1, as [`search::Game::side`] counts.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index; anything but 0 is the second.
    pub const fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }

    /// The other one.
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
