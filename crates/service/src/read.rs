//! Games read from text, in whatever form they come.
//!
//! A FEN, PGN, or moves in any notation, numbered or not, after a FEN or from the starting position. Of a text with
//! several games the first counts, and of that the main line. What comes before a mistake is kept, and the mistake told.

use crate::error::{FaultPlace, ReadStop, ServiceError, shortened};
use crate::game::{self, CHINESE, MAX_MOVES};
use crate::messages::{GameFormat, GameRead, MoveText, Reply, StoppedBy};
use crate::words::Words;
use notation::pgn::{self, Variation, Visitor};
use notation::{Notation, RecordedResult};
use std::collections::BTreeMap;
use xiangqi::{Board, Fen, Move};

/// The longest value of a tag, in characters.
pub const MAX_TAG_LENGTH: usize = 1000;
/// The most tags.
pub const MAX_TAGS: usize = 50;

/// Reads a game.
///
/// # Errors
/// Says what is wrong if nothing could be read.
pub fn read_game(text: &str) -> Result<Reply, ServiceError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ServiceError::NothingToRead);
    }
    let (start, rest) = leading_fen(text)?;
    let mut sheet = Sheet { start, ..Sheet::default() };
    let rest = rest.trim_start_matches("moves").trim();
    let stop = if rest.is_empty() { None } else { read_moves(rest, &mut sheet)? };
    let format = format_of(rest, &sheet);
    let stopped_by = stop.map(|stop| StoppedBy { words: Words::read_stop(&stop), stop });
    Ok(Reply::GameRead(Box::new(GameRead {
        fen: sheet.start.filter(|fen| !is_start(fen)).map(|fen| fen.to_string()),
        moves: sheet.moves.into_iter().map(MoveText).collect(),
        tags: sheet.tags,
        format,
        stopped_at: stopped_by.as_ref().map(|stopped| stopped.words.english.clone()),
        stopped_by,
    })))
}

/// Reads what follows the position, and says where it had to stop.
fn read_moves(text: &str, sheet: &mut Sheet) -> Result<Option<ReadStop>, ServiceError> {
    let mut stop = None;
    let is_from_fen = sheet.start.is_some();
    // A reader of PGN knows how to begin elsewhere: by a tag.
    let framed = match &sheet.start {
        Some(fen) => format!("[FEN \"{fen}\"]\n\n{text}"),
        None => text.to_owned(),
    };
    let result = pgn::Reader::new([framed.as_str()]).visit(sheet);
    if let Some(Err(error)) = result {
        if sheet.moves.is_empty() && !is_from_fen {
            return Err(ServiceError::UnreadableGame {
                text: shortened(text),
                fault: FaultPlace::from(&error),
            });
        }
        let mut place = FaultPlace::from(&error);
        place.line = place.line.saturating_sub(if is_from_fen { 2 } else { 0 });
        stop = Some(ReadStop::Fault(place));
    }
    if sheet.moves.len() > MAX_MOVES {
        sheet.moves.truncate(MAX_MOVES);
        stop = Some(ReadStop::TooLong { max: MAX_MOVES });
    }
    if sheet.moves.is_empty() && sheet.tags.is_empty() && !is_from_fen && stop.is_none() {
        return Err(ServiceError::NoGame { text: shortened(text) });
    }
    Ok(stop)
}

/// Whether a position is the starting position.
pub fn is_start(fen: &Fen) -> bool {
    fen.board == Board::start()
}

/// The FEN that a text begins with, if it does, and what follows it. The words of UCI before it are passed over.
fn leading_fen(text: &str) -> Result<(Option<Fen>, &str), ServiceError> {
    let text = text.strip_prefix("position").map_or(text, str::trim_start);
    if let Some(rest) = text.strip_prefix("startpos") {
        return Ok((None, rest.trim_start()));
    }
    let text = text.strip_prefix("fen ").map_or(text, str::trim_start);
    let first = text.split_whitespace().next().unwrap_or_default();
    // Nine strokes make a placement; what has fewer is read as something else, unless it is all there is.
    let strokes = first.matches('/').count();
    if strokes < 9
        && !(strokes > 0 && first.starts_with(|c: char| c.is_ascii_alphanumeric()) && !first.contains('['))
    {
        return Ok((None, text));
    }
    if first == "1/2-1/2" {
        return Ok((None, text));
    }
    // The longest beginning of one line that is a FEN: the fields after the first are optional.
    let line = text.lines().next().unwrap_or_default();
    let fields: Vec<&str> = line.split_whitespace().take(6).collect();
    for count in (1..=fields.len()).rev() {
        let candidate = fields.get(..count).unwrap_or_default().join(" ");
        if let Ok(fen) = candidate.parse::<Fen>() {
            let end = fields
                .get(count - 1)
                .map_or(0, |field| field.as_ptr() as usize + field.len() - text.as_ptr() as usize);
            return Ok((Some(fen), text.get(end..).unwrap_or_default().trim_start()));
        }
    }
    game::parse_fen(line).map(|position| (Some(position.fen()), ""))
}

/// What a reader of PGN reports, as far as it is wanted.
#[derive(Default)]
struct Sheet {
    start: Option<Fen>,
    tags: BTreeMap<String, String>,
    moves: Vec<Move>,
    result: RecordedResult,
    depth: usize,
}

