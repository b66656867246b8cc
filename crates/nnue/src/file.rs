//! The net file, little-endian.
//!
//! ```text
//!  0..8    "CHUHENET"
//!  8..10   the version, 1
//! 10..12   the set of inputs, 1: piece on square, mirrored by the own king
//! 12..16   inputs: 1260 for each bucket of king squares, of which there are 1, 3 or 6
//! 16..20   hidden values of each view
//! 20..22   output layers, 8
//! 22..24   what comes behind the first layer, 1: squares and one layer, 2: products and three layers
//! 24..26   what stands for 1 in the first layer, 255
//! 26..28   what stands for 1 in the output layers, or in the second layer
//! 28..30   centipawns that an output of 1 stands for
//! 30..32   length of the name
//! 32..34   length of the description
//! 34..     name and description, UTF-8
//! then     first layer (i16, a row for each input), its bias (i16)
//! then     1: output layers (i16), their biases (i32)
//!          2: second layers (i8, a row for each value), third layers (i16, a row for each input), output layers (i16),
//!             biases of the second and third layers and of the outputs (i32)
//! last 8   FNV-1a of everything before
//! ```
//!
//! A reader refuses whatever does not fit this program and says what would.

use crate::features::{KingBuckets, OUTPUT_BUCKETS, PIECE_SQUARES};
use crate::kernels::{ONE_HIDDEN, SECOND};
use crate::layers::{MAX_BIAS, MAX_OUTPUT_SUM, OutputWeights, THIRD, THIRD_INPUTS};
use crate::network::{HIDDEN_STEP, MAX_HIDDEN, Network, Weights};
use std::fmt;

const MAGIC: [u8; 8] = *b"CHUHENET";
const VERSION: u16 = 1;
/// The inputs of [`crate::features`].
const INPUT_SET: u16 = 1;
/// Squares of values between 0 and 1, and one layer.
const SINGLE: u16 = 1;
/// Products of values between 0 and 1, and three layers.
const LAYERS: u16 = 2;
const HEADER_SIZE: usize = 34;
const HASH_SIZE: usize = 8;

/// Why bytes or weights make no network that this program can use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadNetwork {
    /// It is something else.
    NoNetwork(Vec<u8>),
    /// The version is not known.
    Version(u16),
    /// What comes behind the first layer is not known.
    Activation(u16),
    /// The architecture is another one.
    Architecture {
        /// Which number of it.
        what: &'static str,
        /// What the file says.
        found: u32,
        /// What this program can use.
        expected: u32,
    },
    /// The number of inputs is that of no set of king buckets.
    Inputs(usize),
    /// The number of hidden values is impossible.
    Hidden(usize),
    /// A number is 0 that must not be.
    Zero(&'static str),
    /// The file is too short or too long.
    Length {
        /// Its length.
        found: usize,
        /// The length that its header asks for.
        expected: usize,
    },
    /// The bytes are not those that were written.
    Hash {
        /// The hash of the bytes.
        found: u64,
        /// What the file says it should be.
        expected: u64,
    },
    /// The name or the description is not UTF-8, or has control characters.
    Text,
    /// A list of weights is too short or too long.
    Count {
        /// Which list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// The weights of an output layer are so large that its output might not fit.
    OutputSum {
        /// Which layer.
        layer: usize,
        /// Their sum, signs left out.
        sum: u32,
    },
    /// A bias is so large that sums might not fit.
    Bias {
        /// Of which list.
        list: &'static str,
        /// Its place there.
        index: usize,
        /// The bias.
        value: i32,
    },
    /// A weight is so large that sums might not fit.
    Weight {
        /// Of which list.
        list: &'static str,
        /// Its place there.
        index: usize,
        /// The weight.
        value: i16,
        /// The largest that is allowed.
        most: i16,
    },
}

impl fmt::Display for BadNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNetwork(bytes) => {
                write!(f, "not a network: it begins with \"{}\", not \"CHUHENET\"", bytes.escape_ascii())
            }
            Self::Version(version) => {
                write!(f, "a network of version {version}; this program reads version {VERSION}")
            }
            Self::Architecture { what, found, expected } => {
                write!(f, "a network with {what} {found}; this program uses {expected}")
            }
            Self::Activation(activation) => write!(
                f,
                "a network with an activation numbered {activation}; this program uses {SINGLE} and {LAYERS}"
            ),
            Self::Inputs(inputs) => write!(
                f,
                "a network with {inputs} inputs; this program uses {PIECE_SQUARES} for each of 1, 3 or 6 buckets of king squares"
            ),
            Self::Hidden(hidden) => write!(
                f,
                "a network with {hidden} hidden values; this program uses multiples of {HIDDEN_STEP} up to {MAX_HIDDEN}"
            ),
            Self::Zero(what) => write!(f, "a network whose {what} is 0; it must be at least 1"),
            Self::OutputSum { layer, sum } => write!(
                f,
                "the weights of output layer {layer} add up to {sum}, signs left out; at most {MAX_OUTPUT_SUM} fit"
            ),
            Self::Length { found, expected } => {
                write!(f, "{found} bytes, but by its header the network has {expected}")
            }
            Self::Hash { found, expected } => {
                write!(f, "damaged: the bytes hash to {found:016x}, not to {expected:016x} as when written")
            }
            Self::Text => f.write_str("the name or the description is not text in UTF-8 on one line"),
            Self::Count { list, found, expected } => {
                write!(f, "the list of the {list} has {found} numbers and needs {expected}")
            }
            Self::Bias { list, index, value } => {
                write!(f, "number {index} of the {list} is {value}; it must be within ±{MAX_BIAS}")
            }
            Self::Weight { list, index, value, most } => {
                write!(f, "number {index} of the {list} is {value}; it must be within ±{most}")
            }
        }
    }
}

