//! Steps down a gradient whose length is the same for weights that matter often and seldom, with the decay
//! of the weights apart from that (`AdamW`, Loshchilov and Hutter 2019).

use crate::Pairs;

/// How much of the old mean is kept: of the gradient, and of its square.
const MEMORY: [f64; 2] = [0.9, 0.999];

pub struct Adam {
    mean: Pairs,
    square: Pairs,
    steps: i32,
}

impl Adam {
    pub fn new(length: usize) -> Self {
        Self { mean: vec![[0.0; 2]; length], square: vec![[0.0; 2]; length], steps: 0 }
    }

    /// Takes a step against a gradient summed over so many samples.
    pub fn step(&mut self, pairs: &mut Pairs, gradient: &Pairs, samples: f64, rate: f64, decay: f64) {
        self.steps += 1;
        let full = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for term in 0..pairs.len() {
            for half in 0..2 {
                let slope = gradient[term][half] / samples;
                let mean = &mut self.mean[term][half];
                let square = &mut self.square[term][half];
                *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
                *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
                let slope = (*mean / full[0]) / ((*square / full[1]).sqrt() + 1e-9);
                pairs[term][half] -= rate * (slope + decay * pairs[term][half]);
            }
        }
    }
}
