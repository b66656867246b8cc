//! The clocks of a room. Time is told to them; what is left is never below zero.

use std::time::Duration;
use xiangqi::Colour;

/// Both clocks.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// What each side had left when the clock was last touched.
    left: [Duration; 2],
    increment: Duration,
    running: Option<(Colour, Duration)>,
}

impl Clocks {
    /// Clocks that stand still.
    pub fn new(initial: Duration, increment: Duration) -> Self {
        Self { left: [initial; 2], increment, running: None }
    }

    /// Gives Red and Black this much, but not nothing: who had nothing left has lost already.
    pub fn set_left(&mut self, left: [Duration; 2]) {
        self.left = left.map(|left| left.max(Duration::from_millis(1)));
    }

    /// What a side has left.
    pub fn left(&self, side: Colour, now: Duration) -> Duration {
        let [red, black] = self.left;
        let left = if side == Colour::Red { red } else { black };
        match self.running {
            Some((runner, since)) if runner == side => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Colour> {
        self.running.map(|(side, _)| side)
    }

    /// The side whose time is up.
    pub fn flagged(&self, now: Duration) -> Option<Colour> {
        self.running().filter(|&side| self.left(side, now).is_zero())
    }

    /// Stops both.
    pub fn stop(&mut self, now: Duration) {
        self.left = Colour::ALL.map(|side| self.left(side, now));
        self.running = None;
    }

    /// Lets the clock of a side run, and no other.
    pub fn run(&mut self, side: Colour, now: Duration) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// A side has moved: it gains the increment if its clock ran, and the other's runs.
    pub fn press(&mut self, mover: Colour, now: Duration) {
        let ran = self.running() == Some(mover);
        self.stop(now);
        if ran {
            let [red, black] = &mut self.left;
            *(if mover == Colour::Red { red } else { black }) += self.increment;
        }
        self.run(!mover, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_one_side_and_stops_at_zero() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::new(seconds(10), seconds(2));
        assert_eq!(clocks.flagged(seconds(1000)), None);
        clocks.press(Colour::Red, seconds(5));
        assert_eq!(clocks.left(Colour::Red, seconds(8)), seconds(10), "the first move costs nothing");
        assert_eq!(clocks.left(Colour::Black, seconds(8)), seconds(7));
        clocks.press(Colour::Black, seconds(8));
        assert_eq!(clocks.left(Colour::Black, seconds(9)), seconds(9));
        assert_eq!(clocks.left(Colour::Red, seconds(99)), Duration::ZERO);
        assert_eq!(clocks.flagged(seconds(17)), None);
        assert_eq!(clocks.flagged(seconds(18)), Some(Colour::Red));
        // A clock that was asked about an earlier moment does not grow.
        assert_eq!(clocks.left(Colour::Red, seconds(0)), seconds(10));
    }
}
