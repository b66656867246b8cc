//! What can stand between the first layer and the score.
//!
//! ```text
//! single:  both views ─► square of 0..1 ─► output
//! layers:  both views ─► products of halves ─► second layer, 16 ─► value and square ─► third layer, 32 ─► square ─► output
//! ```
//!
//! There is one set of each for every [output bucket](crate::features::output_bucket). The products are of 0..1 each: the
//! first half of a view's hidden values times the second. They are 8 bits wide, as are the weights of the second layer,
//! and most of them are 0. Behind it numbers are 32 bits wide, and there are so few that plain loops do.

use crate::features::OUTPUT_BUCKETS;
use crate::file::BadNetwork;
use crate::kernels::{Block, CHUNK, Kernels, LANE, Lane, MAX_OUTPUT, ONE_HIDDEN, ONE_PRODUCT, SECOND};

/// Values of the third layer.
pub const THIRD: usize = 32;
/// What goes into the third layer: the values of the second, and their squares.
pub const THIRD_INPUTS: usize = 2 * SECOND;
/// What stands for 1 in the values of the second and third layer, as a power of two.
pub const FINE_BITS: u32 = 12;
/// What stands for 1 in the weights of the third layer and of the output, as a power of two.
pub const FINE_WEIGHT_BITS: u32 = 10;
const FINE: i32 = 1 << FINE_BITS;
/// The largest weight of the third layer and of the output: sums of them fit into 32 bits.
pub const MAX_FINE_WEIGHT: i16 = 2 << FINE_WEIGHT_BITS;
/// The largest bias behind the first layer: half of what 32 bits hold, the sums have the rest.
pub const MAX_BIAS: i32 = 1 << 30;
/// The weights of a single output layer add up to no more than this, signs left out, so that no output is too large.
pub const MAX_OUTPUT_SUM: u32 = i32::MAX as u32 / (ONE_HIDDEN * ONE_HIDDEN) as u32;

/// Weights behind the first layer as plain lists, bucket after bucket.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputWeights {
    /// One layer.
    Single {
        /// What stands for 1 in the weights.
        unit: u16,
        /// For each bucket the weights of the own view, then of the enemy's.
        weights: Vec<i16>,
        /// What each output begins from.
        bias: Vec<i32>,
    },
    /// Three layers.
    Layers {
        /// What stands for 1 in the weights of the second layer.
        unit: u16,
        /// For each bucket and each value of the second layer the weights of all products, the own view's first.
        second: Vec<i8>,
        /// For each bucket what the values begin from.
        second_bias: Vec<i32>,
        /// For each bucket and input of the third layer the weights for all its values.
        third: Vec<i16>,
        /// For each bucket what the values begin from.
        third_bias: Vec<i32>,
        /// For each bucket the weights of the values of the third layer.
        output: Vec<i16>,
        /// What each output begins from.
        output_bias: Vec<i32>,
    },
}

/// The layers of a network, ready to be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    Single { unit: u16, weights: Box<[Lane]>, bias: [i32; OUTPUT_BUCKETS] },
    Layers { unit: u16, buckets: Box<[BucketLayers]> },
}

/// The layers of one bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BucketLayers {
    second: Box<[Block]>,
    second_bias: [i32; SECOND],
    /// A row for each input.
    third: [[i16; THIRD]; THIRD_INPUTS],
    third_bias: [i32; THIRD],
    output: [i16; THIRD],
    output_bias: i32,
}

impl Output {
    /// # Errors
    /// If a list has not the right length, or a weight is so large that sums might not fit.
    pub fn new(weights: &OutputWeights, hidden: usize) -> Result<Self, BadNetwork> {
        match weights {
            OutputWeights::Single { unit, weights, bias } => Self::single(*unit, weights, bias, hidden),
            OutputWeights::Layers { .. } => Self::layers(weights, hidden),
        }
    }

