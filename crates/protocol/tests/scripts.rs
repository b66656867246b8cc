//! Conversations from `testdata/protocol`, and laws that every line of the engine keeps.

mod common;

use common::{Session, looks_like};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// What holds for every line that the engine says.
fn check(line: &str, place: &str) {
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

/// Holds one conversation; returns how many searches were asked for and how many answers came.
fn hold(path: &Path) -> (usize, usize) {
    let session = Session::start();
    let (mut asked, mut answered) = (0, 0);
    let mut recent: Vec<String> = Vec::new();
    let mut take = |line: String, recent: &mut Vec<String>, place: &str| {
        check(&line, place);
        answered += usize::from(line.starts_with("bestmove"));
        recent.push(line);
    };
    for (number, row) in (1..).zip(fs::read_to_string(path).unwrap().lines()) {
        let place = format!("{}:{number}", path.display());
        // Shown if the test fails.
        println!("{place}: {row}");
        let (sign, text) = row.split_once(' ').unwrap_or((row, ""));
        match sign {
            "#" | "" => {}
            ">" => {
                for line in session.heard() {
                    take(line, &mut recent, &place);
                }
                recent.clear();
                asked += usize::from(text.starts_with("go") && !text.contains("perft"));
                session.say(text);
            }
            "~" => std::thread::sleep(Duration::from_millis(text.parse().unwrap())),
            "=" => {
                let line = session.next().unwrap_or_else(|| panic!("{place}: silence"));
                assert!(looks_like(&line, text), "{place}: \"{line}\" instead of \"{text}\"");
                take(line, &mut recent, &place);
            }
            "<" => loop {
                let line = session.next().unwrap_or_else(|| panic!("{place}: silence after {recent:?}"));
                let is_it = looks_like(&line, text);
                take(line, &mut recent, &place);
                if is_it {
                    break;
                }
            },
            "!" => {
                for line in session.heard() {
                    take(line, &mut recent, &place);
                }
                let other = recent.iter().find(|line| looks_like(line, text));
                assert!(other.is_none(), "{place}: {other:?}");
            }
            _ => panic!("{place}: \"{row}\" means nothing"),
        }
    }
    for line in session.end() {
        take(line, &mut recent, "the end");
    }
    (asked, answered)
}

#[test]
fn conversations_go_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/protocol");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(paths.len() >= 14, "{paths:?}");
    for path in paths {
        let (asked, answered) = hold(&path);
        // Every search is answered once; those that were refused are not.
        let refused = fs::read_to_string(&path).unwrap().matches("= info string").count();
        assert!(
            answered <= asked && asked - answered <= refused,
            "{}: {answered} of {asked}",
            path.display()
        );
    }
}
