//! Steps down a gradient whose length is the same for weights that matter often and seldom.

use crate::fit::Pairs;

/// How much of the old mean is kept: of the gradient, and of its square.
const MEMORY: [f64; 2] = [0.9, 0.999];
/// Keeps the division away from nought.
const LEAST: f64 = 1e-13;

pub struct Adam {
    mean: Pairs,
    square: Pairs,
    steps: i32,
}

impl Adam {
    pub fn new(length: usize) -> Self {
        Self { mean: vec![[0.0; 2]; length], square: vec![[0.0; 2]; length], steps: 0 }
    }

    /// Takes a step against a gradient.
    pub fn step(&mut self, pairs: &mut Pairs, gradient: &Pairs, rate: f64) {
        self.steps += 1;
        let full = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for (term, pair) in pairs.iter_mut().enumerate() {
            for (half, weight) in pair.iter_mut().enumerate() {
                let slope = gradient[term][half];
                let mean = &mut self.mean[term][half];
                let square = &mut self.square[term][half];
                *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
                *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
                *weight -= rate * (*mean / full[0]) / ((*square / full[1]).sqrt() + LEAST);
            }
        }
    }
}
