//! What a request to search means: a position, limits, how its time counts.

use crate::error::ServiceError;
use crate::game;
use crate::messages::{ClockTimes, GoRequest};
use crate::sliced::Pace;
use engine::opening::{BOOK_PLIES, OpeningBook, may_answer};
use engine::{Clock, Level, Limits, Mode, STRONGEST};
use games::{GameData, Xiangqi};
use std::hash::{BuildHasher, RandomState};
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
    /// Whether it thinks like the whole engine, and may remember.
    pub is_full: bool,
    /// A move of the book, which makes searching needless.
    pub from_book: Option<Move>,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(go: &GoRequest) -> Result<PreparedSearch, ServiceError> {
    let level = level(go.level)?;
    within("lines", go.lines as u64, 1, MAX_LINES as u64)?;
    if let Some(millis) = go.millis {
        within("millis", millis, 1, MAX_MILLIS)?;
    }
    if let Some(depth) = go.depth {
        within("depth", depth as u64, 1, search::MAX_PLY as u64)?;
    }
    let is_full = level.is_full() || go.infinite;
    let is_limited = go.millis.is_some() || go.nodes.is_some() || go.depth.is_some() || go.clock.is_some();
    if is_full && !is_limited && !go.infinite {
        return Err(ServiceError::NoLimit);
    }
    let position = game::replay(&go.game)?;
    let mut limits = Limits { lines: go.lines, ..Limits::default() };
    if !go.infinite {
        limits.nodes = go.nodes;
        limits.depth = go.depth;
        limits.hard_time = go.millis.map(Duration::from_millis);
        if let Some(clock) = go.clock {
            limits.limit_by_clock(clock_of_mover(clock, &position));
        }
    }
    limits.ends_early = limits.has_time_only();
    let seed = RandomState::new().hash_one(go.level) | 1;
    let mode = if go.infinite { Mode::Analyse } else { Mode::Think };
    let asks_book = go.use_book && may_answer(&limits, mode);
    let from_book = asks_book.then(|| OpeningBook::default().choose(&position, BOOK_PLIES, seed)).flatten();
    if !is_full {
        level.limit::<Xiangqi>(&mut limits, &position, seed);
    }
    let pace = if go.infinite { Pace::Computing } else { Pace::Wall };
    let from_book = from_book.map(|answer| answer.mv);
    Ok(PreparedSearch { position, limits, pace, is_full, from_book })
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
