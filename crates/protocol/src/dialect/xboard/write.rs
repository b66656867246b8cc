//! What the engine says, as lines of the `XBoard` protocol. What belongs to the game is worded here, too.

use crate::Dialect;
use crate::dialect::message::{Message, NAME, SearchMode};
use crate::dialect::people;
use crate::dialect::text::shortened;
use crate::options::{Kind, Ranks, rows};
use engine::Line;
use games::Ending;
use search::Score;
use xiangqi::rules::Language;

/// The score of a mate, to which the moves are added.
const MATE: i32 = 100_000;
/// No evaluation is shown beyond this.
const LARGEST: i32 = 30_000;

fn score_number(score: Score) -> i32 {
    match score.mate_distance() {
        Some(moves) if score.is_win() => MATE + moves,
        Some(moves) => moves - MATE,
        None => score.value().clamp(-LARGEST, LARGEST),
    }
}

/// What there is to tell; nothing if the protocol has no words for it, or the game tells it.
pub fn write(message: &Message<'_>, mode: SearchMode) -> Option<String> {
    Some(match message {
        Message::Introduction(_) => introduction(),
        Message::Pong(word) => format!("pong {word}").trim_end().into(),
        Message::Failed(failure) => comment(&failure.to_string()),
        Message::BookMove { mv, remark } => comment(&format!("book {} {remark}", mode.ranks.write(mv))),
        Message::Remark(message) => comment(message),
        Message::Refusal { message, line } => format!("Error ({message}): {}", shortened(line)),
        Message::Board(position) => people::diagram(position, mode.ranks),
        Message::Ready
        | Message::Bye
        | Message::NothingToStop
        | Message::Line(_)
        | Message::RootMove { .. }
        | Message::Best(..)
        | Message::NoMoveLeft
        | Message::Evaluation { .. }
        | Message::Recalled(_)
        | Message::Exported { .. }
        | Message::Compiler
        | Message::License
        | Message::Help => return None,
    })
}

/// Something that is not for the GUI, but for its user's log.
pub fn comment(text: &str) -> String {
    format!("# {text}")
}

/// A move that cannot be made.
pub fn illegal_move(message: &str, text: &str) -> String {
    format!("Illegal move ({message}): {}", shortened(text))
}

/// A position that cannot be set up.
pub fn illegal_position(message: &str) -> String {
    format!("tellusererror Illegal position: {message}")
}

/// A thought: a line, with the moves that come before it.
pub fn thought(line: &Line<String>, expected: Option<&str>, ranks: Ranks) -> String {
    let moves = expected.into_iter().chain(line.moves.iter().map(String::as_str));
    format!(
        "{} {} {} {} {}",
        line.depth,
        score_number(line.score),
        line.elapsed.as_millis() / 10,
        line.nodes,
        moves.map(|mv| ranks.write(mv)).collect::<Vec<_>>().join(" ")
    )
}

/// How far an analysis is.
pub struct Status<'a> {
    pub line: Option<&'a Line<String>>,
    /// The move at the root that is being looked at, and its place among them.
    pub root_move: Option<(&'a str, usize)>,
    /// How many moves there are.
    pub all: usize,
}

impl Status<'_> {
    /// Time, nodes, depth, moves left, all moves, the move.
    pub fn text(&self, ranks: Ranks) -> String {
        let (time, nodes, depth) =
            self.line.map_or((0, 0, 0), |line| (line.elapsed.as_millis() / 10, line.nodes, line.depth));
        let (mv, number) = self.root_move.unwrap_or_default();
        let (all, left) = (self.all, self.all.saturating_sub(number));
        format!("stat01: {time} {nodes} {depth} {left} {all} {}", ranks.write(mv)).trim_end().to_string()
    }
}

/// The engine's move.
pub fn own_move(mv: &str, ranks: Ranks) -> String {
    format!("move {}", ranks.write(mv))
}

/// What the other side could play.
pub fn hint(mv: &str, ranks: Ranks) -> String {
    format!("Hint: {}", ranks.write(mv))
}

/// The offer of a draw, or its acceptance.
pub const OFFER_DRAW: &str = "offer draw";
/// The end.
pub const RESIGN: &str = "resign";

/// What the book knows: moves with remarks. An empty line is the end of it.
pub fn book(moves: &[(String, String)], ranks: Ranks) -> String {
    let mut lines: Vec<String> =
        moves.iter().map(|(mv, remark)| format!(" {} {remark}", ranks.write(mv))).collect();
    if lines.is_empty() {
        lines.push(" the book does not know this position".into());
    }
    format!("{}\n", lines.join("\n"))
}

/// The end of a game.
pub fn result_text(ending: &Ending) -> String {
    format!("{} {{{}}}", ending.result(), ending.explain(Language::English))
}

/// How the rules judge a position in which the game could go on.
pub fn verdict_text(ending: &Ending) -> String {
    comment(&ending.explain(Language::English))
}

fn introduction() -> String {
    let mut lines = vec![
        "feature done=0".to_string(),
        format!("feature myname=\"{NAME}\" variants=\"xiangqi,normal\""),
        "feature setboard=1 ping=1 usermove=1 playother=1 analyze=1 draw=1 reuse=1 time=1".to_string(),
        "feature memory=1 smp=1 debug=1 colors=0 sigint=0 sigterm=0 san=0 ics=0 nps=1 pause=1 exclude=1"
            .to_string(),
    ];
    for row in rows().iter().filter(|row| row.shown.contains(&Dialect::XBoard)) {
        lines.push(format!("feature option=\"{} -{}\"", row.name, kind_text(row.kind)));
    }
    lines.push("feature done=1".into());
    lines.join("\n")
}

fn kind_text(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => format!("spin {default} {min} {max}"),
        Kind::Check(default) => format!("check {}", u8::from(default)),
        Kind::Button(_) => "button".into(),
        Kind::Text(default) => format!("string {default}"),
        // The star marks the one that is chosen.
        Kind::Combo(words) => format!("combo *{}", words.join(" /// ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Cause, Side, Variant};

    #[test]
    fn scores_and_results_are_written() {
        assert_eq!(score_number(Score::mate_in(5)), 100_003);
        assert_eq!(score_number(Score::mated_in(4)), -100_002);
        assert_eq!(score_number(Score::evaluation(-35)), -35);
        let ending = |winner, cause| Ending { variant: Variant::Xiangqi, winner, cause };
        let mate = ending(Some(Side::Second), Cause::Checkmate);
        assert_eq!(result_text(&mate), "0-1 {Black wins: Red is checkmated.}");
        let draw = ending(None, Cause::Material);
        assert_eq!(result_text(&draw), "1/2-1/2 {Draw: neither side has enough pieces left to win.}");
    }

    #[test]
    fn features_are_quoted_whole() {
        let text = introduction();
        assert!(text.contains("variants=\"xiangqi,normal\""));
        assert!(text.contains("option=\"MultiPV -spin 1 1 128\""));
        assert!(text.ends_with("feature done=1"));
        assert!(text.lines().all(|line| line.matches('"').count() % 2 == 0), "{text}");
    }
}
