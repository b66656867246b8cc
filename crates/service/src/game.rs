//! Games of requests, played out on a board.
//!
//! Refused, with the offending text in the error: positions that cannot be, moves that are not legal, games of more
//! than [`MAX_MOVES`] plies.

use crate::error::{ServiceError, shortened};
use crate::messages::{GameDescription, MoveText, NotedMove};
use notation::{Notation, Style};
use xiangqi::{Board, Move, Position, RuleSet, Rules};

/// The longest game that is looked at, in plies.
pub const MAX_MOVES: usize = 1500;

/// The way in which Chinese moves are written.
pub const CHINESE: Notation = Notation::Chinese(Style::Simplified);

/// The position that a game has reached, with its past and its rules.
///
/// # Errors
/// Says what is wrong with it.
pub fn replay(game: &GameDescription) -> Result<Position, ServiceError> {
    let mut position = match &game.fen {
        Some(fen) => parse_fen(fen)?,
        None => Position::start(),
    };
    position.set_rules(Rules::from(RuleSet::from(game.rules)));
    play(&mut position, &game.moves)?;
    Ok(position)
}

/// Plays moves, written `h2e2`, on a position.
///
/// # Errors
/// Quotes the first that cannot be made.
pub fn play(position: &mut Position, moves: &[String]) -> Result<(), ServiceError> {
    if moves.len() > MAX_MOVES {
        return Err(ServiceError::TooManyMoves { count: moves.len(), max: MAX_MOVES });
    }
    for (text, number) in moves.iter().zip(1..) {
        let mv: Move = text.parse().map_err(|_| ServiceError::NotAMove { number, text: shortened(text) })?;
        position.try_play(mv).map_err(|error| ServiceError::IllegalMove { number, error })?;
    }
    Ok(())
}

/// Reads a FEN.
///
/// # Errors
/// Quotes it and says what is wrong.
pub fn parse_fen(fen: &str) -> Result<Position, ServiceError> {
    fen.parse().map_err(|error| ServiceError::BadFen { fen: shortened(fen), error })
}

/// A move in the notations that are shown.
pub fn noted(board: &Board, mv: Move) -> NotedMove {
    NotedMove { mv: MoveText(mv), wxf: Notation::Wxf.format(board, mv), chinese: CHINESE.format(board, mv) }
}

/// A line in the notations that are shown, with at most this many moves.
pub fn noted_line(board: &Board, line: &[Move], max: usize) -> Vec<NotedMove> {
    let mut board = board.clone();
    let noted = line.iter().take(max).map(|&mv| {
        let text = noted(&board, mv);
        board.play_unchecked(mv);
        text
    });
    noted.collect()
}
