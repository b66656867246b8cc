//! The net file, little-endian.
//!
//! ```text
//!  0..8    "CHUHENET"
//!  8..10   the version, 1
//! 10..12   the set of inputs, 1: piece on square, mirrored by the own king
//! 12..16   inputs: 1260 for each bucket of king squares, of which there are 1, 3 or 6
//! 16..20   hidden values of each view
//! 20..22   output layers, 8
//! 22..24   the activation, 1: squared between 0 and 1
//! 24..26   what stands for 1 in the first layer, 255
//! 26..28   what stands for 1 in the output layers
//! 28..30   centipawns that an output of 1 stands for
//! 30..32   length of the name
//! 32..34   length of the description
//! 34..     name and description, UTF-8
//! then     first layer (i16, a row for each input), its bias (i16), output layers (i16), their biases (i32)
//! last 8   FNV-1a of everything before
//! ```
//!
//! A reader refuses whatever does not fit this program and says what would.

use crate::features::{KingBuckets, OUTPUT_BUCKETS, PIECE_SQUARES};
use crate::kernels::ONE_HIDDEN;
use crate::network::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_SUM, Network, Weights};
use std::fmt;

const MAGIC: [u8; 8] = *b"CHUHENET";
const VERSION: u16 = 1;
/// The inputs of [`crate::features`].
const INPUT_SET: u16 = 1;
/// Squares of values between 0 and 1.
const ACTIVATION: u16 = 1;
const HEADER_SIZE: usize = 34;
const HASH_SIZE: usize = 8;

/// Why bytes or weights make no network that this program can use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadNetwork {
    /// It is something else.
    NoNetwork(Vec<u8>),
    /// The version is not known.
    Version(u16),
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
    /// The name or the description is not UTF-8.
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
            Self::Text => f.write_str("the name or the description is not UTF-8"),
            Self::Count { list, found, expected } => {
                write!(f, "the list of the {list} has {found} numbers and needs {expected}")
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

    fn text(&mut self, length: usize) -> Result<&'a str, BadNetwork> {
        std::str::from_utf8(self.take(length)).map_err(|_| BadNetwork::Text)
    }
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
        let [layers, activation, one_hidden, output_unit, scale] =
            std::array::from_fn(|_| u32::from(bytes.word()));
        for (what, found, expected) in [
            ("a set of inputs numbered", input_set, u32::from(INPUT_SET)),
            ("a number of output layers of", layers, OUTPUT_BUCKETS as u32),
            ("an activation numbered", activation, u32::from(ACTIVATION)),
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
        let texts = [usize::from(bytes.word()), usize::from(bytes.word())];
        let weights = 2 * (inputs * hidden + hidden + OUTPUT_BUCKETS * 2 * hidden) + 4 * OUTPUT_BUCKETS;
        let expected = HEADER_SIZE + texts[0] + texts[1] + weights + HASH_SIZE;
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
            output_unit: output_unit as u16,
            features: bytes.list(inputs * hidden),
            feature_bias: bytes.list(hidden),
            output: bytes.list(OUTPUT_BUCKETS * 2 * hidden),
            output_bias: (0..OUTPUT_BUCKETS).map(|_| bytes.double().cast_signed()).collect(),
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
        words(&mut file, &[OUTPUT_BUCKETS as u16, ACTIVATION, ONE_HIDDEN as u16, weights.output_unit]);
        words(&mut file, &[weights.scale, self.name().len() as u16, self.description().len() as u16]);
        file.extend(self.name().bytes());
        file.extend(self.description().bytes());
        for list in [&weights.features, &weights.feature_bias, &weights.output] {
            file.extend(list.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        file.extend(weights.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        file.extend(hash(&file).to_le_bytes());
        file
    }
}
