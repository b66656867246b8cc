//! The weights while they are learnt: one list of numbers.
//!
//! ```text
//! first layer, a row for each input | its bias | what comes behind it | shared rows
//! ```
//!
//! Behind the first layer are output layers, own then enemy view, and their biases; or a block for each bucket
//! ([`layers`](crate::train::layers)). [`shared`](crate::train::shared) says what the last part is for; without it the list is
//! that of the network.

use crate::train::layers::BlockLayout;
use crate::train::shared::{self, PIECES};
use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use std::ops::Range;
use xiangqi::Random;

/// The largest weight.
pub const MAX_WEIGHT: f32 = 1.98;

/// What comes behind the first layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputKind {
    /// Squares and one layer.
    #[default]
    Single,
    /// Products and three layers.
    Layers,
}

/// The layout of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How squares of the own king are told apart.
    pub king_buckets: KingBuckets,
    /// Hidden values of each view.
    pub hidden: usize,
    /// What comes behind the first layer.
    pub output: OutputKind,
}

impl Shape {
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.king_buckets.inputs() * self.hidden;
        start..start + self.hidden
    }

    /// The weights of a single output layer.
    pub const fn output(self, bucket: usize) -> Range<usize> {
        let start = self.feature_bias().end + bucket * 2 * self.hidden;
        start..start + 2 * self.hidden
    }

    /// The bias of a single output layer.
    pub const fn output_bias(self, bucket: usize) -> usize {
        self.output(OUTPUT_BUCKETS).start + bucket
    }

    /// The layout of the block of a bucket, where there are three layers.
    pub const fn block_layout(self) -> BlockLayout {
        BlockLayout::new(self.hidden)
    }

    /// The block of a bucket, where there are three layers.
    pub const fn block(self, bucket: usize) -> Range<usize> {
        let length = self.block_layout().length();
        let start = self.feature_bias().end + bucket * length;
        start..start + length
    }

    /// The numbers of the network.
    pub const fn length(self) -> usize {
        match self.output {
            OutputKind::Single => self.output_bias(OUTPUT_BUCKETS),
            OutputKind::Layers => self.block(OUTPUT_BUCKETS).start,
        }
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
/// The same where hidden values are multiplied: products of small ones would teach them little.
const PRODUCT_BIAS_SPREAD: f32 = 0.6;

impl LearntWeights {
    /// Random weights to begin from.
    pub(crate) fn random(shape: Shape, seed: u64) -> Self {
        let mut random = Random::new(seed);
        // 24 bits are all that the mantissa has room for.
        let mut within = |bound: f32| bound * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut values = vec![0.0; shape.learnt_length()];
        let spread = match shape.output {
            OutputKind::Single => BIAS_SPREAD,
            OutputKind::Layers => PRODUCT_BIAS_SPREAD,
        };
        values[shape.feature_bias()].fill_with(|| within(spread / 2.0) + spread / 2.0);
        match shape.output {
            OutputKind::Single => {
                let output = shape.output(0).start..shape.output_bias(0);
                values[output].fill_with(|| within(1.0 / (2.0 * shape.hidden as f32).sqrt()));
            }
            OutputKind::Layers => {
                for bucket in 0..OUTPUT_BUCKETS {
                    shape.block_layout().begin(&mut values[shape.block(bucket)], &mut within);
                }
            }
        }
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
