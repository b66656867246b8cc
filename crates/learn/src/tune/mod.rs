//! Tuning parameters by the results of games.
//!
//! [`Tuner`] is the mathematics (simultaneous perturbation stochastic approximation, Spall 1992): it
//! proposes two settings, is told which of them won, and moves. [`run`] keeps several [`TrialPlayer`]s busy
//! with its proposals. A [`Parameter`] is a name, a value, a range and a step; what it means is known
//! to the player alone. No files, no clock, no printing; the same seed and the same outcomes give the
//! same values, however many players there are.
#![forbid(unsafe_code)]

mod drive;
mod opening;
#[cfg(feature = "tune")]
mod own;
mod parameter;
mod spsa;

pub use drive::{TrialPlayer, run};
pub use opening::{DrawOpening, NoOpening, TrialOpenings};
#[cfg(feature = "tune")]
pub use own::{OwnGameError, OwnGames, OwnPlayer};
pub use parameter::{LineFault, Parameter, ParameterError, read_parameters};
pub use spsa::{SpsaSchedule, Trial, TrialOutcome, Tuner};
