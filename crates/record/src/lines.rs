//! What an engine says of its search in lines of UCI or UCCI, as a record.
//!
//! Every line is read as far as it makes sense; what does not is passed over. Moves of lines stay as the engine writes them.

use crate::{CountRecord, IterationRecord, ScoreRecord, SearchRecord};

/// What one line says.
#[derive(Default)]
struct Info {
    depth: Option<u64>,
    selective_depth: Option<u64>,
    nodes: Option<u64>,
    milliseconds: Option<u64>,
    score: Option<ScoreRecord>,
    is_bound: bool,
    line: Vec<String>,
}

fn info(line: &str) -> Option<Info> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["info", words @ ..] = &words[..] else { return None };
    let mut rest = words;
    let mut info = Info::default();
    while let [word, tail @ ..] = rest {
        rest = match (*word, tail) {
            ("string" | "message", _) => break,
            ("pv", moves) => {
                info.line = moves.iter().map(|&mv| mv.to_owned()).collect();
                break;
            }
            ("multipv", [number, ..]) if *number != "1" => return None,
            ("depth", [number, tail @ ..]) => {
                info.depth = number.parse().ok();
                tail
            }
            ("seldepth", [number, tail @ ..]) => {
                info.selective_depth = number.parse().ok();
                tail
            }
            ("nodes", [number, tail @ ..]) => {
                info.nodes = number.parse().ok();
                tail
            }
            ("time", [number, tail @ ..]) => {
                info.milliseconds = number.parse().ok();
                tail
            }
            ("score", ["mate", number, tail @ ..]) => {
                info.score = number.parse().ok().map(ScoreRecord::Mate);
                tail
            }
            // UCCI leaves the unit out.
            ("score", ["cp", number, tail @ ..] | [number, tail @ ..]) => {
                info.score = number.parse().ok().map(ScoreRecord::Centipawns);
                tail
            }
            ("lowerbound" | "upperbound", tail) => {
                info.is_bound = true;
                tail
            }
            (_, tail) => tail,
        };
    }
    Some(info)
}

impl SearchRecord {
    /// What lines of an engine say of one search; nothing if they say nothing of it.
    pub fn of_lines(lines: &[String]) -> Option<Self> {
        let mut search = Self::default();
        for line in lines {
            if let Some(counts) = CountRecord::from_line(line) {
                search.counts = Some(counts);
                continue;
            }
            let Some(info) = info(line) else { continue };
            search.depth = info.depth.or(search.depth);
            search.selective_depth = info.selective_depth.or(search.selective_depth);
            search.nodes = info.nodes.or(search.nodes);
            search.microseconds =
                info.milliseconds.map(|time| time.saturating_mul(1000)).or(search.microseconds);
            search.score = info.score.or(search.score);
            if !info.line.is_empty() {
                search.line = info.line;
            }
            if let (Some(depth), Some(nodes), Some(time), Some(score), false) =
                (info.depth, info.nodes, info.milliseconds, info.score, info.is_bound)
            {
                let microseconds = time.saturating_mul(1000);
                search.iterations.push(IterationRecord { depth, nodes, microseconds, score });
            }
        }
        let says_something = search != Self::default();
        says_something.then_some(search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_make_sense() {
        let lines = [
            "info depth 3 seldepth 5 score cp 12 nodes 100 time 2 pv h2e2 h9g7",
            "info depth 4 score cp 20 upperbound nodes 180 time 3 pv h2e2",
            "info depth 4 multipv 2 score cp -5 nodes 190 time 3 pv a0a1",
            "info string depth 99 nodes 99",
            "info depth x nodes score",
            "info nodes 250 time 4",
            "nonsense",
        ];
        let search = SearchRecord::of_lines(&lines.map(str::to_owned)).expect("something was said");
        assert_eq!((search.depth, search.selective_depth, search.nodes), (Some(4), Some(5), Some(250)));
        assert_eq!((search.score, search.microseconds), (Some(ScoreRecord::Centipawns(20)), Some(4000)));
        assert_eq!((search.line, search.iterations.len()), (vec!["h2e2".to_owned()], 1));
        assert_eq!(SearchRecord::of_lines(&["info string hello".to_owned()]), None);
    }
}
