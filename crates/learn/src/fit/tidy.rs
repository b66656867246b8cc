//! Makes fitted weights fit to be read.
//!
//! Some weights can be moved into others without changing any evaluation: a constant on all squares
//! of a piece, or on all its mobilities, is material. [`tidy`] moves such constants to where a reader
//! looks for them, and clears weights of things that never happened.

use crate::fit::FitSamples;
use crate::fit::samples::shared;
use games::xiangqi::terms::{self, Block};
use games::xiangqi::{Tapered, Weights};
use xiangqi::PieceKind;

/// Moves constants into the material and clears what the samples never showed.
pub fn tidy(weights: &Weights, samples: &FitSamples) -> Weights {
    let occurrences = samples.occurrences();
    let seen = |term: usize| occurrences[shared(term)];
    let mut values = weights.values().to_vec();
    for (term, value) in values.iter_mut().enumerate() {
        if seen(term) == 0 {
            *value = Tapered::default();
        }
    }
    let mut into_material = |block: Block, kind: PieceKind| {
        let range = block.at(0)..block.at(0) + block.length;
        let weight: f64 = range.clone().map(|term| seen(term) as f64).sum();
        let mean = |pick: fn(&Tapered) -> i32| {
            let sum: f64 = range.clone().map(|term| seen(term) as f64 * f64::from(pick(&values[term]))).sum();
            (sum / weight.max(1.0)).round() as i32
        };
        let mean = Tapered { opening: mean(|value| value.opening), ending: mean(|value| value.ending) };
        for term in range.filter(|&term| seen(term) > 0) {
            values[term] += mean * -1;
        }
        // The king is always there: a constant on it means nothing.
        if kind != PieceKind::King {
            values[terms::MATERIAL.at(kind.index())] += mean;
        }
    };
    for kind in PieceKind::ALL {
        into_material(terms::squares_of(kind), kind);
    }
    into_material(terms::ROOK_MOBILITY, PieceKind::Rook);
    into_material(terms::HORSE_MOBILITY, PieceKind::Horse);
    into_material(terms::CANNON_MOBILITY, PieceKind::Cannon);
    Weights::new(weights.name(), &values)
}
