//! A file from which training goes on exactly where it was.
//!
//! ```text
//!  0..8    "CHUHECKP"
//!  8..12   the version, 1
//! 12..16   length of the settings
//! 16..     the settings as text
//! then     hash of the data, steps taken, positions of this epoch seen (u64 each), the sum of their squared errors (f64)
//! then     weights, means of the gradients, means of their squares (f32)
//! last 8   a hash of everything before
//! ```

use crate::train::data::TrainingData;
use crate::train::settings::{BadTrainingSettings, TrainingSettings};
use crate::train::trainer::{State, Trainer};
use crate::train::weights::LearntWeights;
use thiserror::Error;

const MAGIC: [u8; 8] = *b"CHUHECKP";
const VERSION: u32 = 1;

/// Why training cannot go on from a file.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BadCheckpoint {
    /// It is something else, or of another version.
    #[error("not a checkpoint of version {VERSION}; those begin with \"CHUHECKP\"")]
    NotACheckpoint,
    /// It is cut off or damaged.
    #[error("the checkpoint is cut off or damaged")]
    Damaged,
    /// It belongs to other settings.
    #[error("the checkpoint was made with \"{found}\", but \"{wanted}\" is asked for")]
    OtherSettings {
        /// A line of the file.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// What was asked for makes no sense.
    #[error(transparent)]
    BadSettings(#[from] BadTrainingSettings),
    /// It belongs to other positions.
    #[error(
        "the checkpoint belongs to other positions; give the same files in the same order, with nothing added"
    )]
    OtherData,
}

impl Trainer<'_> {
    /// The file from which training goes on where it is now.
    pub fn checkpoint(&self) -> Vec<u8> {
        let State { weights, moments, step, loss, seen } = &self.state;
        let settings = self.settings().to_string();
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend((settings.len() as u32).to_le_bytes());
        file.extend(settings.bytes());
        for word in [self.data().hash(), *step, *seen, loss.to_bits()] {
            file.extend(word.to_le_bytes());
        }
        for list in [&weights.values, &moments[0], &moments[1]] {
            file.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        file.extend(hash(&file).to_le_bytes());
        file
    }
}

impl<'a> Trainer<'a> {
    /// Goes on from a checkpoint of the same settings and data.
    ///
    /// # Errors
    /// If it is not a checkpoint, is damaged, or belongs to other settings or data.
    pub fn resume(
        file: &[u8],
        settings: TrainingSettings,
        data: &'a TrainingData,
        threads: usize,
    ) -> Result<Self, BadCheckpoint> {
        settings.check()?;
        let (_, rest) = file
            .split_first_chunk()
            .filter(|(magic, _): &(&[u8; 8], _)| **magic == MAGIC)
            .ok_or(BadCheckpoint::NotACheckpoint)?;
        let (written, sum) = file.split_last_chunk().ok_or(BadCheckpoint::Damaged)?;
        if hash(written) != u64::from_le_bytes(*sum) {
            return Err(BadCheckpoint::Damaged);
        }
        let mut rest = &rest[..rest.len() - 8];
        if word(&mut rest)? != VERSION {
            return Err(BadCheckpoint::NotACheckpoint);
        }
        let length = word(&mut rest)? as usize;
        let (text, mut rest) = rest.split_at_checked(length).ok_or(BadCheckpoint::Damaged)?;
        let text = String::from_utf8_lossy(text);
        let wanted = settings.to_string();
        if let Some((found, wanted)) =
            text.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted)
        {
            return Err(BadCheckpoint::OtherSettings {
                found: found.to_string(),
                wanted: wanted.to_string(),
            });
        }
        let numbers = [long(&mut rest)?, long(&mut rest)?, long(&mut rest)?, long(&mut rest)?];
        let [data_hash, step, seen, loss] = numbers;
        if data_hash != data.hash() {
            return Err(BadCheckpoint::OtherData);
        }
        let shape = settings.shape();
        let (lists, left) = rest.as_chunks();
        if lists.len() != 3 * shape.learnt_length() || !left.is_empty() {
            return Err(BadCheckpoint::Damaged);
        }
        let list = |index: usize| -> Vec<f32> {
            lists[index * shape.learnt_length()..][..shape.learnt_length()]
                .iter()
                .map(|bytes| f32::from_le_bytes(*bytes))
                .collect()
        };
        let weights = LearntWeights { shape, values: list(0) };
        let state = State { weights, moments: [list(1), list(2)], step, loss: f64::from_bits(loss), seen };
        Ok(Self::with(settings, data, threads, state))
    }
}

fn word(bytes: &mut &[u8]) -> Result<u32, BadCheckpoint> {
    let (word, rest) = bytes.split_first_chunk().ok_or(BadCheckpoint::Damaged)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*word))
}

fn long(bytes: &mut &[u8]) -> Result<u64, BadCheckpoint> {
    Ok(u64::from(word(bytes)?) | u64::from(word(bytes)?) << 32)
}

/// A hash of bytes, eight at a time (the multiplication of Fowler, Noll and Vo).
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(0x100_0000_01b3);
        mixed ^ mixed >> 29
    };
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, &byte| mix(hash, u64::from(byte)))
}
