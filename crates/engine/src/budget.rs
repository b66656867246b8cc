//! What is spent on a move in a game against people, unless somebody says otherwise.
//!
//! The strongest level and hints are limited by these times, every other level by its own nodes
//! ([`Level`](crate::Level)). An offer of a draw is considered within [`draws::consideration`](crate::draws::consideration).

use search::Limits;
use std::time::Duration;

/// For a move of the strongest level in a game without a clock.
pub const MOVE_TIME: Duration = Duration::from_millis(1500);
/// For a hint.
pub const HINT_TIME: Duration = Duration::from_millis(800);

/// The same limits, for somebody who wants the move and not the search: where nothing but time limits it, the search ends as
/// soon as more thinking cannot change the move. A depth, a number of nodes, a mate or several lines are wanted whole.
///
/// ```
/// use engine::Limits;
/// use engine::budget::{MOVE_TIME, ending_early};
///
/// let timed = Limits::<xiangqi::Move> { hard_time: Some(MOVE_TIME), ..Limits::default() };
/// assert!(ending_early(timed.clone()).ends_early);
/// assert!(!ending_early(Limits { depth: Some(9), ..timed }).ends_early);
/// ```
pub fn ending_early<M>(mut limits: Limits<M>) -> Limits<M> {
    limits.ends_early = limits.has_time_only();
    limits
}
