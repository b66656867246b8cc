//! Games as text: read in whatever form they come, written in the form that is asked for.
//!
//! Read: a FEN, PGN, or moves in any notation, numbered or not, behind a FEN or from the usual start. Of a text with
//! several games the first counts, and of that the main line. What comes before a mistake is kept, and the mistake told.

use crate::messages::{GameText, Reply, Words};
use crate::record::{self, CHINESE, MOST_MOVES, shortened};
use notation::pgn::{self, Variation, Visitor};
use notation::{Game, Notation, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use xiangqi::{Board, Colour, Fen, Move, Position};

/// The longest value of a tag, in bytes.
const LONGEST_TAG: usize = 1000;
/// The most tags.
const MOST_TAGS: usize = 50;

/// Reads a game.
///
/// # Errors
/// Says what is wrong if nothing could be read.
pub fn read_game(text: &str) -> Result<Reply, Words> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Words::new(
            "there is nothing to read; paste a FEN, a PGN or a list of moves",
            "没有内容；请粘贴 FEN、PGN 或着法",
        ));
    }
    let (start, rest) = leading_fen(text)?;
    let mut sheet = Sheet { start, ..Sheet::default() };
    let rest = rest.trim_start_matches("moves").trim();
    let mut stopped_at = None;
    if !rest.is_empty() {
        let is_from_fen = sheet.start.is_some();
        // A reader of PGN knows how to begin elsewhere: by a tag.
        let framed = match &sheet.start {
            Some(fen) => format!("[FEN \"{fen}\"]\n\n{rest}"),
            None => rest.to_owned(),
        };
        let result = pgn::Reader::new([framed.as_str()]).visit(&mut sheet);
        if let Some(Err(error)) = result {
            if sheet.moves.is_empty() && !is_from_fen {
                return Err(unreadable(rest, &error));
            }
            let line = error.line().saturating_sub(if is_from_fen { 2 } else { 0 });
            stopped_at = Some(format!("line {line}, column {}: {}", error.column(), error.fault()));
        }
        if sheet.moves.len() > MOST_MOVES {
            sheet.moves.truncate(MOST_MOVES);
            stopped_at = Some(format!("the game is longer than {MOST_MOVES} moves"));
        }
        if sheet.moves.is_empty() && sheet.tags.is_empty() && !is_from_fen && stopped_at.is_none() {
            return Err(no_game(rest));
        }
    }
    let format = format_of(rest, &sheet);
    Ok(Reply::GameRead {
        fen: sheet.start.filter(|fen| !is_usual(fen)).map(|fen| fen.to_string()),
        moves: sheet.moves.iter().map(ToString::to_string).collect(),
        tags: sheet.tags,
        format,
        stopped_at,
    })
}

fn is_usual(fen: &Fen) -> bool {
    fen.board == Board::start()
}

fn unreadable(text: &str, error: &pgn::PgnError) -> Words {
    let place = format!("line {}, column {}: {}", error.line(), error.column(), error.fault());
    Words::new(
        format!("\"{}\" is no game that can be read: {place}", shortened(text)),
        format!("第{}行第{}列无法读取（{}）", error.line(), error.column(), error.fault()),
    )
}

fn no_game(text: &str) -> Words {
    let text = shortened(text);
    Words::new(
        format!(
            "\"{text}\" holds neither a FEN nor tags nor moves; moves are written h2e2, C2=5 or 炮二平五"
        ),
        format!("“{text}”中没有 FEN、标签或着法；着法可写作 h2e2、C2=5 或炮二平五"),
    )
}

/// The FEN that a text begins with, if it does, and what follows it. The words of UCI before it are passed over.
fn leading_fen(text: &str) -> Result<(Option<Fen>, &str), Words> {
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
    record::parse_fen(line).map(|position| (Some(position.fen()), ""))
}

/// What a reader of PGN reports, as far as it is wanted.
#[derive(Default)]
struct Sheet {
    start: Option<Fen>,
    tags: BTreeMap<String, String>,
    moves: Vec<Move>,
    outcome: Outcome,
    depth: usize,
}

impl Visitor for Sheet {
    fn tag(&mut self, name: &str, value: &str) {
        if self.tags.len() < MOST_TAGS && name != "FEN" && name != "SetUp" {
            self.tags.insert(name.into(), value.chars().take(LONGEST_TAG).collect());
        }
    }

    fn start(&mut self, start: &Fen) {
        if !is_usual(start) {
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

    fn end_game(&mut self, outcome: Outcome) {
        self.outcome = outcome;
        if outcome != Outcome::Unknown {
            self.tags.insert("Result".into(), outcome.to_string());
        }
    }
}

/// What a text was read as.
fn format_of(rest: &str, sheet: &Sheet) -> &'static str {
    if rest.is_empty() {
        return "fen";
    }
    if rest.starts_with('[') {
        return "pgn";
    }
    let Some(&first) = sheet.moves.first() else { return "fen" };
    let board = sheet.start.as_ref().map_or_else(Board::start, |fen| fen.board.clone());
    let is_first = |word: &str| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '、', '…']);
        let reads = |notation: Notation| notation.parse(&board, word) == Ok(first);
        if reads(Notation::Iccs) {
            Some("iccs")
        } else if reads(Notation::Wxf) {
            Some("wxf")
        } else if reads(CHINESE) {
            Some("chinese")
        } else {
            None
        }
    };
    rest.split_whitespace().find_map(is_first).unwrap_or("pgn")
}

