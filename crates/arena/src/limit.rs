//! How long an engine may think about a move.

use crate::settings::SettingError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// No limit is longer, so that adding up times cannot overflow.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000);

fn too_long(value: &str) -> SettingError {
    SettingError::new(format!("movetime=\"{value}\" is too long"))
}

/// How long an engine may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A clock for the whole game, with time added after every move.
    Clock {
        /// What the clock shows at the start.
        base: Duration,
        /// What is added after every move.
        increment: Duration,
    },
    /// This long for every move.
    MoveTime(Duration),
    /// This many nodes for every move.
    Nodes(u64),
    /// This many plies deep.
    Depth(u32),
}

impl Limit {
    /// Reads a limit by its name: `tc` (seconds, `10+0.1`), `movetime` (milliseconds), `nodes`, `depth`.
    /// Nothing if there is no limit of that name.
    ///
    /// # Errors
    /// The value does not fit the name.
    pub fn parse(name: &str, value: &str) -> Option<Result<Self, SettingError>> {
        let positive = |what: &str| {
            value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(|| {
                SettingError::new(format!("{name}=\"{value}\": {what} must be a whole number above 0"))
            })
        };
        Some(match name {
            "tc" => value.parse(),
            "movetime" => positive("the milliseconds").and_then(|number| {
                let time = Duration::from_millis(number);
                let is_sane = time < LONGEST_TIME;
                is_sane.then_some(Self::MoveTime(time)).ok_or_else(|| too_long(value))
            }),
            "nodes" => positive("the nodes").map(Self::Nodes),
            "depth" => positive("the depth").and_then(|number| {
                u32::try_from(number)
                    .map(Self::Depth)
                    .map_err(|_| SettingError::new(format!("depth=\"{value}\" is too deep")))
            }),
            _ => return None,
        })
    }
}

/// Reads a clock: `10` or `10+0.1`, in seconds.
impl FromStr for Limit {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| {
            let seconds =
                part.parse::<f64>().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
            seconds.filter(|time| *time < LONGEST_TIME)
        };
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !(base + increment).is_zero() => {
                Ok(Self::Clock { base, increment })
            }
            _ => Err(SettingError::new(format!(
                "\"{text}\" is not a time control; write it in seconds, such as 10+0.1"
            ))),
        }
    }
}

/// As the PGN tag `TimeControl` and the tables have it.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let clock = Limit::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        assert_eq!("10+0.1".parse(), Ok(clock));
        assert_eq!(clock.to_string(), "10+0.1");
        assert_eq!("60".parse::<Limit>().unwrap().to_string(), "60+0");
        assert_eq!(Limit::parse("nodes", "5000"), Some(Ok(Limit::Nodes(5000))));
        assert_eq!(Limit::parse("depth", "8"), Some(Ok(Limit::Depth(8))));
        assert_eq!(Limit::parse("hash", "8"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "0", "0+0", "-1", "1+", "+1", "nan", "1e300", "10+0.1+2", "inf"] {
            let error = text.parse::<Limit>().unwrap_err().to_string();
            assert!(error.contains("10+0.1"), "{text}: {error}");
        }
        for (name, value) in [
            ("movetime", "0"),
            ("movetime", "1000000001"),
            ("nodes", "-3"),
            ("depth", "5000000000"),
            ("tc", "x"),
        ] {
            assert!(matches!(Limit::parse(name, value), Some(Err(_))), "{name} {value}");
        }
    }
}
