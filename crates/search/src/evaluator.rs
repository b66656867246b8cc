//! What the search asks of an evaluation.

use crate::{Game, Score};

/// Judges positions. The search tells it of every move made and taken back, so that it can keep sums
/// or accumulators up to date instead of starting over.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::{Heap, Nim, Take};
/// use search::Evaluator;
///
/// /// Multiples of four are bad for who has to move. `Nim` is the game of the example at `Game`.
/// struct Multiples;
///
/// impl Evaluator<Nim> for Multiples {
///     // Nothing is kept up to date, so that moves need not be followed.
///     fn refresh(&mut self, _: &Heap) {}
///     fn push(&mut self, _: &Heap, _: Take) {}
///     fn push_pass(&mut self) {}
///     fn pop(&mut self) {}
///     fn evaluate(&mut self, heap: &Heap) -> i32 {
///         if heap.stones % 4 == 0 { -100 } else { 100 }
///     }
/// }
/// assert_eq!(Multiples.evaluate(&Heap::of(8)), -100);
/// ```
pub trait Evaluator<G: Game>: Send {
    /// Starts over from a position.
    fn refresh(&mut self, position: &G::Position);
    /// A move is about to be made on this position.
    fn push(&mut self, before: &G::Position, mv: G::Move);
    /// The turn is handed over without a move.
    fn push_pass(&mut self);
    /// The last move or pass has been taken back.
    fn pop(&mut self);
    /// The score of the position in centipawns, for the side to move.
    fn evaluate(&mut self, position: &G::Position) -> i32;
    /// The score of a position whose outcome is known for certain, from a table of endings for example: a draw, or a mate that is so many
    /// plies away. `ply` is its distance from the root. Nothing unless an evaluation says otherwise.
    #[inline]
    fn known(&mut self, _position: &G::Position, _ply: usize) -> Option<Score> {
        None
    }
}
