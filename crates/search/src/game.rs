//! The seam between the search and the games it plays: all that the search asks of a game.
//!
//! A difference between games is a hook here with a neutral meaning, or it is not made.
//! [`contract`](crate::contract) checks what an implementation promises.

use crate::{ActiveTechniques, Params, Score};
use core::fmt::{Debug, Display};
use core::hash::Hash;

/// No list of moves is longer than this.
pub const MAX_MOVES: usize = 256;

/// Which moves to list. All listed moves are legal, and there are at most [`MAX_MOVES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Moves that change the balance at once: captures, and what the game likens to them.
    Noisy,
    /// All the others.
    Quiet,
    /// Quiet moves that give check.
    QuietChecks,
}

/// A quiet move, and all that its order asks the game.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::{Heap, Nim};
/// use search::{Game, MAX_MOVES, QuietMove, Which};
///
/// let mut listed: Vec<QuietMove<_>> = Vec::new();
/// Nim::generate_quiet(&Heap::of(7), Which::Quiet, &mut None, |quiet| listed.push(quiet));
/// assert!(listed.len() == 3 && listed.len() < MAX_MOVES);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietMove<M> {
    /// The move.
    pub mv: M,
    /// [`Game::piece_to`] of it.
    pub piece_to: usize,
    /// [`Game::threat_class`] of it.
    pub threat_class: usize,
    /// [`Game::escape`] of it.
    pub escape: i32,
    /// [`Game::gives_check`] of it.
    pub gives_check: bool,
}

