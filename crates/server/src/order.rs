//! What a request to search means: a position, limits, how its time counts.

use crate::messages::{ClockText, GoText, Words};
use crate::record;
use crate::think::Pace;
use engine::{Clock, Level, Limits, STRONGEST};
use games::{GameData, Xiangqi};
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use xiangqi::{Colour, Move, Position, Random};

/// The most lines of a search.
const MOST_LINES: usize = 5;
/// The longest time for a move, in milliseconds: an hour.
const MOST_MILLIS: u64 = 3_600_000;
/// What is lost on the way of a move to the browser.
const OVERHEAD: Duration = Duration::from_millis(50);
/// The book is asked so far into a game, in plies.
const BOOK_PLIES: usize = 24;

/// A search that can begin.
pub struct Order {
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
pub fn order(go: &GoText) -> Result<Order, Words> {
    let level = level(go.level)?;
    within("lines", go.lines as u64, 1, MOST_LINES as u64)?;
    if let Some(millis) = go.millis {
        within("millis", millis, 1, MOST_MILLIS)?;
    }
    if let Some(depth) = go.depth {
        within("depth", depth as u64, 1, search::MAX_PLY as u64)?;
    }
    let is_full = level.is_full() || go.infinite;
    let is_limited = go.millis.is_some() || go.nodes.is_some() || go.depth.is_some() || go.clock.is_some();
    if is_full && !is_limited && !go.infinite {
        return Err(Words::new(
            "this search has no end; say millis, nodes, depth, clock or infinite",
            "搜索没有结束条件；请给出 millis、nodes、depth、clock 或 infinite",
        ));
    }
    let position = record::replay(&go.game)?;
    let mut limits = Limits { lines: go.lines, ..Limits::default() };
    if !go.infinite {
        limits.nodes = go.nodes;
        limits.depth = go.depth;
        limits.hard_time = go.millis.map(Duration::from_millis);
        if let Some(clock) = go.clock {
            let (soft, hard) = share(clock, &position);
            limits.soft_time = Some(soft);
            limits.hard_time = Some(limits.hard_time.map_or(hard, |millis| millis.min(hard)));
        }
    }
    limits.ends_early = limits.has_time_only();
    let seed = RandomState::new().hash_one(go.level);
    if !is_full {
        level.limit::<Xiangqi>(&mut limits, &position, seed | 1);
    }
    let asks_book = go.use_book && !go.infinite && go.lines == 1 && position.past().len() < BOOK_PLIES;
    let book = asks_book.then(book::shipped).flatten();
    let from_book = book.and_then(|book| book.choose(&position, &mut Random::new(seed)));
    let pace = if go.infinite { Pace::Computing } else { Pace::Wall };
    Ok(Order { position, limits, pace, is_full, from_book })
}

fn share(clock: ClockText, position: &Position) -> (Duration, Duration) {
    let (left, increment) = match position.side() {
        Colour::Red => (clock.red, clock.red_inc),
        Colour::Black => (clock.black, clock.black_inc),
    };
    let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
    let played = Xiangqi::moves_made(position);
    Clock { left, increment, moves_to_go: None, overhead: OVERHEAD, played }.limits()
}

/// The level of this number.
///
/// # Errors
/// If there is none.
pub fn level(number: u8) -> Result<Level, Words> {
    Level::new(number).ok_or_else(|| {
        Words::new(
            format!("there is no level {number}; there are 1 to {STRONGEST}"),
            format!("没有等级{number}，等级为1至{STRONGEST}"),
        )
    })
}

/// Whether a number lies where it must.
///
/// # Errors
/// Names it and says where that is.
pub fn within(name: &str, number: u64, least: u64, most: u64) -> Result<(), Words> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(Words::new(
        format!("{name} is {number}; it must be from {least} to {most}"),
        format!("{name} 为{number}，应为{least}至{most}"),
    ))
}
