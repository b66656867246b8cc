//! Learning with three layers behind the first, as [`nnue::layers`] defines them.
//!
//! The weights of a bucket lie in one block:
//!
//! ```text
//! second layer, a row for each value | third layer, a row for each input | output | biases of the second, the third, the output
//! ```
//!
//! Sums over all products are kept in parts, so that they are made in registers and in a fixed order.

use crate::train::gradient::PARTS;
use crate::train::weights::MAX_WEIGHT;
use nnue::kernels::SECOND;
use nnue::layers::{THIRD, THIRD_INPUTS};
use std::ops::Range;

/// The places of the parts of a block.
#[derive(Clone, Copy, Debug)]
pub struct BlockLayout {
    /// Products of both views, as many as each view has hidden values.
    products: usize,
}

impl BlockLayout {
    pub const fn new(hidden: usize) -> Self {
        Self { products: hidden }
    }

    pub const fn second(self) -> Range<usize> {
        0..SECOND * self.products
    }

    pub const fn third(self) -> Range<usize> {
        let start = self.second().end;
        start..start + THIRD_INPUTS * THIRD
    }

    pub const fn output(self) -> Range<usize> {
        let start = self.third().end;
        start..start + THIRD
    }

    pub const fn second_bias(self) -> Range<usize> {
        let start = self.output().end;
        start..start + SECOND
    }

    pub const fn third_bias(self) -> Range<usize> {
        let start = self.second_bias().end;
        start..start + THIRD
    }

    pub const fn output_bias(self) -> usize {
        self.third_bias().end
    }

    pub const fn length(self) -> usize {
        self.output_bias() + 1
    }

    /// Random weights to begin from: `within` gives numbers within ± its argument.
    pub fn begin(self, block: &mut [f32], mut within: impl FnMut(f32) -> f32) {
        // Products are small at first.
        let second = (8.0 / (self.products as f32).sqrt()).min(MAX_WEIGHT / 2.0);
        block[self.second()].fill_with(|| within(second));
        block[self.third()].fill_with(|| within(1.0 / (THIRD_INPUTS as f32).sqrt()));
        block[self.output()].fill_with(|| within(1.0 / (THIRD as f32).sqrt()));
        block[self.third_bias()].fill_with(|| within(0.1) + 0.2);
    }
}

/// The values behind the first layer for one position.
#[derive(Clone, Debug)]
pub struct LayerValues {
    products: Vec<f32>,
    second: [f32; SECOND],
    inputs: [f32; THIRD_INPUTS],
    third: [f32; THIRD],
}

impl LayerValues {
    pub fn new(hidden: usize) -> Self {
        Self {
            products: vec![0.0; hidden],
            second: [0.0; SECOND],
            inputs: [0.0; THIRD_INPUTS],
            third: [0.0; THIRD],
        }
    }

    /// The output of a block, given the sums of the first layer, own view first.
    #[inline(always)]
    pub fn forward(&mut self, layout: BlockLayout, block: &[f32], sums: &[f32]) -> f32 {
        let hidden = layout.products;
        for (products, sums) in self.products.chunks_exact_mut(hidden / 2).zip(sums.chunks_exact(hidden)) {
            let (left, right) = sums.split_at(hidden / 2);
            for (product, (left, right)) in products.iter_mut().zip(left.iter().zip(right)) {
                *product = left.clamp(0.0, 1.0) * right.clamp(0.0, 1.0);
            }
        }
        let rows = block[layout.second()].chunks_exact(hidden);
        let biases = &block[layout.second_bias()];
        for (value, (row, bias)) in self.second.iter_mut().zip(rows.zip(biases)) {
            let mut parts = [0.0; PARTS];
            for (products, weights) in
                self.products.as_chunks::<PARTS>().0.iter().zip(row.as_chunks::<PARTS>().0)
            {
                for part in 0..PARTS {
                    parts[part] += products[part] * weights[part];
                }
            }
            *value = bias + parts.iter().sum::<f32>();
        }
        for (index, value) in self.second.iter().enumerate() {
            let value = value.clamp(-1.0, 1.0);
            self.inputs[index] = value.max(0.0);
            self.inputs[SECOND + index] = value * value;
        }
        self.third.copy_from_slice(&block[layout.third_bias()]);
        for (input, row) in self.inputs.iter().zip(block[layout.third()].as_chunks::<THIRD>().0) {
            for (value, weight) in self.third.iter_mut().zip(row) {
                *value += input * weight;
            }
        }
        let outputs = self.third.iter().zip(&block[layout.output()]);
        let sum: f32 = outputs.map(|(value, weight)| value.clamp(0.0, 1.0).powi(2) * weight).sum();
        sum + block[layout.output_bias()]
    }

