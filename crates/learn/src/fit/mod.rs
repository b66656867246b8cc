//! Fits the weights of the classical evaluation to positions of known worth.
//!
//! The evaluation is linear in its weights, so that a position is a short list of counts, a phase and
//! a target between 0 (lost) and 1 (won): part the result of the game, part the score that a search
//! gave ([`Target`]). [`fit`] walks down the gradient of the squared error of
//! `sigmoid(evaluation / scale)`, as Österlund described it for the engine Texel, with the steps of
//! Adam (Kingma and Ba 2015).
//!
//! Left and right are one: the squares of a pair of mirror images share a weight.
#![forbid(unsafe_code)]

mod samples;
mod tidy;

pub use samples::{FitSamples, Target, best_scale};
pub use tidy::tidy;

use crate::adam::Adam;
use games::xiangqi::{Tapered, Weights, terms};
use terms::TERMS;
use xiangqi::Random;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// How often every position is looked at.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// Centipawns a step at the beginning; it falls to a hundredth of that along a cosine.
    pub rate: f64,
    /// How many times something must have been seen for the games to weigh as much as the weight that was
    /// there before.
    pub prior: f64,
    /// Shuffles the batches.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { epochs: 40, batch: 16_384, rate: 4.0, prior: 300.0, seed: 1 }
    }
}

/// What is known after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// The epoch, from 1.
    pub epoch: usize,
    /// The mean squared error of the positions that are learnt from.
    pub training: f64,
    /// The same of those that are not.
    pub held_out: f64,
}

/// Weights may take any value, and nothing draws them towards zero.
const ADAM: Adam<f64> = Adam { memory: [0.9, 0.999], epsilon: 1e-13, decay: 0.0, bound: f64::INFINITY };

/// An opening and an ending weight for each term.
pub(crate) type Pairs = Vec<[f64; 2]>;

/// Fits weights to samples, starting from given ones; `report` is told of every epoch and may end the
/// work by returning false.
pub fn fit(
    training: &FitSamples,
    held_out: &FitSamples,
    start: &Weights,
    scale: f64,
    settings: &FitSettings,
    mut report: impl FnMut(EpochReport) -> bool,
) -> Weights {
    let mut pairs: Pairs =
        start.values().iter().map(|value| [f64::from(value.opening), f64::from(value.ending)]).collect();
    let before = pairs.clone();
    // An observation bends the error by the square of the slope of the sigmoid, about a fifth.
    let stiffness = settings.prior * 2.0 * (0.2 / scale).powi(2) / training.len().max(1) as f64;
    let (mut mean, mut square) = (vec![[0.0; 2]; TERMS], vec![[0.0; 2]; TERMS]);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = Random::new(settings.seed);
    let batches = order.len().div_ceil(settings.batch).max(1);
    let steps = (batches * settings.epochs) as f64;
    let mut step = 0_u32;
    for epoch in 1..=settings.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(settings.batch) {
            let (mut gradient, error) = training.gradient(batch, &pairs, scale);
            for (term, slopes) in gradient.iter_mut().enumerate() {
                for (half, slope) in slopes.iter_mut().enumerate() {
                    let moved = pairs[term][half] - before[term][half];
                    *slope = *slope / batch.len() as f64 + stiffness * moved;
                }
            }
            loss += error;
            let rate =
                settings.rate * (0.505 + 0.495 * (std::f64::consts::PI * f64::from(step) / steps).cos());
            ADAM.step(step.into(), rate, 1.0).apply(
                pairs.as_flattened_mut(),
                mean.as_flattened_mut(),
                square.as_flattened_mut(),
                gradient.as_flattened_mut(),
            );
            step += 1;
        }
        let training = loss / order.len().max(1) as f64;
        if !report(EpochReport { epoch, training, held_out: held_out.loss(&pairs, scale) }) {
            break;
        }
    }
    let values: Vec<Tapered> = (0..TERMS)
        .map(|term| {
            let [opening, ending] = pairs[samples::shared(term)];
            Tapered { opening: opening.round() as i32, ending: ending.round() as i32 }
        })
        .collect();
    Weights::new(start.name(), &values)
}