impl std::error::Error for BadNetwork {}

/// A hash of bytes (Fowler, Noll and Vo, variant 1a, 64 bits). Any change of one byte changes it.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Takes numbers off the front of bytes; whoever asks has made sure that there are enough.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn array<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let mut array = [0; COUNT];
        let taken = self.take(COUNT);
        array[..taken.len()].copy_from_slice(taken);
        array
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    fn double(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn list(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.array())).collect()
    }

    fn biases(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.double().cast_signed()).collect()
    }

    fn output(&mut self, is_single: bool, unit: u16, hidden: usize) -> OutputWeights {
        if is_single {
            let weights = self.list(OUTPUT_BUCKETS * 2 * hidden);
            return OutputWeights::Single { unit, weights, bias: self.biases(OUTPUT_BUCKETS) };
        }
        let second = self.take(OUTPUT_BUCKETS * SECOND * hidden);
        OutputWeights::Layers {
            unit,
            second: second.iter().map(|byte| byte.cast_signed()).collect(),
            third: self.list(OUTPUT_BUCKETS * THIRD_INPUTS * THIRD),
            output: self.list(OUTPUT_BUCKETS * THIRD),
            second_bias: self.biases(OUTPUT_BUCKETS * SECOND),
            third_bias: self.biases(OUTPUT_BUCKETS * THIRD),
            output_bias: self.biases(OUTPUT_BUCKETS),
        }
    }

    fn text(&mut self, length: usize) -> Result<&'a str, BadNetwork> {
        let text = std::str::from_utf8(self.take(length)).map_err(|_| BadNetwork::Text)?;
        // It is printed among the lines of a protocol.
        if text.contains(char::is_control) { Err(BadNetwork::Text) } else { Ok(text) }
    }
}

/// Bytes of the layers of one bucket, where there are three.
const fn layers_size(hidden: usize) -> usize {
    SECOND * hidden + 2 * (THIRD_INPUTS * THIRD + THIRD) + 4 * (SECOND + THIRD + 1)
}

