//! What the engine says, as lines of UCCI.

use crate::Dialect;
use crate::dialect::message::{Message, NAME, SearchMode};
use crate::dialect::people;
use crate::dialect::text::kind_text;
use crate::options::{Ranks, Row, rows};
use engine::draws::Gesture;
use engine::{Answer, Bound, Line, Recalled};
use search::Score;

/// The score of a mate on the spot; each ply to it takes one off.
const MATE: i32 = 10_000;
/// No evaluation is shown beyond this.
const LARGEST: i32 = 9_000;

/// UCCI knows no mates: they are large numbers.
fn score_number(score: Score) -> i32 {
    if score.is_win() {
        MATE - (Score::mate_in(0).value() - score.value())
    } else if score.is_loss() {
        -MATE + (score.value() - Score::mated_in(0).value())
    } else {
        score.value().clamp(-LARGEST, LARGEST)
    }
}

/// What there is to tell; nothing if UCCI has no words for it.
pub fn write(message: &Message<'_>, mode: SearchMode) -> Option<String> {
    let ranks = mode.ranks;
    Some(match message {
        Message::Introduction(_) => introduction(),
        Message::Ready => "readyok".into(),
        Message::Bye => "bye".into(),
        Message::NothingToStop | Message::NoMoveLeft => "nobestmove".into(),
        Message::Line(line) => line_text(line, mode),
        Message::RootMove { mv, .. } => format!("info currmove {}", ranks.write(mv)),
        Message::Failed(failure) => remark(&failure.to_string()),
        Message::Best(answer, gesture) => best_text(answer, *gesture, ranks),
        Message::BookMove { mv, remark: known } => remark(&format!("book {} {known}", ranks.write(mv))),
        Message::Remark(message) | Message::Refusal { message, .. } => remark(message),
        Message::Board(position) => people::diagram(position, ranks),
        // The answer to a search of depth 0.
        Message::Evaluation { score, .. } => {
            format!("info depth 0 score {}\nnobestmove", score_number(Score::evaluation(*score)))
        }
        Message::Recalled(recalled) => probe_text(*recalled, ranks),
        Message::Compiler => people::compiler(),
        Message::License => people::LICENSE.into(),
        Message::Help => people::HELP.into(),
        Message::Pong(_) | Message::Exported { .. } => return None,
    })
}

fn remark(message: &str) -> String {
    format!("info message {message}")
}

fn line_text(line: &Line<String>, mode: SearchMode) -> String {
    let moves: Vec<String> = line.moves.iter().map(|text| mode.ranks.write(text)).collect();
    let milliseconds = line.elapsed.as_millis();
    let speed = u128::from(line.nodes) * 1000 / milliseconds.max(1);
    let number = if mode.lines > 1 { format!(" multipv {}", line.number) } else { String::new() };
    format!(
        "info time {milliseconds} nodes {} nps {speed}\ninfo depth {}{number} score {} pv {}",
        line.nodes,
        line.depth,
        score_number(line.score),
        moves.join(" ")
    )
}

fn best_text(answer: &Answer<String>, gesture: Gesture, ranks: Ranks) -> String {
    let Some(best) = &answer.best else { return "nobestmove".into() };
    let ponder = answer.ponder.as_ref().map_or(String::new(), |mv| format!(" ponder {}", ranks.write(mv)));
    let said = match gesture {
        Gesture::None => "",
        Gesture::Draw => " draw",
        Gesture::Resign => " resign",
    };
    format!("bestmove {}{ponder}{said}", ranks.write(best))
}

fn probe_text(recalled: Option<&Recalled<String>>, ranks: Ranks) -> String {
    let Some(recalled) = recalled else { return "pophash".into() };
    let best =
        recalled.best.as_ref().map_or(String::new(), |best| format!(" bestmove {}", ranks.write(best)));
    let bound = |word: &str, others: [Bound; 2]| {
        let is_known = others.contains(&recalled.bound);
        let text = || format!(" {word} {} depth {}", score_number(recalled.score), recalled.depth);
        if is_known { text() } else { String::new() }
    };
    let lower = bound("lowerbound", [Bound::Lower, Bound::Exact]);
    let upper = bound("upperbound", [Bound::Upper, Bound::Exact]);
    format!("pophash{best}{lower}{upper}")
}

fn introduction() -> String {
    let mut lines = vec![format!("id name {NAME}"), "id author the Chuhe authors".into()];
    lines.extend(rows().iter().filter(|row| row.shown.contains(&Dialect::Ucci)).map(option_text));
    lines.extend(["option newgame type button".into(), "ucciok".into()]);
    lines.join("\n")
}

/// An option as UCCI shows it: names without blanks, and the standard's own where it has one.
fn option_text(row: &Row) -> String {
    let name = row.ucci.map_or_else(|| row.name.replace(' ', ""), Into::into);
    format!("option {name} type {}", kind_text(row.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_large_numbers() {
        assert_eq!(score_number(Score::mate_in(1)), 9_999);
        assert_eq!(score_number(Score::mated_in(4)), -9_996);
        assert_eq!(score_number(Score::evaluation(35)), 35);
        assert_eq!(score_number(Score::evaluation(-20_000)), -9_000);
    }

    #[test]
    fn options_have_no_blanks_in_their_names() {
        let text = introduction();
        assert!(text.lines().count() > 10);
        for line in text.lines().filter(|line| line.starts_with("option")) {
            assert_eq!(line.split(' ').nth(2), Some("type"), "{line}");
        }
    }
}
