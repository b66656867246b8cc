//! Keys of the laboratory's table on the command line: `bits=32,seed=7,confirm=refuses`, any of them, in any order.

use engine::{Confirmation, Keys};
use std::str::FromStr;
use xiangqi::excerpt;

/// Keys as they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyChoice(pub Keys);

/// Why a text does not describe keys.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadKeys {
    #[error(
        "\"{0}\" is not a setting of keys; say bits=1..128, seed=N, confirm=none, counts or refuses, with commas between"
    )]
    Setting(String),
    #[error("\"{0}\" is given twice")]
    Twice(String),
    #[error("the game's own keys have 64 bits; wider ones come from a seed, such as bits={0},seed=1")]
    TooWide(u32),
}

impl FromStr for KeyChoice {
    type Err = BadKeys;

    fn from_str(text: &str) -> Result<Self, BadKeys> {
        let (mut bits, mut seed, mut confirmation) = (None, None, None);
        for item in text.split(',').map(str::trim) {
            let wrong = || BadKeys::Setting(excerpt(item, 40));
            let (name, value) = item.split_once('=').ok_or_else(wrong)?;
            let is_new = match name {
                "bits" => {
                    let width =
                        value.parse().ok().filter(|width| (1..=128).contains(width)).ok_or_else(wrong)?;
                    bits.replace(width).is_none()
                }
                "seed" => seed.replace(value.parse().map_err(|_| wrong())?).is_none(),
                "confirm" => {
                    let choice = match value {
                        "none" => Confirmation::None,
                        "counts" => Confirmation::Counts,
                        "refuses" => Confirmation::Refuses,
                        _ => return Err(wrong()),
                    };
                    confirmation.replace(choice).is_none()
                }
                _ => return Err(wrong()),
            };
            if !is_new {
                return Err(BadKeys::Twice(excerpt(item, 40)));
            }
        }
        let keys = Keys { bits: bits.unwrap_or(64), seed, confirmation: confirmation.unwrap_or_default() };
        if keys.bits > 64 && keys.seed.is_none() {
            return Err(BadKeys::TooWide(keys.bits));
        }
        Ok(Self(keys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let read = |text: &str| text.parse::<KeyChoice>().map(|choice| choice.0);
        let keys = Keys { bits: 32, seed: Some(7), confirmation: Confirmation::Refuses };
        assert_eq!(read("bits=32,seed=7,confirm=refuses"), Ok(keys));
        assert_eq!(
            read("confirm=counts"),
            Ok(Keys { confirmation: Confirmation::Counts, ..Keys::default() })
        );
        for (wrong, part) in [
            ("", "bits=1..128"),
            ("bits=0", "\"bits=0\""),
            ("bits=129,seed=1", "\"bits=129\""),
            ("bits=128", "bits=128,seed=1"),
            ("bits=32,bits=16", "twice"),
            ("confirm=yes", "\"confirm=yes\""),
            ("seed=-1", "\"seed=-1\""),
            ("width=3", "\"width=3\""),
        ] {
            let error = read(wrong).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(part)), "{wrong}: {error:?}");
        }
    }
}
