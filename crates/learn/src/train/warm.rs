//! Weights to begin from that another network has learnt.
//!
//! The new network may be larger: hidden values that the old one has not begin at random and count for nothing at
//! first, and buckets of king squares that the old one did not tell apart begin alike. So before the first step both
//! say the same of every position. The first step cuts weights larger than [`MAX_WEIGHT`](crate::train::weights::MAX_WEIGHT),
//! which networks that were trained here do not have.

use crate::train::settings::{BadTrainingSettings, TrainingSettings};
use crate::train::shared;
use crate::train::weights::{LearntWeights, Shape};
use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use nnue::kernels::ONE_HIDDEN;
use nnue::{Network, Weights};

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
        copy_output_layers(&old, shape, f32::from(settings.scale), &mut learnt.values);
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

/// Outputs count in parts of a scale, which may be another one now.
fn copy_output_layers(old: &Weights, shape: Shape, scale: f32, values: &mut [f32]) {
    let unit = f32::from(old.output_unit) * scale / f32::from(old.scale);
    for bucket in 0..OUTPUT_BUCKETS {
        let layer = &mut values[shape.output(bucket)];
        layer.fill(0.0);
        let old_layer = old.output[bucket * 2 * old.hidden..][..2 * old.hidden].chunks_exact(old.hidden);
        for (view, old_view) in layer.chunks_exact_mut(shape.hidden).zip(old_layer) {
            for (value, weight) in view.iter_mut().zip(old_view) {
                *value = f32::from(*weight) / unit;
            }
        }
        values[shape.output_bias(bucket)] = old.output_bias[bucket] as f32 / (unit * ONE_HIDDEN as f32);
    }
}
