//! What a search tells: moves as moves, scores as scores. Text is made by those who show it.

use crate::{EngineGame, Summary};
use games::WinDrawLoss;
use search::{Bound, PvLine, Score, SearchResult};
use std::any::Any;
use std::time::Duration;

/// A line of an iteration.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// The iteration.
    pub depth: usize,
    /// The deepest ply looked at.
    pub selective_depth: usize,
    /// Which line it is, the best being 1.
    pub number: usize,
    /// Its score for the side to move, in centipawns as people are shown it.
    pub score: Score,
    /// The same in the units of the search: for archives, training and comparisons between searches.
    pub raw_score: Score,
    /// Whether the score is exact, or a bound from an iteration under way.
    pub bound: Bound,
    /// What the score means for the result of the game.
    pub win_draw_loss: WinDrawLoss,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// Thousandths of the table in use.
    pub fullness: usize,
    /// Its moves.
    pub moves: Vec<M>,
}

impl<M: Clone> Line<M> {
    /// A line of the search of this position.
    pub(crate) fn of<G: EngineGame<Move = M>>(position: &G::Position, line: &PvLine<M>) -> Self {
        Self {
            depth: line.depth,
            selective_depth: line.selective_depth,
            number: line.number,
            score: G::to_centipawns(line.score),
            raw_score: line.score,
            bound: line.bound,
            win_draw_loss: G::WIN_DRAW_LOSS.chances(line.score, G::men(position)),
            nodes: line.nodes,
            elapsed: line.elapsed,
            fullness: line.fullness,
            moves: line.moves.clone(),
        }
    }
}

/// The result of a search.
///
/// ```
/// use engine::{Answer, Engine, Limits};
///
/// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
/// let answer: Answer<_> = engine.think(&Limits { depth: Some(4), ..Limits::default() });
/// assert_eq!((answer.best, answer.ponder), (answer.line.first().copied(), answer.line.get(1).copied()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The move to make; none if there is none.
    pub best: Option<M>,
    /// The reply that is expected.
    pub ponder: Option<M>,
    /// The line that begins with both.
    pub line: Vec<M>,
    /// The score for the side to move, in centipawns as people are shown it.
    pub score: Score,
    /// The same in the units of the search.
    pub raw_score: Score,
    /// The last iteration that counted; 0 if there was no move to search.
    pub depth: usize,
    /// How many nodes it took.
    pub nodes: u64,
}

impl<M: Copy> Answer<M> {
    pub(crate) fn of<G: EngineGame<Move = M>>(found: SearchResult<M>) -> Self {
        Self {
            best: found.line.first().copied(),
            ponder: found.line.get(1).copied(),
            line: found.line,
            score: G::to_centipawns(found.score),
            raw_score: found.score,
            depth: found.depth,
            nodes: found.nodes,
        }
    }
}

/// Why a search has no result of its own.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchFailure {
    /// It has failed by a mistake of the program: what that said of itself.
    #[error("the search failed: {0}")]
    Panic(String),
}

impl SearchFailure {
    /// What a panic said of itself.
    #[doc(hidden)]
    pub fn from_panic(panic: &(dyn Any + Send)) -> Self {
        let text =
            panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
        Self::Panic(text.unwrap_or("no reason given").to_owned())
    }
}

/// What a search tells.
///
/// ```
/// use engine::{Engine, Event, Limits, Mode};
///
/// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// engine.go(limits, Mode::Think, |event| match event {
///     Event::Line(line) => println!("{} {:?} {:?}", line.depth, line.score, line.moves),
///     Event::RootMove { mv, .. } => println!("looking at {mv}"),
///     Event::Summary(summary) => println!("{} visits", summary.counted.visits),
///     Event::Failed(failure) => eprintln!("{failure}"),
///     Event::Done(answer) => println!("{:?} after {} nodes", answer.best, answer.nodes),
/// });
/// engine.wait();
/// ```
#[derive(Clone, Debug)]
pub enum Event<M> {
    /// A line has been found.
    Line(Line<M>),
    /// A move at the root is about to be searched; told only in searches of some seconds.
    RootMove {
        /// The iteration.
        depth: usize,
        /// The move.
        mv: M,
        /// Its place in the iteration, from 1.
        number: usize,
    },
    /// What the laboratory's engine has counted, told before the end of a search.
    Summary(Box<Summary<M>>),
    /// The search has failed by a mistake of its own; a move is told nevertheless.
    Failed(SearchFailure),
    /// The search is over.
    Done(Answer<M>),
}
