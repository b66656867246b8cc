//! AVX2: 16 numbers at once.

#![allow(unsafe_code)] // loads and stores

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_store_si256,
    _mm256_sub_epi16,
};

super::vector::kernels!("avx2");

type Vector = __m256i;
type Sum = __m256i;
const PARTS: usize = size_of::<Lane>() / size_of::<Vector>();

#[inline]
#[target_feature(enable = "avx2")]
fn load(lane: &Lane, part: usize) -> Vector {
    debug_assert!(part < PARTS);
    // SAFETY: a lane is aligned to more than a vector, and the part lies inside.
    unsafe { _mm256_load_si256(std::ptr::from_ref(lane).cast::<Vector>().add(part)) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(lane: &mut Lane, part: usize, value: Vector) {
    debug_assert!(part < PARTS);
    // SAFETY: as above.
    unsafe { _mm256_store_si256(std::ptr::from_mut(lane).cast::<Vector>().add(part), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(left: Vector, right: Vector) -> Vector {
    _mm256_add_epi16(left, right)
}

#[inline]
#[target_feature(enable = "avx2")]
fn subtract(left: Vector, right: Vector) -> Vector {
    _mm256_sub_epi16(left, right)
}

#[inline]
#[target_feature(enable = "avx2")]
fn no_sum() -> Sum {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2")]
fn squares(sum: Sum, values: Vector, weights: Vector) -> Sum {
    let one = _mm256_set1_epi16(super::ONE_HIDDEN as i16);
    let values = _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), one);
    _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(values, weights), values))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sum: Sum) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
