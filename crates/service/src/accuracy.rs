//! What each move of a game gave away, and how well a side played.
//!
//! A position is worth to a side the points that it can expect of a hundred: its chance to win and half of its chance to draw,
//! as the engine's score tells them. What a move loses is the difference of that before and after it, for the side that moved.
//!
//! The accuracy of a side is the mean of `100 * exp(-loss / 20)` over its moves. A blunder of twenty points then counts 37, an
//! inaccuracy of five 78; a small loss costs nearly its size times five, and no single move more than a whole move, so that one
//! disaster does not hide an otherwise careful game. Moves of the book and moves without a choice do not count.

use crate::messages::Sides;
use serde::Serialize;
use std::collections::BTreeMap;
use xiangqi::Colour;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MoveClass {
    /// It gives away next to nothing, or is the engine's own move.
    Best,
    /// It gives away little.
    Good,
    /// It could have been better.
    Inaccuracy,
    /// It should have been better.
    Mistake,
    /// It throws away what there was.
    Blunder,
    /// There was no other.
    Only,
    /// The opening book has it.
    Book,
}

/// The classes of moves that give away fewer points than this.
pub const CLASSES: [(MoveClass, f64); 5] = [
    (MoveClass::Best, 2.0),
    (MoveClass::Good, 5.0),
    (MoveClass::Inaccuracy, 10.0),
    (MoveClass::Mistake, 20.0),
    (MoveClass::Blunder, f64::INFINITY),
];

/// The loss that makes a move count a factor of e less.
const SCALE: f64 = 20.0;

/// The points of a hundred that chances in thousandths, Red's first, are worth to a side.
pub fn points(wdl: [u16; 3], side: Colour) -> f64 {
    let [red, draw, black] = wdl.map(f64::from);
    let win = if side == Colour::Red { red } else { black };
    (win + draw / 2.0) / 10.0
}

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

/// The class of a move.
pub fn class(loss: f64, circumstance: Circumstance) -> MoveClass {
    match circumstance {
        Circumstance::Only => MoveClass::Only,
        Circumstance::Book => MoveClass::Book,
        Circumstance::Best => MoveClass::Best,
        Circumstance::Plain => {
            CLASSES.iter().find(|(_, limit)| loss < *limit).map_or(MoveClass::Blunder, |(class, _)| *class)
        }
    }
}

/// The moves of both sides, summed up.
#[derive(Default)]
pub struct Summary {
    counts: Sides<BTreeMap<MoveClass, usize>>,
    sums: Sides<(f64, u32)>,
}

impl Summary {
    /// Takes note of a move.
    pub fn add(&mut self, side: Colour, loss: f64, class: MoveClass) {
        *self.counts.of(side).entry(class).or_default() += 1;
        if !matches!(class, MoveClass::Only | MoveClass::Book) {
            let (sum, count) = self.sums.of(side);
            *sum += 100.0 * (-loss / SCALE).exp();
            *count += 1;
        }
    }

    /// The accuracy of both sides, a hundred where nothing was to be decided, and how many moves there were of each class.
    pub fn finish(self) -> (Sides<f64>, Sides<BTreeMap<MoveClass, usize>>) {
        let mean = |(sum, count): (f64, u32)| if count == 0 { 100.0 } else { tenths(sum / f64::from(count)) };
        (Sides { red: mean(self.sums.red), black: mean(self.sums.black) }, self.counts)
    }
}

/// Rounded to a decimal.
pub fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_called_what_they_lose() {
        let rows = [
            (0.0, MoveClass::Best),
            (1.9, MoveClass::Best),
            (2.0, MoveClass::Good),
            (5.0, MoveClass::Inaccuracy),
            (10.0, MoveClass::Mistake),
        ];
        for (loss, expected) in rows.into_iter().chain([
            (19.9, MoveClass::Mistake),
            (20.0, MoveClass::Blunder),
            (100.0, MoveClass::Blunder),
        ]) {
            assert_eq!(class(loss, Circumstance::Plain), expected, "{loss}");
        }
        assert_eq!(class(50.0, Circumstance::Only), MoveClass::Only);
        assert_eq!(class(50.0, Circumstance::Book), MoveClass::Book);
        assert_eq!(class(3.0, Circumstance::Best), MoveClass::Best);
    }

    #[test]
    fn points_are_shared() {
        for wdl in [[1000, 0, 0], [300, 500, 200], [0, 1000, 0]] {
            assert!((points(wdl, Colour::Red) + points(wdl, Colour::Black) - 100.0).abs() < 1e-9);
        }
        assert!((points([300, 500, 200], Colour::Red) - 55.0).abs() < 1e-9);
    }

    #[test]
    fn accuracy_falls_with_losses() {
        let accuracy = |losses: &[f64]| {
            let mut summary = Summary::default();
            for &loss in losses {
                summary.add(Colour::Red, loss, class(loss, Circumstance::Plain));
            }
            summary.add(Colour::Red, 90.0, MoveClass::Only);
            summary.finish().0
        };
        assert_eq!(accuracy(&[0.0, 0.0]), Sides { red: 100.0, black: 100.0 });
        assert!(accuracy(&[0.0, 1.0]).red > accuracy(&[0.0, 5.0]).red);
        assert!(accuracy(&[0.0, 0.0, 0.0, 100.0]).red >= 75.0);
    }
}
