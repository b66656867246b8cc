//! The review of a game: what each move gave away.
//!
//! A position is worth to a side the points that it can expect of a hundred: its chance to win and half of its chance to draw,
//! as the engine's score tells them. What a move loses is the difference of that before and after it, for the side that moved.
//!
//! The accuracy of a side is the mean of `100 * exp(-loss / 20)` over its moves. A blunder of twenty points then counts 37, an
//! inaccuracy of five 78; a small loss costs nearly its size times five, and no single move more than a whole move, so that one
//! disaster does not hide an otherwise careful game. Moves of the book and moves without a choice do not count.
//!
//! [`GameWalk`] goes through a game of xiangqi and says all this of every move; whoever walks brings the search. [`explain`] says what a
//! weak move loses, as far as the lines show it.

mod walk;
mod why;

pub use walk::{GameWalk, JudgedMove, Looked, ReviewedPly, Worth};
pub use why::{
    Cause, Cost, Explanation, Fall, MateInLine, MaterialChange, Missed, Mistake, PlacedPiece, explain,
};

use games::{Side, WinDrawLoss};

/// What a move is called.
///
/// ```
/// use engine::WinDrawLoss;
/// use engine::review::{Circumstance, MoveClass, class, loss};
///
/// let chances = |win| WinDrawLoss { win, draw: 1000 - win, loss: 0 };
/// let lost = loss(chances(900), chances(300), Circumstance::Plain);
/// let found = class(lost, Circumstance::Plain);
/// assert_eq!((found, found.name(), found.is_weak()), (MoveClass::Blunder, "blunder", true));
/// assert_eq!(class(lost, Circumstance::Only), MoveClass::Only);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveClass {
    /// It loses nothing to speak of, or the engine would have played it.
    Best,
    /// It loses little.
    Good,
    /// It loses something.
    Inaccuracy,
    /// It loses much.
    Mistake,
    /// It loses the game, or half of it.
    Blunder,
    /// There was no other.
    Only,
    /// The opening book has it.
    Book,
}

impl MoveClass {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder, Self::Only, Self::Book];

    /// The classes by what a move loses: each holds below this many points.
    pub const BY_LOSS: [(Self, f64); 5] = [
        (Self::Best, 2.0),
        (Self::Good, 5.0),
        (Self::Inaccuracy, 10.0),
        (Self::Mistake, 20.0),
        (Self::Blunder, f64::INFINITY),
    ];

    /// Whether the move should have been another.
    pub const fn is_weak(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::Only => "only",
            Self::Book => "book",
        }
    }

    /// Whether the move was a decision, so that it counts for the accuracy.
    const fn counts(self) -> bool {
        !matches!(self, Self::Only | Self::Book)
    }
}

/// The loss that makes a move count a factor of e less.
const SCALE: f64 = 20.0;

/// What is known of a move beside its loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Circumstance {
    /// Nothing.
    Plain,
    /// There was no other.
    Only,
    /// The opening book has it.
    Book,
    /// The engine would have played it.
    Best,
}

/// The points of a hundred that chances are worth to the side that they are for.
///
/// ```
/// use engine::WinDrawLoss;
/// assert_eq!(engine::review::points(WinDrawLoss { win: 500, draw: 500, loss: 0 }), 75.0);
/// ```
pub fn points(chances: WinDrawLoss) -> f64 {
    (f64::from(chances.win) + f64::from(chances.draw) / 2.0) / 10.0
}

/// What a move has lost, in points rounded to a decimal, by the chances of its side before and after it.
///
/// ```
/// use engine::WinDrawLoss;
/// use engine::review::{Circumstance, loss};
/// let [before, after] = [800, 600].map(|win| WinDrawLoss { win, draw: 1000 - win, loss: 0 });
/// assert_eq!(loss(before, after, Circumstance::Plain), 10.0);
/// assert_eq!(loss(before, after, Circumstance::Only), 0.0);
/// ```
pub fn loss(before: WinDrawLoss, after: WinDrawLoss, circumstance: Circumstance) -> f64 {
    match circumstance {
        Circumstance::Only | Circumstance::Best => 0.0,
        Circumstance::Book | Circumstance::Plain => tenths((points(before) - points(after)).max(0.0)),
    }
}

