//! What the engine says, as lines of UCI.

use crate::Dialect;
use crate::dialect::message::{Message, NAME, SearchMode};
use crate::dialect::people;
use crate::dialect::text::kind_text;
use crate::options::{EngineSettings, Ranks, rows};
use engine::{Answer, Bench, Bound, Line};
use search::Score;

/// What there is to tell; nothing if UCI has no words for it.
pub fn write(message: &Message<'_>, mode: SearchMode) -> Option<String> {
    let ranks = mode.ranks;
    Some(match message {
        Message::Introduction(settings) => introduction(settings),
        Message::Ready => "readyok".into(),
        Message::Line(line) => line_text(line, mode),
        Message::RootMove { depth, mv, number } => {
            format!("info depth {depth} currmove {} currmovenumber {number}", ranks.write(mv))
        }
        Message::Failed(failure) => remark(&failure.to_string()),
        Message::Best(answer, _) => best_text(answer, ranks),
        Message::NoMoveLeft => "bestmove (none)".into(),
        Message::BookMove { mv, remark: known } => remark(&format!("book {} {known}", ranks.write(mv))),
        Message::Remark(message) | Message::Refusal { message, .. } => remark(message),
        Message::Board(position) => people::diagram(position, ranks),
        Message::Evaluation { score, name } => {
            format!("evaluation {score} centipawns for the side to move ({name})")
        }
        Message::Exported { path, bytes } => {
            remark(&format!("the network is in \"{}\", {bytes} bytes", path.display()))
        }
        Message::Compiler => people::compiler(),
        Message::License => people::LICENSE.into(),
        Message::Help => people::HELP.into(),
        Message::Pong(_) | Message::Bye | Message::NothingToStop | Message::Recalled(_) => return None,
    })
}

fn remark(message: &str) -> String {
    format!("info string {message}")
}

/// `cp 35` or `mate -3`.
fn score_text(score: Score) -> String {
    match score.mate_distance() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value()),
    }
}

fn introduction(settings: &EngineSettings) -> String {
    let mut lines = vec![format!("id name {NAME}"), "id author the Chuhe authors".into()];
    for row in rows().iter().filter(|row| row.shown.contains(&Dialect::Uci)) {
        lines.push(format!("option name {} type {}", row.name, kind_text(row.kind)));
    }
    lines.extend(tuned(settings));
    lines.push("uciok".into());
    lines.join("\n")
}

/// The lines for the parameters and techniques of the search.
#[cfg(feature = "tune")]
fn tuned(settings: &EngineSettings) -> Vec<String> {
    crate::options::params::describe(settings.variant).lines().map(Into::into).collect()
}

#[cfg(not(feature = "tune"))]
fn tuned(_: &EngineSettings) -> Vec<String> {
    Vec::new()
}

fn best_text(answer: &Answer<String>, ranks: Ranks) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => format!("info depth 0 score {}\nbestmove (none)", score_text(answer.score)),
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", ranks.write(best), ranks.write(ponder))
        }
        (Some(best), None) => format!("bestmove {}", ranks.write(best)),
    }
}

fn line_text(line: &Line<String>, mode: SearchMode) -> String {
    let moves: Vec<String> = line.moves.iter().map(|text| mode.ranks.write(text)).collect();
    let milliseconds = line.elapsed.as_millis();
    let speed = u128::from(line.nodes) * 1000 / milliseconds.max(1);
    let bound = match line.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    let chances = &line.win_draw_loss;
    let chances = if mode.shows_win_draw_loss {
        format!(" wdl {} {} {}", chances.win, chances.draw, chances.loss)
    } else {
        String::new()
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {speed} hashfull {} tbhits 0 \
         time {milliseconds} pv {}",
        line.depth,
        line.selective_depth,
        line.number,
        score_text(line.score),
        line.nodes,
        line.fullness,
        moves.join(" ")
    )
}

/// How a count below a move is told.
pub fn count_text(mv: &str, count: u64, ranks: Ranks) -> String {
    format!("{}: {count}", ranks.write(mv))
}

/// How the count of all leaves is told.
pub fn total_text(total: u64) -> String {
    format!("\nNodes searched: {total}\n")
}

/// What is said of a count or a bench that was not let finish.
pub fn stopped_text() -> String {
    remark("stopped before the end")
}

/// What is said of one that cannot be begun.
pub fn failure_text(message: &str) -> String {
    remark(message)
}

/// The last line that `bench` prints: nodes, and nodes per second.
pub fn bench_text(bench: &Bench) -> String {
    format!("{} nodes {:.0} nps", bench.nodes, bench.speed())
}

/// What `bench` tells people.
pub fn bench_summary(bench: &Bench) -> String {
    format!(
        "===========================\nTotal time (ms) : {}\nNodes searched  : {}\nNodes/second    : {:.0}",
        bench.elapsed.as_millis(),
        bench.nodes,
        bench.speed()
    )
}
