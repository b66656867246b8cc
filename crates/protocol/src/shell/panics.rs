//! Searches and jobs that panic, in each language: they are answered, and the conversation goes on.
//!
//! The panic strikes in the thread of the search, where it tells something: for the shell that is a search that panics.

use super::{Engines, Output, Shell};
use crate::core::Input;
use engine::Event;
use games::{AnyPosition, Variant};
use std::io::{self, Write};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

/// What the panic says.
const WORDS: &str = "struck by a test";

/// Where a panic strikes, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanicPoint {
    /// Before the search has told anything: the engine notices.
    First,
    /// When it has told lines to this depth.
    Depth(usize),
    /// When it tells its answer: nobody is left to notice in its thread.
    Answer,
}

/// Panics if it is time for it.
pub fn strike(fault: &mut Option<PanicPoint>, event: &Event<String>) {
    let is_time = match (*fault, event) {
        (Some(PanicPoint::First), _) | (Some(PanicPoint::Answer), Event::Done(_)) => true,
        (Some(PanicPoint::Depth(depth)), Event::Line(line)) => line.depth >= depth,
        _ => false,
    };
    if is_time {
        *fault = None;
        panic_now()
    }
}

/// Panics.
pub fn panic_now() -> ! {
    panic!("{WORDS}")
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All that is said in a conversation whose first search or job panics, once there is nothing more to do.
fn conversation(fault: PanicPoint, lines: &[&str]) -> Vec<String> {
    let page = Page::default();
    let (sender, receiver) = mpsc::channel();
    for line in lines {
        sender.send(Input::Line((*line).to_owned())).unwrap();
    }
    sender.send(Input::End).unwrap();
    let mut shell =
        Shell::new(Engines::new(None).unwrap(), Output::new(page.clone(), io::sink()), sender, true);
    shell.engines.fault = Some(fault);
    shell.converse(&receiver);
    assert_eq!(shell.engines.fault, None, "no search has begun");
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(ToString::to_string).collect()
}

/// The words after the first in lines that begin with it.
fn after<'a>(lines: &'a [String], word: &str) -> Vec<&'a str> {
    let rest = lines.iter().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    rest.map(|rest| rest.split(' ').next().unwrap_or_default()).collect()
}

fn assert_legal(moves: &[&str], played: &[&str], lines: &[String]) {
    let mut position = AnyPosition::start(Variant::Xiangqi);
    for mv in played {
        position.play(mv).unwrap();
    }
    assert!(moves.iter().all(|mv| position.canonical(mv).is_ok()), "{lines:?}");
}

const FAULTS: [PanicPoint; 3] = [PanicPoint::First, PanicPoint::Depth(3), PanicPoint::Answer];

#[test]
fn uci_has_its_best_move_and_goes_on() {
    for fault in FAULTS {
        let lines = conversation(
            fault,
            &["uci", "position startpos moves h2e2", "go depth 6", "go depth 4", "isready", "go nodes 500"],
        );
        let moves = after(&lines, "bestmove");
        assert_eq!(moves.len(), 3, "{fault:?}: {lines:?}");
        assert_legal(&moves, &["h2e2"], &lines);
        let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
        let (failed, best) = (place("info string the search failed: "), place("bestmove"));
        assert!(failed.is_some() && failed < best, "{fault:?}: {lines:?}");
        assert!(lines.iter().any(|line| line == "readyok"), "{fault:?}: {lines:?}");
        assert_eq!(lines.iter().filter(|line| line.contains("failed")).count(), 1, "{fault:?}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "the next search: {lines:?}");
    }
}

#[test]
fn a_search_that_waits_for_a_stop_or_a_hit_still_has_its_best_move() {
    for fault in FAULTS {
        for (go, end) in [("go infinite", "stop"), ("go ponder wtime 500 btime 500", "ponderhit")] {
            let lines = conversation(fault, &["position startpos", go, "isready", end, "go depth 2"]);
            let moves = after(&lines, "bestmove");
            assert_eq!(moves.len(), 2, "{fault:?}, {go}: {lines:?}");
            assert_legal(&moves, &[], &lines);
        }
    }
}

#[test]
fn ucci_has_its_best_move_and_goes_on() {
    for fault in FAULTS {
        let lines = conversation(
            fault,
            &["ucci", "position startpos", "banmoves h2e2", "go depth 6", "isready", "go depth 4"],
        );
        let moves = after(&lines, "bestmove");
        assert_eq!(moves.len(), 2, "{fault:?}: {lines:?}");
        assert_legal(&moves, &[], &lines);
        assert!(!moves.contains(&"h2e2"), "{fault:?}: {lines:?}");
        assert!(lines.iter().any(|line| line == "readyok"), "{fault:?}: {lines:?}");
    }
}

#[test]
fn xboard_has_its_move_and_goes_on() {
    for fault in FAULTS {
        let lines = conversation(
            fault,
            &[
                "xboard",
                "protover 2",
                "new",
                "variant xiangqi",
                "sd 5",
                "usermove h2e2",
                "ping 1",
                "go",
                "ping 2",
            ],
        );
        let moves = after(&lines, "move");
        assert_eq!(moves.len(), 2, "{fault:?}: {lines:?}");
        // One for Black, then one for Red.
        assert_legal(&moves[..1], &["h2e2"], &lines);
        assert_legal(&moves[1..], &["h2e2", moves[0]], &lines);
        let pongs = lines.iter().filter(|line| line.starts_with("pong ")).count();
        assert_eq!(pongs, 2, "{fault:?}: {lines:?}");
    }
}

#[test]
fn a_job_that_panics_says_so_and_those_who_wait_go_on() {
    for job in ["bench 3", "go perft 2", "speedtest 1 1 1"] {
        let lines = conversation(PanicPoint::First, &[job, "go depth 3", "isready"]);
        let failed = format!("info string the search failed: {WORDS}");
        assert_eq!(lines.iter().filter(|line| **line == failed).count(), 1, "{job}: {lines:?}");
        assert_eq!(after(&lines, "bestmove").len(), 1, "{job}: {lines:?}");
    }
}