    /// Adds the gradient of a block for an output of this slope, and writes the slopes of the sums of the first layer.
    #[inline(always)]
    pub fn backward(
        &mut self,
        layout: BlockLayout,
        block: &[f32],
        slope: f32,
        sums: &[f32],
        slopes: &mut [f32],
        gradient: &mut [f32],
    ) {
        gradient[layout.output_bias()] += slope;
        let mut of_third = [0.0; THIRD];
        for (index, (of_value, &value)) in of_third.iter_mut().zip(&self.third).enumerate() {
            let place = layout.output().start + index;
            let held = value.clamp(0.0, 1.0);
            gradient[place] += slope * held * held;
            let is_between = value > 0.0 && value < 1.0;
            *of_value = if is_between { 2.0 * held * slope * block[place] } else { 0.0 };
        }
        add_to(&mut gradient[layout.third_bias()], &of_third);
        let mut of_inputs = [0.0; THIRD_INPUTS];
        let rows = block[layout.third()].as_chunks::<THIRD>().0;
        let gradient_rows = gradient[layout.third()].as_chunks_mut::<THIRD>().0;
        for (index, (row, gradient)) in rows.iter().zip(gradient_rows).enumerate() {
            let mut parts = [0.0; 8];
            for value in 0..THIRD {
                gradient[value] += self.inputs[index] * of_third[value];
                parts[value % 8] += row[value] * of_third[value];
            }
            of_inputs[index] = parts.iter().sum();
        }
        let mut of_second = [0.0; SECOND];
        for index in 0..SECOND {
            let value = self.second[index];
            if value > -1.0 && value < 1.0 {
                let plain = if value > 0.0 { of_inputs[index] } else { 0.0 };
                of_second[index] = plain + 2.0 * value * of_inputs[SECOND + index];
            }
        }
        add_to(&mut gradient[layout.second_bias()], &of_second);
        self.backward_products(layout, block, &of_second, sums, slopes, gradient);
    }

    #[inline(always)]
    fn backward_products(
        &self,
        layout: BlockLayout,
        block: &[f32],
        of_second: &[f32; SECOND],
        sums: &[f32],
        slopes: &mut [f32],
        gradient: &mut [f32],
    ) {
        let (hidden, half) = (layout.products, layout.products / 2);
        let rows = &block[layout.second()];
        let gradient = &mut gradient[layout.second()];
        for (tile, products) in self.products.as_chunks::<PARTS>().0.iter().enumerate() {
            let mut of_products = [0.0; PARTS];
            for (index, slope) in of_second.iter().enumerate() {
                let place = index * hidden + tile * PARTS;
                let (row, gradient) = (&rows[place..place + PARTS], &mut gradient[place..place + PARTS]);
                for part in 0..PARTS {
                    of_products[part] += slope * row[part];
                    gradient[part] += slope * products[part];
                }
            }
            let (view, first) = (tile * PARTS / half, tile * PARTS % half);
            let places = |second_half: usize| {
                let start = view * hidden + second_half * half + first;
                start..start + PARTS
            };
            let (left, right) = (&sums[places(0)], &sums[places(1)]);
            for (this, other, place) in [(left, right, places(0)), (right, left, places(1))] {
                let slopes = &mut slopes[place];
                for part in 0..PARTS {
                    let is_between = this[part] > 0.0 && this[part] < 1.0;
                    let value = other[part].clamp(0.0, 1.0);
                    slopes[part] = if is_between { of_products[part] * value } else { 0.0 };
                }
            }
        }
    }
}

#[inline(always)]
fn add_to(sum: &mut [f32], slopes: &[f32]) {
    for (sum, slope) in sum.iter_mut().zip(slopes) {
        *sum += slope;
    }
}
