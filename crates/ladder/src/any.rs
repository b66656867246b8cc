//! A suite and a course of either game, where the game is chosen at run time.
//!
//! The searches of the ladder are compiled here and not in the program that asks for them, so that the search that plays is compiled as if
//! there were no ladder.

use crate::measure::{Course, Effort, RungReport};
use crate::steps::{Rung, rungs_of};
use crate::suite::{Exercise, Grade, SuiteError, read_suite};
use engine::EvaluationError;
use games::{Chess, Variant, Xiangqi};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Positions of one of the games.
pub enum Suite {
    /// Of xiangqi.
    Xiangqi(Vec<Exercise<Xiangqi>>),
    /// Of chess.
    Chess(Vec<Exercise<Chess>>),
}

/// Does the same with whichever game it is.
macro_rules! either {
    ($value:expr, $one:ident => $act:expr) => {
        match $value {
            Self::Xiangqi($one) => $act,
            Self::Chess($one) => $act,
        }
    };
}

impl Suite {
    /// Reads a suite of a game, or those of its positions that have a grade.
    ///
    /// # Errors
    /// Quotes what cannot be read and says in which line.
    pub fn read(game: Variant, text: &str, grade: Option<Grade>) -> Result<Self, SuiteError> {
        let mut suite = match game {
            Variant::Xiangqi => Self::Xiangqi(read_suite(text)?),
            Variant::Chess => Self::Chess(read_suite(text)?),
        };
        if let Some(grade) = grade {
            either!(&mut suite, suite => suite.retain(|exercise| exercise.grade == grade));
        }
        if suite.is_empty() { Err(SuiteError::Empty) } else { Ok(suite) }
    }

    /// How many positions there are of each grade, easy ones first.
    pub fn counts(&self) -> [usize; 3] {
        Grade::ALL.map(
            |grade| either!(self, suite => suite.iter().filter(|exercise| exercise.grade == grade).count()),
        )
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.counts().iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rungs of the game.
    pub fn rungs(&self) -> Vec<Rung> {
        match self {
            Self::Xiangqi(_) => rungs_of::<Xiangqi>(),
            Self::Chess(_) => rungs_of::<Chess>(),
        }
    }

    /// A course over the positions ([`Course::new`]).
    ///
    /// # Errors
    /// If the classical evaluation cannot be had, which does not happen with the one in the program.
    pub fn course<'a>(
        &'a self,
        effort: Effort,
        clock: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Result<AnyCourse<'a>, EvaluationError> {
        Ok(match self {
            Self::Xiangqi(suite) => AnyCourse::Xiangqi(Course::new(suite, effort, clock, stop)?),
            Self::Chess(suite) => AnyCourse::Chess(Course::new(suite, effort, clock, stop)?),
        })
    }
}

/// A course over positions of one of the games.
pub enum AnyCourse<'a> {
    /// Of xiangqi.
    Xiangqi(Course<'a, Xiangqi>),
    /// Of chess.
    Chess(Course<'a, Chess>),
}

impl AnyCourse<'_> {
    /// Lets a rung search every position ([`Course::measure`]).
    #[inline(never)]
    pub fn measure(&self, rung: &Rung, each: &mut dyn FnMut(usize)) -> Option<RungReport> {
        either!(self, course => course.measure(rung, each))
    }
}