/// Writes a game.
///
/// # Errors
/// Says what is wrong with the game, the format or a tag.
pub fn write_game(game: &GameText, format: &str, tags: &BTreeMap<String, String>) -> Result<Reply, Words> {
    let position = record::replay(game)?;
    let text = match format {
        "fen" => position.fen().to_string(),
        "iccs" => listed(&position, Notation::Iccs),
        "wxf" => listed(&position, Notation::Wxf),
        "chinese" => listed(&position, CHINESE),
        "pgn" => written(&position, tags)?,
        other => {
            let other = shortened(other);
            return Err(Words::new(
                format!("there is no format \"{other}\"; there are fen, iccs, wxf, chinese and pgn"),
                format!("没有名为“{other}”的格式；可用格式为 fen、iccs、wxf、chinese 和 pgn"),
            ));
        }
    };
    Ok(Reply::GameWritten { text })
}

/// Numbered moves, one pair a line, behind a FEN if the game did not begin as usual.
fn listed(position: &Position, notation: Notation) -> String {
    let mut text = String::new();
    let origin = position.origin();
    if !is_usual(origin) {
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

fn written(position: &Position, tags: &BTreeMap<String, String>) -> Result<String, Words> {
    let mut game = Game::new(position.origin().clone());
    if tags.len() > MOST_TAGS {
        return Err(Words::new(
            format!("{} tags are too many; at most {MOST_TAGS} are written", tags.len()),
            format!("标签过多（{}个），最多{MOST_TAGS}个", tags.len()),
        ));
    }
    for (name, value) in tags {
        if name == "Result" {
            game.outcome = Outcome::from_text(value).unwrap_or_default();
            continue;
        }
        let value: String = value.chars().take(LONGEST_TAG).collect();
        game.tags
            .set(name, &value)
            .map_err(|error| Words::new(error.to_string(), format!("标签“{}”不能使用", shortened(name))))?;
    }
    let mut node = game.root();
    for mv in position.past().iter().filter_map(|ply| ply.mv) {
        node = game.add(node, mv).map_err(|error| Words::new(error.to_string(), "着法不合规则"))?;
    }
    Ok(pgn::write(&game, &pgn::Format::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: Option<&str>, moves: &str) -> GameText {
        let moves = moves.split_whitespace().map(ToOwned::to_owned).collect();
        GameText { fen: fen.map(ToOwned::to_owned), moves, rules: "asian".into() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let endgame = "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 17";
        let rows =
            [(None, "h2e2 h9g7 h0g2 i9h9 i0h0"), (Some(endgame), "d9d8 a1a8 d8d7"), (Some(endgame), "")];
        for (fen, moves) in rows {
            for format in ["iccs", "wxf", "chinese", "pgn"] {
                let Ok(Reply::GameWritten { text }) = write_game(&game(fen, moves), format, &BTreeMap::new())
                else {
                    panic!("{format}")
                };
                let Ok(Reply::GameRead { fen: read, moves: made, format: told, stopped_at, .. }) =
                    read_game(&text)
                else {
                    panic!("{text}")
                };
                assert_eq!(
                    (read.as_deref(), made.join(" ").as_str(), stopped_at),
                    (fen, moves, None),
                    "{text}"
                );
                assert_eq!(told, if moves.is_empty() && format != "pgn" { "fen" } else { format });
            }
        }
    }

    #[test]
    fn many_forms_are_read() {
        let read = |text: &str| match read_game(text) {
            Ok(Reply::GameRead { fen, moves, format, stopped_at, .. }) => {
                (fen.is_some(), moves.join(" "), format, stopped_at.is_some())
            }
            other => panic!("{text}: {other:?}"),
        };
        let two = "h2e2 h9g7".to_owned();
        assert_eq!(read("h2e2 h9g7"), (false, two.clone(), "iccs", false));
        assert_eq!(read("position startpos moves h2e2 h9g7"), (false, two.clone(), "iccs", false));
        assert_eq!(read("1.C2=5 H8+7"), (false, two.clone(), "wxf", false));
        assert_eq!(read("1. 炮二平五 马8进7"), (false, two.clone(), "chinese", false));
        assert_eq!(read("[Red \"x\"]\n\n1. C2=5 (1. H2+3) H8+7 1-0"), (false, two.clone(), "pgn", false));
        assert_eq!(read("h2e2 h9g7 h2e2 i9h9"), (false, two, "iccs", true));
        assert_eq!(read("3k5/9/9/9/9/9/9/9/R8/4K4 w"), (true, String::new(), "fen", false));
        assert_eq!(
            read("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w moves a1a8"),
            (true, "a1a8".into(), "iccs", false)
        );
        assert_eq!(read("3k5/9/9/9/9/9/9/9/R8/4K4 w\n1. R9+7"), (true, "a1a8".into(), "wxf", false));
        for bad in ["", "   ", "hello", "3k5/9/9/9 w", "h2e9", "(((", "9/9/9/9/9/9/9/9/9/9 w"] {
            assert!(read_game(bad).is_err(), "{bad}: {:?}", read_game(bad));
        }
    }
}
