//! What a table knows of a position, and how it is kept in a byte.

/// What a position comes to with best play, for the side to move.
///
/// Distances are plies to the end of the game: mate, or no legal move, which loses as well.
///
/// ```
/// use endgame::Value;
///
/// assert_eq!(Value::Loss(2).before_move(), Value::Win(3));
/// assert_eq!((Value::Win(3).plies(), Value::Draw.plies()), (Some(3), None));
/// assert!(Value::Win(1).rank() > Value::Win(3).rank() && Value::Draw.rank() > Value::Loss(8).rank());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nobody can force a win.
    Draw,
    /// The side to move wins in this many plies, an odd number.
    Win(u16),
    /// The side to move loses in this many plies, an even number; none if it has lost already.
    Loss(u16),
}

impl Value {
    /// The value for the side that makes a move to a position of this value.
    #[must_use]
    pub fn before_move(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// How good it is for the side to move: quick wins first, then slow ones, draws, slow losses, quick losses.
    pub fn rank(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 100_000 - i32::from(plies),
            Self::Loss(plies) => i32::from(plies) - 100_000,
        }
    }

    /// Plies to the end, if there is a winner.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
        }
    }
}

/// Bytes from here on are losses of the strong side, which hardly ever occur.
const FIRST_LOSS: u8 = 224;

/// The byte of a position with the strong side to move; none if the distance is too long.
///
/// ```text
///   0          a draw
///   1..=223    the strong side wins with this many moves of its own
/// 224..=255    it loses after this many moves of the weak side, less 224
/// ```
pub(crate) fn to_byte(value: Value) -> Option<u8> {
    match value {
        Value::Draw => Some(0),
        Value::Win(plies) => u8::try_from(plies.div_ceil(2)).ok().filter(|&moves| moves < FIRST_LOSS),
        Value::Loss(plies) => u8::try_from(plies / 2).ok().and_then(|moves| FIRST_LOSS.checked_add(moves)),
    }
}

/// What [`to_byte`] wrote.
pub(crate) fn from_byte(byte: u8) -> Value {
    match byte {
        0 => Value::Draw,
        1..FIRST_LOSS => Value::Win(u16::from(byte) * 2 - 1),
        _ => Value::Loss(u16::from(byte - FIRST_LOSS) * 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip() {
        for byte in 0..=u8::MAX {
            assert_eq!(to_byte(from_byte(byte)), Some(byte));
        }
        assert_eq!(to_byte(Value::Win(447)), None);
        assert_eq!(to_byte(Value::Loss(64)), None);
    }

    #[test]
    fn the_side_that_moves_wants_the_best() {
        let values = [Value::Loss(0), Value::Loss(8), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(values.is_sorted_by_key(|value| value.rank()));
        assert_eq!(Value::Loss(0).before_move(), Value::Win(1));
        assert_eq!(Value::Win(3).before_move(), Value::Loss(4));
    }
}
