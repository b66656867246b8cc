//! The inner loops of training: what a network says of a position, and how its error changes with every weight.
//!
//! Only the rows of the first layer whose inputs are set matter. They are walked tile by tile: a tile of sums
//! stays in the processor's registers while row after row is added to it, and on the way back a tile of slopes does
//! while it is added to row after row. Everything here is inlined into the functions of [`wide`](crate::train::wide), which
//! the compiler turns into the widest instructions that the processor has. The order of every sum is fixed.

use crate::real::sigmoid;
use crate::train::example::Example;
use crate::train::layers::LayerValues;
use crate::train::weights::{OutputKind, Shape};

/// The parts in which sums over all hidden values are kept apart.
pub const PARTS: usize = 32;

/// Room for the values of one position.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// Sums of both views, own first.
    sums: Vec<f32>,
    slopes: Vec<f32>,
    layers: LayerValues,
}

impl Scratch {
    pub fn new(shape: Shape) -> Self {
        Self {
            sums: vec![0.0; 2 * shape.hidden],
            slopes: vec![0.0; 2 * shape.hidden],
            layers: LayerValues::new(shape.hidden),
        }
    }
}

/// The output for a position; leaves the values on the way to it in the scratch.
#[inline(always)]
pub fn forward<const TILE: usize>(
    shape: Shape,
    values: &[f32],
    example: &Example,
    scratch: &mut Scratch,
) -> f32 {
    let (rows, bias) = (&values[..shape.feature_bias().start], &values[shape.feature_bias()]);
    for (view, sums) in scratch.sums.chunks_exact_mut(shape.hidden).enumerate() {
        let tiles = sums.as_chunks_mut::<TILE>().0.iter_mut().zip(bias.as_chunks::<TILE>().0);
        for (tile, (sums, bias)) in tiles.enumerate() {
            let mut sum = *bias;
            for &input in example.inputs(view) {
                let start = usize::from(input) * shape.hidden + tile * TILE;
                add(&mut sum, &rows[start..start + TILE]);
            }
            *sums = sum;
        }
    }
    match shape.output {
        OutputKind::Single => single_output(shape, values, example.bucket, &scratch.sums),
        OutputKind::Layers => {
            let block = &values[shape.block(example.bucket)];
            scratch.layers.forward(shape.block_layout(), block, &scratch.sums)
        }
    }
}

/// What a single output layer makes of the sums of the first layer.
#[inline(always)]
fn single_output(shape: Shape, values: &[f32], bucket: usize, sums: &[f32]) -> f32 {
    let weights = values[shape.output(bucket)].as_chunks::<PARTS>().0;
    let mut parts = [0.0; PARTS];
    for (sums, weights) in sums.as_chunks::<PARTS>().0.iter().zip(weights) {
        for part in 0..PARTS {
            let value = sums[part].clamp(0.0, 1.0);
            parts[part] += value * value * weights[part];
        }
    }
    values[shape.output_bias(bucket)] + parts.iter().sum::<f32>()
}

