//! Other ways to find moves than the engine's own search, behind the same facade.
//!
//! A [`Method`] is given to an engine by [`Engine::set_method`](crate::Engine::set_method): the thread, the stop flag, pondering, analysis, events and what happens when a search fails
//! are then the engine's, whichever method thinks. The levels are those of the engine's own search; a method has none.

use crate::{EngineGame, Event, Hooks, Line};
use search::{Control, Limits, PvLine, Report, SearchResult};

/// What an engine has for a search.
pub struct Resources<'a, G: EngineGame> {
    /// Mebibytes.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// What judges positions.
    pub evaluation: &'a G::Evaluation,
}

/// A way to find moves.
///
/// ```
/// use engine::{Engine, Hooks, Limits, Listener, Method, Resources, Score};
/// use games::{Xiangqi, legal_moves};
/// use search::{Report, SearchResult};
/// use xiangqi::{Move, Position};
///
/// /// Plays the first move that it finds.
/// struct First;
///
/// impl Method<Xiangqi> for First {
///     fn equip(&mut self, _: &Resources<'_, Xiangqi>) {}
///     fn clear(&mut self) {}
///     fn search(&mut self, position: &Position, limits: &Limits<Move>, mut hooks: Hooks<'_, Move>) -> SearchResult<Move> {
///         // Whoever has lines to tell tells them to the listener, and asks the control whether to go on.
///         let (_listener, _control) = Listener::<Xiangqi>::new(position, &mut hooks);
///         let line = legal_moves::<Xiangqi>(position).into_iter().filter(|mv| limits.allows(mv)).take(1).collect();
///         SearchResult { line, score: Score::DRAW, depth: 1, nodes: 1 }
///     }
/// }
///
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// engine.set_method(Some(Box::new(First)));
/// assert_eq!(engine.think(&Limits::default()).nodes, 1);
/// engine.set_method(None);
/// ```
pub trait Method<G: EngineGame>: Send {
    /// Has this from now on, and forgets what it has found so far. Told before the first search, and whenever something changes.
    fn equip(&mut self, resources: &Resources<'_, G>);

    /// Forgets everything: a new game begins.
    fn clear(&mut self);

    /// Searches a position within limits and tells of lines by the hooks. The line that it gives is empty only if no move may be made.
    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        hooks: Hooks<'_, G::Move>,
    ) -> SearchResult<G::Move>;
}

/// Passes lines of a search on to the listener of its hooks.
///
/// ```
/// use engine::{Hooks, Listener};
/// use games::Xiangqi;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let (position, stop) = (xiangqi::Position::start(), AtomicBool::new(false));
/// let mut hooks = Hooks::silent(&stop);
/// let (_listener, control) = Listener::<Xiangqi>::new(&position, &mut hooks);
/// assert!(!control.stop.load(Ordering::Relaxed));
/// ```
pub struct Listener<'a, 'h, G: EngineGame> {
    position: &'a G::Position,
    hooks: &'a mut Hooks<'h, G::Move>,
}

impl<'a, 'h, G: EngineGame> Listener<'a, 'h, G> {
    /// A listener to the search of a position, and what the search asks beside it.
    pub fn new(position: &'a G::Position, hooks: &'a mut Hooks<'h, G::Move>) -> (Self, Control<'h>) {
        let control = hooks.control();
        (Self { position, hooks }, control)
    }
}

impl<G: EngineGame> Report<G> for Listener<'_, '_, G> {
    fn line(&mut self, line: &PvLine<G::Move>) {
        if let Some(report) = &mut self.hooks.report {
            report(Event::Line(Line::of::<G>(self.position, line)));
        }
    }
}
