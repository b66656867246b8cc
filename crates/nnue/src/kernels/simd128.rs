//! WebAssembly with 128-bit vectors: 8 numbers at once.

#![allow(unsafe_code)] // loads and stores

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
};

super::vector::kernels!("simd128");

type Vector = v128;
type Sum = v128;
const PARTS: usize = size_of::<Lane>() / size_of::<Vector>();

#[inline]
#[target_feature(enable = "simd128")]
fn load(lane: &Lane, part: usize) -> Vector {
    let numbers = &lane.0.as_chunks::<8>().0[part];
    // SAFETY: there are eight numbers to read; no alignment is needed.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "simd128")]
fn store(lane: &mut Lane, part: usize, value: Vector) {
    let numbers = &mut lane.0.as_chunks_mut::<8>().0[part];
    // SAFETY: there is room for eight numbers; no alignment is needed.
    unsafe { v128_store(numbers.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "simd128")]
fn add(left: Vector, right: Vector) -> Vector {
    i16x8_add(left, right)
}

#[inline]
#[target_feature(enable = "simd128")]
fn subtract(left: Vector, right: Vector) -> Vector {
    i16x8_sub(left, right)
}

#[inline]
#[target_feature(enable = "simd128")]
fn no_sum() -> Sum {
    i32x4_splat(0)
}

#[inline]
#[target_feature(enable = "simd128")]
fn squares(sum: Sum, values: Vector, weights: Vector) -> Sum {
    let values = i16x8_min(i16x8_max(values, i16x8_splat(0)), i16x8_splat(super::ONE_HIDDEN as i16));
    i32x4_add(sum, i32x4_dot_i16x8(i16x8_mul(values, weights), values))
}

#[inline]
#[target_feature(enable = "simd128")]
fn total(sum: Sum) -> i32 {
    let [a, b, c, d] = [
        i32x4_extract_lane::<0>(sum),
        i32x4_extract_lane::<1>(sum),
        i32x4_extract_lane::<2>(sum),
        i32x4_extract_lane::<3>(sum),
    ];
    a.wrapping_add(b).wrapping_add(c).wrapping_add(d)
}

/// See [`crate::kernels::Kernels::products`].
#[target_feature(enable = "simd128")]
pub fn products(own: &[Lane], enemy: &[Lane], weights: &[super::Block]) -> [i32; super::SECOND] {
    super::scalar::products(own, enemy, weights)
}
