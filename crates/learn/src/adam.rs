//! `AdamW`: steps down a gradient whose length is the same for values that matter often and seldom (Kingma and Ba
//! 2015), and values that shrink apart from that (Loshchilov and Hutter 2019).
//!
//! Without decay and bound it is plain Adam. A step over part of the values is the same as the step over all of them,
//! so that threads may share the work.

use crate::real::Real;

/// How values are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adam<F> {
    /// How much of the old mean is kept: of the gradient, and of its square.
    pub memory: [F; 2],
    /// Keeps the division away from zero.
    pub epsilon: F,
    /// By how much values shrink in a step, in parts of the rate.
    pub decay: F,
    /// Values stay within ± this.
    pub bound: F,
}

impl<F: Real> Adam<F> {
    /// Step number `number`, from 0, at a rate. Gradients are multiplied by `share` first: one over the number of
    /// samples that they are sums of.
    pub fn step(&self, number: u64, rate: F, share: F) -> AdamStep<F> {
        let power = i32::try_from(number.saturating_add(1)).unwrap_or(i32::MAX);
        AdamStep {
            adam: *self,
            rate,
            shrink: F::ONE - rate * self.decay,
            correction: self.memory.map(|memory| F::ONE / (F::ONE - memory.powi(power))),
            share,
        }
    }

    /// A step that does not make up for means that began from zero. The first steps are then longer, up to twice the rate
    /// with a memory of 0.9 and 0.99: good for a start that is far off.
    pub fn uncorrected_step(&self, rate: F) -> AdamStep<F> {
        AdamStep { correction: [F::ONE; 2], ..self.step(0, rate, F::ONE) }
    }
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep<F> {
    adam: Adam<F>,
    rate: F,
    shrink: F,
    /// What makes up for means that began from zero.
    correction: [F; 2],
    share: F,
}

impl<F: Real> AdamStep<F> {
    /// Moves values against a gradient, which is zero afterwards. `mean` and `square` are the means of the gradient and of
    /// its square: zero before the first step, and kept for the next.
    pub fn apply(&self, values: &mut [F], mean: &mut [F], square: &mut [F], gradient: &mut [F]) {
        let Adam { memory, epsilon, bound, .. } = self.adam;
        let moments = mean.iter_mut().zip(square).zip(gradient);
        for (value, ((mean, square), slope)) in values.iter_mut().zip(moments) {
            let slope = std::mem::take(slope) * self.share;
            *mean = memory[0] * *mean + (F::ONE - memory[0]) * slope;
            *square = memory[1] * *square + (F::ONE - memory[1]) * slope * slope;
            let step =
                self.rate * (*mean * self.correction[0]) / ((*square * self.correction[1]).sqrt() + epsilon);
            *value = (*value * self.shrink - step).clamp(-bound, bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Adam<f64> = Adam { memory: [0.9, 0.999], epsilon: 1e-8, decay: 0.0, bound: f64::INFINITY };

    /// Walks down (x - 3)² + 100 (y + 1)² from the origin.
    fn walk(adam: Adam<f64>, steps: u64, rate: f64) -> [f64; 2] {
        let (mut values, mut mean, mut square) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        for number in 0..steps {
            let mut gradient = [2.0 * (values[0] - 3.0), 200.0 * (values[1] + 1.0)];
            adam.step(number, rate, 1.0).apply(&mut values, &mut mean, &mut square, &mut gradient);
            assert!(gradient.iter().all(|slope| *slope == 0.0));
        }
        values
    }

    #[test]
    fn the_first_step_has_the_length_of_the_rate_however_steep_it_is() {
        let [x, y] = walk(PLAIN, 1, 0.25);
        assert!((x - 0.25).abs() < 1e-6 && (y + 0.25).abs() < 1e-6, "{x}, {y}");
    }

    #[test]
    fn the_lowest_point_is_found() {
        let [x, y] = walk(PLAIN, 3000, 0.01);
        assert!((x - 3.0).abs() < 1e-3 && (y + 1.0).abs() < 1e-3, "{x}, {y}");
    }

    #[test]
    fn values_shrink_and_keep_to_their_bound() {
        let adam = Adam { decay: 0.1, ..PLAIN };
        let (mut value, mut mean, mut square) = ([2.0], [0.0], [0.0]);
        adam.step(0, 0.5, 1.0).apply(&mut value, &mut mean, &mut square, &mut [0.0]);
        assert!((value[0] - 1.9).abs() < 1e-12);
        let [x, _] = walk(Adam { bound: 2.0, ..PLAIN }, 3000, 0.01);
        assert!((x - 2.0).abs() < 1e-12);
    }
}
