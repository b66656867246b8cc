//! What a request to search means: a position, limits, how its time counts.

use crate::error::ServiceError;
use crate::game;
use crate::messages::{ClockTimes, GoRequest};
use crate::sliced::Pace;
use crate::table_budget::Means;
use engine::budget::{HINT_TIME, MOVE_TIME, ending_early};
use engine::{Clock, Level, Limits, Mode, STRONGEST, opening};
use games::{GameData, Xiangqi};
use std::time::Duration;
use xiangqi::{Colour, Move, Position};

/// The most lines of a search.
const MAX_LINES: usize = 5;
/// The longest time for a move, in milliseconds: an hour.
const MAX_MILLIS: u64 = 3_600_000;
/// What is lost on the way of a move to the browser.
const OVERHEAD: Duration = Duration::from_millis(50);

/// A search that can begin.
pub struct PreparedSearch {
    /// What to search.
    pub position: Position,
    /// When to stop.
    pub limits: Limits<Move>,
    /// How its time counts.
    pub pace: Pace,
    /// How strong the search is. The whole engine may remember.
    pub level: Level,
    /// What of the machine it may use.
    pub means: Means,
    /// A move of the book, which makes searching needless.
    pub from_book: Option<Move>,
    /// Whether it ends no other search.
    pub is_aside: bool,
}

/// Reads a request; no search may have more than these bounds.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(go: &GoRequest, bounds: Means) -> Result<PreparedSearch, ServiceError> {
    let level = level(go.level)?;
    within("lines", go.lines as u64, 1, MAX_LINES as u64)?;
    if let Some(millis) = go.millis {
        within("millis", millis, 1, MAX_MILLIS)?;
    }
    if let Some(depth) = go.depth {
        within("depth", depth as u64, 1, search::MAX_PLY as u64)?;
    }
    if let Some(threads) = go.threads {
        within("threads", threads as u64, 1, bounds.threads as u64)?;
    }
    if let (Some(memory), Some(max)) = (go.memory, bounds.mebibytes) {
        within("memory", memory as u64, 1, max as u64)?;
    }
    let means = Means { threads: go.threads.unwrap_or(1), mebibytes: go.memory };
    let level = if go.infinite { Level::default() } else { level };
    let is_limited = go.millis.is_some() || go.nodes.is_some() || go.depth.is_some() || go.clock.is_some();
    let position = game::replay(&go.game)?;
    let mut limits = Limits { lines: go.lines, nodes: go.nodes, depth: go.depth, ..Limits::default() };
    limits.hard_time = go.millis.map(Duration::from_millis);
    if !go.infinite {
        if let Some(clock) = go.clock {
            limits.limit_by_clock(clock_of_mover(clock, &position));
        }
        // Other levels have limits of their own.
        if level.is_full() && !is_limited {
            limits.hard_time = Some(if go.hint { HINT_TIME } else { MOVE_TIME });
        }
    }
    let limits = if go.infinite { limits } else { ending_early(limits) };
    let mode = if go.infinite { Mode::Analyse } else { Mode::Think };
    let asks_book = go.use_book && !go.hint;
    let from_book = asks_book.then(|| opening::answer(&position, &limits, mode, 0)).flatten();
    let pace = if go.infinite { Pace::Computing } else { Pace::Wall };
    let from_book = from_book.map(|answer| answer.mv);
    Ok(PreparedSearch { position, limits, pace, level, means, from_book, is_aside: go.aside })
}

fn clock_of_mover(clock: ClockTimes, position: &Position) -> Clock {
    let (left, increment) = match position.side() {
        Colour::Red => (clock.red, clock.red_inc),
        Colour::Black => (clock.black, clock.black_inc),
    };
    let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
    let played = Xiangqi::moves_made(position);
    Clock { left, increment, moves_to_go: None, overhead: OVERHEAD, played }
}

/// The level of this number.
///
/// # Errors
/// If there is none.
pub fn level(number: u8) -> Result<Level, ServiceError> {
    Level::new(number).ok_or(ServiceError::NoSuchLevel { level: number, max: STRONGEST })
}

/// Whether a number lies where it must.
///
/// # Errors
/// Names it and says where that is.
pub fn within(field: &'static str, value: u64, min: u64, max: u64) -> Result<(), ServiceError> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(ServiceError::OutOfRange { field, value, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Means = Means { threads: 2, mebibytes: Some(64) };

    fn prepared(text: &str) -> PreparedSearch {
        order(&serde_json::from_str(text).unwrap(), BOUNDS).unwrap()
    }

    #[test]
    fn an_analysis_has_the_limits_that_it_was_given_and_does_not_end_early() {
        let analysis = |more: &str| prepared(&format!(r#"{{"level": 10, "infinite": true{more}}}"#));
        let limits = analysis(r#", "millis": 500, "depth": 12"#).limits;
        assert_eq!((limits.hard_time, limits.depth), (Some(Duration::from_millis(500)), Some(12)));
        assert!(!analysis(r#", "millis": 500"#).limits.ends_early);
        assert_eq!(analysis("").means, Means { threads: 1, mebibytes: None });
        let means = analysis(r#", "threads": 2, "memory": 64"#).means;
        assert_eq!(means, Means { threads: 2, mebibytes: Some(64) });
    }

    #[test]
    fn what_exceeds_the_machine_is_refused() {
        for (more, field) in [
            (r#""threads": 3"#, "threads"),
            (r#""threads": 0"#, "threads"),
            (r#""memory": 65"#, "memory"),
            (r#""memory": 0"#, "memory"),
            (r#""depth": 0"#, "depth"),
        ] {
            let text = format!(r#"{{"level": 10, "infinite": true, {more}}}"#);
            let refused = order(&serde_json::from_str(&text).unwrap(), BOUNDS).err();
            assert!(
                matches!(refused, Some(ServiceError::OutOfRange { field: named, .. }) if named == field),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_limited_takes_the_usual_time() {
        let rows = [
            (r#"{"level": 10}"#, Some(MOVE_TIME)),
            (r#"{"level": 10, "hint": true}"#, Some(HINT_TIME)),
            (r#"{"level": 10, "millis": 20}"#, Some(Duration::from_millis(20))),
            (r#"{"level": 10, "depth": 3}"#, None),
            (r#"{"level": 10, "infinite": true}"#, None),
            (r#"{"level": 4}"#, None),
        ];
        for (text, time) in rows {
            let limits = prepared(text).limits;
            assert_eq!((limits.hard_time, limits.ends_early), (time, time.is_some()), "{text}");
        }
        assert!(prepared(r#"{"level": 4, "infinite": true}"#).level.is_full());
    }

    #[test]
    fn the_book_answers_players_at_every_level() {
        for level in 1..=STRONGEST {
            let asked = |more: &str| prepared(&format!(r#"{{"level": {level}{more}}}"#)).from_book;
            assert!(asked(r#", "use_book": true"#).is_some());
            assert_eq!(asked(""), None);
            for more in [r#", "use_book": true, "infinite": true"#, r#", "use_book": true, "hint": true"#] {
                assert_eq!(asked(more), None, "{more}");
            }
        }
    }
}