#[inline(always)]
fn add<const TILE: usize>(sum: &mut [f32; TILE], row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

/// Adds the gradient of a position's squared error to that of others; returns the squared error.
#[inline(always)]
pub fn learn<const TILE: usize>(
    shape: Shape,
    values: &[f32],
    example: &Example,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> f32 {
    let chance = sigmoid(forward::<TILE>(shape, values, example, scratch));
    let error = chance - example.target;
    let slope = 2.0 * error * chance * (1.0 - chance);
    let Scratch { sums, slopes, layers } = scratch;
    match shape.output {
        OutputKind::Single => learn_single(shape, values, example.bucket, slope, sums, slopes, gradient),
        OutputKind::Layers => {
            let (block, gradient) =
                (&values[shape.block(example.bucket)], &mut gradient[shape.block(example.bucket)]);
            layers.backward(shape.block_layout(), block, slope, sums, slopes, gradient);
        }
    }
    for (view, slopes) in slopes.chunks_exact(shape.hidden).enumerate() {
        let (rows, bias) = gradient[..shape.feature_bias().end].split_at_mut(shape.feature_bias().start);
        for (tile, slopes) in slopes.as_chunks::<TILE>().0.iter().enumerate() {
            let slopes = *slopes;
            add_to(&mut bias[tile * TILE..(tile + 1) * TILE], &slopes);
            for &input in example.inputs(view) {
                let start = usize::from(input) * shape.hidden + tile * TILE;
                add_to(&mut rows[start..start + TILE], &slopes);
            }
        }
    }
    error * error
}

/// Adds the gradient of a single output layer for an output of this slope, and writes the slopes of the sums of the first layer.
#[inline(always)]
fn learn_single(
    shape: Shape,
    values: &[f32],
    bucket: usize,
    slope: f32,
    sums: &[f32],
    slopes: &mut [f32],
    gradient: &mut [f32],
) {
    gradient[shape.output_bias(bucket)] += slope;
    let weights = values[shape.output(bucket)].as_chunks::<PARTS>().0;
    let outputs = gradient[shape.output(bucket)].as_chunks_mut::<PARTS>().0;
    let hidden = sums.as_chunks::<PARTS>().0.iter().zip(slopes.as_chunks_mut::<PARTS>().0);
    for ((sums, slopes), (weights, outputs)) in hidden.zip(weights.iter().zip(outputs)) {
        for part in 0..PARTS {
            let value = sums[part].clamp(0.0, 1.0);
            outputs[part] += slope * value * value;
            let is_between = sums[part] > 0.0 && sums[part] < 1.0;
            slopes[part] = if is_between { 2.0 * slope * value * weights[part] } else { 0.0 };
        }
    }
}

#[inline(always)]
fn add_to<const TILE: usize>(row: &mut [f32], slopes: &[f32; TILE]) {
    for (value, slope) in row.iter_mut().zip(slopes) {
        *value += slope;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::{PackedBoard, PackedSample};
    use crate::train::settings::TrainingSettings;
    use crate::train::weights::{LearntWeights, Shape};
    use nnue::features::KingBuckets;
    use xiangqi::{Board, Random};

    /// Positions of a random game.
    fn examples(count: usize, king_buckets: KingBuckets) -> Vec<Example> {
        let settings = TrainingSettings { king_buckets, ..TrainingSettings::default() };
        let mut random = Random::new(1);
        let mut board = Board::start();
        let mut examples = Vec::new();
        while examples.len() < count {
            let sample = PackedSample { board: PackedBoard::from(&board), score: 300, result: 1, ply: 0 };
            examples.push(Example::new(&sample, examples.len() % 2 == 1, &settings));
            let Some(mv) = random.choose(&board.legal_moves()) else { break };
            board.play_unchecked(mv);
        }
        examples
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        for buckets in KingBuckets::ALL {
            check_gradient(buckets, OutputKind::Single);
            check_gradient(buckets, OutputKind::Layers);
        }
    }

    fn check_gradient(buckets: KingBuckets, output: OutputKind) {
        let shape = Shape { king_buckets: buckets, hidden: 64, output };
        let weights = LearntWeights::random(shape, 1);
        let (shape, mut values) = (weights.shape, weights.merged());
        let mut scratch = Scratch::new(shape);
        let mut steepest = 0.0_f64;
        for example in examples(30, buckets).iter().step_by(5) {
            let mut gradient = vec![0.0; shape.length()];
            learn::<64>(shape, &values, example, &mut scratch, &mut gradient);
            let input = usize::from(example.inputs(1)[3]) * shape.hidden;
            let rows = (input..input + 8).chain(shape.feature_bias().take(8));
            let outputs: Vec<_> = match output {
                OutputKind::Single => shape
                    .output(example.bucket)
                    .step_by(9)
                    .chain([shape.output_bias(example.bucket)])
                    .collect(),
                OutputKind::Layers => {
                    let block = shape.block(example.bucket);
                    let second = block.start..block.start + shape.block_layout().second().end;
                    second.clone().step_by(31).chain((second.end..block.end).step_by(3)).collect()
                }
            };
            for place in rows.chain(outputs) {
                let mut error = |shift: f32| {
                    let before = values[place];
                    values[place] += shift;
                    let output = forward::<64>(shape, &values, example, &mut scratch);
                    values[place] = before;
                    f64::from(sigmoid(output) - example.target).powi(2)
                };
                // Where a value is about to be cut off, the slopes on both sides of it differ.
                let here = error(0.0);
                let sides = [(error(0.002) - here) / 0.002, (here - error(-0.002)) / 0.002];
                let (low, high) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
                let found = f64::from(gradient[place]);
                let room = 2e-4 + 0.02 * high.abs().max(low.abs());
                assert!((low - room..=high + room).contains(&found), "{place}: {found}, not {low} to {high}");
                let slope = f64::midpoint(low, high);
                steepest = steepest.max(slope.abs());
            }
            let untouched = (0..buckets.inputs() as u16)
                .find(|input| (0..2).all(|view| !example.inputs(view).contains(input)))
                .expect("most inputs are not set");
            let row = usize::from(untouched) * shape.hidden;
            assert!(gradient[row..row + shape.hidden].iter().all(|slope| *slope == 0.0));
        }
        assert!(steepest > 0.05, "slopes of at most {steepest} test nothing");
    }

    #[test]
    fn the_width_of_the_tiles_changes_nothing() {
        check_tiles(OutputKind::Single);
        check_tiles(OutputKind::Layers);
    }

    fn check_tiles(output: OutputKind) {
        let shape = Shape { king_buckets: KingBuckets::One, hidden: 128, output };
        let weights = LearntWeights::random(shape, 2);
        let (shape, values) = (weights.shape, weights.merged());
        let run = |work: &dyn Fn(&mut [f32]) -> f64| {
            let mut gradient = vec![0.0; shape.length()];
            (work(&mut gradient), gradient)
        };
        let right = run(&|gradient| {
            let mut scratch = Scratch::new(shape);
            let errors = examples(40, KingBuckets::One)
                .into_iter()
                .map(|example| f64::from(learn::<64>(shape, &values, &example, &mut scratch, gradient)));
            errors.sum()
        });
        let wide = run(&|gradient| {
            crate::train::wide::learn(shape, &values, examples(40, KingBuckets::One).into_iter(), gradient)
        });
        assert!(right.0 > 0.0 && right == wide);
    }
}
