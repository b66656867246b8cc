//! Finished games as PGN, and what a later run needs to know of them.
//!
//! A game is written whole, with its place in the schedule as the tag `Round` and the cause of its
//! end as the tag `Termination`; the sentence of the verdict is the last comment. Xiangqi is written
//! by the notation crate in the dialect of xqbase, chess in standard algebraic notation.
//!
//! Reading back takes the tags alone, of either game. A game that was cut off in the writing does
//! not end with its result: it is passed over, and will be played again. Games of others are counted, so that a
//! match is not continued in their file.

use crate::play::Conditions;
use crate::record::{PlayedGame, Termination};
use crate::schedule::GameId;
use games::{Chess, GameText, Side, Variant, chess};
use notation::{Game, RecordedResult, pgn};
use std::fmt::Write;

/// The result as PGN writes it.
fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// A game as PGN, with an empty line at its end. `names` are the engines with Red (White) and Black,
/// `limits` how long each could think, `further` tags that the caller wants to find again.
pub fn write(
    record: &PlayedGame,
    conditions: &Conditions,
    event: &str,
    names: [&str; 2],
    limits: [&str; 2],
    further: &[(&str, String)],
) -> String {
    let mut tags = vec![
        ("Event", event.to_string()),
        ("Round", record.game.id.to_string()),
        ("Red", names[0].to_string()),
        ("Black", names[1].to_string()),
        ("Termination", record.ruling.termination.name().to_string()),
        ("PlyCount", record.moves.len().to_string()),
    ];
    if limits[0] == limits[1] {
        tags.push(("TimeControl", limits[0].to_string()));
    } else {
        tags.push(("RedTimeControl", limits[0].to_string()));
        tags.push(("BlackTimeControl", limits[1].to_string()));
    }
    tags.extend(further.iter().map(|(name, value)| (*name, one_line(value))));
    match conditions.variant {
        Variant::Xiangqi => {
            tags.push(("RuleSet", conditions.rules.name().to_string()));
            write_xiangqi(record, &tags)
        }
        Variant::Chess => write_chess(record, &tags),
    }
}

/// The comment after a move; the last one carries the verdict.
fn comments(record: &PlayedGame) -> impl Iterator<Item = String> {
    let last = record.moves.len().saturating_sub(1);
    record.moves.iter().enumerate().map(move |(ply, mv)| {
        if ply == last { format!("{}, {}", mv.comment(), record.ruling.sentence) } else { mv.comment() }
    })
}

fn write_xiangqi(record: &PlayedGame, tags: &[(&str, String)]) -> String {
    let mut game = record.fen.parse().map(Game::new).unwrap_or_default();
    for (name, value) in tags {
        // None of the names is malformed or reserved.
        let _ = game.tags.set(name, value);
    }
    let mut node = game.root();
    if record.moves.is_empty() {
        game.set_comment(node, &comment_text(&record.ruling.sentence));
    }
    for (played, comment) in record.moves.iter().zip(comments(record)) {
        // Every move was legal when it was made.
        let Ok(mv) = played.text.parse() else { break };
        let Ok(next) = game.add(node, mv) else { break };
        node = next;
        game.set_comment(node, &comment_text(&comment));
    }
    game.result = RecordedResult::from_text(result(record.ruling.winner)).unwrap_or_default();
    pgn::write(&game, &pgn::Format::default()) + "\n"
}

fn write_chess(record: &PlayedGame, tags: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let name = name.replacen("Red", "White", 1);
        // A `String` takes everything.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, value) in tags {
        tag(name, value);
    }
    tag("Result", result(record.ruling.winner));
    if record.fen != Chess::START_FEN {
        tag("SetUp", "1");
        tag("FEN", &record.fen);
    }
    let mut words = Vec::new();
    if record.moves.is_empty() {
        words.push(format!("{{{}}}", comment_text(&record.ruling.sentence)));
    }
    let mut position = Chess::parse_position(&record.fen).unwrap_or_else(|_| Chess::start());
    for (played, comment) in record.moves.iter().zip(comments(record)) {
        let Ok(mv) = Chess::parse_move(&position, &played.text) else { break };
        // Every move has a comment before it, so that Black's need a number as well.
        let dots = if position.side() == Side::First { "." } else { "..." };
        words.push(format!("{}{dots}", position.move_number()));
        words.push(chess::algebraic_text(&position, mv));
        words.push(format!("{{{}}}", comment_text(&comment)));
        position.play_unchecked(mv);
    }
    words.push(result(record.ruling.winner).to_string());
    text.push('\n');
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let is_full = column + 1 + length > 80;
            text.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        text.push_str(&word);
        column += length;
    }
    text.push_str("\n\n");
    text
}

