//! What the tests share: networks of random weights, and positions of random games.

#![allow(dead_code)] // no test uses everything

use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use nnue::kernels::SECOND;
use nnue::layers::{THIRD, THIRD_INPUTS};
use nnue::{Network, OutputWeights, Weights};
use std::sync::Arc;
use xiangqi::{Position, Random};

/// Numbers within ± the given one.
fn list(random: &mut Random, length: usize, most: usize) -> Vec<i16> {
    (0..length).map(|_| (random.below(2 * most + 1) as i32 - most as i32) as i16).collect()
}

/// Weights of random numbers, of the size that training leads to.
pub fn random_weights(seed: u64, king_buckets: KingBuckets, hidden: usize) -> Weights {
    let mut random = Random::new(seed);
    Weights {
        king_buckets,
        hidden,
        scale: 400,
        features: list(&mut random, king_buckets.inputs() * hidden, 60),
        feature_bias: list(&mut random, hidden, 200),
        output: OutputWeights::Single {
            unit: 100,
            weights: list(&mut random, OUTPUT_BUCKETS * 2 * hidden, 40),
            bias: biases(&mut random, OUTPUT_BUCKETS, 10_000),
        },
    }
}

fn biases(random: &mut Random, length: usize, most: usize) -> Vec<i32> {
    (0..length).map(|_| random.below(2 * most) as i32 - most as i32).collect()
}

/// The same with three layers behind the first.
pub fn random_layers(seed: u64, king_buckets: KingBuckets, hidden: usize) -> Weights {
    let mut random = Random::new(!seed);
    let second = list(&mut random, OUTPUT_BUCKETS * SECOND * hidden, 127);
    Weights {
        output: OutputWeights::Layers {
            unit: 90,
            second: second.into_iter().map(|weight| weight as i8).collect(),
            second_bias: biases(&mut random, OUTPUT_BUCKETS * SECOND, 5_000),
            third: list(&mut random, OUTPUT_BUCKETS * THIRD_INPUTS * THIRD, 500),
            third_bias: biases(&mut random, OUTPUT_BUCKETS * THIRD, 1 << 21),
            output: list(&mut random, OUTPUT_BUCKETS * THIRD, 1500),
            output_bias: biases(&mut random, OUTPUT_BUCKETS, 1 << 20),
        },
        ..random_weights(seed, king_buckets, hidden)
    }
}

/// A network of random numbers.
pub fn random_network(seed: u64, king_buckets: KingBuckets, hidden: usize) -> Arc<Network> {
    of_weights(&random_weights(seed, king_buckets, hidden))
}

/// The same with three layers behind the first.
pub fn random_deep_network(seed: u64, king_buckets: KingBuckets, hidden: usize) -> Arc<Network> {
    of_weights(&random_layers(seed, king_buckets, hidden))
}

fn of_weights(weights: &Weights) -> Arc<Network> {
    let network = Network::new("random", "random numbers", weights);
    Arc::new(network.expect("the numbers are small"))
}

/// Calls `visit` on the positions of random games.
pub fn for_each_position(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..plies {
            visit(&position);
            let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// The score of a position from the formula, without any of the shortcuts.
pub fn slow_score(network: &Network, position: &Position) -> i32 {
    use nnue::features::{View, output_bucket};
    let Weights { king_buckets, hidden, scale, features, feature_bias, output } = network.weights();
    let board = position.board();
    let bucket = output_bucket(board.occupied().count() as usize);
    let views = [board.side(), !board.side()].map(|side| -> Vec<i64> {
        let view = View::new(king_buckets, side, board.king(side));
        let value = |index: usize| {
            let weights = board.occupied().into_iter().map(|square| {
                let piece = board.piece(square).expect("an occupied square");
                i64::from(features[view.input(piece, square) * hidden + index])
            });
            (i64::from(feature_bias[index]) + weights.sum::<i64>()).clamp(0, 255)
        };
        (0..hidden).map(value).collect()
    });
    match output {
        OutputWeights::Single { unit, weights, bias } => {
            let weights = &weights[2 * bucket * hidden..];
            let values = views.iter().flatten().zip(weights);
            let sum: i64 = values.map(|(value, weight)| value * value * i64::from(*weight)).sum();
            ((sum / 255 + i64::from(bias[bucket])) * i64::from(scale) / (255 * i64::from(unit))) as i32
        }
        OutputWeights::Layers { unit, second, second_bias, third, third_bias, output, output_bias } => {
            let products: Vec<i64> = views
                .iter()
                .flat_map(|view| (0..hidden / 2).map(|index| view[index] * view[hidden / 2 + index]))
                .map(|product| (product + 256) / 512)
                .collect();
            let mut inputs = [0; THIRD_INPUTS];
            for index in 0..SECOND {
                let weights = &second[(bucket * SECOND + index) * hidden..][..hidden];
                let sum: i64 =
                    products.iter().zip(weights).map(|(value, weight)| value * i64::from(*weight)).sum();
                let sum = sum + i64::from(second_bias[bucket * SECOND + index]);
                // 4096 stands for 1, rounded by way of a factor of 32 bits.
                let value =
                    (sum * ((1_i64 << 32) / (127 * i64::from(unit)))).div_euclid(1 << 20).clamp(-4096, 4096);
                inputs[index] = value.max(0);
                inputs[SECOND + index] = value * value / 4096;
            }
            let mut sum = i64::from(output_bias[bucket]);
            for value in 0..THIRD {
                let weight = |input: usize| i64::from(third[(bucket * THIRD_INPUTS + input) * THIRD + value]);
                let weighed: i64 = (0..THIRD_INPUTS).map(|input| inputs[input] * weight(input)).sum();
                let fine =
                    (weighed + i64::from(third_bias[bucket * THIRD + value])).div_euclid(1024).clamp(0, 4096);
                sum += fine * fine / 4096 * i64::from(output[bucket * THIRD + value]);
            }
            (sum * i64::from(scale) / (4096 * 1024)) as i32
        }
    }
}
