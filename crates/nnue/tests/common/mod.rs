//! What the tests share: networks of random weights, and positions of random games.

#![allow(dead_code)] // no test uses everything

use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use nnue::{Network, Weights};
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
        output_unit: 100,
        features: list(&mut random, king_buckets.inputs() * hidden, 60),
        feature_bias: list(&mut random, hidden, 200),
        output: list(&mut random, OUTPUT_BUCKETS * 2 * hidden, 40),
        output_bias: (0..OUTPUT_BUCKETS).map(|_| random.below(20_000) as i32 - 10_000).collect(),
    }
}

/// A network of random numbers.
pub fn random_network(seed: u64, king_buckets: KingBuckets, hidden: usize) -> Arc<Network> {
    let network = Network::new("random", "random numbers", &random_weights(seed, king_buckets, hidden));
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
    let Weights { king_buckets, hidden, scale, output_unit, features, feature_bias, output, output_bias } =
        network.weights();
    let board = position.board();
    let bucket = output_bucket(board.occupied().count() as usize);
    let mut sum = 0_i64;
    for (half, side) in [board.side(), !board.side()].into_iter().enumerate() {
        let view = View::new(king_buckets, side, board.king(side));
        for index in 0..hidden {
            let weights = board.occupied().into_iter().map(|square| {
                let piece = board.piece(square).expect("an occupied square");
                i64::from(features[view.input(piece, square) * hidden + index])
            });
            let value = (i64::from(feature_bias[index]) + weights.sum::<i64>()).clamp(0, 255);
            sum += value * value * i64::from(output[(2 * bucket + half) * hidden + index]);
        }
    }
    ((sum / 255 + i64::from(output_bias[bucket])) * i64::from(scale) / (255 * i64::from(output_unit))) as i32
}
