//! What was learnt as a network of whole numbers, and what the rounding cost.

use crate::real::sigmoid;
use crate::train::data::TrainingData;
use crate::train::example::Example;
use crate::train::gradient::{self, Scratch};
use crate::train::settings::TrainingSettings;
use crate::train::weights::LearntWeights;
use nnue::features::OUTPUT_BUCKETS;
use nnue::kernels::{MAX_OUTPUT, ONE_HIDDEN};
use nnue::{BadNetwork, MAX_OUTPUT_SUM, Network, Neural, Weights};
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
    let round = |values: &[f32], unit: i32| -> Vec<i16> {
        values.iter().map(|value| (value * unit as f32).round() as i16).collect()
    };
    let output = &values[shape.output(0).start..shape.output_bias(0)];
    let unit = output_unit(output, 2 * shape.hidden);
    let weights = Weights {
        king_buckets: shape.king_buckets,
        hidden: shape.hidden,
        scale,
        output_unit: unit as u16,
        features: round(&values[..shape.feature_bias().start], ONE_HIDDEN),
        feature_bias: round(&values[shape.feature_bias()], ONE_HIDDEN),
        output: round(output, unit),
        output_bias: values[shape.output_bias(0)..]
            .iter()
            .map(|value| (value * (ONE_HIDDEN * unit) as f32).round() as i32)
            .collect(),
    };
    debug_assert_eq!(weights.output_bias.len(), OUTPUT_BUCKETS);
    Network::new(name, description, &weights)
}

/// The finest unit of the output layers, each of `length` weights, with which all of them fit.
fn output_unit(output: &[f32], length: usize) -> i32 {
    let largest = output.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    let sum = |layer: &[f32]| layer.iter().map(|weight| weight.abs()).sum::<f32>();
    let largest_sum = output.chunks(length).map(sum).fold(0.0, f32::max);
    // Rounding adds up to a half for each weight.
    let room = MAX_OUTPUT_SUM as f32 - length as f32;
    let unit = (f32::from(MAX_OUTPUT) / largest).min(room / largest_sum);
    // Weights that are not numbers or all zero leave nothing to be kept exact.
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
