//! Reading what is learnt from.

use crate::data::Completion;
use crate::data::inputs::{Interrupt, for_each_game, for_each_position, is_positions};
use crate::failure::Failure;
use learn::datagen::{PackedSample, PositionFilter};
use learn::train::TrainingData;
use std::path::PathBuf;

/// What was read.
pub struct TrainingInput {
    pub data: TrainingData,
    /// Whether some of it could not be used.
    pub is_damaged: bool,
}

/// Reads all files, unless interrupted. `percent` of the games are held out.
pub fn read(
    paths: &[PathBuf],
    percent: u32,
    filter: PositionFilter,
    interrupt: &Interrupt,
) -> Result<Option<TrainingInput>, Failure> {
    let mut data = TrainingData::default();
    let mut ending = Completion::Whole;
    let mut refused = 0_u64;
    // Spreads those that are held out evenly.
    let mut counter = 0;
    let mut is_held_out = || {
        counter += percent;
        let is_due = counter >= 100;
        counter %= 100;
        is_due
    };
    for path in paths {
        let path = std::slice::from_ref(path);
        ending = ending.and(if is_positions(&path[0])? {
            for_each_position(path, interrupt, |sample| {
                refused += u64::from(!data.push(*sample, is_held_out()));
                Ok(())
            })?
        } else {
            for_each_game(path, interrupt, |game| {
                let is_held_out = is_held_out();
                for sample in game.positions() {
                    match sample {
                        Ok(sample) if filter.keeps(&sample) => {
                            refused += u64::from(!data.push(PackedSample::from(&sample), is_held_out));
                        }
                        Ok(_) => {}
                        Err(error) => return Ok(Some(format!("{error}; its earlier positions are used"))),
                    }
                }
                Ok(None)
            })?
        });
    }
    if refused > 0 {
        eprintln!("{refused} positions without two kings were left out");
    }
    let is_damaged = ending == Completion::Damaged || refused > 0;
    Ok((ending != Completion::Interrupted).then_some(TrainingInput { data, is_damaged }))
}
