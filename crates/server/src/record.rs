//! Games of requests, played out on a board.
//!
//! Refused, with the offending text in the message: positions that cannot be, moves that are not legal, games of more
//! than [`MOST_MOVES`] plies, rules that do not exist.

use crate::messages::{GameText, MoveText, Words};
use notation::{Notation, Style};
use xiangqi::{Board, Move, Position, RuleSet, Rules};

/// The longest game that is looked at, in plies.
pub const MOST_MOVES: usize = 1500;

/// The way in which Chinese moves are written.
pub const CHINESE: Notation = Notation::Chinese(Style::Simplified);

/// The position that a game has reached, with its past and its rules.
///
/// # Errors
/// Says what is wrong with it.
pub fn replay(game: &GameText) -> Result<Position, Words> {
    let rules: RuleSet = game.rules.parse().map_err(|_| {
        let name = shortened(&game.rules);
        Words::new(
            format!("there are no rules \"{name}\"; there are asian, computer and simple"),
            format!("没有名为“{name}”的规则；可用规则为 asian、computer 和 simple"),
        )
    })?;
    let mut position = match &game.fen {
        Some(fen) => parse_fen(fen)?,
        None => Position::start(),
    };
    position.set_rules(Rules::from(rules));
    play(&mut position, &game.moves)?;
    Ok(position)
}

/// Plays moves, written `h2e2`, on a position.
///
/// # Errors
/// Quotes the first that cannot be made.
pub fn play(position: &mut Position, moves: &[String]) -> Result<(), Words> {
    if moves.len() > MOST_MOVES {
        return Err(Words::new(
            format!("the game has {} moves; at most {MOST_MOVES} are looked at", moves.len()),
            format!("棋局有{}步，最多处理{MOST_MOVES}步", moves.len()),
        ));
    }
    for (text, number) in moves.iter().zip(1..) {
        let mv: Move = text.parse().map_err(|_| {
            let text = shortened(text);
            Words::new(
                format!("move {number}: \"{text}\" is not a move; moves are written h2e2"),
                format!("第{number}步：“{text}”不是着法，着法写作 h2e2"),
            )
        })?;
        position.try_play(mv).map_err(|error| {
            Words::new(format!("move {number}: {error}"), format!("第{number}步：{mv} 不合规则"))
        })?;
    }
    Ok(())
}

/// Reads a FEN.
///
/// # Errors
/// Quotes it and says what is wrong.
pub fn parse_fen(fen: &str) -> Result<Position, Words> {
    fen.parse::<Position>().map_err(|error| {
        let (fen, chinese) = (shortened(fen), crate::check::chinese(&error));
        Words::new(format!("FEN \"{fen}\": {error}"), format!("FEN“{fen}”：{chinese}"))
    })
}

/// The beginning of a text, enough to recognise it.
pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 100;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A move in the notations that are shown.
pub fn move_text(board: &Board, mv: Move) -> MoveText {
    MoveText { mv: mv.to_string(), wxf: Notation::Wxf.format(board, mv), chinese: CHINESE.format(board, mv) }
}
