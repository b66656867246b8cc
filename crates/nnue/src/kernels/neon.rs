//! NEON, which every 64-bit ARM processor has: 8 numbers at once.

#![allow(unsafe_code)] // loads and stores

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16,
    vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};

super::vector::kernels!("neon");

type Vector = int16x8_t;
type Sum = int32x4_t;
const PARTS: usize = size_of::<Lane>() / size_of::<Vector>();

#[inline]
#[target_feature(enable = "neon")]
fn load(lane: &Lane, part: usize) -> Vector {
    let numbers = &lane.0.as_chunks::<8>().0[part];
    // SAFETY: there are eight numbers to read.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(lane: &mut Lane, part: usize, value: Vector) {
    let numbers = &mut lane.0.as_chunks_mut::<8>().0[part];
    // SAFETY: there is room for eight numbers.
    unsafe { vst1q_s16(numbers.as_mut_ptr(), value) }
}

#[inline]
#[target_feature(enable = "neon")]
fn add(left: Vector, right: Vector) -> Vector {
    vaddq_s16(left, right)
}

#[inline]
#[target_feature(enable = "neon")]
fn subtract(left: Vector, right: Vector) -> Vector {
    vsubq_s16(left, right)
}

#[inline]
#[target_feature(enable = "neon")]
fn no_sum() -> Sum {
    vdupq_n_s32(0)
}

#[inline]
#[target_feature(enable = "neon")]
fn squares(sum: Sum, values: Vector, weights: Vector) -> Sum {
    let values = vminq_s16(vmaxq_s16(values, vdupq_n_s16(0)), vdupq_n_s16(super::ONE_HIDDEN as i16));
    let products = vmulq_s16(values, weights);
    vmlal_high_s16(vmlal_s16(sum, vget_low_s16(products), vget_low_s16(values)), products, values)
}

#[inline]
#[target_feature(enable = "neon")]
fn total(sum: Sum) -> i32 {
    vaddvq_s32(sum)
}

/// See [`crate::kernels::Kernels::products`].
#[target_feature(enable = "neon")]
pub fn products(own: &[Lane], enemy: &[Lane], weights: &[super::Block]) -> [i32; super::SECOND] {
    super::scalar::products(own, enemy, weights)
}