    fn single(unit: u16, weights: &[i16], bias: &[i32], hidden: usize) -> Result<Self, BadNetwork> {
        check_unit(unit, "unit of the output layers")?;
        check_count("output layers", weights.len(), OUTPUT_BUCKETS * 2 * hidden)?;
        check_count("output biases", bias.len(), OUTPUT_BUCKETS)?;
        check("output layers", weights, MAX_OUTPUT)?;
        for (layer, weights) in weights.chunks(2 * hidden).enumerate() {
            let sum = weights.iter().map(|weight| u32::from(weight.unsigned_abs())).sum();
            if sum > MAX_OUTPUT_SUM {
                return Err(BadNetwork::OutputSum { layer, sum });
            }
        }
        let bias = <[i32; OUTPUT_BUCKETS]>::try_from(bias).unwrap_or_default();
        Ok(Self::Single { unit, weights: lanes(weights), bias })
    }

    fn layers(weights: &OutputWeights, hidden: usize) -> Result<Self, BadNetwork> {
        let OutputWeights::Layers { unit, second, second_bias, third, third_bias, output, output_bias } =
            weights
        else {
            return Err(BadNetwork::Zero("number of layers"));
        };
        check_unit(*unit, "unit of the second layer")?;
        for (list, found, expected) in [
            ("second layer", second.len(), SECOND * hidden),
            ("second bias", second_bias.len(), SECOND),
            ("third layer", third.len(), THIRD_INPUTS * THIRD),
            ("third bias", third_bias.len(), THIRD),
            ("output layers", output.len(), THIRD),
            ("output biases", output_bias.len(), 1),
        ] {
            check_count(list, found, OUTPUT_BUCKETS * expected)?;
        }
        check("third layer", third, MAX_FINE_WEIGHT)?;
        check("output layers", output, MAX_FINE_WEIGHT)?;
        for (list, biases) in
            [("second bias", second_bias), ("third bias", third_bias), ("output biases", output_bias)]
        {
            if let Some(index) = biases.iter().position(|bias| bias.unsigned_abs() > MAX_BIAS as u32) {
                return Err(BadNetwork::Bias { list, index, value: biases[index] });
            }
        }
        let bucket = |bucket: usize| {
            let (rows, _) = third[bucket * THIRD_INPUTS * THIRD..].as_chunks::<THIRD>();
            BucketLayers {
                second: blocks(&second[bucket * SECOND * hidden..][..SECOND * hidden], hidden),
                second_bias: std::array::from_fn(|value| second_bias[bucket * SECOND + value]),
                third: std::array::from_fn(|input| rows[input]),
                third_bias: std::array::from_fn(|value| third_bias[bucket * THIRD + value]),
                output: std::array::from_fn(|value| output[bucket * THIRD + value]),
                output_bias: output_bias[bucket],
            }
        };
        Ok(Self::Layers { unit: *unit, buckets: (0..OUTPUT_BUCKETS).map(bucket).collect() })
    }

    /// The weights as plain lists.
    pub fn weights(&self, hidden: usize) -> OutputWeights {
        match self {
            Self::Single { unit, weights, bias } => OutputWeights::Single {
                unit: *unit,
                weights: weights.iter().flat_map(|lane| lane.0).collect(),
                bias: bias.to_vec(),
            },
            Self::Layers { unit, buckets } => OutputWeights::Layers {
                unit: *unit,
                second: buckets.iter().flat_map(|bucket| plain(&bucket.second, hidden)).collect(),
                second_bias: buckets.iter().flat_map(|bucket| bucket.second_bias).collect(),
                third: buckets.iter().flat_map(|bucket| bucket.third).flatten().collect(),
                third_bias: buckets.iter().flat_map(|bucket| bucket.third_bias).collect(),
                output: buckets.iter().flat_map(|bucket| bucket.output).collect(),
                output_bias: buckets.iter().map(|bucket| bucket.output_bias).collect(),
            },
        }
    }