impl Visitor for Sheet {
    fn tag(&mut self, name: &str, value: &str) {
        if self.tags.len() < MAX_TAGS && name != "FEN" && name != "SetUp" {
            self.tags.insert(name.into(), value.chars().take(MAX_TAG_LENGTH).collect());
        }
    }

    fn start(&mut self, start: &Fen) {
        if !is_start(start) {
            self.start = Some(start.clone());
        }
    }

    fn play(&mut self, _: &Board, mv: Move) {
        self.moves.push(mv);
    }

    fn begin_variation(&mut self) -> Variation {
        self.depth += 1;
        Variation::Skip
    }

    fn end_game(&mut self, result: RecordedResult) {
        self.result = result;
        if result != RecordedResult::Unknown {
            self.tags.insert("Result".into(), result.to_string());
        }
    }
}

/// What a text was read as.
fn format_of(rest: &str, sheet: &Sheet) -> GameFormat {
    if rest.is_empty() {
        return GameFormat::Fen;
    }
    if rest.starts_with('[') {
        return GameFormat::Pgn;
    }
    let Some(&first) = sheet.moves.first() else { return GameFormat::Fen };
    let board = sheet.start.as_ref().map_or_else(Board::start, |fen| fen.board.clone());
    let is_first = |word: &str| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '、', '…']);
        let reads = |notation: Notation| notation.parse(&board, word) == Ok(first);
        if reads(Notation::Iccs) {
            Some(GameFormat::Iccs)
        } else if reads(Notation::Wxf) {
            Some(GameFormat::Wxf)
        } else if reads(CHINESE) {
            Some(GameFormat::Chinese)
        } else {
            None
        }
    };
    rest.split_whitespace().find_map(is_first).unwrap_or(GameFormat::Pgn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::GameDescription;
    use crate::write::write_game;

    fn game(fen: Option<&str>, moves: &str) -> GameDescription {
        let moves = moves.split_whitespace().map(ToOwned::to_owned).collect();
        GameDescription { fen: fen.map(ToOwned::to_owned), moves, ..GameDescription::default() }
    }

    fn joined(moves: &[MoveText]) -> String {
        moves.iter().map(|mv| mv.0.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_written_is_read_again() {
        let endgame = "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 17";
        let rows =
            [(None, "h2e2 h9g7 h0g2 i9h9 i0h0"), (Some(endgame), "d9d8 a1a8 d8d7"), (Some(endgame), "")];
        for (fen, moves) in rows {
            for format in [GameFormat::Iccs, GameFormat::Wxf, GameFormat::Chinese, GameFormat::Pgn] {
                let Ok(Reply::GameWritten { text }) = write_game(&game(fen, moves), format, &BTreeMap::new())
                else {
                    panic!("{format:?}")
                };
                let Ok(Reply::GameRead(read)) = read_game(&text) else { panic!("{text}") };
                assert_eq!(
                    (read.fen.as_deref(), joined(&read.moves).as_str(), read.stopped_by),
                    (fen, moves, None),
                    "{text}"
                );
                let is_bare = moves.is_empty() && format != GameFormat::Pgn;
                assert_eq!(read.format, if is_bare { GameFormat::Fen } else { format });
            }
        }
    }

    #[test]
    fn many_forms_are_read() {
        let read = |text: &str| match read_game(text) {
            Ok(Reply::GameRead(read)) => {
                assert_eq!(read.stopped_at.is_some(), read.stopped_by.is_some());
                (read.fen.is_some(), joined(&read.moves), read.format, read.stopped_by.is_some())
            }
            other => panic!("{text}: {other:?}"),
        };
        let two = "h2e2 h9g7".to_owned();
        assert_eq!(read("h2e2 h9g7"), (false, two.clone(), GameFormat::Iccs, false));
        assert_eq!(read("position startpos moves h2e2 h9g7"), (false, two.clone(), GameFormat::Iccs, false));
        assert_eq!(read("1.C2=5 H8+7"), (false, two.clone(), GameFormat::Wxf, false));
        assert_eq!(read("1. 炮二平五 马8进7"), (false, two.clone(), GameFormat::Chinese, false));
        assert_eq!(
            read("[Red \"x\"]\n\n1. C2=5 (1. H2+3) H8+7 1-0"),
            (false, two.clone(), GameFormat::Pgn, false)
        );
        assert_eq!(read("h2e2 h9g7 h2e2 i9h9"), (false, two, GameFormat::Iccs, true));
        assert_eq!(read("3k5/9/9/9/9/9/9/9/R8/4K4 w"), (true, String::new(), GameFormat::Fen, false));
        assert_eq!(
            read("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w moves a1a8"),
            (true, "a1a8".into(), GameFormat::Iccs, false)
        );
        assert_eq!(
            read("3k5/9/9/9/9/9/9/9/R8/4K4 w\n1. R9+7"),
            (true, "a1a8".into(), GameFormat::Wxf, false)
        );
        for bad in ["", "   ", "hello", "3k5/9/9/9 w", "h2e9", "(((", "9/9/9/9/9/9/9/9/9/9 w"] {
            assert!(read_game(bad).is_err(), "{bad}: {:?}", read_game(bad));
        }
    }
}
