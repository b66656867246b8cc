//! How a network is trained.

use crate::train::weights::{OutputKind, Shape};
use nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use nnue::kernels::SECOND;
use nnue::layers::THIRD;
use nnue::{HIDDEN_STEP, MAX_HIDDEN};
use std::fmt;
use thiserror::Error;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSettings {
    /// How squares of the own king are told apart.
    pub king_buckets: KingBuckets,
    /// Hidden values of each view.
    pub hidden: usize,
    /// What comes behind them.
    pub output: OutputKind,
    /// How often every position is looked at.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// The rate of learning at the beginning.
    pub rate: f32,
    /// The rate at the end; between them it falls along a cosine.
    pub final_rate: f32,
    /// By how much weights shrink in a step, in parts of the rate.
    pub decay: f32,
    /// How much the result of the game counts; the score of the search counts the rest.
    pub blend: f32,
    /// Centipawns that change the odds by a factor of e.
    pub scale: u16,
    /// The seed of the first weights, of the order of the positions and of their mirror images.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            king_buckets: KingBuckets::One,
            hidden: 256,
            output: OutputKind::Single,
            epochs: 7,
            batch: 16_384,
            rate: 1e-3,
            final_rate: 2e-5,
            decay: 0.3,
            blend: 0.3,
            scale: 400,
            seed: 1,
        }
    }
}

/// A setting that makes no sense.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{name} {found} cannot be used; say {expected}")]
pub struct BadTrainingSettings {
    /// Which.
    pub name: &'static str,
    /// What was given.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl TrainingSettings {
    /// Refuses what makes no sense.
    ///
    /// # Errors
    /// Names the first setting that cannot be used, and what could.
    pub fn check(&self) -> Result<(), BadTrainingSettings> {
        let bad = |name, found: String, expected: &str| {
            Err(BadTrainingSettings { name, found, expected: expected.to_string() })
        };
        let Self { hidden, epochs, batch, rate, final_rate, decay, blend, scale, .. } = *self;
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
            return bad(
                "hidden",
                hidden.to_string(),
                &format!("a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}"),
            );
        }
        if epochs == 0 {
            return bad("epochs", epochs.to_string(), "at least 1");
        }
        if batch == 0 || batch > 1 << 24 {
            return bad("batch", batch.to_string(), "a number from 1 to 16777216");
        }
        if !(rate > 0.0 && rate <= 1.0) {
            return bad("rate", rate.to_string(), "a number above 0 and at most 1");
        }
        if !(0.0..=rate).contains(&final_rate) {
            return bad(
                "final rate",
                final_rate.to_string(),
                &format!("a number from 0 to the rate, {rate}"),
            );
        }
        if !(0.0..=1.0).contains(&decay) {
            return bad("decay", decay.to_string(), "a number from 0 to 1");
        }
        if !(0.0..=1.0).contains(&blend) {
            return bad("blend", blend.to_string(), "a number from 0 to 1");
        }
        if scale == 0 {
            return bad("scale", scale.to_string(), "at least 1, usually about 400");
        }
        Ok(())
    }

    /// The layout of the weights.
    pub(crate) const fn shape(&self) -> Shape {
        Shape { king_buckets: self.king_buckets, hidden: self.hidden, output: self.output }
    }

    /// The rate of learning at step number `step` of `steps`.
    pub fn rate_at(&self, step: u64, steps: u64) -> f32 {
        let way = step as f64 / steps.max(1) as f64;
        let share = 0.5 * (1.0 + (std::f64::consts::PI * way).cos());
        self.final_rate + (self.rate - self.final_rate) * share as f32
    }
}

/// One line each, as checkpoints keep them.
impl fmt::Display for TrainingSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { king_buckets, hidden, output, epochs, batch, .. } = self;
        let Self { rate, final_rate, decay, blend, scale, seed, .. } = self;
        writeln!(f, "hidden {hidden}\nepochs {epochs}\nbatch {batch}\nrate {rate}\nfinal rate {final_rate}")?;
        writeln!(f, "decay {decay}\nblend {blend}\nscale {scale}\nseed {seed}")?;
        writeln!(f, "inputs {}\noutput layers {OUTPUT_BUCKETS}", king_buckets.inputs())?;
        match output {
            OutputKind::Single => Ok(()),
            OutputKind::Layers => writeln!(f, "layers {SECOND}, {THIRD}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_from_one_to_the_other() {
        let settings = TrainingSettings { rate: 1e-3, final_rate: 1e-5, ..TrainingSettings::default() };
        assert!((settings.rate_at(0, 100) - 1e-3).abs() < 1e-9);
        assert!((settings.rate_at(50, 100) - 5.05e-4).abs() < 1e-8);
        assert!((settings.rate_at(100, 100) - 1e-5).abs() < 1e-9);
        assert!((1..100).all(|step| settings.rate_at(step, 100) < settings.rate_at(step - 1, 100)));
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let good = TrainingSettings::default();
        assert_eq!(good.check(), Ok(()));
        for (bad, name) in [
            (TrainingSettings { hidden: 100, ..good }, "hidden 100"),
            (TrainingSettings { epochs: 0, ..good }, "epochs 0"),
            (TrainingSettings { batch: 0, ..good }, "batch 0"),
            (TrainingSettings { rate: f32::NAN, ..good }, "rate NaN"),
            (TrainingSettings { final_rate: 0.5, ..good }, "final rate 0.5"),
            (TrainingSettings { decay: -1.0, ..good }, "decay -1"),
            (TrainingSettings { blend: 1.5, ..good }, "blend 1.5"),
            (TrainingSettings { scale: 0, ..good }, "scale 0"),
        ] {
            let message = bad.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
    }
}