/// What PGN can say inside braces.
fn comment_text(text: &str) -> String {
    one_line(&text.replace('}', ")"))
}

/// What a tag can say.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A finished game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// Its place in the schedule.
    pub id: GameId,
    /// The engines with Red (White) and Black.
    pub names: [String; 2],
    /// Where it began; nothing for the starting position.
    pub fen: Option<String>,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub termination: Termination,
    /// Its moves as they are written, without comments and numbers.
    pub moves: String,
    tags: Vec<(String, String)>,
}

impl ArchivedGame {
    /// The value of a tag; those that speak of White are called after Red.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }
}

fn find_tag<'t>(tags: &'t [(String, String)], name: &str) -> Option<&'t str> {
    tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// The finished games of a file that [`write()`] has written; anything else in it is passed over.
pub fn read(text: &str) -> Vec<ArchivedGame> {
    scan(text).games
}

/// What is in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveScan {
    /// The finished games.
    pub games: Vec<ArchivedGame>,
    /// The byte behind the last finished game. If there is more than space behind it, that is a game that was cut off, or not
    /// one of ours.
    pub end: usize,
    /// How many parts of the text are neither games of a match nor what is left of one.
    pub strangers: usize,
}

/// Looks through the text of a file.
pub fn scan(text: &str) -> ArchiveScan {
    let mut found = ArchiveScan::default();
    let mut section = Section::default();
    let mut offset = 0;
    for whole_line in text.split_inclusive('\n') {
        let start = offset;
        offset += whole_line.len();
        // A power cut may leave zeros behind.
        let line = whole_line.trim_matches(|character: char| character.is_whitespace() || character == '\0');
        if let Some((name, value)) = tag(line) {
            let name = name.replacen("White", "Red", 1);
            if section.has_moves || section.tags.first().is_some_and(|(first, _)| *first == name) {
                found.add(std::mem::take(&mut section), start);
            }
            section.tags.push((name, value));
        } else if line.is_empty() {
            // Behind a game that is whole, anything may follow.
            if section.is_whole() {
                found.add(std::mem::take(&mut section), start);
            }
        } else if !section.has_moves && line.starts_with('[') {
            section.is_cut_in_tag = true;
        } else {
            section.has_moves = true;
            section.text.push_str(line);
            section.text.push(' ');
            section.last_word = line.rsplit(' ').next().unwrap_or_default().to_string();
        }
    }
    found.add(section, offset);
    found
}

impl ArchiveScan {
    /// Takes in a part that ends at a byte.
    fn add(&mut self, section: Section, end: usize) {
        let is_stranger = section.is_stranger();
        if let Some(game) = section.entry() {
            self.games.push(game);
            self.end = end;
        } else {
            self.strangers += usize::from(is_stranger);
        }
    }
}

/// A game, as far as it has been read.
#[derive(Default)]
struct Section {
    tags: Vec<(String, String)>,
    has_moves: bool,
    /// The text breaks off inside a tag.
    is_cut_in_tag: bool,
    text: String,
    last_word: String,
}

impl Section {
    fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    /// Whether the text ends with the result that the tag says.
    fn is_whole(&self) -> bool {
        self.has_moves && self.tag("Result") == Some(self.last_word.as_str())
    }

    /// Whether this cannot be a game of a match, whole or cut off. Such a game says first what its round is.
    fn is_stranger(&self) -> bool {
        let has_round = self.tag("Round").is_some_and(|round| round.parse::<GameId>().is_ok());
        let begins_like_ours =
            self.tags.first().is_none_or(|(name, _)| ["Game", "Event"].contains(&name.as_str()));
        let is_empty = self.tags.is_empty() && !self.has_moves && !self.is_cut_in_tag;
        !is_empty && !has_round && (self.has_moves || !begins_like_ours || self.tag("Round").is_some())
    }

