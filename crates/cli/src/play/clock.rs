//! The clock of a game: time for each side, and what each move adds.
//!
//! It reads no clock of the machine: whoever runs the game says how much time has gone by.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use xiangqi::{Colour, excerpt};

/// The longest time for a side, and the longest increment.
const MAX_BASE: Duration = Duration::from_secs(24 * 60 * 60);
const MAX_INCREMENT: Duration = Duration::from_secs(60 * 60);

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For the whole game, for each side.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// The text is not a time for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a time for a game; it must be minutes, and seconds for each move if there are any, such as 10 or 10+5"
)]
pub struct BadTime(String);

impl FromStr for TimeControl {
    type Err = BadTime;

    /// Minutes, and seconds that each move adds: `10`, `10+5`, `0.5+0.1`.
    fn from_str(text: &str) -> Result<Self, BadTime> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let times = seconds(base, 60.0, MAX_BASE).zip(seconds(increment, 1.0, MAX_INCREMENT));
        let usable = times.filter(|(base, _)| !base.is_zero());
        usable.map(|(base, increment)| Self { base, increment }).ok_or_else(|| BadTime(excerpt(text, 40)))
    }
}

fn seconds(text: &str, unit: f64, max: Duration) -> Option<Duration> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = text.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(number * unit).ok().filter(|time| *time <= max)
}

impl TimeControl {
    /// As a game record writes it: seconds, `600+5`.
    pub fn record_text(self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }

    /// Reads what [`Self::record_text`] writes.
    pub fn from_record_text(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('+')?;
        let base = seconds(base, 1.0, MAX_BASE).filter(|base| !base.is_zero())?;
        Some(Self { base, increment: seconds(increment, 1.0, MAX_INCREMENT)? })
    }
}

impl fmt::Display for TimeControl {
    /// As it is read: minutes and seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64() / 60.0)?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// What both sides have left.
pub type Reading = [Duration; 2];

/// A clock with two faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    pub control: TimeControl,
    pub left: Reading,
}

impl GameClock {
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: [control.base; 2] }
    }

    /// Time goes by for a side; true if it has run out.
    pub fn run(&mut self, side: Colour, elapsed: Duration) -> bool {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(elapsed);
        left.is_zero()
    }

    /// A side has moved.
    pub fn press(&mut self, side: Colour) {
        self.left[side.index()] += self.control.increment;
    }
}

/// A time as people read it: `9:05`, `1:00:00`, and tenths when it is short.
#[cfg(any(feature = "tui", test))]
pub fn shown(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, seconds) {
        (0, 0..20) => format!("0:{rest:02}.{tenths}"),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

/// What both sides have left, in milliseconds, as a kept game has it.
pub fn reading_text(reading: Reading) -> String {
    format!("{} {}", reading[0].as_millis(), reading[1].as_millis())
}

/// Reads what [`reading_text`] writes.
pub fn parse_reading(text: &str) -> Option<Reading> {
    let (red, black) = text.split_once(' ')?;
    let time = |text: &str| text.parse().ok().map(Duration::from_millis).filter(|time| *time <= MAX_BASE * 2);
    Some([time(red)?, time(black)?])
}

/// The civil date (UTC) of a moment, which is given as the time since the beginning of 1970, as a record writes it: `2026.02.28`.
pub fn civil_date(since_1970: Duration) -> String {
    const DAY: u64 = 24 * 60 * 60;
    // The calendar repeats itself after 400 years.
    const CYCLE: u64 = 146_097;
    let days = since_1970.as_secs() / DAY;
    let (mut year, mut day) = (1970 + 400 * (days / CYCLE), days % CYCLE);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (86_400, "1970.01.02"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_000_000_000, "2001.09.09"),
            (1_709_164_800, "2024.02.29"),
            (1_735_689_599, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
            (12_622_780_800, "2370.01.01"),
        ] {
            assert_eq!(civil_date(Duration::from_secs(seconds)), date, "{seconds}");
        }
        assert!(civil_date(Duration::MAX).len() > 10, "no moment takes long");
    }

    #[test]
    fn times_are_read() {
        for (text, base, increment) in [("10", 600_000, 0), ("10+5", 600_000, 5000), ("0.5+0.1", 30_000, 100)]
        {
            let control: Result<TimeControl, _> = text.parse();
            let expected = [base, increment].map(Duration::from_millis);
            assert_eq!(
                control.clone().map(|control| [control.base, control.increment]),
                Ok(expected),
                "{text}"
            );
            assert_eq!(control.clone().map(|control| control.to_string()), Ok(text.to_owned()));
            let again = control
                .clone()
                .ok()
                .and_then(|control| TimeControl::from_record_text(&control.record_text()));
            assert_eq!(again, control.ok());
        }
        for wrong in ["", "0", "-1", "1e3", "inf", "10+", "+5", "10+5+5", "1441", "1+3601", "ten"] {
            let refused = wrong.parse::<TimeControl>();
            assert!(
                refused.is_err_and(|error| error.to_string().contains(&format!("\"{wrong}\""))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn time_runs_for_one_side() {
        let control = TimeControl { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clock = GameClock::new(control);
        assert!(!clock.run(Colour::Red, Duration::from_secs(10)));
        clock.press(Colour::Red);
        assert_eq!(clock.left.map(|left| left.as_secs()), [52, 60]);
        assert!(clock.run(Colour::Black, Duration::from_secs(61)));
        assert_eq!(parse_reading(&reading_text(clock.left)), Some(clock.left));
        assert_eq!(parse_reading("1 x"), None);
    }

    #[test]
    fn times_are_shown() {
        let rows = [(9_340, "0:09.3"), (65_000, "1:05"), (600_000, "10:00"), (3_661_000, "1:01:01")];
        for (millis, text) in rows {
            assert_eq!(shown(Duration::from_millis(millis)), text);
        }
    }
}
