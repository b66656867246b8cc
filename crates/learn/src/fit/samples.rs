//! Positions as lists of counts.

use crate::fit::Pairs;
use crate::real::{lowest, sigmoid};
use games::xiangqi::terms::{BLOCKS, TERMS};
use games::xiangqi::{FULL_PHASE, Tally, count_terms, phase};
use std::sync::OnceLock;
use xiangqi::{Board, Colour, FILES, SQUARES};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The result of its game: 0, 0.5 or 1.
    pub result: f64,
    /// The score of a search, in centipawns.
    pub score: f64,
    /// How much the result counts; the score counts the rest.
    pub blend: f64,
}

impl Target {
    fn value(self, scale: f64) -> f64 {
        self.blend * self.result + (1.0 - self.blend) * sigmoid(self.score / scale)
    }
}

/// The scale, in centipawns, at which scores predict results from 0 to 1 best; a position is its score and its result.
pub fn best_scale(positions: &[(f64, f64)]) -> f64 {
    lowest(50.0, 1500.0, |scale| {
        positions.iter().map(|&(score, result)| (sigmoid(score / scale) - result).powi(2)).sum()
    })
}

/// The term that a term shares its weight with: its mirror image on the left half, or itself.
pub(crate) fn shared(term: usize) -> usize {
    static SHARED: OnceLock<Vec<usize>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut shared: Vec<usize> = (0..TERMS).collect();
        for block in BLOCKS.iter().filter(|block| block.length == SQUARES) {
            for index in 0..SQUARES {
                let file = index % FILES;
                shared[block.at(index)] = block.at(index - file + file.min(FILES - 1 - file));
            }
        }
        shared
    })[term]
}

/// Many positions, one after the other.
#[derive(Default)]
pub struct FitSamples {
    counts: Vec<(u16, i8)>,
    /// Where each sample's counts end.
    ends: Vec<u32>,
    /// The share of the opening, from 0 to 1.
    openings: Vec<f32>,
    targets: Vec<f32>,
}

/// Counts of both sides, Red's less Black's.
struct Difference {
    counts: Vec<i32>,
    touched: Vec<usize>,
}

impl Tally for Difference {
    fn add(&mut self, side: Colour, term: usize, count: i32) {
        let term = shared(term);
        self.touched.push(term);
        self.counts[term] += if side == Colour::Red { count } else { -count };
    }
}

impl FitSamples {
    /// Adds a position. Scores are turned into chances with `scale` centipawns.
    pub fn push(&mut self, board: &Board, target: Target, scale: f64) {
        let mut difference = Difference { counts: vec![0; TERMS], touched: Vec::with_capacity(128) };
        count_terms(board, &mut difference);
        let sign = if board.side() == Colour::Red { 1 } else { -1 };
        for term in difference.touched {
            let count = std::mem::take(&mut difference.counts[term]) * sign;
            if count != 0 {
                self.counts.push((term as u16, count as i8));
            }
        }
        self.ends.push(self.counts.len() as u32);
        self.openings.push(phase(board).min(FULL_PHASE) as f32 / FULL_PHASE as f32);
        self.targets.push(target.value(scale) as f32);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn counts(&self, sample: usize) -> &[(u16, i8)] {
        let begin = sample.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.counts[begin..self.ends[sample] as usize]
    }

    fn evaluate(&self, sample: usize, pairs: &Pairs) -> f64 {
        let opening = f64::from(self.openings[sample]);
        let mut sums = [0.0; 2];
        for &(term, count) in self.counts(sample) {
            let pair = pairs[term as usize];
            sums[0] += pair[0] * f64::from(count);
            sums[1] += pair[1] * f64::from(count);
        }
        sums[0] * opening + sums[1] * (1.0 - opening)
    }

    /// The sum of the gradients over a batch, and of the squared errors.
    pub(crate) fn gradient(&self, batch: &[u32], pairs: &Pairs, scale: f64) -> (Pairs, f64) {
        let mut gradient = vec![[0.0; 2]; pairs.len()];
        let mut loss = 0.0;
        for &sample in batch {
            let sample = sample as usize;
            let chance = sigmoid(self.evaluate(sample, pairs) / scale);
            let error = chance - f64::from(self.targets[sample]);
            loss += error * error;
            let slope = 2.0 * error * chance * (1.0 - chance) / scale;
            let opening = f64::from(self.openings[sample]);
            for &(term, count) in self.counts(sample) {
                let slope = slope * f64::from(count);
                gradient[term as usize][0] += slope * opening;
                gradient[term as usize][1] += slope * (1.0 - opening);
            }
        }
        (gradient, loss)
    }

    /// The mean squared error.
    pub(crate) fn loss(&self, pairs: &Pairs, scale: f64) -> f64 {
        let error = |sample| sigmoid(self.evaluate(sample, pairs) / scale) - f64::from(self.targets[sample]);
        (0..self.len()).map(|sample| error(sample).powi(2)).sum::<f64>() / self.len().max(1) as f64
    }

    /// How often each term counts for something.
    pub(crate) fn occurrences(&self) -> Vec<u64> {
        let mut occurrences = vec![0; TERMS];
        for &(term, _) in &self.counts {
            occurrences[term as usize] += 1;
        }
        occurrences
    }
}
