//! What values an option takes.

use super::Button;

/// The values that an option takes, and the one that it has unless told otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number in a range.
    Spin {
        /// Unless told otherwise.
        default: u64,
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// Yes or no.
    Check(bool),
    /// Something to press.
    Button(Button),
    /// A text.
    Text(&'static str),
    /// One of several words, the first unless told otherwise.
    Combo(&'static [&'static str]),
}

/// A value that fits its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// Of a spin.
    Number(u64),
    /// Of a check.
    Flag(bool),
    /// Of a combo: the place of the word.
    Choice(usize),
    /// Of a text; none if it is empty.
    Text(Option<&'a str>),
    /// Of a button.
    Pressed,
}

/// What would be right where a text is not a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadValue {
    /// A number in a range.
    #[error("it must be a number from {min} to {max}")]
    NotInRange {
        /// The smallest.
        min: i128,
        /// The largest.
        max: i128,
    },
    /// Yes or no.
    #[error("it must be true or false")]
    NotAFlag,
    /// One of several words.
    #[error("it must be {}", .0.join(" or "))]
    NoSuchWord(&'static [&'static str]),
}

/// How protocols write an empty text.
pub const EMPTY: &str = "<empty>";

impl Kind {
    /// Reads a value.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn read(self, text: &str) -> Result<Value<'_>, BadValue> {
        match self {
            Self::Spin { min, max, .. } => {
                let number = text.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
                number.map(Value::Number).ok_or(BadValue::NotInRange { min: min.into(), max: max.into() })
            }
            Self::Check(_) => match text {
                "true" => Ok(Value::Flag(true)),
                "false" => Ok(Value::Flag(false)),
                _ => Err(BadValue::NotAFlag),
            },
            Self::Button(_) => Ok(Value::Pressed),
            Self::Text(_) => Ok(Value::Text(Some(text).filter(|text| !text.is_empty() && *text != EMPTY))),
            Self::Combo(words) => {
                let place = words.iter().position(|word| word.eq_ignore_ascii_case(text));
                place.map(Value::Choice).ok_or(BadValue::NoSuchWord(words))
            }
        }
    }

    /// The value that it has unless told otherwise, as text.
    pub fn default_text(self) -> String {
        match self {
            Self::Spin { default, .. } => default.to_string(),
            Self::Check(default) => default.to_string(),
            Self::Button(_) => String::new(),
            Self::Text(default) => default.into(),
            Self::Combo(words) => words.first().copied().unwrap_or_default().into(),
        }
    }
}

impl<'a> Value<'a> {
    /// The number of a spin, the place of a combo's word.
    pub fn number(self) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Choice(place) => place as u64,
            Self::Flag(_) | Self::Text(_) | Self::Pressed => 0,
        }
    }

    /// Whether a check is set.
    pub fn is_set(self) -> bool {
        self == Self::Flag(true)
    }

    /// The text, if it is not empty.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => text,
            _ => None,
        }
    }
}
