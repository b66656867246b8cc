//! What the engine says, as lines of UCI.

use crate::dialect::{Dialect, Manner};
use crate::event::{Event, Line};
use crate::options::Options;
use crate::ranks::Ranks;
use engine::{Bench, Bound};
use games::{GameData, GameText};
use search::Score;

/// `cp 35` or `mate -3`.
fn score_text(score: Score) -> String {
    match score.mate_distance() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value()),
    }
}

/// The answer to `uci`.
pub fn introduction(name: &str) -> String {
    format!("id name {name}\nid author the Chuhe authors\n{}", Options::describe())
}

/// The lines for an event.
pub fn event_text(event: &Event, manner: &Manner) -> String {
    let ranks = manner.ranks;
    match event {
        Event::Line(line) => line_text(line, manner.shows_outlook, ranks),
        Event::RootMove { depth, text, number } => {
            format!("info depth {depth} currmove {} currmovenumber {number}", ranks.write(text))
        }
        Event::Failed(failure) => Dialect::Uci.remark(&failure.to_string()),
        Event::Done(answer) => match (&answer.best, &answer.ponder) {
            (None, _) if manner.is_all_banned => "bestmove (none)".into(),
            (None, _) => format!("info depth 0 score {}\nbestmove (none)", score_text(answer.score)),
            (Some(best), Some(ponder)) => {
                format!("bestmove {} ponder {}", ranks.write(best), ranks.write(ponder))
            }
            (Some(best), None) => format!("bestmove {}", ranks.write(best)),
        },
    }
}

fn line_text(line: &Line, shows_outlook: bool, ranks: Ranks) -> String {
    let moves: Vec<String> = line.moves.iter().map(|text| ranks.write(text)).collect();
    let milliseconds = line.elapsed.as_millis();
    let speed = u128::from(line.nodes) * 1000 / milliseconds.max(1);
    let bound = match line.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    let outlook = &line.win_draw_loss;
    let chances = if shows_outlook {
        format!(" wdl {} {} {}", outlook.win, outlook.draw, outlook.loss)
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

/// The board as `d` shows it: ranks to the right, files below, then FEN, key and checking pieces.
pub fn diagram<G: GameText + GameData>(position: &G::Position, ranks: Ranks) -> String {
    let fen = G::position_text(position);
    let rows: Vec<Vec<char>> = fen.split(' ').next().unwrap_or_default().split('/').map(cells).collect();
    let files = rows.first().map_or(0, Vec::len);
    let rule = format!(" +{}", "---+".repeat(files));
    let mut lines = vec![String::new(), rule.clone()];
    for (back, row) in rows.iter().enumerate() {
        let rank = ranks.first(G::FIRST_RANK) + rows.len() - 1 - back;
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        lines.extend([format!(" | {} | {rank}", row.join(" | ")), rule.clone()]);
    }
    let names: Vec<String> = ('a'..).take(files).map(String::from).collect();
    lines.push(format!("   {}\n", names.join("   ")));
    lines.push(format!("Fen: {fen}\nKey: {:016X}", G::key(position)));
    let checkers: Vec<String> =
        G::checkers(position).iter().map(|square| ranks.write(&square.to_string())).collect();
    lines.push(format!("Checkers: {}", checkers.join(" ")));
    lines.join("\n")
}

/// A rank of a FEN with its empty squares.
fn cells(row: &str) -> Vec<char> {
    row.chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![letter],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Chess, Xiangqi};

    #[test]
    fn boards_are_drawn_with_their_coordinates() {
        let text = diagram::<Xiangqi>(&Xiangqi::start(), Ranks::AsTheyAre);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " +---+---+---+---+---+---+---+---+---+");
        assert_eq!(lines[2], " | r | n | b | a | k | a | b | n | r | 9");
        assert_eq!(lines[20], " | R | N | B | A | K | A | B | N | R | 0");
        assert_eq!(lines[22], "   a   b   c   d   e   f   g   h   i");
        assert!(lines.last().is_some_and(|line| line.trim_end() == "Checkers:"));
        let check = Xiangqi::parse_position("4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
        assert!(diagram::<Xiangqi>(&check, Ranks::AsTheyAre).ends_with("Checkers: e1"));
        let text = diagram::<Chess>(&Chess::start(), Ranks::AsTheyAre);
        assert!(text.contains(" | r | n | b | q | k | b | n | r | 8\n"));
        assert!(text.contains(" | R | N | B | Q | K | B | N | R | 1\n"));
    }
}
