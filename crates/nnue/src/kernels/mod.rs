//! The inner loops: sums of rows of the first layer, and the output layer.
//!
//! [`scalar`] is the definition. Numbers are 16 bits wide and wrap; a network that is accepted is so small that
//! nothing wraps. All other kernels give the same to the last bit. They are one text (`vector`) over a few
//! instructions of each processor; which of them this one has is found out once, when an evaluator is made. So a build for
//! every x86-64 (`make generic`) has AVX2 and AVX-512 here all the same, where the processor has them. The usual build takes
//! AVX2 for granted (`.cargo/config.toml`) and does not run without it.

#![allow(unsafe_code)] // calls of kernels that this processor has

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod vector;

/// The number of values that fill one line of the processor's cache.
pub const LANE: usize = 32;

/// A lane of the first layer, or of what comes out of it.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// All zeros.
    pub const ZERO: Self = Self([0; LANE]);
}

/// What stands for 1 in the first layer and after it.
pub const ONE_HIDDEN: i32 = 255;
/// The largest weight of the output layer: with it the product with [`ONE_HIDDEN`] still fits into 16 bits.
pub const MAX_OUTPUT: i16 = 127;

/// Values of the second layer, where there is one.
pub const SECOND: usize = 16;
/// What stands for 1 in the products that go into it.
pub const ONE_PRODUCT: i32 = 127;
/// By how many bits the product of two hidden values is shortened to that.
pub const PRODUCT_SHIFT: u32 = 9;
/// The products that are weighed at once, or not at all if all of them are 0.
pub const CHUNK: usize = 4;

/// The weights of the second layer for one chunk of products: for each value four.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block(pub [i8; CHUNK * SECOND]);

/// Rows of the first layer that are to be added to sums and taken from them.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The piece on its new square.
    pub added: &'a [Lane],
    /// The piece on its old square.
    pub removed: &'a [Lane],
    /// What it captured.
    pub captured: Option<&'a [Lane]>,
}

/// A set of kernels that this processor can run. The only way to get one is to ask for it.
///
/// ```
/// use nnue::Kernels;
///
/// // What this processor has; all of them give the same to the last bit.
/// let names: Vec<_> = Kernels::all().into_iter().map(Kernels::name).collect();
/// assert_eq!(names.first(), Some(&"scalar"));
/// assert_eq!(names.last(), Some(&Kernels::best().name()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernels(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Calls a kernel of the chosen instructions.
macro_rules! with {
    ($kernels:expr, $kernel:ident($($argument:expr),*)) => {
        match $kernels.0 {
            Instructions::Scalar => scalar::$kernel($($argument),*),
            // SAFETY: `Kernels::all` has asked the processor before it made this value.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::$kernel($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::$kernel($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => unsafe { neon::$kernel($($argument),*) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::$kernel($($argument),*),
        }
    };
}

impl Kernels {
    /// Plain loops, which every processor can run.
    #[doc(hidden)]
    pub const SCALAR: Self = Self(Instructions::Scalar);

    /// All that this processor can run, the fastest last.
    pub fn all() -> Vec<Self> {
        let all = [
            Some(Instructions::Scalar),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx2").then_some(Instructions::Avx2),
            #[cfg(target_arch = "x86_64")]
            (is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni"))
            .then_some(Instructions::Avx512),
            #[cfg(target_arch = "aarch64")]
            std::arch::is_aarch64_feature_detected!("neon").then_some(Instructions::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Instructions::Simd128),
        ];
        all.into_iter().flatten().map(Self).collect()
    }

    /// The fastest.
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self::SCALAR)
    }

    /// What they are called.
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "NEON",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => "simd128",
        }
    }

    /// The sums after a move.
    #[doc(hidden)]
    #[inline]
    pub fn change(self, before: &[Lane], after: &mut [Lane], change: Change<'_>) {
        with!(self, change(before, after, change));
    }

    /// Adds rows of a layer to sums, and takes others away.
    #[doc(hidden)]
    #[inline]
    pub fn adjust(self, sums: &mut [Lane], layer: &[Lane], added: &[u16], removed: &[u16]) {
        with!(self, adjust(sums, layer, added, removed));
    }

    /// The sums of the second layer: over both views, products of hidden values of the first and the second half, each held
    /// between 0 and [`ONE_HIDDEN`], times weights.
    #[doc(hidden)]
    #[inline]
    pub fn products(self, own: &[Lane], enemy: &[Lane], weights: &[Block]) -> [i32; SECOND] {
        with!(self, products(own, enemy, weights))
    }

    /// The sum over both views of weight times squared value, the value held between 0 and [`ONE_HIDDEN`].
    #[doc(hidden)]
    #[inline]
    pub fn output(self, own: &[Lane], enemy: &[Lane], weights: &[Lane]) -> i32 {
        with!(self, output(own, enemy, weights))
    }
}
