//! Names and keys that nobody can guess: 128 bits, written as 32 hexadecimal digits.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A name, a key or a token.
#[derive(Clone, Copy, PartialOrd, Ord)]
pub struct Secret([u8; 16]);

impl Secret {
    /// One of these bytes, which must come from a source that cannot be foretold.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// Takes the same time wherever the first difference is.
impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        let differences = self.0.iter().zip(other.0).fold(0, |found, (one, other)| found | (one ^ other));
        differences == 0
    }
}

impl Eq for Secret {}

/// The text is not a secret of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a name or key of a room has 32 digits, 0-9 and a-f")]
pub struct NotASecret;

impl FromStr for Secret {
    type Err = NotASecret;
    fn from_str(text: &str) -> Result<Self, NotASecret> {
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(NotASecret);
        }
        u128::from_str_radix(text, 16).map(|number| Self(number.to_be_bytes())).map_err(|_| NotASecret)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// In files that nobody else may read.
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

/// Logs and panics do not give it away.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let secret = Secret::new([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 254, 255]);
        assert_eq!(secret.to_string().parse(), Ok(secret));
        assert_eq!(format!("{secret:?}"), "Secret");
        let long = "0".repeat(33);
        for bad in ["", "0", &long, "+0000000000000000000000000000000", "0000000000000000000000000000000G"] {
            assert_eq!(bad.parse::<Secret>(), Err(NotASecret), "{bad}");
        }
        assert_ne!(Secret::new([0; 16]), Secret::new([1; 16]));
    }
}
