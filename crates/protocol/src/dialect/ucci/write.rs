//! What the engine says, as lines of UCCI.

use crate::courtesy::Reply;
use crate::dialect::{Dialect, Manner};
use crate::event::{Event, Recalled};
use crate::kinds::{self, Kind};
use crate::ranks::Ranks;
use engine::Bound;
use search::Score;

/// The score of a mate on the spot; one in so many plies is so much less.
const MATE: i32 = 10_000;
/// No evaluation is shown beyond this.
const LARGEST: i32 = 9_000;

/// UCCI knows no mates: they are large numbers.
pub fn score_number(score: Score) -> i32 {
    if score.is_win() {
        MATE - (Score::mate_in(0).value() - score.value())
    } else if score.is_loss() {
        -MATE + (score.value() - Score::mated_in(0).value())
    } else {
        score.value().clamp(-LARGEST, LARGEST)
    }
}

/// The lines for an event.
pub fn event_text(event: &Event, manner: &Manner) -> String {
    let ranks = manner.ranks;
    match event {
        Event::Line(line) => {
            let moves: Vec<String> = line.moves.iter().map(|text| ranks.write(text)).collect();
            let milliseconds = line.elapsed.as_millis();
            let speed = u128::from(line.nodes) * 1000 / milliseconds.max(1);
            let number = if manner.lines > 1 { format!(" multipv {}", line.number) } else { String::new() };
            format!(
                "info time {milliseconds} nodes {} nps {speed}\ninfo depth {}{number} score {} pv {}",
                line.nodes,
                line.depth,
                score_number(line.score),
                moves.join(" ")
            )
        }
        Event::RootMove { text, .. } => format!("info currmove {}", ranks.write(text)),
        Event::Failed(failure) => Dialect::Ucci.remark(&failure.to_string()),
        Event::Done(answer) => {
            let Some(best) = &answer.best else { return "nobestmove".into() };
            let ponder =
                answer.ponder.as_ref().map_or(String::new(), |mv| format!(" ponder {}", ranks.write(mv)));
            let reply = match manner.courtesy.reply(answer) {
                Reply::None => "",
                Reply::Draw => " draw",
                Reply::Resign => " resign",
            };
            format!("bestmove {}{ponder}{reply}", ranks.write(best))
        }
    }
}

/// What the table knows of a position.
pub fn probe_text(recalled: Option<&Recalled>, ranks: Ranks) -> String {
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

/// The answer to `ucci`.
pub fn introduction(name: &str) -> String {
    let mut lines = vec![format!("id name {name}"), "id author the Chuhe authors".into()];
    lines.extend(kinds::rows().into_iter().filter_map(option_text));
    lines.extend(["option newgame type button".into(), "ucciok".into()]);
    lines.join("\n")
}

/// An option as UCCI shows it: names without blanks, and the standard's own where it has one.
fn option_text((name, kind): (&str, Kind)) -> Option<String> {
    let shown = match name {
        "Hash" => "hashsize".into(),
        "Threads" => "threads".into(),
        "Ponder" => "ponder".into(),
        "OwnBook" => "usebook".into(),
        "Book File" => "bookfiles".into(),
        // These belong to UCI, or have a name of the standard besides.
        "NumaPolicy" | "UCI_ShowWDL" | "UCI_Variant" | "Coordinates" | "Sixty Move Rule" => return None,
        name => name.replace(' ', ""),
    };
    Some(format!("option {shown} type {}", kind.describe()))
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
        let text = introduction("x");
        assert!(text.lines().count() > 10);
        for line in text.lines().filter(|line| line.starts_with("option")) {
            assert_eq!(line.split(' ').nth(2), Some("type"), "{line}");
        }
    }
}
