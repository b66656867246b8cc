//! The review of a game: what each move gave away.
//!
//! A position is worth to a side the points that it can expect of a hundred: its chance to win and half of its chance to draw,
//! as the engine's score tells them. What a move loses is the difference of that before and after it, for the side that moved.
//!
//! The accuracy of a side is the mean of `100 * exp(-loss / 20)` over its moves. A blunder of twenty points then counts 37, an
//! inaccuracy of five 78; a small loss costs nearly its size times five, and no single move more than a whole move, so that one
//! disaster does not hide an otherwise careful game. Moves of the book and moves without a choice do not count.

use crate::messages::Sides;
use std::collections::BTreeMap;
use xiangqi::Colour;

/// What moves are called that lose less than so many points.
pub const CLASSES: [(&str, f64); 5] =
    [("best", 2.0), ("good", 5.0), ("inaccuracy", 10.0), ("mistake", 20.0), ("blunder", f64::INFINITY)];

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

/// What a move is called.
pub fn class(loss: f64, circumstance: Circumstance) -> &'static str {
    match circumstance {
        Circumstance::Only => "only",
        Circumstance::Book => "book",
        Circumstance::Best => "best",
        Circumstance::Plain => {
            CLASSES.iter().find(|(_, limit)| loss < *limit).map_or("blunder", |(name, _)| *name)
        }
    }
}

/// The moves of both sides, summed up.
#[derive(Default)]
pub struct Summary {
    counts: Sides<BTreeMap<&'static str, usize>>,
    sums: Sides<(f64, u32)>,
}

impl Summary {
    /// Takes note of a move.
    pub fn add(&mut self, side: Colour, loss: f64, class: &'static str) {
        *self.counts.of(side).entry(class).or_default() += 1;
        if class != "only" && class != "book" {
            let (sum, count) = self.sums.of(side);
            *sum += 100.0 * (-loss / SCALE).exp();
            *count += 1;
        }
    }

    /// The accuracy of both sides, a hundred where nothing was to be decided, and how many moves there were of each class.
    pub fn finish(self) -> (Sides<f64>, Sides<BTreeMap<&'static str, usize>>) {
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
        let rows = [(0.0, "best"), (1.9, "best"), (2.0, "good"), (5.0, "inaccuracy"), (10.0, "mistake")];
        for (loss, name) in rows.into_iter().chain([(19.9, "mistake"), (20.0, "blunder"), (100.0, "blunder")])
        {
            assert_eq!(class(loss, Circumstance::Plain), name, "{loss}");
        }
        assert_eq!(class(50.0, Circumstance::Only), "only");
        assert_eq!(class(50.0, Circumstance::Book), "book");
        assert_eq!(class(3.0, Circumstance::Best), "best");
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
            summary.add(Colour::Red, 90.0, "only");
            summary.finish().0
        };
        assert_eq!(accuracy(&[0.0, 0.0]), Sides { red: 100.0, black: 100.0 });
        assert!(accuracy(&[0.0, 1.0]).red > accuracy(&[0.0, 5.0]).red);
        assert!(accuracy(&[0.0, 0.0, 0.0, 100.0]).red >= 75.0);
    }
}
