//! Conversations from `testdata/protocol`, and laws that every line of the engine keeps.

mod common;

use common::{Session, looks_like};
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// What holds for every line of UCI that the engine says.
fn check_uci(line: &str, place: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|other| *other == word).map(|at| &words[at + 1..]);
    if let Some([win, draw, loss, ..]) = after("wdl") {
        let sum: u32 = [win, draw, loss].iter().map(|text| text.parse::<u32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{place}: {line}");
    }
    if words.first() == Some(&"info") && words.get(1) != Some(&"string") {
        // Some GUIs take the second word to be `depth`, and show only lines that tell the speed.
        assert_eq!(words.get(1), Some(&"depth"), "{place}: {line}");
        let is_line = after("pv").is_some_and(|moves| !moves.is_empty()) && after("nps").is_some();
        assert!(is_line || after("currmove").is_some() || words[2] == "0", "{place}: {line}");
    }
    if words.first() == Some(&"bestmove") {
        assert!(matches!(words[..], [_, _] | [_, _, "ponder", _]), "{place}: {line}");
    }
}

/// What holds for every line of UCCI.
fn check_ucci(line: &str, place: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    let is_right = match words[..] {
        ["info", "depth", depth, "score", score]
        | ["info", "depth", depth, "score", score, "pv", _, ..]
        | ["info", "depth", depth, "multipv", _, "score", score, "pv", _, ..] => {
            is_number(depth) && is_number(score)
        }
        ["info", "time", time, "nodes", nodes, "nps", speed] => {
            [time, nodes, speed].into_iter().all(is_number)
        }
        ["info", "currmove", _]
        | ["info", "message", ..]
        | ["bestmove", _]
        | ["bestmove", _, "draw" | "resign"]
        | ["bestmove", _, "ponder", _]
        | ["bestmove", _, "ponder", _, "draw" | "resign"] => true,
        _ => !["info", "bestmove"].iter().any(|word| words.first() == Some(word)),
    };
    assert!(is_right, "{place}: {line}");
}

/// What holds for every line of the `XBoard` protocol: a thought is four numbers and moves, and all else begins with a
/// word that the GUI knows, or is a comment.
fn check_xboard(line: &str, place: &str) {
    const WORDS: [&str; 14] = [
        "feature",
        "pong",
        "move",
        "Illegal",
        "Error",
        "1-0",
        "0-1",
        "1/2-1/2",
        "offer",
        "resign",
        "Hint:",
        "stat01:",
        "tellusererror",
        "#",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_thought = words.len() > 4 && words[..4].iter().all(|word| word.parse::<i64>().is_ok());
    // What the book knows is indented, and ends with an empty line.
    let is_known = words.first().is_none_or(|first| WORDS.contains(first)) || line.starts_with(' ');
    assert!(is_thought || is_known, "{place}: {line}");
}

/// Holds one conversation; returns how many searches were asked for and how many answers came.
fn hold(path: &Path) -> (usize, usize) {
    let session = Session::start();
    let (mut asked, mut answered) = (0, 0);
    let mut recent: Vec<String> = Vec::new();
    let mut pending: VecDeque<String> = VecDeque::new();
    let mut has_looked = false;
    let mut check: fn(&str, &str) = check_uci;
    let mut take = |line: String, recent: &mut Vec<String>, place: &str, check: fn(&str, &str)| {
        check(&line, place);
        answered += usize::from(line.starts_with("bestmove") || line == "nobestmove");
        recent.push(line);
    };
    for (number, row) in (1..).zip(fs::read_to_string(path).unwrap().lines()) {
        let place = format!("{}:{number}", path.display());
        // Shown if the test fails.
        println!("{place}: {row}");
        let (sign, text) = row.split_once(' ').unwrap_or((row, ""));
        has_looked |= ["=", "<", "!"].contains(&sign);
        match sign {
            "#" | "" => {}
            ">" => {
                // What was not waited for is passed over; what may still be waited for is kept.
                if has_looked {
                    for line in pending.drain(..).chain(session.heard()) {
                        take(line, &mut recent, &place, check);
                    }
                    recent.clear();
                    has_looked = false;
                }
                asked += usize::from(text.starts_with("go") && !text.contains("perft"));
                match text.trim() {
                    "uci" => check = check_uci,
                    "ucci" => check = check_ucci,
                    "xboard" => check = check_xboard,
                    _ => {}
                }
                session.say(text);
            }
            "~" => std::thread::sleep(Duration::from_millis(text.parse().unwrap())),
            "=" => {
                let line = pending
                    .pop_front()
                    .or_else(|| session.next())
                    .unwrap_or_else(|| panic!("{place}: silence"));
                assert!(looks_like(&line, text), "{place}: \"{line}\" instead of \"{text}\"");
                take(line, &mut recent, &place, check);
            }
            "<" => loop {
                let line = pending
                    .pop_front()
                    .or_else(|| session.next())
                    .unwrap_or_else(|| panic!("{place}: silence after {recent:?}"));
                let is_it = looks_like(&line, text);
                take(line, &mut recent, &place, check);
                if is_it {
                    break;
                }
            },
            "!" => {
                pending.extend(session.heard());
                let other = recent.iter().chain(&pending).find(|line| looks_like(line, text));
                assert!(other.is_none(), "{place}: {other:?}");
            }
            _ => panic!("{place}: \"{row}\" means nothing"),
        }
    }
    for line in pending.into_iter().chain(session.end()) {
        take(line, &mut recent, "the end", check);
    }
    (asked, answered)
}

#[test]
fn conversations_go_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/protocol");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(paths.len() >= 24, "{paths:?}");
    for path in paths {
        let (asked, answered) = hold(&path);
        let text = fs::read_to_string(&path).unwrap();
        if text.contains("> xboard") || text.contains("> ucci") {
            // The game decides there when a move comes, and a stop may be answered, too.
            continue;
        }
        assert_eq!(answered, asked, "{}: every search is answered once", path.display());
    }
}
