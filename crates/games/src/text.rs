//! Positions and moves as text.

use search::Game;
use std::error::Error;

/// A game whose positions and moves can be read and written.
///
/// ```
/// use games::{Chess, GameText, Xiangqi};
///
/// fn opening<G: GameText>(text: &str) -> Result<String, G::MoveError> {
///     let position = G::start();
///     let mv = G::parse_move(&position, text)?;
///     Ok(G::move_text(&position, mv))
/// }
/// assert_eq!(opening::<Xiangqi>("h2e2").as_deref(), Ok("h2e2"));
/// assert!(opening::<Chess>("h2e2").is_err());
/// ```
pub trait GameText: Game {
    /// The starting position.
    const START_FEN: &'static str;
    /// The number of the lowest rank of the board.
    const FIRST_RANK: usize;
    /// Why a text is not a position. It quotes the text and says what would be right.
    type PositionError: Error + Send + Sync + 'static;
    /// Why a text is not a legal move. It quotes the text and says what would be right.
    type MoveError: Error + Send + Sync + 'static;

    /// The starting position.
    fn start() -> Self::Position;
    /// Reads a FEN.
    ///
    /// # Errors
    /// When it is none, or the position cannot occur in a game.
    fn parse_position(text: &str) -> Result<Self::Position, Self::PositionError>;
    /// Writes a FEN; the past is not part of it.
    fn position_text(position: &Self::Position) -> String;
    /// Reads a legal move in coordinates.
    ///
    /// # Errors
    /// When the text is not a move, or not a legal one.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, Self::MoveError>;
    /// Writes a legal move in coordinates.
    fn move_text(position: &Self::Position, mv: Self::Move) -> String;
    /// The position with the sides exchanged, for games whose sides are alike.
    fn flipped(_: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The moves of a line, each written in the position where it is made.
    fn line_text(position: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        let mut position = position.clone();
        let text = moves.iter().map(|&mv| {
            let text = Self::move_text(&position, mv);
            Self::play(&mut position, mv);
            text
        });
        text.collect()
    }
}

/// Why a text is not a position: the text, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN \"{fen}\": {reason}")]
pub struct PositionError<E> {
    /// The text.
    pub fen: String,
    /// What is wrong with it, and what would be right.
    pub reason: E,
}

impl<E> PositionError<E> {
    pub(crate) fn new(fen: &str, reason: E) -> Self {
        Self { fen: fen.to_owned(), reason }
    }
}
