//! Trains networks on positions of self-play.
//!
//! [`TrainingData`] holds the positions, shuffled, and those that are held out to measure by. A [`Trainer`] takes one
//! [step](Trainer::step) for each batch: the gradient of the squared error of the expected result, followed by
//! `AdamW` (Loshchilov and Hutter 2019) at a rate that falls along a cosine. [`quantised`] turns what was learnt into
//! a network of whole numbers, [`compare`] says what that cost.
//!
//! The result depends on the data, the settings and the seed, never on the number of threads: a batch is cut into
//! as many shards on every machine, and their gradients are added up in their order.
//!
//! The crate opens no files, prints nothing and has no clock.

mod checkpoint;
mod data;
mod example;
mod gradient;
mod layers;
mod quantise;
mod settings;
mod shared;
mod trainer;
mod warm;
mod weights;
mod wide;

pub use checkpoint::BadCheckpoint;
pub use data::TrainingData;
pub use quantise::{Comparison, compare, quantised};
pub use settings::{BadTrainingSettings, TrainingSettings};
pub use trainer::Trainer;
pub use weights::{LearntWeights, OutputKind};
