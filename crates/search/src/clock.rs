//! How long to think: a clock is split into a soft limit, about which a move is made, and a hard one.
//!
//! The hard limit never exceeds what is left on the clock less the overhead, whatever the GUI sends.

use std::time::Duration;

/// How many more moves a game is taken to last when nobody says how many the time is for.
const MOVES_AHEAD: u32 = 30;
/// More moves than this are as good as an endless game.
const MOST_MOVES_AHEAD: u32 = 40;
/// How much of the increment is used at once; the rest makes up for time lost on the way.
const INCREMENT_PERCENT: u32 = 75;
/// The hard limit is so many soft ones: an iteration that has found trouble may take its time.
const PATIENCE: u32 = 4;
/// The most of the usable time that a move may take, in percent; the last move before new time comes may take
/// nearly all.
const MOST_PERCENT: u32 = 40;
const LAST_MOVE_PERCENT: u32 = 90;
/// Kept in hand, but at most so much of what is left, in percent: a busy machine can stall for a quarter of a second, also
/// late in a game.
const CUSHION: Duration = Duration::from_millis(300);
const CUSHION_PERCENT: u32 = 88;
/// The least that a search is given, so that it can say something.
const LEAST: Duration = Duration::from_millis(1);
/// Clocks beyond eleven days are eleven days: sums of times cannot overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Splits a clock into a soft and a hard limit for one move.
///
/// Aims at a share of the remaining time that would last for the moves to come, and most of the increment;
/// never more than a part of what is left.
///
/// ```
/// use std::time::Duration;
/// let (soft, hard) = search::allot(Duration::from_secs(60), Duration::ZERO, None, Duration::from_millis(10));
/// assert!(soft < Duration::from_secs(3) && hard < Duration::from_secs(12) && soft <= hard);
/// ```
pub fn allot(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> (Duration, Duration) {
    let (left, increment, overhead) = (left.min(LONGEST), increment.min(LONGEST), overhead.min(LONGEST));
    let moves = moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOST_MOVES_AHEAD));
    // What can be used now, without the increment, which comes only after the move.
    let usable = left.saturating_sub(overhead + CUSHION.min(left * CUSHION_PERCENT / 100)).max(LEAST);
    let percent = if moves_to_go == Some(1) { LAST_MOVE_PERCENT } else { MOST_PERCENT };
    let most = usable * percent / 100;
    let soft = (usable / moves + increment * INCREMENT_PERCENT / 100).min(most);
    let hard = (soft * PATIENCE).clamp(LEAST.min(most), most).max(LEAST);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn no_clock_is_overdrawn() {
        for left in [0, 1, 2, 5, 9, 10, 11, 15, 20, 50, 100, 1000, 60_000, 86_400_000, u64::MAX / 1000] {
            for increment in [0, 1, 10, 100, 10_000, u64::MAX / 1000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 100, 5000] {
                        let (soft, hard) = allot(MS(left), MS(increment), moves, MS(overhead));
                        let room = MS(left.saturating_sub(overhead)).max(LEAST);
                        assert!(
                            soft <= hard && LEAST <= hard,
                            "{left} {increment} {moves:?}: {soft:?} {hard:?}"
                        );
                        assert!(hard <= room, "{left}+{increment} {moves:?} -{overhead}: {hard:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_at_the_soft_limit_lasts() {
        // Sixty moves that take what is aimed at, and the whole overhead besides.
        for (base, increment) in [(1000, 10), (500, 5), (100, 1), (60_000, 600), (10_000, 0)] {
            let mut left = MS(base);
            for number in 1..=60 {
                let (soft, _) = allot(left, MS(increment), None, MS(10));
                let used = soft + MS(10);
                assert!(used <= left || left < MS(20), "move {number} of {base}+{increment}");
                left = left.saturating_sub(used) + MS(increment);
            }
        }
    }

    #[test]
    fn a_stall_is_survived_late_in_a_game() {
        // A hundred moves at three quarters of what is aimed at up to all of it, two milliseconds lost on each.
        for (base, increment) in [(1000, 10), (3000, 20), (10_000, 100)] {
            for percent in [75, 90, 100] {
                let mut left = MS(base);
                for _ in 0..100 {
                    let (soft, _) = allot(left, MS(increment), None, MS(10));
                    left = left.saturating_sub(soft * percent / 100 + MS(2)) + MS(increment);
                }
                let (_, hard) = allot(left, MS(increment), None, MS(10));
                assert!(left >= hard + MS(200), "{base}+{increment}: {left:?} {hard:?}");
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        let soft = |left, increment| allot(MS(left), MS(increment), None, MS(10)).0;
        assert!(soft(60_000, 0) > soft(30_000, 0));
        assert!(soft(60_000, 1000) > soft(60_000, 0) + MS(500));
        let (soft, hard) = allot(MS(10_000), MS(0), Some(1), MS(10));
        assert!(
            soft > MS(8_000) && hard < MS(10_000),
            "the last move before new time comes: {soft:?} {hard:?}"
        );
    }
}