/// A two-player game without chance, as the search sees it.
///
/// A position knows its past: playing and undoing moves is all that the search does to it.
///
/// ```
#[doc = include_str!("../examples/nim/game.rs")]
///
/// // Every promise of the seam, in all positions down to three plies.
/// search::contract::check::<Nim, Even>(&Heap::of(7), 3, &|| Even, &|heap| format!("{heap:?}"));
///
/// let mut searcher = search::Searcher::<Nim, Even>::new(1, 1, || Even);
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let limits = search::Limits { depth: Some(12), ..Default::default() };
/// let control = search::Control::untimed(&stop);
/// let found = searcher.search(&Heap::of(10), &limits, control, &mut search::Silent);
/// // A multiple of four is left to the other side, who is lost.
/// assert_eq!(found.line[0], Take(2));
/// assert!(found.score.is_win());
/// ```
pub trait Game: Sized + Send + Sync + 'static {
    /// A move in sixteen bits or less; the default stands for "no move" and is legal nowhere.
    type Move: Copy + Eq + Hash + Default + Send + Sync + Debug + Display;
    /// A position with its past.
    type Position: Clone + Send + Sync;
    /// What the other side attacks; nothing for a game that does not look.
    type Threats: Copy;
    /// Which techniques its searches use: [`ShippedTechniques`](crate::ShippedTechniques), unless a laboratory switches some off.
    type Techniques: ActiveTechniques;

    /// How many pairs of a piece (with its side) and a target square there are.
    const PIECE_TO: usize;
    /// How many pairs of an origin and a target there are.
    const FROM_TO: usize;
    /// How many kinds of pieces can be captured.
    const VICTIMS: usize;
    /// The tuned parameters of this game.
    const PARAMS: Params;

    /// 0 or 1: whose turn it is.
    fn side(position: &Self::Position) -> usize;
    /// The hash key of placement and side to move.
    fn key(position: &Self::Position) -> u64;
    /// What [`Game::key`] will be after a legal move, if that is cheap to say: what the table knows of the next position can
    /// then be fetched while the move is looked at and made.
    fn key_after(_position: &Self::Position, _mv: Self::Move) -> Option<u64> {
        None
    }
    /// A key of what [`Game::key`] tells apart, computed anew from the key set that belongs to a seed: for
    /// measuring how often keys collide. Key sets of different seeds have nothing to do with each other.
    fn seeded_key(position: &Self::Position, seed: u64) -> u64;
    /// Keys of parts of the position; positions that share one tend to be misjudged alike.
    fn part_keys(position: &Self::Position) -> [u64; 3];
    /// Whether the side to move is in check.
    fn is_check(position: &Self::Position) -> bool;

    /// Lists legal moves.
    fn generate(position: &Self::Position, which: Which, push: impl FnMut(Self::Move));
    /// Whether a move, which may come from another position, is legal here.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool;
    /// Makes a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move);
    /// Hands the turn over. Not in check.
    fn pass(position: &mut Self::Position);
    /// Takes back the last move or pass.
    fn undo(position: &mut Self::Position);

    /// Whether a legal move is one of [`Which::Noisy`].
    fn is_noisy(position: &Self::Position, mv: Self::Move) -> bool;
    /// Whether a legal move gives check.
    fn gives_check(position: &Self::Position, mv: Self::Move) -> bool;
    /// Whether the captures on the target of a legal move gain at least this many centipawns (static exchange evaluation).
    fn see_at_least(position: &Self::Position, mv: Self::Move, threshold: i32) -> bool;
    /// What a move captures at most, in centipawns; 0 for a quiet one.
    fn captured_value(position: &Self::Position, mv: Self::Move) -> i32;
    /// The kind of piece that a move captures, below [`Game::VICTIMS`]; 0 for a quiet one.
    fn victim(position: &Self::Position, mv: Self::Move) -> usize;
    /// The moving piece and the target, below [`Game::PIECE_TO`].
    fn piece_to(position: &Self::Position, mv: Self::Move) -> usize;
    /// What the other side attacks.
    fn threats(position: &Self::Position) -> Self::Threats;
    /// Whether a move leaves (1) and enters (2) a square that the other side attacks, added up: below 4.
    fn threat_class(_threats: &Self::Threats, _mv: Self::Move) -> usize {
        0
    }
    /// What a quiet move saves from attackers that are worth less than itself, or, negative, gives up to them: a small
    /// number, the larger the more the piece is worth.
    fn escape(_threats: &Self::Threats, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }
    /// Lists what [`Game::generate`] lists of quiet moves or quiet checks, in that order, each with what the questions about
    /// single moves say of it. The threats are worked out before the first move is handed over, unless they are given.
    ///
    /// This is the definition; a game may answer for many moves at once.
    fn generate_quiet(
        position: &Self::Position,
        which: Which,
        threats: &mut Option<Self::Threats>,
        mut push: impl FnMut(QuietMove<Self::Move>),
    ) {
        Self::generate(position, which, |mv| {
            let threats = threats.get_or_insert_with(|| Self::threats(position));
            push(QuietMove {
                mv,
                piece_to: Self::piece_to(position, mv),
                threat_class: Self::threat_class(threats, mv),
                escape: Self::escape(threats, position, mv),
                gives_check: which == Which::QuietChecks || Self::gives_check(position, mv),
            });
        });
    }
    /// Origin and target, below [`Game::FROM_TO`].
    fn from_to(mv: Self::Move) -> usize;
    /// The sixteen bits of a move.
    fn code(mv: Self::Move) -> u16;
    /// The move with this code, if any has it.
    fn from_code(code: u16) -> Option<Self::Move>;

    /// What the rules say of a position inside the tree before any move is tried: a repetition, a
    /// draw by counting or by material. `ply` is the distance from the root.
    fn verdict(position: &Self::Position, ply: usize) -> Option<Score>;
    /// The score of the side to move when it has no legal move.
    fn no_moves(position: &Self::Position, ply: usize) -> Score;
    /// Whether passing is likely to be no better than the best move: not in positions where having
    /// to move is a burden.
    fn may_pass(position: &Self::Position) -> bool;
    /// A symmetry of the position, with all of its past that counts: playing the images of moves leads to images of
    /// positions, so that a move and its image are equally good. None unless the game says otherwise.
    fn symmetry(_position: &Self::Position) -> Option<fn(Self::Move) -> Self::Move> {
        None
    }
    /// An evaluation drawn towards 0 as the game drifts towards a draw by counting.
    fn damped(position: &Self::Position, score: i32) -> i32;
}
