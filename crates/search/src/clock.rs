//! How long to think: a clock is split into a soft limit, about which a move is made, and a hard one.
//!
//! Two promises. The hard limit never exceeds what is left on the clock less the overhead, whatever the GUI sends. And
//! the overhead is expected on every move to come, not only on this one: no game is lost on time within
//! [`PROMISED_MOVES`] moves a side by lag that was declared, if the lag alone leaves time for that many. What it will take
//! is set aside from the time to think:
//!
//! ```text
//! left on the clock:  | time to think, thirty shares | lag of the moves to come, or the cushion | lag of this move |
//! ```

use std::time::Duration;

/// How many more moves a game is taken to last when nobody says how many the time is for.
const MOVES_AHEAD: u32 = 30;
/// More moves than this are as good as an endless game.
const MAX_MOVES_AHEAD: u32 = 40;
/// A game can last far longer than expected: lag is provided for over this many moves a side.
const PROMISED_MOVES: u32 = 150;
/// However many have been played, the lag of at least this many more is set aside.
const MIN_PROMISED_AHEAD: u32 = 40;
/// The shortest search, with what it takes to begin and to end it.
const SHORTEST_MOVE: Duration = Duration::from_millis(2);
/// The promise is given up only when less than this is left of what it takes, in percent: a stall is not reason enough.
const LOST_PERCENT: u32 = 87;
/// With a clock too short for the promise the engine still thinks: it spends half an overhead for each of this many moves not
/// yet played, although the lag will need it, or this many increments, which come again; at most half of the clock.
const BORROWING_MOVES: u32 = 60;
const BORROWED_INCREMENTS: u32 = 4;
/// How much of the increment is used at once; the rest makes up for time lost on the way.
const INCREMENT_PERCENT: u32 = 75;
/// The hard limit is this many times the soft one: an iteration that has found trouble may take its time.
const PATIENCE: u32 = 4;
/// The most of the usable time that a move may take, in percent; the last move before new time comes may take
/// nearly all.
const MAX_PERCENT: u32 = 40;
const LAST_MOVE_PERCENT: u32 = 90;
/// Kept in hand, but at most this much of what is left, in percent: a busy machine can stall for a quarter of a second, also
/// late in a game.
const CUSHION: Duration = Duration::from_millis(300);
const CUSHION_PERCENT: u32 = 88;
/// The least that a search is given, so that it can say something.
const LEAST: Duration = Duration::from_millis(1);
/// Clocks beyond eleven days are eleven days: sums of times cannot overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// The clock of the side to move, and what is known about its game.
///
/// ```
/// use search::Clock;
/// use std::time::Duration;
///
/// let clock = Clock { left: Duration::from_secs(60), overhead: Duration::from_millis(10), ..Clock::default() };
/// let (soft, hard) = clock.limits();
/// assert!(soft < Duration::from_secs(3) && hard < Duration::from_secs(12) && soft <= hard);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left for this move and all that follow.
    pub left: Duration,
    /// What each move adds, after it.
    pub increment: Duration,
    /// How many moves the time is for, where new time comes after them.
    pub moves_to_go: Option<u32>,
    /// What every move loses on its way.
    pub overhead: Duration,
    /// How many moves the side has made in this game; none if nobody knows.
    pub played: u32,
}

