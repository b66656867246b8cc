//! Xiangqi with an evaluation that panics after a number of evaluations, counted over all threads that share it.
//!
//! The game is a type parameter of the engine: the build that people use knows nothing of this one.

use engine::{EngineGame, EvaluationChoice, EvaluationError};
use games::xiangqi::Classical;
use games::{Ending, GameData, GameRules, GameText, Side, Variant, WinDrawLossModel, Xiangqi};
use search::{Evaluator, Game, Params, Score, ShippedTechniques, Which};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use xiangqi::{Move, Position, Rules};

/// What the panic says.
pub const WORDS: &str = "the fuse has burnt down";

/// The game.
pub struct Fragile;

/// Judges like the classical evaluation until it panics, once.
#[derive(Clone, Default)]
pub struct Fuse {
    pub judge: Classical,
    /// How many evaluations there were, in all threads.
    pub count: Arc<AtomicU64>,
    /// The evaluation that panics; 0 for none.
    pub burns_at: Arc<AtomicU64>,
    /// A thread in which nothing is counted.
    pub spared: Option<ThreadId>,
}

impl Fuse {
    /// Panics at the evaluation after this many more.
    pub fn light(&self, evaluations: u64) {
        self.burns_at.store(self.count.load(Ordering::SeqCst) + evaluations, Ordering::SeqCst);
    }
}

impl Evaluator<Fragile> for Fuse {
    fn refresh(&mut self, position: &Position) {
        self.judge.refresh(position);
    }

    fn push(&mut self, before: &Position, mv: Move) {
        self.judge.push(before, mv);
    }

    fn push_pass(&mut self) {
        self.judge.push_pass();
    }

    fn pop(&mut self) {
        self.judge.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        if self.spared != Some(thread::current().id()) {
            let count = self.count.fetch_add(1, Ordering::SeqCst) + 1;
            assert!(count != self.burns_at.load(Ordering::SeqCst), "{WORDS}");
        }
        self.judge.evaluate(position)
    }
}

/// Functions that are those of xiangqi.
macro_rules! same {
    ($($name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
        fn $name($($argument: $kind),*) $(-> $result)? {
            Xiangqi::$name($($argument),*)
        }
    )*};
}

impl Game for Fragile {
    type Move = Move;
    type Position = Position;
    type Threats = <Xiangqi as Game>::Threats;
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = Xiangqi::PIECE_TO;
    const FROM_TO: usize = Xiangqi::FROM_TO;
    const VICTIMS: usize = Xiangqi::VICTIMS;
    const PARAMS: Params = Xiangqi::PARAMS;

    same! {
        side(position: &Position) -> usize;
        key(position: &Position) -> u64;
        seeded_key(position: &Position, seed: u64) -> u64;
        threats(position: &Position) -> Self::Threats;
        threat_class(threats: &Self::Threats, mv: Move) -> usize;
        escape(threats: &Self::Threats, position: &Position, mv: Move) -> i32;
        part_keys(position: &Position) -> [u64; 3];
        is_check(position: &Position) -> bool;
        generate(position: &Position, which: Which, push: impl FnMut(Move));
        is_legal(position: &Position, mv: Move) -> bool;
        play(position: &mut Position, mv: Move);
        pass(position: &mut Position);
        undo(position: &mut Position);
        is_noisy(position: &Position, mv: Move) -> bool;
        gives_check(position: &Position, mv: Move) -> bool;
        see_at_least(position: &Position, mv: Move, threshold: i32) -> bool;
        captured_value(position: &Position, mv: Move) -> i32;
        victim(position: &Position, mv: Move) -> usize;
        piece_to(position: &Position, mv: Move) -> usize;
        from_to(mv: Move) -> usize;
        code(mv: Move) -> u16;
        from_code(code: u16) -> Option<Move>;
        verdict(position: &Position, ply: usize) -> Option<Score>;
        no_moves(position: &Position, ply: usize) -> Score;
        may_pass(position: &Position) -> bool;
        damped(position: &Position, score: i32) -> i32;
    }
}

impl GameText for Fragile {
    const START_FEN: &'static str = Xiangqi::START_FEN;
    const FIRST_RANK: usize = Xiangqi::FIRST_RANK;
    type PositionError = <Xiangqi as GameText>::PositionError;
    type MoveError = <Xiangqi as GameText>::MoveError;

    same! {
        start() -> Position;
        parse_position(text: &str) -> Result<Position, Self::PositionError>;
        position_text(position: &Position) -> String;
        parse_move(position: &Position, text: &str) -> Result<Move, Self::MoveError>;
        move_text(position: &Position, mv: Move) -> String;
    }
}

impl GameRules for Fragile {
    same! {
        set_rules(position: &mut Position, rules: Rules);
        ending(position: &Position) -> Option<Ending>;
    }
}

impl GameData for Fragile {
    const VARIANT: Variant = Xiangqi::VARIANT;
    const NAME: &'static str = Xiangqi::NAME;
    const BENCH: &'static [&'static str] = Xiangqi::BENCH;
    const WIN_DRAW_LOSS: WinDrawLossModel = Xiangqi::WIN_DRAW_LOSS;
    const PAWN: i32 = Xiangqi::PAWN;
    type Square = <Xiangqi as GameData>::Square;

    same! {
        side_name(side: Side) -> &'static str;
        men(position: &Position) -> u32;
        move_number(position: &Position) -> u32;
        quiet_plies(position: &Position) -> u32;
        moves_made(position: &Position) -> u32;
        checkers(position: &Position) -> Vec<Self::Square>;
        perft(position: &Position, depth: u32) -> u64;
    }
}

impl EngineGame for Fragile {
    type Evaluation = Fuse;

    fn evaluation(_: &EvaluationChoice) -> Result<Fuse, EvaluationError> {
        Ok(Fuse::default())
    }

    fn evaluation_name(_: &Fuse) -> &'static str {
        "fuse"
    }
}
