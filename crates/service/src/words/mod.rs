//! Sentences: what people read, rendered here and nowhere else, one file for each language.
//!
//! Both files have the same functions, one for each kind of value that is put into words. How verdicts of the rules read
//! is said by [`xiangqi::Verdict::explain`].

pub mod chinese;
pub mod english;

use crate::error::{ReadStop, ServiceError};
use serde::Serialize;
use xiangqi::rules::Warning;
use xiangqi::{FenError, InvalidBoard, Verdict};

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Words {
    /// In English.
    #[serde(rename = "words_en")]
    pub english: String,
    /// In Chinese.
    #[serde(rename = "words_zh")]
    pub chinese: String,
}

impl Words {
    /// Why a request cannot be obeyed.
    pub fn error(error: &ServiceError) -> Self {
        Self { english: english::error(error), chinese: chinese::error(error) }
    }

    /// What is wrong with a FEN.
    pub fn fen(error: &FenError) -> Self {
        Self { english: english::fen(error), chinese: chinese::fen(error) }
    }

    /// What is wrong with a board.
    pub fn board(invalid: InvalidBoard) -> Self {
        Self { english: english::board(invalid), chinese: chinese::board(invalid) }
    }

    /// How a game has ended, or that it has not.
    pub fn verdict(verdict: Option<&Verdict>) -> Self {
        Self { english: english::verdict(verdict), chinese: chinese::verdict(verdict) }
    }

    /// That a side loses if it goes on like this.
    pub fn warning(warning: &Warning) -> Self {
        Self { english: english::warning(warning), chinese: chinese::warning(warning) }
    }

    /// Why only the beginning of a game was read.
    pub fn read_stop(stop: &ReadStop) -> Self {
        Self { english: english::read_stop(stop), chinese: chinese::read_stop(stop) }
    }
}