    fn entry(self) -> Option<ArchivedGame> {
        if !self.is_whole() {
            return None;
        }
        let winner = [Some(Side::First), Some(Side::Second), None]
            .into_iter()
            .find(|&winner| self.last_word == result(winner))?;
        Some(ArchivedGame {
            id: self.tag("Round")?.parse().ok()?,
            names: [self.tag("Red")?.to_string(), self.tag("Black")?.to_string()],
            fen: self.tag("FEN").map(str::to_string),
            winner,
            termination: Termination::from_name(self.tag("Termination")?)?,
            moves: bare_moves(&self.text),
            tags: self.tags,
        })
    }
}

/// The moves of a text, without comments, numbers and the result.
fn bare_moves(text: &str) -> String {
    let mut outside = String::new();
    let mut depth = 0_u32;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(character),
            _ => {}
        }
    }
    let is_move = |word: &&str| !word.ends_with('.') && !["1-0", "0-1", "1/2-1/2"].contains(word);
    outside.split_whitespace().filter(is_move).collect::<Vec<_>>().join(" ")
}

/// `[Name "value"]`, with quotes and backslashes unescaped.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(' ')?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix("\"]")?;
    let mut plain = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        plain.push(if character == '\\' { characters.next()? } else { character });
    }
    Some((name.to_string(), plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Adjudication;
    use crate::engine::ReportedScore;
    use crate::limit::Limit;
    use crate::record::{PlayedMove, Ruling};
    use crate::schedule::ScheduledGame;
    use std::time::Duration;
    use xiangqi::RuleSet;

    fn record(fen: &str, moves: &str, winner: Option<Side>) -> PlayedGame {
        let played = |text: &str| PlayedMove {
            text: text.to_string(),
            score: Some(ReportedScore::Centipawns(35)),
            depth: Some(12),
            elapsed: Duration::from_millis(100),
        };
        PlayedGame {
            game: ScheduledGame { id: GameId { pair: 7, game: 2 }, engines: [1, 0], opening: 0 },
            fen: fen.to_string(),
            moves: moves.split_whitespace().map(played).collect(),
            ruling: Ruling {
                winner,
                termination: Termination::IllegalMove,
                sentence: "A said \"}\".".to_string(),
            },
        }
    }

    fn conditions(variant: Variant) -> Conditions {
        Conditions {
            variant,
            rules: RuleSet::Asian,
            limit: Limit::Nodes(1),
            adjudication: Adjudication::default(),
            margin: Duration::ZERO,
            lag: Duration::ZERO,
            patience: Duration::ZERO,
        }
    }

    const NAMES: [&str; 2] = ["A \"quoted\" \\ name", "B"];

    #[test]
    fn xiangqi_reads_back() {
        let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 3 9";
        let xiangqi = conditions(Variant::Xiangqi);
        let further = [("Adjudication", "a \"line\"\nbreak".to_string())];
        for (fen, moves) in [(fen, "e9f9 e1f1"), (xiangqi::fen::START, "")] {
            let text = write(
                &record(fen, moves, Some(Side::Second)),
                &xiangqi,
                "Test",
                NAMES,
                ["1+0", "depth 3"],
                &further,
            );
            let game = pgn::read(&text).next().unwrap().unwrap();
            assert_eq!(game.main_line().count(), moves.split_whitespace().count());
            assert_eq!(game.tags.get("Red"), Some(NAMES[0]));
            assert_eq!(game.tags.get("BlackTimeControl"), Some("depth 3"));
            assert_eq!(game.result, RecordedResult::BlackWins);
            assert!(text.contains(if moves.is_empty() { "{A said" } else { "{+0.35/12 0.10s}" }), "{text}");
            let [entry] = &read(&text)[..] else { panic!("{text}") };
            assert_eq!((entry.id, entry.winner), (GameId { pair: 7, game: 2 }, Some(Side::Second)));
            assert_eq!(entry.names, NAMES);
            assert_eq!(entry.termination, Termination::IllegalMove);
            assert_eq!(entry.fen.is_some(), !moves.is_empty());
            assert_eq!(entry.tag("Adjudication"), Some("a \"line\" break"));
            assert_eq!(entry.tag("Arbiter"), None);
            assert_eq!(
                entry.moves.split_whitespace().count(),
                moves.split_whitespace().count(),
                "{}",
                entry.moves
            );
        }
    }

    #[test]
    fn chess_in_algebraic_notation() {
        let record = record(Chess::START_FEN, "e2e4 e7e5 g1f3", None);
        let text = write(
            &record,
            &conditions(Variant::Chess),
            "Test",
            NAMES,
            ["1+0"; 2],
            &[("RedEngine", "x".into())],
        );
        assert!(text.contains("[White \"A \\\"quoted\\\""), "{text}");
        let plain = text.replace('\n', " ");
        assert!(plain.contains("1. e4 {+0.35/12 0.10s} 1... e5 {+0.35/12 0.10s} 2. Nf3 {"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let [entry] = &read(&text)[..] else { panic!("{text}") };
        assert_eq!((entry.winner, entry.names[0].as_str()), (None, NAMES[0]));
        assert_eq!((entry.moves.as_str(), entry.tag("RedEngine")), ("e4 e5 Nf3", Some("x")));
    }

    #[test]
    fn what_was_cut_off_is_passed_over() {
        let text = write(
            &record(xiangqi::fen::START, "h2e2 h9g7", Some(Side::First)),
            &conditions(Variant::Xiangqi),
            "Test",
            NAMES,
            ["1+0"; 2],
            &[],
        );
        let whole = text.trim_end();
        for cut in (0..whole.len()).filter(|&cut| whole.is_char_boundary(cut)) {
            assert_eq!(read(&whole[..cut]), [], "cut at {cut}");
            assert_eq!(read(&format!("{}\n\n{text}", &whole[..cut])).len(), 1, "cut at {cut}");
        }
        assert_eq!(read(&format!("{text}{text}")).len(), 2);
        assert_eq!(read("[Event \"x\"]\n\n1. e4 *\n\nnonsense [\n[a\n"), []);
    }

    #[test]
    fn the_end_of_the_last_whole_game_is_known() {
        let game = |id: u32, variant, fen: &str, moves: &str| {
            let mut record = record(fen, moves, Some(Side::First));
            record.game.id.pair = id;
            write(&record, &conditions(variant), "Test", NAMES, ["1+0"; 2], &[])
        };
        for (variant, fen, moves) in [
            (Variant::Xiangqi, xiangqi::fen::START, "h2e2 h9g7"),
            (Variant::Chess, Chess::START_FEN, "e2e4 e7e5"),
        ] {
            let (first, second) = (game(1, variant, fen, moves), game(2, variant, fen, moves));
            let whole = second.trim_end();
            for cut in (1..whole.len()).filter(|&cut| whole.is_char_boundary(cut)) {
                let text = format!("{first}{}", &whole[..cut]);
                let found = scan(&text);
                assert_eq!((found.games.len(), found.strangers), (1, 0), "cut at {cut}");
                assert_eq!(text[..found.end].trim_end(), first.trim_end(), "cut at {cut}");
                // The next game is not mistaken for the one that was cut off.
                let third = game(3, variant, fen, moves);
                let ids: Vec<u32> =
                    scan(&format!("{text}\n\n{third}")).games.iter().map(|game| game.id.pair).collect();
                assert_eq!(ids, [1, 3], "cut at {cut}");
            }
            let found = scan(&format!("{first}\0\0\0"));
            assert_eq!((found.games.len(), found.strangers), (1, 0));
        }
    }

    #[test]
    fn games_of_others_are_strangers() {
        for (text, strangers) in [
            ("", 0),
            ("\n \n", 0),
            ("[Event \"Cup\"]\n[Round \"3\"]\n[Result \"1-0\"]\n\n1. C2=5 1-0\n", 1),
            ("[Red \"Hu\"]\n", 1),
            ("1. C2=5 *\n\n[Event \"2\"]\n\n1. H2+3 *\n", 2),
            ("A letter to my mother\n", 1),
        ] {
            let found = scan(text);
            assert_eq!((found.games.len(), found.end, found.strangers), (0, 0, strangers), "{text}");
        }
    }
}
