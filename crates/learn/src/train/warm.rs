//! Weights to begin from that another network has learnt.
//!
//! The new network may be larger: hidden values that the old one has not begin at random and count for nothing at
//! first, and buckets of king squares that the old one did not tell apart begin alike. So before the first step both
//! say the same of every position. The first step cuts weights larger than [`MAX_WEIGHT`](crate::train::weights::MAX_WEIGHT),
//! which networks that were trained here do not have.

use crate::train::settings::{BadTrainingSettings, TrainingSettings};
use crate::train::shared;
use crate::train::weights::{LearntWeights, OutputKind, Shape};
use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use nnue::kernels::{ONE_HIDDEN, ONE_PRODUCT, SECOND};
use nnue::layers::{FINE_BITS, FINE_WEIGHT_BITS, THIRD};
use nnue::{Network, OutputWeights, Weights};
use std::ops::Range;

impl LearntWeights {
    /// The weights of a network, in the shape that the settings ask for.
    ///
    /// # Errors
    /// If the network is larger than that shape, or tells other squares of the king apart.
    pub(crate) fn of(network: &Network, settings: &TrainingSettings) -> Result<Self, BadTrainingSettings> {
        let (old, shape) = (network.weights(), settings.shape());
        let bad = |name, found: usize, expected| {
            Err(BadTrainingSettings { name, found: found.to_string(), expected })
        };
        if shape.hidden < old.hidden {
            return bad("hidden", shape.hidden, format!("at least {}, as the network has", old.hidden));
        }
        if old.king_buckets != KingBuckets::One && old.king_buckets != shape.king_buckets {
            let expected = format!("{}, as the network has", old.king_buckets.count());
            return bad("king buckets", shape.king_buckets.count(), expected);
        }
        let mut learnt = Self::random(shape, settings.seed);
        copy_first_layer(&old, shape, &mut learnt.values);
        let scale = f32::from(settings.scale) / f32::from(old.scale);
        match (&old.output, shape.output) {
            (OutputWeights::Single { unit, weights, bias }, OutputKind::Single) => {
                let unit = f32::from(*unit) * scale;
                copy_output_layers(old.hidden, unit, weights, bias, shape, &mut learnt.values);
            }
            (OutputWeights::Layers { .. }, OutputKind::Layers) if old.hidden == shape.hidden => {
                copy_blocks(&old.output, scale, shape, &mut learnt.values);
            }
            (OutputWeights::Layers { .. }, OutputKind::Layers) => {
                return bad(
                    "hidden",
                    shape.hidden,
                    format!("{}, as the network with layers has", old.hidden),
                );
            }
            (OutputWeights::Single { .. }, OutputKind::Layers) => {
                return bad("layers", 3, "1, as the network has".to_string());
            }
            (OutputWeights::Layers { .. }, OutputKind::Single) => {
                return bad("layers", 1, "3, as the network has".to_string());
            }
        }
        Ok(learnt)
    }
}

/// Rows of the old network become rows of single inputs or, if only the new network has buckets of king squares, rows that all
/// buckets share.
fn copy_first_layer(old: &Weights, shape: Shape, values: &mut [f32]) {
    let real = |weight: &i16| f32::from(*weight) / ONE_HIDDEN as f32;
    let (own, shared_rows) = values.split_at_mut(shape.length());
    for row in shared_rows.chunks_exact_mut(shape.hidden) {
        row[..old.hidden].fill(0.0);
    }
    let rows = if old.king_buckets == shape.king_buckets {
        own
    } else {
        &mut shared_rows[shared::OF_SQUARES * shape.hidden..]
    };
    for (row, old_row) in rows.chunks_exact_mut(shape.hidden).zip(old.features.chunks_exact(old.hidden)) {
        row[..old.hidden].iter_mut().zip(old_row).for_each(|(value, weight)| *value = real(weight));
    }
    let bias = &mut values[shape.feature_bias()];
    bias.iter_mut().zip(&old.feature_bias).for_each(|(value, weight)| *value = real(weight));
}

/// Outputs count in parts of a scale, which may be another one now: `unit` knows.
fn copy_output_layers(
    hidden: usize,
    unit: f32,
    weights: &[i16],
    bias: &[i32],
    shape: Shape,
    values: &mut [f32],
) {
    for bucket in 0..OUTPUT_BUCKETS {
        let layer = &mut values[shape.output(bucket)];
        layer.fill(0.0);
        let old_layer = weights[bucket * 2 * hidden..][..2 * hidden].chunks_exact(hidden);
        for (view, old_view) in layer.chunks_exact_mut(shape.hidden).zip(old_layer) {
            for (value, weight) in view.iter_mut().zip(old_view) {
                *value = f32::from(*weight) / unit;
            }
        }
        values[shape.output_bias(bucket)] = bias[bucket] as f32 / (unit * ONE_HIDDEN as f32);
    }
}

/// The same for three layers of the same size; only the last counts in parts of the scale.
fn copy_blocks(old: &OutputWeights, scale: f32, shape: Shape, values: &mut [f32]) {
    let OutputWeights::Layers { unit, second, second_bias, third, third_bias, output, output_bias } = old
    else {
        return;
    };
    let layout = shape.block_layout();
    let (unit, product) = (f32::from(*unit), ONE_PRODUCT as f32);
    let (fine, weight) = ((1 << FINE_BITS) as f32, (1 << FINE_WEIGHT_BITS) as f32);
    for bucket in 0..OUTPUT_BUCKETS {
        let block = &mut values[shape.block(bucket)];
        let mut copy = |range: Range<usize>, old: &mut dyn Iterator<Item = f32>| {
            block[range].iter_mut().zip(old).for_each(|(value, old)| *value = old);
        };
        let rows = second[bucket * layout.second().len()..].iter();
        copy(layout.second(), &mut rows.map(|&weight| f32::from(weight) / unit));
        let biases = second_bias[bucket * SECOND..].iter();
        copy(layout.second_bias(), &mut biases.map(|&bias| bias as f32 / (unit * product)));
        let rows = third[bucket * layout.third().len()..].iter();
        copy(layout.third(), &mut rows.map(|&value| f32::from(value) / weight));
        let biases = third_bias[bucket * THIRD..].iter();
        copy(layout.third_bias(), &mut biases.map(|&bias| bias as f32 / (fine * weight)));
        let outputs = output[bucket * THIRD..].iter();
        copy(layout.output(), &mut outputs.map(|&value| f32::from(value) / (weight * scale)));
        block[layout.output_bias()] = output_bias[bucket] as f32 / (fine * weight * scale);
    }
}