impl Network {
    /// Reads a net file.
    ///
    /// # Errors
    /// Says what is wrong with it, and what would be right.
    pub fn read(file: &[u8]) -> Result<Self, BadNetwork> {
        if !file.starts_with(&MAGIC) || file.len() < HEADER_SIZE + HASH_SIZE {
            return Err(BadNetwork::NoNetwork(file[..file.len().min(MAGIC.len())].to_vec()));
        }
        let mut bytes = Bytes(&file[MAGIC.len()..]);
        let version = bytes.word();
        if version != VERSION {
            return Err(BadNetwork::Version(version));
        }
        let input_set = u32::from(bytes.word());
        let (inputs, hidden) = (bytes.double(), bytes.double());
        let [layers, activation, one_hidden, unit, scale] = std::array::from_fn(|_| u32::from(bytes.word()));
        for (what, found, expected) in [
            ("a set of inputs numbered", input_set, u32::from(INPUT_SET)),
            ("a number of output layers of", layers, OUTPUT_BUCKETS as u32),
            ("a unit of the first layer of", one_hidden, ONE_HIDDEN as u32),
        ] {
            if found != expected {
                return Err(BadNetwork::Architecture { what, found, expected });
            }
        }
        let (inputs, hidden) = (inputs as usize, hidden as usize);
        let king_buckets = KingBuckets::ALL.into_iter().find(|buckets| buckets.inputs() == inputs);
        let king_buckets = king_buckets.ok_or(BadNetwork::Inputs(inputs))?;
        if hidden > MAX_HIDDEN {
            return Err(BadNetwork::Hidden(hidden));
        }
        let is_single = activation == u32::from(SINGLE);
        if !is_single && activation != u32::from(LAYERS) {
            return Err(BadNetwork::Activation(activation as u16));
        }
        let texts = [usize::from(bytes.word()), usize::from(bytes.word())];
        let first = 2 * (inputs * hidden + hidden);
        let behind = if is_single { 4 * hidden + 4 } else { layers_size(hidden) };
        let expected = HEADER_SIZE + texts[0] + texts[1] + first + OUTPUT_BUCKETS * behind + HASH_SIZE;
        if file.len() != expected {
            return Err(BadNetwork::Length { found: file.len(), expected });
        }
        let (written, mut tail) = (&file[..expected - HASH_SIZE], Bytes(&file[expected - HASH_SIZE..]));
        let (found, expected) = (hash(written), u64::from_le_bytes(tail.array()));
        if found != expected {
            return Err(BadNetwork::Hash { found, expected });
        }
        let (name, description) = (bytes.text(texts[0])?, bytes.text(texts[1])?);
        let weights = Weights {
            king_buckets,
            hidden,
            scale: scale as u16,
            features: bytes.list(inputs * hidden),
            feature_bias: bytes.list(hidden),
            output: bytes.output(is_single, unit as u16, hidden),
        };
        Self::new(name, description, &weights)
    }

    /// The net file.
    pub fn write(&self) -> Vec<u8> {
        let weights = self.weights();
        let mut file = MAGIC.to_vec();
        let words =
            |file: &mut Vec<u8>, words: &[u16]| file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        words(&mut file, &[VERSION, INPUT_SET]);
        file.extend((weights.king_buckets.inputs() as u32).to_le_bytes());
        file.extend((weights.hidden as u32).to_le_bytes());
        let (activation, unit) = match &weights.output {
            OutputWeights::Single { unit, .. } => (SINGLE, *unit),
            OutputWeights::Layers { unit, .. } => (LAYERS, *unit),
        };
        words(&mut file, &[OUTPUT_BUCKETS as u16, activation, ONE_HIDDEN as u16, unit]);
        words(&mut file, &[weights.scale, self.name().len() as u16, self.description().len() as u16]);
        file.extend(self.name().bytes());
        file.extend(self.description().bytes());
        write_numbers(&mut file, &[&weights.features, &weights.feature_bias]);
        match &weights.output {
            OutputWeights::Single { weights, bias, .. } => {
                write_numbers(&mut file, &[weights]);
                write_biases(&mut file, &[bias]);
            }
            OutputWeights::Layers { second, second_bias, third, third_bias, output, output_bias, .. } => {
                file.extend(second.iter().map(|weight| weight.cast_unsigned()));
                write_numbers(&mut file, &[third, output]);
                write_biases(&mut file, &[second_bias, third_bias, output_bias]);
            }
        }
        file.extend(hash(&file).to_le_bytes());
        file
    }
}

fn write_numbers(file: &mut Vec<u8>, lists: &[&Vec<i16>]) {
    file.extend(lists.iter().copied().flatten().flat_map(|number| number.to_le_bytes()));
}

fn write_biases(file: &mut Vec<u8>, lists: &[&Vec<i32>]) {
    file.extend(lists.iter().copied().flatten().flat_map(|bias| bias.to_le_bytes()));
}
