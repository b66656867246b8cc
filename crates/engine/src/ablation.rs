//! The search with some of its techniques switched off: an instrument that leaves no trace in the search that plays.
//!
//! Which techniques a search uses is a type that belongs to its game ([`Game::Techniques`]), and for the games that are
//! played it is a constant. [`Switched`] is the same game with a type that is asked at run time, so the compiler makes a second copy of the
//! search for the laboratory and leaves the first as it is.

use crate::EngineGame;
use search::{
    ChosenTechniques, Control, Evaluator, Game, Limits, Params, PvLine, QuietMove, Report, Score,
    SearchResult, Searcher, Techniques, Which,
};
use std::marker::PhantomData;

/// Searches positions of a game with some techniques only, one thread, and forgets everything between them.
///
/// ```
/// use engine::{Ablation, Limits, Techniques};
/// use games::{GameText, Xiangqi};
/// use std::sync::atomic::AtomicBool;
///
/// let techniques = Techniques { null_move: false, ..Techniques::ALL };
/// let mut ablation = Ablation::<Xiangqi>::new(1, &engine::Evaluation::default(), techniques);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let stop = AtomicBool::new(false);
/// let control = engine::Control::untimed(&stop);
/// let mut depths = Vec::new();
/// ablation.search(&Xiangqi::start(), &limits, control, |line| depths.push(line.depth));
/// assert_eq!(depths, [1, 2, 3]);
/// ```
pub struct Ablation<G: EngineGame> {
    searcher: Searcher<Switched<G>, Lent<G::Evaluation>>,
}

impl<G: EngineGame> Ablation<G> {
    /// A search with a table of this many mebibytes, or fewer if there is no room for it.
    pub fn new(mebibytes: usize, evaluation: &G::Evaluation, techniques: Techniques) -> Self {
        let evaluation = evaluation.clone();
        let mut searcher = Searcher::new(mebibytes, 1, move || Lent(evaluation.clone()));
        searcher.set_techniques(techniques);
        Self { searcher }
    }

    /// Searches a position and tells of each line.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        control: Control<'_>,
        each: impl FnMut(&PvLine<G::Move>),
    ) -> SearchResult<G::Move> {
        self.searcher.clear();
        self.searcher.search(position, limits, control, &mut Told(each))
    }
}

/// Passes lines on.
struct Told<F>(F);

impl<G: EngineGame, F: FnMut(&PvLine<G::Move>)> Report<Switched<G>> for Told<F> {
    fn line(&mut self, line: &PvLine<G::Move>) {
        (self.0)(line);
    }
}

/// A game whose techniques are chosen at run time.
struct Switched<G>(PhantomData<fn() -> G>);

/// The evaluation of the game itself.
struct Lent<E>(E);

impl<G: EngineGame> Evaluator<Switched<G>> for Lent<G::Evaluation> {
    fn refresh(&mut self, position: &G::Position) {
        self.0.refresh(position);
    }

    #[inline]
    fn push(&mut self, before: &G::Position, mv: G::Move) {
        self.0.push(before, mv);
    }

    #[inline]
    fn push_pass(&mut self) {
        self.0.push_pass();
    }

    #[inline]
    fn pop(&mut self) {
        self.0.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &G::Position) -> i32 {
        self.0.evaluate(position)
    }

    #[inline]
    fn known(&mut self, position: &G::Position, ply: usize) -> Option<Score> {
        self.0.known(position, ply)
    }
}

/// Functions that are those of the game.
macro_rules! same {
    ($($name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
        #[inline]
        fn $name($($argument: $kind),*) $(-> $result)? {
            G::$name($($argument),*)
        }
    )*};
}

impl<G: Game> Game for Switched<G> {
    type Move = G::Move;
    type Position = G::Position;
    type Threats = G::Threats;
    type Techniques = ChosenTechniques;

    const PIECE_TO: usize = G::PIECE_TO;
    const FROM_TO: usize = G::FROM_TO;
    const VICTIMS: usize = G::VICTIMS;
    const PARAMS: Params = G::PARAMS;

    same! {
        side(position: &G::Position) -> usize;
        key(position: &G::Position) -> u64;
        key_after(position: &G::Position, mv: G::Move) -> Option<u64>;
        seeded_key(position: &G::Position, seed: u64) -> u64;
        part_keys(position: &G::Position) -> [u64; 3];
        is_check(position: &G::Position) -> bool;
        generate(position: &G::Position, which: Which, push: impl FnMut(G::Move));
        generate_quiet(
            position: &G::Position,
            which: Which,
            threats: &mut Option<G::Threats>,
            push: impl FnMut(QuietMove<G::Move>)
        );
        is_legal(position: &G::Position, mv: G::Move) -> bool;
        play(position: &mut G::Position, mv: G::Move);
        pass(position: &mut G::Position);
        undo(position: &mut G::Position);
        is_noisy(position: &G::Position, mv: G::Move) -> bool;
        gives_check(position: &G::Position, mv: G::Move) -> bool;
        see_at_least(position: &G::Position, mv: G::Move, threshold: i32) -> bool;
        captured_value(position: &G::Position, mv: G::Move) -> i32;
        victim(position: &G::Position, mv: G::Move) -> usize;
        piece_to(position: &G::Position, mv: G::Move) -> usize;
        threats(position: &G::Position) -> G::Threats;
        threat_class(threats: &G::Threats, mv: G::Move) -> usize;
        escape(threats: &G::Threats, position: &G::Position, mv: G::Move) -> i32;
        from_to(mv: G::Move) -> usize;
        code(mv: G::Move) -> u16;
        from_code(code: u16) -> Option<G::Move>;
        verdict(position: &G::Position, ply: usize) -> Option<Score>;
        no_moves(position: &G::Position, ply: usize) -> Score;
        may_pass(position: &G::Position) -> bool;
        symmetry(position: &G::Position) -> Option<fn(G::Move) -> G::Move>;
        damped(position: &G::Position, score: i32) -> i32;
    }
}
