//! Habits of GUIs that are read from the engine's own introduction: every option is sent back as it was shown, and
//! lines are cut in the ways in which GUIs cut them. A GUI that has done so gets the same search as one that has not.

mod common;

use common::Session;
use std::time::{Duration, Instant};

/// A way of talking: how options are shown and set, how a search is asked for, and what of its lines must not differ.
struct Manner {
    greeting: &'static [&'static str],
    introduced: &'static str,
    send_back: fn(&str) -> Option<String>,
    readiness: (&'static str, &'static str),
    search: &'static [&'static str],
    answer: &'static str,
    essence: fn(&str) -> String,
}

const MANNERS: [Manner; 3] = [
    Manner {
        greeting: &["uci"],
        introduced: "uciok",
        send_back: uci_option,
        readiness: ("isready", "readyok"),
        search: &["position startpos moves h2e2 h9g7", "go depth 7"],
        answer: "bestmove",
        essence: uci_essence,
    },
    Manner {
        greeting: &["ucci"],
        introduced: "ucciok",
        send_back: ucci_option,
        readiness: ("isready", "readyok"),
        search: &["position startpos moves h2e2 h9g7", "go depth 7"],
        answer: "bestmove",
        essence: ucci_essence,
    },
    Manner {
        greeting: &["xboard", "protover 2"],
        introduced: "feature done=1",
        send_back: xboard_option,
        readiness: ("ping 1", "pong 1"),
        search: &["new", "variant xiangqi", "post", "sd 7", "usermove h2e2"],
        answer: "move",
        essence: xboard_essence,
    },
];

/// `option name Move Overhead type spin default 10 min 0 max 5000`
fn uci_option(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let Some((_, default)) = rest.split_once(" default ") else {
        return Some(format!("setoption name {name}"));
    };
    Some(format!("setoption name {name} value {}", default.split(" min ").next()?.split(" var ").next()?))
}

/// `option MoveOverhead type spin default 10 min 0 max 5000`
fn ucci_option(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("option ")?.split_once(" type ")?;
    let default = rest.split_once(" default ").map_or("", |(_, default)| default);
    Some(format!("setoption {name} {}", default.split(' ').next()?))
}

/// `feature option="Move Overhead -spin 10 0 5000"`
fn xboard_option(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("feature option=\"")?.strip_suffix('"')?.split_once(" -")?;
    let (kind, values) = rest.split_once(' ').unwrap_or((rest, ""));
    let value = match kind {
        "button" => return Some(format!("option {name}")),
        "combo" => values.split(" /// ").find_map(|value| value.strip_prefix('*'))?,
        "spin" => values.split(' ').next()?,
        _ => values,
    };
    Some(format!("option {name}={value}"))
}

/// Everything but what the clock and the table tell.
fn uci_essence(line: &str) -> String {
    let (numbers, moves) = line.split_once(" pv ").unwrap_or((line, ""));
    let (before, _) = numbers.split_once(" nps ").unwrap_or((numbers, ""));
    format!("{before} pv {moves}")
}

fn ucci_essence(line: &str) -> String {
    let is_speed = line.starts_with("info time ");
    if is_speed { "info time".into() } else { line.to_string() }
}

fn xboard_essence(line: &str) -> String {
    match line.split(' ').collect::<Vec<_>>()[..] {
        [depth, score, _, nodes, ref moves @ ..] => format!("{depth} {score} {nodes} {}", moves.join(" ")),
        _ => line.to_string(),
    }
}

impl Manner {
    /// A conversation that has got as far as the introduction, and its lines.
    fn greet(&self) -> (Session, Vec<String>) {
        let session = Session::start();
        for line in self.greeting {
            session.say(line);
        }
        let lines = session.until(self.introduced);
        (session, lines)
    }

    /// What matters of a search's lines.
    fn search(&self, session: &Session) -> Vec<String> {
        for line in self.search {
            session.say(line);
        }
        session.until(self.answer).iter().map(|line| (self.essence)(line)).collect()
    }

    fn make_ready(&self, session: &Session) -> Vec<String> {
        session.say(self.readiness.0);
        session.until(self.readiness.1)
    }
}

