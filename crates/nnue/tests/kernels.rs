//! Every set of kernels that this processor can run gives what the scalar ones give, to the last bit.
//!
//! So that none is left out unnoticed, the names of those that must be there can be given when the test is built, as
//! `make kernels` does: `CHUHE_KERNELS="scalar NEON"`.

use nnue::kernels::{Block, CHUNK, Change, Kernels, LANE, Lane, SECOND};
use xiangqi::Random;

/// Numbers within ± the given one; the ends come often.
fn lanes(random: &mut Random, count: usize, most: i16) -> Vec<Lane> {
    let mut number = || match random.below(8) {
        0 => most,
        1 => -most,
        2 => 0,
        _ => (random.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16,
    };
    (0..count).map(|_| Lane(std::array::from_fn(|_| number()))).collect()
}

/// Small numbers as in a network, and the largest there are, which wrap.
const SIZES: [i16; 3] = [100, 992, i16::MAX];
const LANES: &[usize] = if cfg!(miri) { &[2, 6] } else { &[2, 4, 6, 8, 16, 64] };
/// How often each size is tried.
const ROUNDS: usize = if cfg!(miri) { 1 } else { 50 };
const ROWS: usize = 40;

#[test]
fn none_is_left_out() {
    let names: Vec<_> = Kernels::all().into_iter().map(Kernels::name).collect();
    assert_eq!(names[0], Kernels::SCALAR.name());
    assert_eq!(*names.last().expect("the scalar ones"), Kernels::best().name());
    if let Some(expected) = option_env!("CHUHE_KERNELS") {
        assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
    }
    // What the compiler may take for granted must be there.
    for (is_certain, name) in [
        (cfg!(all(target_arch = "x86_64", target_feature = "avx2")), "AVX2"),
        (cfg!(target_arch = "aarch64"), "NEON"),
        (cfg!(all(target_arch = "wasm32", target_feature = "simd128")), "simd128"),
    ] {
        assert!(names.contains(&name) || !is_certain, "no {name} among {names:?}");
    }
}

#[test]
fn sums_agree() {
    let mut random = Random::new(1);
    for (count, size) in LANES.iter().flat_map(|&count| SIZES.map(|size| (count, size))) {
        let layer = lanes(&mut random, ROWS * count, size);
        let before = lanes(&mut random, count, size);
        let row = |index: usize| &layer[index * count..][..count];
        let inputs = |random: &mut Random, count| -> Vec<u16> {
            (0..count).map(|_| random.below(ROWS) as u16).collect()
        };
        let (added, removed) = (inputs(&mut random, 30), inputs(&mut random, 7));
        let run = |kernels: Kernels| {
            let mut results = Vec::new();
            for captured in [None, Some(row(5))] {
                let mut after = vec![Lane::ZERO; count];
                kernels.change(&before, &mut after, Change { added: row(1), removed: row(3), captured });
                results.push(after);
            }
            let mut sums = before.clone();
            kernels.adjust(&mut sums, &layer, &added, &removed);
            results.push(sums);
            results
        };
        let right = run(Kernels::SCALAR);
        assert_ne!(right[0], right[1]);
        for kernels in Kernels::all() {
            assert!(run(kernels) == right, "{} lanes within {size}: {}", count, kernels.name());
        }
    }
}

#[test]
fn outputs_agree() {
    let mut random = Random::new(2);
    for (count, size) in LANES.iter().flat_map(|&count| SIZES.map(|size| (count, size))) {
        for _ in 0..ROUNDS {
            let (own, enemy) = (lanes(&mut random, count, size), lanes(&mut random, count, size));
            // Weights that no network has wrap alike everywhere.
            let weights = lanes(&mut random, 2 * count, if size == i16::MAX { size } else { 127 });
            let right = Kernels::SCALAR.output(&own, &enemy, &weights);
            for kernels in Kernels::all() {
                assert_eq!(
                    kernels.output(&own, &enemy, &weights),
                    right,
                    "{count} lanes: {}",
                    kernels.name()
                );
            }
        }
    }
}

#[test]
fn the_largest_output_is_right() {
    for count in [1, 2, 4] {
        let values = vec![Lane([i16::MAX; LANE]); count];
        let weights = vec![Lane([127; LANE]); 2 * count];
        for kernels in Kernels::all() {
            assert_eq!(
                kernels.output(&values, &values, &weights),
                255 * 255 * 127 * 2 * (count * LANE) as i32
            );
        }
    }
}

#[test]
fn products_agree() {
    let mut random = Random::new(3);
    for (count, size) in LANES.iter().flat_map(|&count| SIZES.map(|size| (count, size))) {
        for _ in 0..ROUNDS {
            let (own, enemy) = (lanes(&mut random, count, size), lanes(&mut random, count, size));
            let weights: Vec<_> = (0..count * LANE / CHUNK)
                .map(|_| Block(std::array::from_fn(|_| random.below(256) as u8 as i8)))
                .collect();
            let right = Kernels::SCALAR.products(&own, &enemy, &weights);
            for kernels in Kernels::all() {
                let found = kernels.products(&own, &enemy, &weights);
                assert_eq!(found, right, "{count} lanes: {}", kernels.name());
            }
        }
    }
}

#[test]
fn the_largest_products_are_right() {
    let largest = if cfg!(miri) { 6 } else { 64 };
    for (count, weight) in [(2, 127), (4, -128), (largest, 127), (largest, -128)] {
        let values = vec![Lane([i16::MAX; LANE]); count];
        let weights = vec![Block([weight; CHUNK * SECOND]); count * LANE / CHUNK];
        for kernels in Kernels::all() {
            let sum = 127 * i32::from(weight) * (count * LANE) as i32;
            assert_eq!(kernels.products(&values, &values, &weights), [sum; SECOND]);
        }
    }
}
