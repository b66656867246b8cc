//! WXF records, as `PlayOK` gives them out: lines of a word and a value, then the moves in `START{ … }END`.
//!
//! ```text
//! FORMAT WXF
//! RED first;1650;
//! BLACK second;1702;
//! RESULT 1-0
//! DATE 2019-03-02
//! START{
//! 1. c2.5 h8+7
//! }END
//! ```

use super::{FileFault, Place, ReadError};
use crate::error::quote;
use crate::pgn::GameText;
use crate::{Game, RecordedResult, Salvaged};
use xiangqi::Fen;

/// What the moves begin with.
pub(super) const MARK: &str = "START{";

/// The records of a text: the line that each begins on, and its part of the text.
pub(super) fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let mut line = 1;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let moves = rest.find(MARK)? + MARK.len();
        let behind = rest.get(moves..)?;
        // A record without an end reaches to the next.
        let next = behind.find(MARK).unwrap_or(behind.len());
        let end = behind.get(..next)?.find('}').map_or(next, |end| end + 1);
        let end = if behind.get(end..).is_some_and(|word| word.starts_with("END")) { end + 3 } else { end };
        let record = rest.get(..moves + end)?;
        let start = line;
        at += record.len();
        line += record.bytes().filter(|&byte| byte == b'\n').count();
        Some((start, record))
    })
}

/// The game in a record that begins at a line and byte of the whole text; where it goes wrong it is cut if that is wanted.
pub(super) fn read(
    record: &str,
    (line, start): (usize, usize),
    salvages: bool,
) -> Result<Salvaged<ReadError>, ReadError> {
    let head = record.split(MARK).next().unwrap_or_default();
    let mut fen = None;
    let mut tags = Vec::new();
    let mut result = RecordedResult::Unknown;
    for (number, text) in (line..).zip(head.lines()) {
        let Some((word, value)) = text.trim().split_once([' ', '\t', ':']) else { continue };
        let value = value.trim();
        let mut parts = value.split(';').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let mut tag = |name: &'static str, value: &str| tags.push((name, value.to_owned()));
        match word.trim_end_matches(':').to_ascii_uppercase().as_str() {
            "RESULT" => {
                result = RecordedResult::from_text(first)
                    .or_else(|| RecordedResult::from_words(first))
                    .unwrap_or_default();
            }
            "FEN" => {
                let parsed: Result<Fen, _> = value.parse();
                let fault = |error| FileFault::Fen { text: quote(value), error };
                let place = Place::Line(number);
                fen = Some(parsed.map_err(|error| ReadError::File { place, fault: fault(error) })?);
            }
            "RED" | "WHITE" => {
                tag("Red", first);
                tag("RedElo", parts.next().unwrap_or_default());
            }
            "BLACK" => {
                tag("Black", first);
                tag("BlackElo", parts.next().unwrap_or_default());
            }
            "EVENT" => {
                tag("Event", first);
                tag("Group", parts.next().unwrap_or_default());
            }
            "GAME" => tag("Title", value),
            "DATE" => tag("Date", value),
            "SITE" | "PLACE" => tag("Site", value),
            "ROUND" => tag("Round", value),
            "OPENING" => tag("Opening", value),
            _ => {}
        }
    }
    let up_to_end = record.trim_end_matches("END").trim_end_matches('}');
    let mut text = GameText::new(up_to_end, (line, start)).starting_at(head.len() + MARK.len());
    let read = text.next_game(fen.clone());
    let Salvaged { mut game, cuts } = match read {
        Some(Ok(game)) => Salvaged { game, cuts: Vec::new() },
        Some(Err(error)) => {
            let salvaged = if salvages { text.salvage() } else { None };
            salvaged.ok_or(error)?.map(ReadError::from)
        }
        None => Salvaged { game: fen.map_or_else(Game::default, Game::new), cuts: Vec::new() },
    };
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        // The names are ours.
        let _ = game.tags.set(name, &value);
    }
    if game.result == RecordedResult::Unknown {
        game.result = result;
    }
    Ok(Salvaged { game, cuts })
}
