//! What inputs have in common.
//!
//! While it is learnt, the row of an input in the first layer is a sum: a row of its own, and rows that it shares with
//! others: all squares of the same piece, of its rank, of its file, and the same square for every bucket of the king.
//! So what is seen on one square is believed of the others too, until they say otherwise; pieces on squares that are
//! seldom seen would know nothing else. The sums are made once for each step, and the network that is written knows
//! nothing of this.

use crate::train::weights::{MAX_WEIGHT, Shape};
use nnue::features::{KingBuckets, PIECE_SQUARES};
use xiangqi::{FILES, RANKS, SQUARES};

/// Pieces of both sides; their rows come first.
pub const PIECES: usize = PIECE_SQUARES / SQUARES;
/// Rows that squares share: for each piece one, and one for each rank and file.
pub const OF_SQUARES: usize = PIECES * (1 + RANKS + FILES);

/// How many rows inputs share. Buckets share rows only if there are several.
pub const fn row_count(buckets: KingBuckets) -> usize {
    match buckets {
        KingBuckets::One => OF_SQUARES,
        _ => OF_SQUARES + PIECE_SQUARES,
    }
}

/// The rows that an input shares with others.
fn shared_rows(buckets: KingBuckets, input: usize) -> impl Iterator<Item = usize> {
    let input = input % PIECE_SQUARES;
    let (piece, square) = (input / SQUARES, input % SQUARES);
    let rank = PIECES + piece * RANKS + square / FILES;
    let file = PIECES * (1 + RANKS) + piece * FILES + square % FILES;
    let same = (buckets != KingBuckets::One).then_some(OF_SQUARES + input);
    [piece, rank, file].into_iter().chain(same)
}

/// The weights of the network: own rows and shared ones added up, none larger than any weight may be.
pub fn merge(shape: Shape, values: &[f32], merged: &mut [f32]) {
    let (own, shared) = values.split_at(shape.length());
    merged.copy_from_slice(own);
    let rows = merged[..shape.feature_bias().start].chunks_exact_mut(shape.hidden);
    for (input, row) in rows.enumerate() {
        for index in shared_rows(shape.king_buckets, input) {
            add(row, &shared[index * shape.hidden..][..shape.hidden]);
        }
        for value in row {
            *value = value.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// Adds the gradient of every row to those of the rows that are part of it.
pub fn spread(shape: Shape, gradient: &[f32], shared: &mut [f32]) {
    let rows = gradient[..shape.feature_bias().start].chunks_exact(shape.hidden);
    for (input, row) in rows.enumerate() {
        for index in shared_rows(shape.king_buckets, input) {
            add(&mut shared[index * shape.hidden..][..shape.hidden], row);
        }
    }
}

fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(buckets: KingBuckets, input: usize) -> Vec<usize> {
        shared_rows(buckets, input).collect()
    }

    #[test]
    fn rows_are_shared_by_piece_rank_and_file() {
        let [piece, rank, file] = rows(KingBuckets::One, 0)[..] else { panic!("three rows") };
        assert_eq!(rows(KingBuckets::One, 8), [piece, rank, file + 8]);
        assert_eq!(rows(KingBuckets::One, 81), [piece, rank + 9, file]);
        assert_ne!(rows(KingBuckets::One, 90)[0], piece);
    }

    #[test]
    fn buckets_share_all_rows() {
        for buckets in KingBuckets::ALL {
            for input in 0..PIECE_SQUARES {
                let of_bucket = |bucket: usize| rows(buckets, bucket * PIECE_SQUARES + input);
                assert!((0..buckets.count()).all(|bucket| of_bucket(bucket) == of_bucket(0)));
            }
            let all: std::collections::BTreeSet<_> =
                (0..buckets.inputs()).flat_map(|input| rows(buckets, input)).collect();
            assert!(all.into_iter().eq(0..row_count(buckets)));
        }
    }
}