    /// The output in centipawns, given the sums of the side to move and of the other.
    #[inline]
    pub fn evaluate(&self, kernels: Kernels, own: &[Lane], enemy: &[Lane], bucket: usize, scale: u16) -> i64 {
        let (output, one) = match self {
            Self::Single { unit, weights, bias } => {
                let length = own.len() + enemy.len();
                let sum = kernels.output(own, enemy, &weights[bucket * length..][..length]);
                let output = i64::from(sum / ONE_HIDDEN) + i64::from(bias[bucket]);
                (output, i64::from(ONE_HIDDEN) * i64::from(*unit))
            }
            Self::Layers { unit, buckets } => {
                let output = buckets[bucket].evaluate(kernels, own, enemy, *unit);
                (i64::from(output), 1 << (FINE_BITS + FINE_WEIGHT_BITS))
            }
        };
        output * i64::from(scale) / one
    }
}

impl BucketLayers {
    #[inline]
    fn evaluate(&self, kernels: Kernels, own: &[Lane], enemy: &[Lane], unit: u16) -> i32 {
        let sums = kernels.products(own, enemy, &self.second);
        let mut inputs = [0; THIRD_INPUTS];
        let one = i64::from(ONE_PRODUCT) * i64::from(unit);
        // A multiplication and a shift in place of a division.
        let factor = (1 << (FINE_BITS + 20)) / one;
        for (value, (sum, bias)) in sums.into_iter().zip(self.second_bias).enumerate() {
            let fine = ((i64::from(sum) + i64::from(bias)) * factor) >> 20;
            let fine = fine.clamp(-i64::from(FINE), i64::from(FINE)) as i32;
            inputs[value] = fine.max(0);
            inputs[SECOND + value] = (fine * fine) >> FINE_BITS;
        }
        let mut values = self.third_bias;
        for (input, row) in inputs.into_iter().zip(&self.third) {
            for (value, &weight) in values.iter_mut().zip(row) {
                *value += input * i32::from(weight);
            }
        }
        values.into_iter().zip(self.output).fold(self.output_bias, |sum, (value, weight)| {
            let fine = (value >> FINE_WEIGHT_BITS).clamp(0, FINE);
            sum + ((fine * fine) >> FINE_BITS) * i32::from(weight)
        })
    }
}

pub(crate) fn check_count(list: &'static str, found: usize, expected: usize) -> Result<(), BadNetwork> {
    if found == expected { Ok(()) } else { Err(BadNetwork::Count { list, found, expected }) }
}

pub(crate) fn check(list: &'static str, values: &[i16], most: i16) -> Result<(), BadNetwork> {
    let wrong = values.iter().position(|value| value.unsigned_abs() > most.unsigned_abs());
    wrong.map_or(Ok(()), |index| Err(BadNetwork::Weight { list, index, value: values[index], most }))
}

fn check_unit(unit: u16, what: &'static str) -> Result<(), BadNetwork> {
    if unit == 0 { Err(BadNetwork::Zero(what)) } else { Ok(()) }
}

pub(crate) fn lanes(values: &[i16]) -> Box<[Lane]> {
    values.as_chunks::<LANE>().0.iter().map(|&chunk| Lane(chunk)).collect()
}

/// The weights of a second layer, for which a row for each value is given, as kernels want them.
fn blocks(rows: &[i8], inputs: usize) -> Box<[Block]> {
    let block = |first: usize| {
        Block(std::array::from_fn(|place| rows[place / CHUNK * inputs + first + place % CHUNK]))
    };
    (0..inputs).step_by(CHUNK).map(block).collect()
}

/// The rows again.
fn plain(blocks: &[Block], inputs: usize) -> impl Iterator<Item = i8> {
    (0..SECOND * inputs).map(move |place| {
        let (row, input) = (place / inputs, place % inputs);
        blocks[input / CHUNK].0[row * CHUNK + input % CHUNK]
    })
}
