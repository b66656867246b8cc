//! What the engine says, as UCI lines.

use engine::Event;
use game::Score;

/// `cp 35` or `mate -3`.
fn score_text(score: Score) -> String {
    match score.mate_distance() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value()),
    }
}

/// The lines for an event.
pub fn event_text(event: &Event) -> String {
    match event {
        Event::Line { depth, selective_depth, number, score, nodes, elapsed, fullness, text } => {
            let milliseconds = elapsed.as_millis().max(1);
            let speed = u128::from(*nodes) * 1000 / milliseconds;
            format!(
                "info depth {depth} seldepth {selective_depth} multipv {number} score {} nodes {nodes} nps {speed} \
                 hashfull {fullness} tbhits 0 time {} pv {}",
                score_text(*score),
                elapsed.as_millis(),
                text.join(" ")
            )
        }
        Event::Done { best: None, score, .. } => {
            format!("info depth 0 score {}\nbestmove (none)", score_text(*score))
        }
        Event::Done { best: Some(best), ponder: Some(ponder), .. } => {
            format!("bestmove {best} ponder {ponder}")
        }
        Event::Done { best: Some(best), ponder: None, .. } => format!("bestmove {best}"),
    }
}
