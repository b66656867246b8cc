//! What a search tells, with moves as text.

use crate::EngineGame;
use games::WinDrawLoss;
use search::Score;
use search::{Bound, Report, SearchResult};
use std::time::Duration;

/// A line of an iteration.
#[derive(Clone, Debug)]
pub struct Line {
    /// The iteration.
    pub depth: usize,
    /// The deepest ply looked at.
    pub selective_depth: usize,
    /// Which line it is, the best being 1.
    pub number: usize,
    /// Its score for the side to move.
    pub score: Score,
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
    pub moves: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to make; none if there is none.
    pub best: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
    /// The score for the side to move.
    pub score: Score,
    /// The last iteration that counted; 0 if there was no move to search.
    pub depth: usize,
    /// How many nodes it took.
    pub nodes: u64,
}

/// What a search tells.
///
/// ```
/// use engine::{Engine, Event, Limits, Mode};
///
/// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// engine.go(limits, Mode::Think, |event| match event {
///     Event::Line(line) => println!("{} {:?} {}", line.depth, line.score, line.moves.join(" ")),
///     Event::RootMove { text, .. } => println!("looking at {text}"),
///     Event::Failed(message) => eprintln!("{message}"),
///     Event::Done(answer) => println!("{:?} after {} nodes", answer.best, answer.nodes),
/// });
/// engine.wait();
/// ```
#[derive(Clone, Debug)]
pub enum Event {
    /// A line has been found.
    Line(Line),
    /// A move at the root is about to be searched; told only in searches of some seconds.
    RootMove {
        /// The iteration.
        depth: usize,
        /// The move.
        text: String,
        /// The so manieth of the iteration.
        number: usize,
    },
    /// The search has failed by a mistake of its own; a move is told nevertheless.
    Failed(String),
    /// The search is over.
    Done(Answer),
}

/// Passes on what the search reports, as text.
pub struct Teller<'a, G: EngineGame> {
    pub position: G::Position,
    pub listener: &'a mut dyn FnMut(Event),
}

impl<G: EngineGame> Report<G> for Teller<'_, G> {
    fn line(&mut self, line: &search::PvLine<G::Move>) {
        (self.listener)(Event::Line(Line {
            depth: line.depth,
            selective_depth: line.selective_depth,
            number: line.number,
            score: G::to_centipawns(line.score),
            bound: line.bound,
            win_draw_loss: G::WIN_DRAW_LOSS.chances(line.score, G::men(&self.position)),
            nodes: line.nodes,
            elapsed: line.elapsed,
            fullness: line.fullness,
            moves: G::line_text(&self.position, &line.moves),
        }));
    }

    fn root_move(&mut self, depth: usize, mv: G::Move, number: usize) {
        let text = G::move_text(&self.position, mv);
        (self.listener)(Event::RootMove { depth, text, number });
    }
}

/// A result with its moves as text.
pub fn answer<G: EngineGame>(position: &G::Position, found: &SearchResult<G::Move>) -> Answer {
    let mut text = G::line_text(position, &found.line).into_iter();
    Answer {
        best: text.next(),
        ponder: text.next(),
        score: G::to_centipawns(found.score),
        depth: found.depth,
        nodes: found.nodes,
    }
}
