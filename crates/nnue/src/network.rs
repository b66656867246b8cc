//! The weights as whole numbers, and what they say of a position.
//!
//! ```text
//! own view   ─► first layer, inputs × hidden ─► square of 0..1 ─┐
//!                                                               ├─► one of 8 output layers ─► score
//! enemy view ─► first layer (the same)       ─► square of 0..1 ─┘
//! ```
//!
//! In the first layer 255 stands for 1, in the output layers the network's own unit, and in their biases 255 times
//! that. The output times the scale of the network is the score in centipawns. Weights are refused if any sum of them
//! could be too large for the 16 bits of the first layer or the 32 bits of the output.

use crate::features::{KingBuckets, MAX_PIECES, OUTPUT_BUCKETS, output_bucket};
use crate::file::BadNetwork;
use crate::kernels::{Kernels, LANE, Lane, MAX_OUTPUT, ONE_HIDDEN};

/// The hidden values of each view come in multiples of this.
pub const HIDDEN_STEP: usize = 2 * LANE;
/// The largest number of them.
pub const MAX_HIDDEN: usize = 2048;
/// The weights of an output layer add up to no more than this, signs left out, so that no output is too large.
pub const MAX_OUTPUT_SUM: u32 = i32::MAX as u32 / (ONE_HIDDEN * ONE_HIDDEN) as u32;
/// No position is worth more than this many centipawns.
pub const MAX_SCORE: i64 = 10_000;

/// Weights as plain lists: what a network is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// How squares of the own king are told apart.
    pub king_buckets: KingBuckets,
    /// Hidden values of each view, a multiple of [`HIDDEN_STEP`].
    pub hidden: usize,
    /// Centipawns that an output of 1 stands for.
    pub scale: u16,
    /// What stands for 1 in the output layers.
    pub output_unit: u16,
    /// The first layer, a row for each input.
    pub features: Vec<i16>,
    /// What the sums begin from.
    pub feature_bias: Vec<i16>,
    /// For each output layer the weights of the own view, then of the enemy's.
    pub output: Vec<i16>,
    /// What each output begins from.
    pub output_bias: Vec<i32>,
}

/// A network, ready to be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    name: String,
    description: String,
    king_buckets: KingBuckets,
    hidden: usize,
    scale: u16,
    output_unit: u16,
    features: Box<[Lane]>,
    feature_bias: Box<[Lane]>,
    output: Box<[Lane]>,
    output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// A network of given weights. Texts longer than 65,535 bytes are cut.
    ///
    /// # Errors
    /// If a list has not the right length, or a weight is so large that sums might not fit.
    pub fn new(name: &str, description: &str, weights: &Weights) -> Result<Self, BadNetwork> {
        let Weights { scale, output_unit, features, feature_bias, output, output_bias, .. } = weights;
        let &Weights { king_buckets, hidden, .. } = weights;
        if hidden == 0 || !hidden.is_multiple_of(HIDDEN_STEP) || hidden > MAX_HIDDEN {
            return Err(BadNetwork::Hidden(hidden));
        }
        for (what, number) in [("scale", *scale), ("unit of the output layers", *output_unit)] {
            if number == 0 {
                return Err(BadNetwork::Zero(what));
            }
        }
        for (list, found, expected) in [
            ("first layer", features.len(), king_buckets.inputs() * hidden),
            ("first bias", feature_bias.len(), hidden),
            ("output layers", output.len(), OUTPUT_BUCKETS * 2 * hidden),
            ("output biases", output_bias.len(), OUTPUT_BUCKETS),
        ] {
            if found != expected {
                return Err(BadNetwork::Count { list, found, expected });
            }
        }
        check("output layers", output, MAX_OUTPUT)?;
        for (layer, weights) in output.chunks(2 * hidden).enumerate() {
            let sum = weights.iter().map(|weight| u32::from(weight.unsigned_abs())).sum();
            if sum > MAX_OUTPUT_SUM {
                return Err(BadNetwork::OutputSum { layer, sum });
            }
        }
        // However the pieces stand, a sum of a bias and one weight for each of them fits into 16 bits.
        let most = i16::MAX / (MAX_PIECES as i16 + 1);
        check("first layer", features, most)?;
        check("first bias", feature_bias, most)?;
        let mut biases = [0; OUTPUT_BUCKETS];
        biases.copy_from_slice(output_bias);
        Ok(Self {
            name: cut(name),
            description: cut(description),
            king_buckets,
            hidden,
            scale: *scale,
            output_unit: *output_unit,
            features: lanes(features),
            feature_bias: lanes(feature_bias),
            output: lanes(output),
            output_bias: biases,
        })
    }

    /// The weights as plain lists.
    pub fn weights(&self) -> Weights {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Weights {
            king_buckets: self.king_buckets,
            hidden: self.hidden,
            scale: self.scale,
            output_unit: self.output_unit,
            features: flat(&self.features),
            feature_bias: flat(&self.feature_bias),
            output: flat(&self.output),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it comes from.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How squares of the own king are told apart.
    #[inline]
    pub fn king_buckets(&self) -> KingBuckets {
        self.king_buckets
    }

    /// How many hidden values each view has.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Centipawns that an output of 1 stands for.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The hidden values of each view in lanes.
    #[inline]
    pub(crate) fn lanes(&self) -> usize {
        self.feature_bias.len()
    }

    #[inline]
    pub(crate) fn bias(&self) -> &[Lane] {
        &self.feature_bias
    }

    #[inline]
    pub(crate) fn layer(&self) -> &[Lane] {
        &self.features
    }

    /// The row of an input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[Lane] {
        &self.features[input * self.lanes()..][..self.lanes()]
    }

    /// The score in centipawns, given the sums of the side to move and of the other.
    #[inline]
    pub(crate) fn evaluate(&self, kernels: Kernels, own: &[Lane], enemy: &[Lane], pieces: usize) -> i32 {
        let bucket = output_bucket(pieces);
        let length = 2 * self.lanes();
        let sum = kernels.output(own, enemy, &self.output[bucket * length..][..length]);
        let output = i64::from(sum / ONE_HIDDEN) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(self.scale) / (i64::from(ONE_HIDDEN) * i64::from(self.output_unit));
        score.clamp(-MAX_SCORE, MAX_SCORE) as i32
    }
}

fn check(list: &'static str, values: &[i16], most: i16) -> Result<(), BadNetwork> {
    let wrong = values.iter().position(|value| value.unsigned_abs() > most.unsigned_abs());
    wrong.map_or(Ok(()), |index| Err(BadNetwork::Weight { list, index, value: values[index], most }))
}

fn lanes(values: &[i16]) -> Box<[Lane]> {
    values.as_chunks().0.iter().map(|&chunk| Lane(chunk)).collect()
}

/// A text that fits into a file.
fn cut(text: &str) -> String {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_string()
}
