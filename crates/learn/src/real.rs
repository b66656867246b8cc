//! Real numbers of either precision: what the optimiser and the curve from scores to chances ask of them.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `f32` or `f64`.
pub trait Real:
    Copy
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// One.
    const ONE: Self;

    /// The square root.
    fn sqrt(self) -> Self;
    /// A power.
    fn powi(self, exponent: i32) -> Self;
    /// e to this power.
    fn exp(self) -> Self;
    /// The nearest number between two bounds.
    fn clamp(self, low: Self, high: Self) -> Self;
}

macro_rules! real {
    ($type:ty) => {
        impl Real for $type {
            const ONE: Self = 1.0;

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn powi(self, exponent: i32) -> Self {
                self.powi(exponent)
            }
            #[inline(always)]
            fn exp(self) -> Self {
                self.exp()
            }
            #[inline(always)]
            fn clamp(self, low: Self, high: Self) -> Self {
                self.clamp(low, high)
            }
        }
    };
}

real!(f32);
real!(f64);

/// The chance to win, for odds to the base e.
#[inline(always)]
pub fn sigmoid<F: Real>(odds: F) -> F {
    F::ONE / (F::ONE + (-odds).exp())
}

/// Where a function that falls and then rises is lowest, to within a half.
pub(crate) fn lowest(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    while high - low > 1.0 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if function(left) < function(right) { high = right } else { low = left }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_both_sides_make_one() {
        assert!((sigmoid(0.0_f64) - 0.5).abs() < 1e-15);
        for odds in [0.1, 1.0, 7.5, 80.0] {
            assert!((sigmoid(odds) + sigmoid(-odds) - 1.0_f64).abs() < 1e-15);
        }
        assert!((sigmoid(1.0_f32) - 0.731_058_6).abs() < 1e-6);
    }

    #[test]
    fn the_lowest_point_is_found() {
        for place in [51.0, 300.4, 777.7, 1999.0] {
            let found = lowest(50.0, 2000.0, |x| (x - place).powi(4));
            assert!((found - place).abs() <= 0.5, "{found}, not {place}");
        }
    }
}
