//! From what a GUI says about time and depth to the limits of a search.

use crate::command::Go;
use crate::options::Options;
use engine::budget::ending_early;
use engine::{Blindness, Clock, Limits, Mode};
use std::time::Duration;

/// The nodes that a game has left when nodes stand for time (`nodestime`). The clock of the GUI is asked once, at
/// the first move; from then on the account is kept here, so that a game is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    left: Option<u64>,
}

impl Account {
    /// A move has taken this many nodes; the increment, if any, was paid in before.
    pub fn pay(&mut self, nodes: u64) {
        self.left = self.left.map(|left| left.saturating_sub(nodes));
    }

    /// What is left, as time; the clock if the game has just begun. The increment comes on top afterwards.
    fn draw(&mut self, clock: Duration, increment: Duration, rate: u64) -> Duration {
        let nodes = |time: Duration| (time.as_millis() as u64).saturating_mul(rate);
        let left = self.left.unwrap_or_else(|| nodes(clock));
        self.left = Some(left.saturating_add(nodes(increment)));
        Duration::from_millis(left / rate)
    }
}

/// No clock is taken to show more.
pub const LONGEST_CLOCK: Duration = Duration::from_secs(1_000_000);

/// What is said of a clock of the side to move that shows more than it is taken to show.
pub fn clamped(go: &Go, options: &Options) -> Vec<String> {
    let unit = options.clock_unit.as_millis() as u64;
    let longest = LONGEST_CLOCK.as_millis() as u64 / unit.max(1);
    let words = ["time", "increment"].into_iter().zip(go.own.into_iter().flatten());
    let note = |(word, number)| format!("\"{word}\" is followed by \"{number}\"; {longest} is taken instead");
    words.filter(|(_, number)| *number > longest).map(note).collect()
}

/// How a search ends, and whether it does so by itself.
pub fn mode(go: &Go) -> (Mode, bool) {
    match (go.ponder, go.infinite) {
        (true, _) => (Mode::Ponder, go.is_limited() && !go.infinite),
        (false, true) => (Mode::Analyse, false),
        (false, false) => (Mode::Think, go.is_limited()),
    }
}

/// The limits for a side that has made `played` moves, except the moves and the leeway, which the game must read.
pub fn limits<M>(go: &Go, options: &Options, side: usize, played: u32, account: &mut Account) -> Limits<M> {
    let rate = Some(options.nodes_time).filter(|&rate| rate > 0);
    // Counted in nodes, nothing is lost on the way.
    let overhead = if rate.is_some() { Duration::ZERO } else { options.overhead };
    let mut limits = Limits {
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: go.nodes,
        soft_nodes: None,
        soft_time: None,
        hard_time: None,
        mate: go.mate,
        moves: Vec::new(),
        excluded: Vec::new(),
        lines: options.lines,
        ends_early: false,
        nodes_per_millisecond: rate,
        pondering: None,
        seed: options.seed,
        leeway: 0,
        blindness: Blindness::default(),
    };
    if let Some(time) = go.move_time {
        // Time for a move is meant to be used: only a clock can run out.
        limits.hard_time = Some(time.max(Duration::from_millis(1)));
    } else if !go.infinite && (go.own.is_some() || go.time.iter().any(Option::is_some)) {
        // A clock that is not told, while the other one is, has run out.
        let left = go.time.get(side).copied().flatten().unwrap_or_default();
        let increment = go.increment.get(side).copied().unwrap_or_default();
        let [left, increment] = own_clock(go, options).unwrap_or([left, increment]);
        let left = rate.map_or(left, |rate| account.draw(left, increment, rate));
        let clock = Clock { left, increment, moves_to_go: go.moves_to_go, overhead, played };
        limits.limit_by_clock(clock);
    }
    ending_early(limits)
}

