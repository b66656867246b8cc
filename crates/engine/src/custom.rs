//! An evaluation of a caller's own, known only at run time.
//!
//! The search is compiled for the evaluations that the program brings along. [`CustomEvaluation`] is the door for all others, from Rust or
//! from another language: one call through a table for each question. Scores are centipawns as people are shown them; what is
//! out of the range of evaluations is drawn into it.

use games::{GameData, Xiangqi};
use std::fmt;
use xiangqi::{Move, Position};

/// No evaluation is further from zero, in centipawns.
const MAX_CENTIPAWNS: i32 = 10_000;

/// Judges positions of xiangqi, for [`Evaluation::custom`](crate::Evaluation::custom).
///
/// ```
/// use engine::{CustomEvaluation, Engine, Evaluation, Limits};
/// use games::Xiangqi;
/// use xiangqi::{PieceKind, Position};
///
/// #[derive(Clone)]
/// struct CountRooks;
///
/// impl CustomEvaluation for CountRooks {
///     fn evaluate(&mut self, position: &Position) -> i32 {
///         let rooks = |side| position.board().of(side, PieceKind::Rook).count() as i32;
///         500 * (rooks(position.side()) - rooks(!position.side()))
///     }
///     fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
///         Box::new(self.clone())
///     }
/// }
///
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// engine.use_evaluation(Evaluation::custom(CountRooks));
/// engine.set_position("4k4/9/9/9/9/9/9/9/R8/3K5 w".parse()?);
/// assert_eq!(engine.evaluate(), 500);
/// assert!(engine.think(&Limits { depth: Some(3), ..Limits::default() }).best.is_some());
/// # Ok::<(), xiangqi::FenError>(())
/// ```
pub trait CustomEvaluation: Send + Sync {
    /// The score of the position in centipawns as people are shown them, for the side to move.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// An evaluation like this one. Each thread of a search has its own.
    fn for_another_thread(&self) -> Box<dyn CustomEvaluation>;

    /// What it is called.
    #[allow(clippy::unnecessary_literal_bound)] // another one may have a name of its own
    fn name(&self) -> &str {
        "custom"
    }

    /// Starts over from a position. This and the following are for evaluations that keep sums up to date.
    fn refresh(&mut self, _position: &Position) {}

    /// A move is about to be made on this position.
    fn push(&mut self, _before: &Position, _mv: Move) {}

    /// The turn is handed over without a move.
    fn push_pass(&mut self) {}

    /// The last move or pass has been taken back.
    fn pop(&mut self) {}
}

impl Clone for Box<dyn CustomEvaluation> {
    fn clone(&self) -> Self {
        self.for_another_thread()
    }
}

impl fmt::Debug for dyn CustomEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomEvaluation").field(&self.name()).finish()
    }
}

/// The score in the units of the search.
#[inline]
pub fn search_score(evaluation: &mut dyn CustomEvaluation, position: &Position) -> i32 {
    let centipawns = evaluation.evaluate(position).clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    // Rounded away from zero, so that a score is told as it was given.
    let exact = centipawns * Xiangqi::PAWN;
    (exact + 99 * exact.signum()) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Evaluation, Limits};
    use search::{Evaluator, Score};

    #[derive(Clone)]
    struct Constant(i32);

    impl CustomEvaluation for Constant {
        fn evaluate(&mut self, _: &Position) -> i32 {
            self.0
        }

        fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
            Box::new(self.clone())
        }
    }

    #[test]
    fn scores_are_told_as_they_were_given() {
        for given in (-10_000..=10_000).step_by(7).chain([-1, 0, 1, 100]) {
            let score = search_score(&mut Constant(given), &Position::start());
            assert_eq!(Xiangqi::to_centipawns(Score::evaluation(score)).value(), given);
        }
        assert!(search_score(&mut Constant(i32::MIN), &Position::start()) >= -Score::INFINITE.value());
        assert!(search_score(&mut Constant(i32::MAX), &Position::start()) <= Score::INFINITE.value());
    }

    /// The shipped evaluation, asked through the door for foreign ones.
    struct Wrapped(Evaluation);

    impl CustomEvaluation for Wrapped {
        fn evaluate(&mut self, position: &Position) -> i32 {
            Xiangqi::to_centipawns(Score::evaluation(self.0.evaluate(position))).value()
        }

        fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
            Box::new(Self(self.0.clone()))
        }

        fn refresh(&mut self, position: &Position) {
            self.0.refresh(position);
        }

        fn push(&mut self, before: &Position, mv: Move) {
            self.0.push(before, mv);
        }

        fn push_pass(&mut self) {
            self.0.push_pass();
        }

        fn pop(&mut self) {
            self.0.pop();
        }
    }

    #[test]
    fn the_search_tells_it_of_every_move() {
        let mut engine = Engine::<Xiangqi>::new(1, 2);
        let own = engine.evaluate();
        engine.use_evaluation(Evaluation::custom(Wrapped(Evaluation::default())));
        assert_eq!((engine.evaluation().name(), engine.evaluate()), ("custom", own));
        let answer = engine.think(&Limits { nodes: Some(20_000), ..Limits::default() });
        assert!(answer.best.is_some() && answer.depth > 3);
    }
}