#[test]
fn every_option_sent_back_changes_nothing() {
    for manner in &MANNERS {
        let (session, introduction) = manner.greet();
        let expected = manner.search(&session);
        assert!(expected.len() > 7, "{expected:?}");
        session.end();
        let options: Vec<String> = introduction.iter().filter_map(|line| (manner.send_back)(line)).collect();
        assert!(options.len() > 15, "{options:?}");
        // Before readiness is asked for, after it, and both.
        for (before, after) in [(true, false), (false, true), (true, true)] {
            let (session, _) = manner.greet();
            for is_sent in [before, after] {
                for line in options.iter().filter(|_| is_sent) {
                    session.say(line);
                }
                assert_eq!(manner.make_ready(&session).len(), 1, "said nothing else: {options:?}");
            }
            assert_eq!(manner.search(&session), expected, "{options:?}");
            session.end();
        }
    }
}

/// What public-Xiangqi shows of a line: the numbers after these words, and the moves.
fn shown(line: &str) -> Option<([i64; 4], Vec<&str>)> {
    let (numbers, moves) = line.split_once(" pv ")?;
    let words: Vec<&str> = numbers.split(' ').collect();
    let after = |word: &str| {
        let place = words.iter().position(|other| *other == word)?;
        words[place + 1..].iter().find_map(|text| text.parse::<i64>().ok())
    };
    Some(([after("depth")?, after("score")?, after("nps")?, after("time")?], moves.split(' ').collect()))
}

#[test]
fn public_xiangqi_finds_its_way() {
    let session = Session::start();
    let began = Instant::now();
    session.say("uci");
    let lines = session.until("uciok");
    // It waits this long before it tries another language.
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));

    // Options are cut at these words wherever they stand, and sent back at once, without asking for readiness.
    let is_option = |line: &&String| {
        line.starts_with("option")
            && line.contains("default")
            && !["Threads", "Hash"].iter().any(|word| line.contains(word))
    };
    let options = lines.iter().filter(is_option).collect::<Vec<_>>();
    assert!(options.len() > 10, "{options:?}");
    for line in options {
        let cut = line.replace("name", "\n").replace("type", "\n").replace("default", "\n");
        let [_, name, _, values] = cut.split('\n').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        session.say(&format!("setoption name {name} value {}", values.split(' ').next().unwrap()));
    }
    // Each analysis begins with a stop, and sizes are set when they have changed.
    session.say("stop");
    session.say("setoption name Threads value 1");
    session.say("setoption name Hash value 32");
    session
        .say("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
    session.say("go movetime 200");
    let lines = session.until("bestmove");
    let (last, thoughts) = lines.split_last().unwrap();
    // Only lines with the speed are shown; every one of them must be whole.
    let thoughts: Vec<_> = thoughts.iter().filter(|line| line.contains("nps")).collect();
    assert!(thoughts.len() > 3, "{lines:?}");
    assert!(
        thoughts.iter().all(|line| shown(line).is_some_and(|(_, moves)| !moves.is_empty())),
        "{thoughts:?}"
    );
    // A move is four characters, a reply may follow, and nothing else.
    let words: Vec<&str> = last.split(' ').collect();
    assert!(words.len() == 2 || words.len() == 4, "{last}");
    assert!(words[1].len() == 4 && words[1].ends_with(|rank: char| rank.is_ascii_digit()), "{last}");

    // The next analysis interrupts the one that runs.
    session.say("go infinite");
    session.say("stop");
    session.say("position startpos moves h2e2 h9g7 h0g2");
    session.say("go depth 4");
    session.until("bestmove");
    let second = session.until("bestmove");
    assert!(second.iter().any(|line| line.starts_with("info depth 4 ")), "{second:?}");
    session.end();
}

#[test]
fn asking_twice_is_answered_twice_in_every_language() {
    let count = |lines: &[String], word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
    for (greeting, go) in [("uci", "go movetime 50"), ("ucci", "go depth 5")] {
        let session = Session::start();
        for line in [greeting, "position startpos", go, go] {
            session.say(line);
        }
        // The end of the input comes in the middle of the first search.
        assert_eq!(count(&session.end(), "bestmove"), 2, "{greeting}");
    }
    // In XBoard the second `go` tells the engine to play for the other side as well.
    let session = Session::start();
    for line in ["xboard", "protover 2", "new", "variant xiangqi", "st 0.05", "go", "go"] {
        session.say(line);
    }
    assert_eq!(count(&session.end(), "move "), 2);
}
