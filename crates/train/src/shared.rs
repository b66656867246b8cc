//! What inputs have in common.
//!
//! While it is learnt, the row of an input in the first layer is a sum: a row of its own, and rows that it shares with
//! others: all squares of the same piece, of its rank, of its file. So what is seen on one square is believed of
//! the others too, until they say otherwise; pieces on squares that are seldom seen would know nothing else. The
//! sums are made once for each step, and the network that is written knows nothing of this.

use crate::parameters::{MOST_WEIGHT, Shape};
use nnue::features::{INPUTS, PIECE_SQUARES};
use xiangqi::{FILES, RANKS, SQUARES};

/// Pieces of both sides; their rows come first.
pub const PIECES: usize = PIECE_SQUARES / SQUARES;
/// Rows that inputs share.
pub const SHARED_ROWS: usize = PIECES * (1 + RANKS + FILES);

/// The rows that an input shares with others.
const fn shared_rows(input: usize) -> [usize; 3] {
    let (piece, square) = (input % PIECE_SQUARES / SQUARES, input % SQUARES);
    [piece, PIECES + piece * RANKS + square / FILES, PIECES * (1 + RANKS) + piece * FILES + square % FILES]
}

/// The weights of the network: own rows and shared ones added up, none larger than any weight may be.
pub fn merge(shape: Shape, values: &[f32], merged: &mut [f32]) {
    let (own, shared) = values.split_at(shape.length());
    merged.copy_from_slice(own);
    let rows = merged[..shape.feature_bias().start].chunks_exact_mut(shape.hidden);
    for (input, row) in rows.enumerate() {
        for index in shared_rows(input) {
            add(row, &shared[index * shape.hidden..][..shape.hidden]);
        }
        for value in row {
            *value = value.clamp(-MOST_WEIGHT, MOST_WEIGHT);
        }
    }
}

/// Adds the gradient of every row to those of the rows that are part of it.
pub fn spread(shape: Shape, gradient: &[f32], shared: &mut [f32]) {
    for input in 0..INPUTS {
        let row = &gradient[input * shape.hidden..][..shape.hidden];
        for index in shared_rows(input) {
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

    #[test]
    fn rows_are_shared_by_piece_rank_and_file() {
        let [piece, rank, file] = shared_rows(0);
        assert_eq!(shared_rows(8), [piece, rank, file + 8]);
        assert_eq!(shared_rows(81), [piece, rank + 9, file]);
        assert_ne!(shared_rows(90)[0], piece);
        let all: std::collections::BTreeSet<_> = (0..INPUTS).flat_map(shared_rows).collect();
        assert!(all.into_iter().eq(0..SHARED_ROWS));
    }
}
