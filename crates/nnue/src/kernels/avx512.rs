//! AVX-512 with VNNI: 32 numbers, a whole lane, at once; products are added up as they are made.

#![allow(unsafe_code)] // loads and stores

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512,
    _mm512_sub_epi16,
};

super::vector::kernels!("avx512f,avx512bw,avx512vnni");

type Vector = __m512i;
type Sum = __m512i;
const PARTS: usize = size_of::<Lane>() / size_of::<Vector>();

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn load(lane: &Lane, part: usize) -> Vector {
    debug_assert!(part < PARTS);
    // SAFETY: a lane is aligned like a vector, and the part lies inside.
    unsafe { _mm512_load_si512(std::ptr::from_ref(lane).cast::<Vector>().add(part)) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn store(lane: &mut Lane, part: usize, value: Vector) {
    debug_assert!(part < PARTS);
    // SAFETY: as above.
    unsafe { _mm512_store_si512(std::ptr::from_mut(lane).cast::<Vector>().add(part), value) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn add(left: Vector, right: Vector) -> Vector {
    _mm512_add_epi16(left, right)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn subtract(left: Vector, right: Vector) -> Vector {
    _mm512_sub_epi16(left, right)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn no_sum() -> Sum {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn squares(sum: Sum, values: Vector, weights: Vector) -> Sum {
    let one = _mm512_set1_epi16(super::ONE_HIDDEN as i16);
    let values = _mm512_min_epi16(_mm512_max_epi16(values, _mm512_setzero_si512()), one);
    _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(values, weights), values)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn total(sum: Sum) -> i32 {
    _mm512_reduce_add_epi32(sum)
}

/// See [`crate::kernels::Kernels::products`]; most chunks of products are passed over, so that AVX2 is wide enough.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub fn products(own: &[Lane], enemy: &[Lane], weights: &[super::Block]) -> [i32; super::SECOND] {
    super::avx2::products(own, enemy, weights)
}
