//! `AdamW`: steps whose length is the same for weights that matter often and seldom (Kingma and Ba 2015), and
//! weights that shrink apart from that (Loshchilov and Hutter 2019).

use crate::train::parameters::MOST_WEIGHT;

/// How much of the old mean is kept: of the gradient, and of its square.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Keeps the division away from nought.
const LEAST: f32 = 1e-8;

/// The numbers of one step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    rate: f32,
    shrink: f32,
    /// What makes up for means that began from nought.
    full: [f32; 2],
    /// One over the number of positions.
    share: f32,
}

impl Step {
    /// Step number `step`, from 0, over so many positions.
    pub fn new(step: u64, rate: f32, decay: f32, positions: usize) -> Self {
        let power = i32::try_from(step + 1).unwrap_or(i32::MAX);
        Self {
            rate,
            shrink: 1.0 - rate * decay,
            full: MEMORY.map(|memory| 1.0 / (1.0 - memory.powi(power))),
            share: 1.0 / positions.max(1) as f32,
        }
    }

    /// Moves weights against a gradient, which is nought afterwards.
    pub fn apply(&self, values: &mut [f32], mean: &mut [f32], square: &mut [f32], gradient: &mut [f32]) {
        let moments = mean.iter_mut().zip(square).zip(gradient);
        for (value, ((mean, square), slope)) in values.iter_mut().zip(moments) {
            let slope = std::mem::take(slope) * self.share;
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
            let step = self.rate * (*mean * self.full[0]) / ((*square * self.full[1]).sqrt() + LEAST);
            *value = (*value * self.shrink - step).clamp(-MOST_WEIGHT, MOST_WEIGHT);
        }
    }
}
