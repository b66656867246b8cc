//! What was learnt as a network of whole numbers, and what the rounding cost.

use crate::real::sigmoid;
use crate::train::data::TrainingData;
use crate::train::example::Example;
use crate::train::gradient::{self, Scratch};
use crate::train::settings::TrainingSettings;
use crate::train::weights::{LearntWeights, OutputKind, Shape};
use nnue::kernels::{MAX_OUTPUT, ONE_HIDDEN, ONE_PRODUCT};
use nnue::layers::{FINE_BITS, FINE_WEIGHT_BITS, MAX_OUTPUT_SUM};
use nnue::{BadNetwork, Network, Neural, OutputWeights, Weights};
use std::ops::Range;
use std::sync::Arc;
use xiangqi::{Fen, Position};

/// The network of whole numbers that is nearest.
///
/// # Errors
/// If a weight is too large, which training does not lead to, or is not a number.
pub fn quantised(
    weights: &LearntWeights,
    scale: u16,
    name: &str,
    description: &str,
) -> Result<Network, BadNetwork> {
    let (shape, values) = (weights.shape, &weights.merged());
    let weights = Weights {
        king_buckets: shape.king_buckets,
        hidden: shape.hidden,
        scale,
        features: round(&values[..shape.feature_bias().start], ONE_HIDDEN as f32),
        feature_bias: round(&values[shape.feature_bias()], ONE_HIDDEN as f32),
        output: match shape.output {
            OutputKind::Single => single_output(shape, values),
            OutputKind::Layers => layers(shape, values),
        },
    };
    Network::new(name, description, &weights)
}

fn round(values: &[f32], unit: f32) -> Vec<i16> {
    values.iter().map(|value| (value * unit).round() as i16).collect()
}

fn round_biases(values: &[f32], unit: f32) -> Vec<i32> {
    values.iter().map(|value| (value * unit).round() as i32).collect()
}

fn single_output(shape: Shape, values: &[f32]) -> OutputWeights {
    let output = &values[shape.output(0).start..shape.output_bias(0)];
    let unit = output_unit(output, 2 * shape.hidden);
    OutputWeights::Single {
        unit: unit as u16,
        weights: round(output, unit as f32),
        bias: round_biases(&values[shape.output_bias(0)..], (ONE_HIDDEN * unit) as f32),
    }
}

fn layers(shape: Shape, values: &[f32]) -> OutputWeights {
    let layout = shape.block_layout();
    let part = |part: Range<usize>| -> Vec<f32> {
        let blocks = values[shape.feature_bias().end..].chunks_exact(layout.length());
        blocks.flat_map(|block| &block[part.clone()]).copied().collect()
    };
    let second = part(layout.second());
    let unit = finest_unit(f32::from(i8::MAX) / largest(&second));
    let (weight, fine) = ((1 << FINE_WEIGHT_BITS) as f32, (1 << (FINE_BITS + FINE_WEIGHT_BITS)) as f32);
    OutputWeights::Layers {
        unit: unit as u16,
        second: second.iter().map(|value| (value * unit as f32).round() as i8).collect(),
        second_bias: round_biases(&part(layout.second_bias()), (ONE_PRODUCT * unit) as f32),
        third: round(&part(layout.third()), weight),
        third_bias: round_biases(&part(layout.third_bias()), fine),
        output: round(&part(layout.output()), weight),
        output_bias: round_biases(&part(layout.output_bias()..layout.length()), fine),
    }
}

fn largest(weights: &[f32]) -> f32 {
    weights.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()))
}

/// The finest unit of the output layers, each of `length` weights, with which all of them fit.
fn output_unit(output: &[f32], length: usize) -> i32 {
    let sum = |layer: &[f32]| layer.iter().map(|weight| weight.abs()).sum::<f32>();
    let largest_sum = output.chunks(length).map(sum).fold(0.0, f32::max);
    // Rounding adds up to a half for each weight.
    let room = MAX_OUTPUT_SUM as f32 - length as f32;
    finest_unit((f32::from(MAX_OUTPUT) / largest(output)).min(room / largest_sum))
}

/// A whole unit of at most this. Weights that are not numbers or all zero leave nothing to be kept exact.
fn finest_unit(unit: f32) -> i32 {
    if unit.is_finite() { (unit as i32).clamp(1, LARGEST_UNIT) } else { 1 }
}

/// A finer unit gains nothing.
const LARGEST_UNIT: i32 = 4096;

/// How far a network of whole numbers is from what was learnt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// How many positions were looked at.
    pub positions: usize,
    /// The mean squared errors of both: as learnt, and rounded.
    pub losses: [f64; 2],
    /// The mean distance in centipawns.
    pub mean: f64,
    /// The largest distance in centipawns.
    pub max: f64,
}

/// Compares what was learnt with a network of whole numbers, on at most `limit` positions that were held out, or
/// on those that were learnt from if none were.
pub fn compare(
    weights: &LearntWeights,
    network: &Arc<Network>,
    settings: &TrainingSettings,
    data: &TrainingData,
    limit: usize,
) -> Comparison {
    let samples = if data.held_out().is_empty() { data.training() } else { data.held_out() };
    let mut neural = Neural::new(Arc::clone(network));
    let (shape, values) = (weights.shape, weights.merged());
    let mut scratch = Scratch::new(shape);
    let scale = f64::from(settings.scale);
    let mut comparison = Comparison { positions: 0, losses: [0.0; 2], mean: 0.0, max: 0.0 };
    for sample in samples.iter().take(limit) {
        let Ok(board) = sample.board.unpack() else { continue };
        let position = Position::from(Fen { board, quiet_plies: 0, move_number: 1 });
        neural.refresh(&position);
        let rounded = f64::from(neural.evaluate(&position));
        let example = Example::new(sample, false, settings);
        let output = gradient::forward::<64>(shape, &values, &example, &mut scratch);
        let learnt = f64::from(output) * scale;
        comparison.positions += 1;
        for (loss, score) in comparison.losses.iter_mut().zip([learnt, rounded]) {
            *loss += f64::from(sigmoid((score / scale) as f32) - example.target).powi(2);
        }
        comparison.mean += (learnt - rounded).abs();
        comparison.max = comparison.max.max((learnt - rounded).abs());
    }
    let count = comparison.positions.max(1) as f64;
    comparison.losses = comparison.losses.map(|loss| loss / count);
    comparison.mean /= count;
    comparison
}
