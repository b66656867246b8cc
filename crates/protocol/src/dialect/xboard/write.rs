//! What the engine says, as lines of the `XBoard` protocol.

use crate::dialect::Manner;
use crate::dialect::text::shortened;
use crate::event::Event;
use crate::kinds::{self, Kind};
use engine::Bound;
use games::Ending;
use search::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// The line for a thought. Moves are told elsewhere: they belong to the game, which the loop keeps.
pub fn event_text(event: &Event, manner: &Manner) -> Option<String> {
    match event {
        Event::Line(line) if manner.posts && !matches!(line.bound, Bound::Lower | Bound::Upper) => {
            let is_open = |(mv, is_made): &(String, Arc<AtomicBool>)| {
                (!is_made.load(Ordering::Relaxed)).then(|| mv.clone())
            };
            // While pondering the line begins with the move that is expected.
            let expected = manner.expected.as_ref().and_then(is_open);
            let moves = expected.iter().chain(&line.moves).map(|text| manner.ranks.write(text));
            Some(format!(
                "{} {} {} {} {}",
                line.depth,
                score_number(line.score),
                line.elapsed.as_millis() / 10,
                line.nodes,
                moves.collect::<Vec<_>>().join(" ")
            ))
        }
        Event::Failed(message) => Some(format!("# {message}")),
        Event::Line(_) | Event::RootMove { .. } | Event::Done(_) => None,
    }
}

/// How far an analysis is: time, nodes, depth, moves left, all moves, the move.
pub fn status_text(
    centiseconds: u128,
    nodes: u64,
    depth: usize,
    number: usize,
    all: usize,
    mv: &str,
) -> String {
    let left = all.saturating_sub(number);
    format!("stat01: {centiseconds} {nodes} {depth} {left} {all} {mv}").trim_end().to_string()
}

/// The end of a game.
pub fn result_text(ending: &Ending) -> String {
    format!("{} {{{}}}", ending.result(), ending.explain(Language::English))
}

/// Why a line is not obeyed.
pub fn refusal(message: &str, line: &str) -> String {
    format!("Error ({message}): {}", shortened(line))
}

/// The answer to `protover`.
pub fn introduction(name: &str) -> String {
    let mut lines = vec![
        "feature done=0".to_string(),
        format!("feature myname=\"{name}\" variants=\"xiangqi,normal\""),
        "feature setboard=1 ping=1 usermove=1 playother=1 analyze=1 draw=1 reuse=1 time=1".to_string(),
        "feature memory=1 smp=1 debug=1 colors=0 sigint=0 sigterm=0 san=0 ics=0 nps=1 pause=1 exclude=1"
            .to_string(),
    ];
    let option = |(name, kind): (&str, Kind)| {
        // The protocol has commands of its own for these, or no use for them.
        let is_shown = !matches!(
            name,
            "Threads"
                | "Hash"
                | "Ponder"
                | "NumaPolicy"
                | "UCI_ShowWDL"
                | "UCI_Variant"
                | "usemillisec"
                | "drawmoves"
        );
        is_shown.then(|| format!("feature option=\"{name} -{}\"", kind_text(kind)))
    };
    lines.extend(kinds::rows().into_iter().filter_map(option));
    lines.push("feature done=1".into());
    lines.join("\n")
}

fn kind_text(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => format!("spin {default} {min} {max}"),
        Kind::Check(default) => format!("check {}", u8::from(default)),
        Kind::Button => "button".into(),
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
        let text = introduction("Chuhe");
        assert!(text.contains("variants=\"xiangqi,normal\""));
        assert!(text.contains("option=\"MultiPV -spin 1 1 128\""));
        assert!(text.ends_with("feature done=1"));
        assert!(text.lines().all(|line| line.matches('"').count() % 2 == 0), "{text}");
    }
}