impl Clock {
    /// The soft and the hard limit of one move.
    ///
    /// Aims at a share of the remaining time that would last for the moves to come, and most of the increment;
    /// never more than a part of what is left.
    pub fn limits(self) -> (Duration, Duration) {
        let clock = Self {
            left: self.left.min(LONGEST),
            increment: self.increment.min(LONGEST),
            overhead: self.overhead.min(LONGEST),
            ..self
        };
        let moves = clock.moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MAX_MOVES_AHEAD));
        // What can be used now, without the increment, which comes only after the move.
        let cushion = CUSHION.min(clock.left * CUSHION_PERCENT / 100);
        let kept = clock.overhead + cushion.max(clock.lag_to_come());
        let usable = clock.left.saturating_sub(kept).max(LEAST);
        let percent = if clock.moves_to_go == Some(1) { LAST_MOVE_PERCENT } else { MAX_PERCENT };
        let most = usable * percent / 100;
        let soft = (usable / moves + clock.increment * INCREMENT_PERCENT / 100).min(most);
        let hard = (soft * PATIENCE).clamp(LEAST.min(most), most).max(LEAST);
        (soft, hard)
    }

    /// What is kept for the moves after this one: the lag that their increments will not make up for, or, if the clock
    /// cannot pay that in any case, some of it.
    fn lag_to_come(self) -> Duration {
        let unpaid = (self.overhead + SHORTEST_MOVE).saturating_sub(self.increment);
        let (due, kept) = self.moves_to_come();
        if self.overhead + unpaid * (due - 1) * LOST_PERCENT / 100 <= self.left {
            return unpaid * (kept - 1);
        }
        let borrowed = self.overhead * BORROWING_MOVES.saturating_sub(self.played) / 2;
        let borrowed = borrowed.max(self.increment * BORROWED_INCREMENTS).min(self.left / 2);
        self.left.saturating_sub(borrowed)
    }

    /// For how many moves, this one included, the clock must last, and for how many it is made to.
    fn moves_to_come(self) -> (u32, u32) {
        if let Some(moves) = self.moves_to_go {
            let moves = moves.clamp(1, PROMISED_MOVES);
            return (moves, moves);
        }
        let after = |played| PROMISED_MOVES.saturating_sub(played);
        // Nothing comes back in sudden death: a move played makes one expect only half a move less.
        let played = if self.increment.is_zero() { self.played / 2 } else { self.played };
        (after(self.played).max(1), after(played).max(MIN_PROMISED_AHEAD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    const INCREMENTS: [u64; 6] = [0, 1, 10, 100, 10_000, u64::MAX / 1000];

    fn clock(left: u64, increment: u64, overhead: u64) -> Clock {
        Clock { left: MS(left), increment: MS(increment), overhead: MS(overhead), ..Clock::default() }
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for left in [0, 1, 2, 5, 9, 10, 11, 15, 20, 50, 100, 1000, 60_000, 86_400_000, u64::MAX / 1000] {
            for increment in INCREMENTS {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for (overhead, played) in [(0, 0), (10, 0), (10, 80), (100, 149), (5000, u32::MAX)] {
                        let clock = Clock { moves_to_go, played, ..clock(left, increment, overhead) };
                        let (soft, hard) = clock.limits();
                        let room = MS(left.saturating_sub(overhead)).max(LEAST);
                        assert!(soft <= hard && LEAST <= hard, "{clock:?}: {soft:?} {hard:?}");
                        assert!(hard <= room, "{clock:?}: {hard:?}");
                    }
                }
            }
        }
    }

    /// How a side spends its time between the soft and the hard limit.
    #[derive(Clone, Copy, Debug)]
    enum Spending {
        Soft,
        Hard,
        /// The hard limit once in this many moves.
        HardOften(u32),
        /// Anything between, most often near the soft limit.
        Between,
    }

    const SPENDINGS: [Spending; 5] =
        [Spending::Soft, Spending::Hard, Spending::HardOften(5), Spending::HardOften(20), Spending::Between];

    impl Spending {
        /// What a move takes, without the overhead: a search that is told to end at once needs a little longer.
        fn of(self, (soft, hard): (Duration, Duration), played: u32) -> Duration {
            let spent = match self {
                Self::Soft => soft,
                Self::Hard => hard,
                Self::HardOften(period) => {
                    if played % period == period - 1 {
                        hard
                    } else {
                        soft
                    }
                }
                Self::Between => {
                    let part = played.wrapping_mul(0x9E37_79B9) >> 22;
                    soft + hard.saturating_sub(soft) * ((part * part) >> 10) / 1024
                }
            };
            (spent + SHORTEST_MOVE).saturating_sub(LEAST).max(SHORTEST_MOVE)
        }
    }

    /// The move at which the flag falls in a game of this many moves, the whole overhead lost on each.
    fn flag(start: Clock, moves: u32, spending: Spending) -> Option<u32> {
        let mut left = start.left;
        for played in 0..moves {
            let taken = spending.of(Clock { left, played, ..start }.limits(), played) + start.overhead;
            let Some(rest) = left.checked_sub(taken) else { return Some(played + 1) };
            left = rest + start.increment;
        }
        None
    }

    #[test]
    fn declared_lag_loses_no_game() {
        for overhead in [1, 5, 10, 37, 50, 100, 1000] {
            for increment in [0, overhead / 4, overhead / 2, overhead * 9 / 10, overhead, overhead + 2] {
                // What it takes to make all the moves at once; only an increment before the last move counts.
                let lag = (overhead + 2 - increment) * u64::from(PROMISED_MOVES) + increment;
                for percent in [100, 101, 110, 133, 150, 200, 400, 1000, 10_000] {
                    let clock = clock(lag * percent / 100, increment, overhead);
                    for spending in SPENDINGS {
                        let flag = flag(clock, PROMISED_MOVES, spending);
                        assert_eq!(flag, None, "{clock:?} {spending:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn long_games_last() {
        // Increments that pay for the lag and a short search do so for ever.
        for (base, increment, overhead) in [(1000, 12, 10), (500, 7, 5), (60_000, 600, 10), (10_000, 100, 98)]
        {
            for spending in SPENDINGS {
                assert_eq!(flag(clock(base, increment, overhead), 300, spending), None, "{base}+{increment}");
            }
        }
        // Sudden death goes well beyond the promise where there is time for it.
        for (base, overhead, moves) in [(10_000, 10, 180), (60_000, 10, 190), (60_000, 50, 180)] {
            for spending in [Spending::Soft, Spending::HardOften(5), Spending::Between] {
                assert_eq!(flag(clock(base, 0, overhead), moves, spending), None, "{base} {spending:?}");
            }
        }
    }

    #[test]
    fn every_period_lasts() {
        for overhead in [0, 10, 50, 100] {
            for moves in [1, 2, 10, 40, 100, 150] {
                for percent in [100, 110, 150, 300, 2000] {
                    let base = MS((overhead + 2) * u64::from(moves) * percent / 100 + 2 + overhead);
                    for spending in SPENDINGS {
                        let mut left = Duration::ZERO;
                        for played in 0..4 * moves {
                            let to_go = moves - played % moves;
                            left += if to_go == moves { base } else { Duration::ZERO };
                            let clock =
                                Clock { left, moves_to_go: Some(to_go), played, ..clock(0, 0, overhead) };
                            let taken = spending.of(clock.limits(), played) + clock.overhead;
                            assert!(taken <= left, "{moves} moves in {base:?}, {spending:?}: {clock:?}");
                            left -= taken;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_clock_that_cannot_last_is_used_all_the_same() {
        // A hundred times the overhead: moves are made faster, but not at once, and a game of ordinary length is played.
        let clock = clock(1000, 0, 10);
        assert!(clock.limits().0 >= MS(8), "{:?}", clock.limits());
        assert!(flag(clock, 55, Spending::HardOften(20)).is_none());
    }

    #[test]
    fn lag_that_increments_pay_for_takes_no_time_to_think() {
        // A thirtieth of all but the cushion and the overhead, and three quarters of the increment.
        for (base, increment) in [(1000, 10), (5000, 50), (60_000, 600)] {
            let soft = MS(base - 310) / 30 + MS(increment) * 3 / 4;
            assert_eq!(clock(base, increment, 10).limits().0, soft, "{base}+{increment}");
        }
    }

    #[test]
    fn a_stall_is_survived_late_in_a_game() {
        // A hundred moves at three quarters of what is aimed at up to all of it, two milliseconds lost on each.
        for (base, increment) in [(1000, 10), (3000, 20), (10_000, 100)] {
            for percent in [75, 90, 100] {
                let mut clock = clock(base, increment, 10);
                for played in 0..100 {
                    clock.played = played;
                    let (soft, _) = clock.limits();
                    clock.left = clock.left.saturating_sub(soft * percent / 100 + MS(2)) + MS(increment);
                }
                let (_, hard) = clock.limits();
                assert!(clock.left >= hard + MS(200), "{base}+{increment}: {clock:?} {hard:?}");
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        let soft = |left, increment| clock(left, increment, 10).limits().0;
        assert!(soft(60_000, 0) > soft(30_000, 0));
        assert!(soft(60_000, 1000) > soft(60_000, 0) + MS(500));
        let (soft, hard) = Clock { moves_to_go: Some(1), ..clock(10_000, 0, 10) }.limits();
        assert!(
            soft > MS(8_000) && hard < MS(10_000),
            "the last move before new time comes: {soft:?} {hard:?}"
        );
    }
}