/// The clock of the side to move, where the GUI tells only that, and its increment.
fn own_clock(go: &Go, options: &Options) -> Option<[Duration; 2]> {
    let unit = options.clock_unit.as_millis() as u64;
    let clock = |number: u64| Duration::from_millis(number.saturating_mul(unit)).min(LONGEST_CLOCK);
    go.own.map(|numbers| numbers.map(clock))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Dialect};

    fn go(line: &str) -> Go {
        let dialect = if line.contains(" time ") { Dialect::Ucci } else { Dialect::Uci };
        match dialect.parse(line) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn searches_know_whether_they_end() {
        for line in ["go depth 3", "go nodes 9", "go movetime 5", "go btime 5", "go mate 2"] {
            assert_eq!(mode(&go(line)), (Mode::Think, true), "{line}");
        }
        assert_eq!(mode(&go("go")), (Mode::Think, false));
        assert_eq!(mode(&go("go infinite depth 3")), (Mode::Analyse, false));
        assert_eq!(mode(&go("go ponder wtime 5 btime 5")), (Mode::Ponder, true));
        assert_eq!(mode(&go("go ponder")), (Mode::Ponder, false));
    }

    #[test]
    fn the_right_clock_counts() {
        let options = Options::default();
        let soft = |line, side| limits::<u8>(&go(line), &options, side, 0, &mut Account::default()).soft_time;
        assert!(soft("go wtime 60000 btime 1000", 0) > soft("go wtime 60000 btime 1000", 1));
        assert!(soft("go wtime 60000", 1).is_some_and(|soft| soft < Duration::from_millis(2)));
        assert_eq!(soft("go infinite wtime 60000", 0), None);
        let hard = limits::<u8>(&go("go movetime 100"), &options, 0, 0, &mut Account::default()).hard_time;
        assert_eq!(hard, Some(Duration::from_millis(100)));
    }

    #[test]
    fn lag_is_expected_on_the_moves_to_come() {
        let soft = |line, overhead, played| {
            let options = Options { overhead: Duration::from_millis(overhead), ..Options::default() };
            limits::<u8>(&go(line), &options, 0, played, &mut Account::default()).soft_time
        };
        // Sixty seconds, of which a hundred and fifty moves may lose thirty; later fewer.
        assert!(soft("go wtime 60000", 200, 0) < soft("go wtime 60000", 10, 0).map(|soft| soft * 6 / 10));
        assert!(soft("go wtime 60000", 200, 100) > soft("go wtime 60000", 200, 0));
        // An increment pays for it.
        assert!(soft("go wtime 60000 winc 300", 200, 0) > soft("go wtime 60000", 10, 0));
    }

    #[test]
    fn seconds_and_milliseconds_are_told_apart() {
        let options = |has_milliseconds| Options {
            clock_unit: Duration::from_millis(if has_milliseconds { 1 } else { 1000 }),
            ..Options::default()
        };
        let soft = |line, side, has_milliseconds| {
            limits::<u8>(&go(line), &options(has_milliseconds), side, 0, &mut Account::default()).soft_time
        };
        assert_eq!(soft("go time 60 increment 2", 0, false), soft("go wtime 60000 winc 2000", 0, false));
        assert_eq!(soft("go time 60 increment 2", 1, false), soft("go btime 60000 binc 2000", 1, false));
        assert_eq!(soft("go time 60000 increment 2000", 1, true), soft("go time 60 increment 2", 1, false));
        assert_eq!(mode(&go("go time 5")), (Mode::Think, true));
        assert!(soft("go time 9223372036854775807", 0, false).is_none_or(|time| time > Duration::ZERO));
    }

    #[test]
    fn nodes_can_be_money() {
        let options = Options { nodes_time: 10, ..Options::default() };
        let mut account = Account::default();
        let first = limits::<u8>(&go("go wtime 1000 btime 1000 winc 100"), &options, 0, 0, &mut account);
        assert_eq!(first.nodes_per_millisecond, Some(10));
        account.pay(6_000);
        // 10,000 nodes and 1,000 more for the increment, less 6,000; whatever the clock says.
        assert_eq!(account.left, Some(5_000));
        let second = limits::<u8>(&go("go wtime 999999 btime 1"), &options, 0, 0, &mut account);
        assert!(second.soft_time < first.soft_time);
    }
}
