//! The weights while they are learnt: one list of numbers.
//!
//! ```text
//! first layer, a row for each input | its bias | output layers, own then enemy view | their biases | shared rows
//! ```
//!
//! [`shared`](crate::train::shared) says what the last part is for; without it the list is that of the network.

use crate::train::shared::{self, PIECES};
use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use std::ops::Range;
use xiangqi::Random;

/// The largest weight.
pub const MAX_WEIGHT: f32 = 1.98;

/// The layout of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How squares of the own king are told apart.
    pub king_buckets: KingBuckets,
    /// Hidden values of each view.
    pub hidden: usize,
}

impl Shape {
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.king_buckets.inputs() * self.hidden;
        start..start + self.hidden
    }

    pub const fn output(self, bucket: usize) -> Range<usize> {
        let start = self.feature_bias().end + bucket * 2 * self.hidden;
        start..start + 2 * self.hidden
    }

    pub const fn output_bias(self, bucket: usize) -> usize {
        self.output(OUTPUT_BUCKETS).start + bucket
    }

    /// The numbers of the network.
    pub const fn length(self) -> usize {
        self.output_bias(OUTPUT_BUCKETS)
    }

    /// Those, and the rows that inputs share while it is learnt.
    pub const fn learnt_length(self) -> usize {
        self.length() + shared::row_count(self.king_buckets) * self.hidden
    }
}

/// The weights of a network as floating-point numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct LearntWeights {
    pub(crate) shape: Shape,
    pub(crate) values: Vec<f32>,
}

/// Rows that all squares of a piece share begin within ± this; all other rows begin as zero.
const PIECE_SPREAD: f32 = 0.05;
/// Biases begin between zero and this, so that most hidden values can be learnt from at once.
const BIAS_SPREAD: f32 = 0.2;

impl LearntWeights {
    /// Random weights to begin from.
    pub(crate) fn random(shape: Shape, seed: u64) -> Self {
        let mut random = Random::new(seed);
        // 24 bits are all that the mantissa has room for.
        let mut within = |bound: f32| bound * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut values = vec![0.0; shape.learnt_length()];
        values[shape.feature_bias()].fill_with(|| within(BIAS_SPREAD / 2.0) + BIAS_SPREAD / 2.0);
        let output = shape.output(0).start..shape.output_bias(0);
        values[output].fill_with(|| within(1.0 / (2.0 * shape.hidden as f32).sqrt()));
        let pieces = shape.length()..shape.length() + PIECES * shape.hidden;
        values[pieces].fill_with(|| within(PIECE_SPREAD));
        Self { shape, values }
    }

    /// The weights of the network.
    pub(crate) fn merged(&self) -> Vec<f32> {
        let mut merged = vec![0.0; self.shape.length()];
        shared::merge(self.shape, &self.values, &mut merged);
        merged
    }

    /// Hidden values of each view.
    pub fn hidden(&self) -> usize {
        self.shape.hidden
    }
}
