//! The kernels as plain loops: what the others must agree with.

use super::{Block, CHUNK, Change, LANE, Lane, ONE_HIDDEN, PRODUCT_SHIFT, SECOND};

/// See [`super::Kernels::change`].
pub fn change(before: &[Lane], after: &mut [Lane], change: Change<'_>) {
    let rows = after.iter_mut().zip(before).zip(change.added.iter().zip(change.removed));
    for ((after, before), (added, removed)) in rows {
        for (index, value) in after.0.iter_mut().enumerate() {
            *value = before.0[index].wrapping_add(added.0[index]).wrapping_sub(removed.0[index]);
        }
    }
    if let Some(captured) = change.captured {
        subtract(after, captured);
    }
}

/// See [`super::Kernels::adjust`].
pub fn adjust(sums: &mut [Lane], layer: &[Lane], added: &[u16], removed: &[u16]) {
    let length = sums.len();
    let row = |input: u16| &layer[usize::from(input) * length..][..length];
    for &input in added {
        for (sum, lane) in sums.iter_mut().zip(row(input)) {
            for (value, weight) in sum.0.iter_mut().zip(lane.0) {
                *value = value.wrapping_add(weight);
            }
        }
    }
    for &input in removed {
        subtract(sums, row(input));
    }
}

fn subtract(sums: &mut [Lane], row: &[Lane]) {
    for (sum, lane) in sums.iter_mut().zip(row) {
        for (value, weight) in sum.0.iter_mut().zip(lane.0) {
            *value = value.wrapping_sub(weight);
        }
    }
}

/// See [`super::Kernels::output`].
pub fn output(own: &[Lane], enemy: &[Lane], weights: &[Lane]) -> i32 {
    let values = own.iter().chain(enemy).zip(weights);
    values.fold(0, |sum, (values, weights)| sum_of_squares(sum, values, weights))
}

fn sum_of_squares(sum: i32, values: &Lane, weights: &Lane) -> i32 {
    values.0.iter().zip(weights.0).fold(sum, |sum, (&value, weight)| {
        let value = i32::from(value).clamp(0, ONE_HIDDEN);
        let product = (value * i32::from(weight)) as i16;
        sum.wrapping_add(value * i32::from(product))
    })
}

/// See [`super::Kernels::products`].
pub fn products(own: &[Lane], enemy: &[Lane], weights: &[Block]) -> [i32; SECOND] {
    let mut sums = [0; SECOND];
    let chunks = chunks(own).chain(chunks(enemy));
    for (chunk, block) in chunks.zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(block.0.as_chunks::<CHUNK>().0) {
            *sum += chunk.iter().zip(weights).map(|(&value, &weight)| value * i32::from(weight)).sum::<i32>();
        }
    }
    sums
}

/// The products of the halves of a view.
fn chunks(view: &[Lane]) -> impl Iterator<Item = [i32; CHUNK]> {
    let (left, right) = view.split_at(view.len() / 2);
    left.iter().zip(right).flat_map(|(left, right)| {
        let pairs = left.0.as_chunks::<CHUNK>().0.iter().zip(right.0.as_chunks::<CHUNK>().0);
        let mut chunks = [[0; CHUNK]; LANE / CHUNK];
        for (chunk, (left, right)) in chunks.iter_mut().zip(pairs) {
            *chunk = std::array::from_fn(|place| product(left[place], right[place]));
        }
        chunks
    })
}

fn product(left: i16, right: i16) -> i32 {
    let [left, right] = [left, right].map(|value| i32::from(value).clamp(0, ONE_HIDDEN));
    (left * right + (1 << (PRODUCT_SHIFT - 1))) >> PRODUCT_SHIFT
}
