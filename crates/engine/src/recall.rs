//! What the table still knows of a position.

use crate::EngineGame;
use search::{Bound, Entry, Score};

/// What an earlier search has left behind.
///
/// ```
/// use engine::{Engine, Limits, Recalled};
///
/// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
/// let answer = engine.think(&Limits { depth: Some(4), ..Limits::default() });
/// let known: Option<Recalled<_>> = engine.recall(engine.position());
/// assert_eq!(known.and_then(|known| known.best), answer.best);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recalled<M> {
    /// The best move, if it is legal here.
    pub best: Option<M>,
    /// The score for the side to move, in centipawns as people are shown it.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// How deep the search was.
    pub depth: usize,
}

impl<M: Copy> Recalled<M> {
    /// An entry of the table, which may belong to another position with the same key.
    pub(crate) fn of<G: EngineGame<Move = M>>(position: &G::Position, entry: Entry) -> Self {
        Self {
            best: G::from_code(entry.code).filter(|&mv| G::is_legal(position, mv)),
            score: G::to_centipawns(Score::from_table(entry.score, 0)),
            bound: entry.bound,
            depth: entry.depth.into(),
        }
    }
}
