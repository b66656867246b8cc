//! The loops of [`gradient`](crate::train::gradient) for processors with wide registers.
//!
//! The same text is compiled twice: as the rest of the program is, and for AVX-512. Both give the same numbers, for
//! no sum changes its order and no multiplication is fused with an addition.

#![allow(unsafe_code)] // calls of functions that need AVX-512, after asking for it

use crate::real::sigmoid;
use crate::train::example::Example;
use crate::train::gradient::{self, Scratch};
use crate::train::weights::Shape;

/// Hidden values that are worked on at once.
const TILE: usize = 64;
/// The same with AVX-512, which has twice as many registers, twice as wide.
#[cfg(target_arch = "x86_64")]
const WIDE_TILE: usize = 128;

#[cfg(target_arch = "x86_64")]
fn is_wide(shape: Shape) -> bool {
    shape.hidden.is_multiple_of(WIDE_TILE) && is_x86_feature_detected!("avx512f")
}

/// Adds the gradients of positions to a gradient; returns the sum of their squared errors.
pub fn learn(
    shape: Shape,
    values: &[f32],
    examples: impl Iterator<Item = Example>,
    gradient: &mut [f32],
) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_wide(shape) {
        // SAFETY: the processor has AVX-512 F.
        return unsafe { learn_avx512(shape, values, examples, gradient) };
    }
    learn_all::<TILE>(shape, values, examples, gradient)
}

/// The sum of the squared errors of positions.
pub fn loss(shape: Shape, values: &[f32], examples: impl Iterator<Item = Example>) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_wide(shape) {
        // SAFETY: the processor has AVX-512 F.
        return unsafe { loss_avx512(shape, values, examples) };
    }
    loss_all::<TILE>(shape, values, examples)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn learn_avx512(
    shape: Shape,
    values: &[f32],
    examples: impl Iterator<Item = Example>,
    gradient: &mut [f32],
) -> f64 {
    learn_all::<WIDE_TILE>(shape, values, examples, gradient)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn loss_avx512(shape: Shape, values: &[f32], examples: impl Iterator<Item = Example>) -> f64 {
    loss_all::<WIDE_TILE>(shape, values, examples)
}

#[inline(always)]
fn learn_all<const TILE: usize>(
    shape: Shape,
    values: &[f32],
    examples: impl Iterator<Item = Example>,
    gradient: &mut [f32],
) -> f64 {
    let mut scratch = Scratch::new(shape);
    let mut loss = 0.0;
    for example in examples {
        loss += f64::from(gradient::learn::<TILE>(shape, values, &example, &mut scratch, gradient));
    }
    loss
}

#[inline(always)]
fn loss_all<const TILE: usize>(shape: Shape, values: &[f32], examples: impl Iterator<Item = Example>) -> f64 {
    let mut scratch = Scratch::new(shape);
    let mut loss = 0.0;
    for example in examples {
        let output = gradient::forward::<TILE>(shape, values, &example, &mut scratch);
        loss += f64::from(sigmoid(output) - example.target).powi(2);
    }
    loss
}