/// What a move is called.
///
/// ```
/// use engine::review::{Circumstance, MoveClass, class};
/// assert_eq!(class(7.5, Circumstance::Plain), MoveClass::Inaccuracy);
/// assert_eq!(class(7.5, Circumstance::Book), MoveClass::Book);
/// ```
pub fn class(loss: f64, circumstance: Circumstance) -> MoveClass {
    match circumstance {
        Circumstance::Only => MoveClass::Only,
        Circumstance::Book => MoveClass::Book,
        Circumstance::Best => MoveClass::Best,
        Circumstance::Plain => {
            let by_loss = MoveClass::BY_LOSS.into_iter().find(|(_, limit)| loss < *limit);
            by_loss.map_or(MoveClass::Blunder, |(class, _)| class)
        }
    }
}

/// The moves of both sides, summed up.
///
/// ```
/// use engine::review::{MoveClass, Summary};
/// use games::Side;
///
/// let mut summary = Summary::default();
/// summary.add(Side::First, 0.0, MoveClass::Best);
/// summary.add(Side::First, 40.0, MoveClass::Blunder);
/// assert_eq!(summary.count(Side::First, MoveClass::Blunder), 1);
/// assert!(summary.accuracy(Side::First) < summary.accuracy(Side::Second));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Summary {
    counts: [[usize; MoveClass::ALL.len()]; 2],
    sums: [(f64, u32); 2],
}

impl Summary {
    /// Takes note of a move.
    pub fn add(&mut self, side: Side, loss: f64, class: MoveClass) {
        self.counts[side.index()][class as usize] += 1;
        if class.counts() {
            let (sum, count) = &mut self.sums[side.index()];
            *sum += 100.0 * (-loss / SCALE).exp();
            *count += 1;
        }
    }

    /// How many moves of a class a side has made.
    pub fn count(&self, side: Side, class: MoveClass) -> usize {
        self.counts[side.index()][class as usize]
    }

    /// The accuracy of a side, up to a hundred, rounded to a decimal; a hundred where nothing was to be decided.
    pub fn accuracy(&self, side: Side) -> f64 {
        let (sum, count) = self.sums[side.index()];
        if count == 0 { 100.0 } else { tenths(sum / f64::from(count)) }
    }
}

/// Rounded to a decimal.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances([win, draw, loss]: [u16; 3]) -> WinDrawLoss {
        WinDrawLoss { win, draw, loss }
    }

    #[test]
    fn moves_are_called_what_they_lose() {
        let rows = [(0.0, "best"), (1.9, "best"), (2.0, "good"), (5.0, "inaccuracy"), (10.0, "mistake")];
        for (loss, name) in rows.into_iter().chain([(19.9, "mistake"), (20.0, "blunder"), (100.0, "blunder")])
        {
            assert_eq!(class(loss, Circumstance::Plain).name(), name, "{loss}");
        }
        assert_eq!(class(50.0, Circumstance::Only), MoveClass::Only);
        assert_eq!(class(50.0, Circumstance::Book), MoveClass::Book);
        assert_eq!(class(3.0, Circumstance::Best), MoveClass::Best);
    }

    #[test]
    fn points_are_shared_and_lost() {
        for row in [[1000, 0, 0], [300, 500, 200], [0, 1000, 0]].map(chances) {
            assert!((points(row) + points(row.swapped()) - 100.0).abs() < 1e-9);
        }
        let [good, bad] = [chances([300, 500, 200]), chances([100, 500, 400])];
        assert!((loss(good, bad, Circumstance::Plain) - 20.0).abs() < 1e-9);
        assert!(loss(bad, good, Circumstance::Plain).abs() < 1e-9, "nothing is won by a move");
        assert!(loss(good, bad, Circumstance::Only).abs() < 1e-9);
    }

    #[test]
    fn accuracy_falls_with_losses() {
        let accuracy = |losses: &[f64]| {
            let mut summary = Summary::default();
            for &loss in losses {
                summary.add(Side::First, loss, class(loss, Circumstance::Plain));
            }
            summary.add(Side::First, 90.0, MoveClass::Only);
            assert_eq!(summary.count(Side::First, MoveClass::Only), 1);
            assert!((summary.accuracy(Side::Second) - 100.0).abs() < 1e-9);
            summary.accuracy(Side::First)
        };
        assert!((accuracy(&[0.0, 0.0]) - 100.0).abs() < 1e-9);
        assert!(accuracy(&[0.0, 1.0]) > accuracy(&[0.0, 5.0]));
        assert!(accuracy(&[0.0, 0.0, 0.0, 100.0]) >= 75.0);
    }
}
