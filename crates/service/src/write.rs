//! Games written as text, in the form that is asked for.

use crate::error::{ServiceError, shortened};
use crate::game::{self, CHINESE};
use crate::messages::{GameDescription, GameFormat, Reply};
use crate::read::{MAX_TAG_LENGTH, MAX_TAGS, is_start};
use notation::{Game, Notation, RecordedResult, pgn};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use xiangqi::{Colour, Position};

/// Writes a game.
///
/// # Errors
/// Says what is wrong with the game or a tag.
pub fn write_game(
    game: &GameDescription,
    format: GameFormat,
    tags: &BTreeMap<String, String>,
) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let text = match format {
        GameFormat::Fen => position.fen().to_string(),
        GameFormat::Iccs => listed(&position, Notation::Iccs),
        GameFormat::Wxf => listed(&position, Notation::Wxf),
        GameFormat::Chinese => listed(&position, CHINESE),
        GameFormat::Pgn => written(&position, tags)?,
    };
    Ok(Reply::GameWritten { text })
}

/// Numbered moves, one pair a line, after a FEN if the game did not begin with the starting position.
fn listed(position: &Position, notation: Notation) -> String {
    let mut text = String::new();
    let origin = position.origin();
    if !is_start(origin) {
        // A `String` takes everything.
        let _ = writeln!(text, "{origin}");
    }
    let mut board = origin.board.clone();
    let mut number = origin.move_number;
    let mut is_first = true;
    for mv in position.past().iter().filter_map(|ply| ply.mv) {
        let is_red = board.side() == Colour::Red;
        if is_red {
            let _ = write!(text, "{}{number}. ", if is_first { "" } else { "\n" });
        } else if is_first {
            let _ = write!(text, "{number}... ");
        } else {
            text.push(' ');
        }
        let _ = write!(text, "{}", notation.display(&board, mv));
        board.play_unchecked(mv);
        number += u32::from(!is_red);
        is_first = false;
    }
    text.push('\n');
    text
}

fn written(position: &Position, tags: &BTreeMap<String, String>) -> Result<String, ServiceError> {
    let mut game = Game::new(position.origin().clone());
    if tags.len() > MAX_TAGS {
        return Err(ServiceError::TooManyTags { count: tags.len(), max: MAX_TAGS });
    }
    for (name, value) in tags {
        if name == "Result" {
            game.result = RecordedResult::from_text(value).unwrap_or_default();
            continue;
        }
        let value: String = value.chars().take(MAX_TAG_LENGTH).collect();
        let refused = |error| ServiceError::BadTag { name: shortened(name), error };
        game.tags.set(name, &value).map_err(refused)?;
    }
    let mut node = game.root();
    for mv in position.past().iter().filter_map(|ply| ply.mv) {
        // The moves were played on a board: none is refused.
        node = game.add(node, mv).unwrap_or(node);
    }
    Ok(pgn::write(&game, &pgn::Format::default()))
}
