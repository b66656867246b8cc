//! How long to think.

use std::time::Duration;

/// Splits a clock into a soft and a hard limit for one move.
///
/// Aims at a share of the remaining time that would last for the moves to come, and most of the
/// increment; never more than a part of what is left.
pub fn allot(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead).max(Duration::from_millis(1));
    let moves = moves_to_go.map_or(30, |moves| moves.clamp(1, 40));
    let soft = (usable / moves + increment * 3 / 4).min(usable * 2 / 3);
    let most = if moves_to_go == Some(1) { usable * 9 / 10 } else { usable * 2 / 5 };
    let hard = (soft * 4).min(most).max(Duration::from_millis(1));
    (soft.min(hard), hard)
}
