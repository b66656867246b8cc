//! AVX2: 16 numbers at once.

#![allow(unsafe_code)] // loads and stores

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmpgt_epi32, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256,
    _mm256_sub_epi16,
};

use super::{Block, CHUNK, PRODUCT_SHIFT, SECOND};

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
    let values = between(values);
    _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(values, weights), values))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sum: Sum) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

/// Values held between 0 and 1.
#[inline]
#[target_feature(enable = "avx2")]
fn between(values: Vector) -> Vector {
    let one = _mm256_set1_epi16(super::ONE_HIDDEN as i16);
    _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), one)
}

/// See [`crate::kernels::Kernels::products`]. Products and weights are at most 127, so that the sum of two of their products
/// fits into 16 bits. Chunks of products that are all 0 are passed over.
#[target_feature(enable = "avx2")]
pub fn products(own: &[Lane], enemy: &[Lane], weights: &[Block]) -> [i32; SECOND] {
    let mut sums = [_mm256_setzero_si256(); 2];
    let mut blocks = weights.as_chunks::<CHUNKS>().0.iter();
    for view in [own, enemy] {
        let (left, right) = view.split_at(view.len() / 2);
        for ((left, right), blocks) in left.iter().zip(right).zip(&mut blocks) {
            sums = add_products(sums, left, right, blocks);
        }
    }
    let mut plain = [0; SECOND];
    for (sum, plain) in sums.into_iter().zip(plain.as_chunks_mut::<8>().0) {
        // SAFETY: there is room for eight numbers.
        unsafe { _mm256_storeu_si256(plain.as_mut_ptr().cast(), sum) };
    }
    plain
}

/// Chunks of products that two lanes make.
const CHUNKS: usize = super::LANE / CHUNK;

/// Adds what the products of two lanes weigh.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products(mut sums: [Sum; 2], left: &Lane, right: &Lane, blocks: &[Block; CHUNKS]) -> [Sum; 2] {
    let half = _mm256_set1_epi16(1 << (PRODUCT_SHIFT - 1));
    let product = |part| {
        let product = _mm256_mullo_epi16(between(load(left, part)), between(load(right, part)));
        _mm256_srli_epi16::<{ PRODUCT_SHIFT as i32 }>(_mm256_add_epi16(product, half))
    };
    // Packing works on each half of a register by itself.
    let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(product(0), product(1)));
    let mut chunks = [0_i32; CHUNKS];
    // SAFETY: there is room for eight numbers.
    unsafe { _mm256_storeu_si256(chunks.as_mut_ptr().cast(), bytes) };
    let is_set = _mm256_castsi256_ps(_mm256_cmpgt_epi32(bytes, _mm256_setzero_si256()));
    let mut set = _mm256_movemask_ps(is_set).cast_unsigned();
    let ones = _mm256_set1_epi16(1);
    while set != 0 {
        let index = set.trailing_zeros() as usize % CHUNKS;
        set &= set - 1;
        let chunk = _mm256_set1_epi32(chunks[index]);
        for (half, sum) in sums.iter_mut().enumerate() {
            // SAFETY: a block is aligned to more than a vector, and has two of them.
            let weights =
                unsafe { _mm256_load_si256(std::ptr::from_ref(&blocks[index]).cast::<Vector>().add(half)) };
            let pairs = _mm256_maddubs_epi16(chunk, weights);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
    }
    sums
}
