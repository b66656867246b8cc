//! The weights as whole numbers, and what they say of a position.
//!
//! ```text
//! own view   ─► first layer, inputs × hidden ─┐
//!                                             ├─► what comes behind it, by the number of pieces ─► score
//! enemy view ─► first layer (the same)       ─┘
//! ```
//!
//! In the first layer 255 stands for 1; [`layers`](crate::layers) says what comes behind it. The output times the scale of the
//! network is the score in centipawns. Weights are refused if any sum of them could be too large for the 16 bits of the
//! first layer or the 32 bits of those behind it.

use crate::features::{KingBuckets, MAX_PIECES, output_bucket};
use crate::file::BadNetwork;
use crate::kernels::{Kernels, LANE, Lane};
use crate::layers::{Output, OutputWeights, check, check_count, lanes};

/// The hidden values of each view come in multiples of this.
#[doc(hidden)]
pub const HIDDEN_STEP: usize = 2 * LANE;
/// The largest number of them.
#[doc(hidden)]
pub const MAX_HIDDEN: usize = 2048;
/// No position is worth more than this many centipawns.
pub const MAX_SCORE: i64 = 10_000;

/// Weights as plain lists: what a network is made from.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// How squares of the own king are told apart.
    pub king_buckets: KingBuckets,
    /// Hidden values of each view, a multiple of [`HIDDEN_STEP`].
    pub hidden: usize,
    /// Centipawns that an output of 1 stands for.
    pub scale: u16,
    /// The first layer, a row for each input.
    pub features: Vec<i16>,
    /// What the sums begin from.
    pub feature_bias: Vec<i16>,
    /// What comes behind it.
    pub output: OutputWeights,
}

/// A network, ready to be asked.
///
/// ```
/// use nnue::Network;
///
/// let network = nnue::shipped().expect("it fits");
/// assert!(!network.name().is_empty() && !network.description().is_empty());
/// assert!(network.hidden() > 0 && network.scale() > 0);
/// // As a file, and back; anything else is refused.
/// let same = Network::read(&network.write())?;
/// assert_eq!(same.name(), network.name());
/// assert!(Network::read(b"not a network").is_err());
/// # Ok::<(), nnue::BadNetwork>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    name: String,
    description: String,
    king_buckets: KingBuckets,
    hidden: usize,
    scale: u16,
    features: Box<[Lane]>,
    feature_bias: Box<[Lane]>,
    output: Output,
}

impl Network {
    /// A network of given weights. Texts longer than 65,535 bytes are cut; control characters become spaces.
    ///
    /// # Errors
    /// If a list has not the right length, or a weight is so large that sums might not fit.
    #[doc(hidden)]
    pub fn new(name: &str, description: &str, weights: &Weights) -> Result<Self, BadNetwork> {
        let Weights { features, feature_bias, output, .. } = weights;
        let &Weights { king_buckets, hidden, scale, .. } = weights;
        if hidden == 0 || !hidden.is_multiple_of(HIDDEN_STEP) || hidden > MAX_HIDDEN {
            return Err(BadNetwork::Hidden(hidden));
        }
        if scale == 0 {
            return Err(BadNetwork::Zero("scale"));
        }
        check_count("first layer", features.len(), king_buckets.inputs() * hidden)?;
        check_count("first bias", feature_bias.len(), hidden)?;
        let output = Output::new(output, hidden)?;
        // However the pieces stand, a sum of a bias and one weight for each of them fits into 16 bits.
        let most = i16::MAX / (MAX_PIECES as i16 + 1);
        check("first layer", features, most)?;
        check("first bias", feature_bias, most)?;
        Ok(Self {
            name: cut(name),
            description: cut(description),
            king_buckets,
            hidden,
            scale,
            features: lanes(features),
            feature_bias: lanes(feature_bias),
            output,
        })
    }

    /// The weights as plain lists.
    #[doc(hidden)]
    pub fn weights(&self) -> Weights {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Weights {
            king_buckets: self.king_buckets,
            hidden: self.hidden,
            scale: self.scale,
            features: flat(&self.features),
            feature_bias: flat(&self.feature_bias),
            output: self.output.weights(self.hidden),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it comes from.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How squares of the own king are told apart.
    #[doc(hidden)]
    #[inline]
    pub fn king_buckets(&self) -> KingBuckets {
        self.king_buckets
    }

    /// How many hidden values each view has.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Centipawns that an output of 1 stands for.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The hidden values of each view in lanes.
    #[inline]
    pub(crate) fn lanes(&self) -> usize {
        self.feature_bias.len()
    }

    #[inline]
    pub(crate) fn bias(&self) -> &[Lane] {
        &self.feature_bias
    }

    #[inline]
    pub(crate) fn layer(&self) -> &[Lane] {
        &self.features
    }

    /// The row of an input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[Lane] {
        &self.features[input * self.lanes()..][..self.lanes()]
    }

    /// The score in centipawns, given the sums of the side to move and of the other.
    #[inline]
    pub(crate) fn evaluate(&self, kernels: Kernels, own: &[Lane], enemy: &[Lane], pieces: usize) -> i32 {
        let score = self.output.evaluate(kernels, own, enemy, output_bucket(pieces), self.scale);
        score.clamp(-MAX_SCORE, MAX_SCORE) as i32
    }
}

/// A text that fits into a file.
fn cut(text: &str) -> String {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].replace(char::is_control, " ")
}
