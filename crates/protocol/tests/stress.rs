//! Much input, bad input, and input at the wrong time: the engine goes on.

mod common;

use common::Session;

/// A small generator of random numbers, the same for every run.
struct Lots(u64);

impl Lots {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const WORDS: &[&str] = &[
    "uci",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "help",
    "license",
    "compiler",
    "debug",
    "register",
    "startpos",
    "fen",
    "moves",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "UCI_ShowWDL",
    "UCI_Variant",
    "chess",
    "xiangqi",
    "nodestime",
    "Move",
    "Overhead",
    "Clear",
    "EvalFile",
    "Eval",
    "Random",
    "Seed",
    "NumaPolicy",
    "true",
    "false",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "banmoves",
    "perft",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "99999999999999999999",
    "1e9",
    "h2e2",
    "h9g7",
    "e2e4",
    "a0a9",
    "4k4/9/9/9/9/9/9/9/R8/3K5",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "w",
    "b",
    "-",
    "#",
    "\t",
    "é",
    "車",
    "\u{0}",
];

/// Lines that begin well and go astray.
const STARTS: &[&str] = &[
    "go depth 2 ",
    "go nodes 500 ",
    "go movetime 2 ",
    "go infinite ",
    "go ponder wtime 20 btime 20 ",
    "go mate 2 ",
    "go wtime 10 btime 10 ",
    "go perft 2 ",
    "position startpos moves ",
    "position startpos",
    "setoption name ",
    "setoption name MultiPV value ",
    "position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w moves ",
    "stop",
    "stop",
    "ponderhit",
];

fn salad(lots: &mut Lots) -> String {
    let mut line = String::new();
    if lots.below(3) > 0 {
        line.push_str(lots.pick(STARTS));
    }
    for _ in 0..lots.below(7) {
        line.push_str(lots.pick(WORDS));
        line.push(' ');
    }
    line
}

#[test]
fn word_salad_is_survived() {
    let mut lots = Lots(2024);
    for _ in 0..8 {
        let session = Session::start();
        let mut asked = 0;
        for number in 0..500 {
            session.say(&salad(&mut lots));
            if number % 50 == 0 {
                // Whatever runs, readiness is confirmed.
                session.say("isready");
                session.until("readyok");
                asked += 1;
            }
        }
        session.say("stop");
        session.say("isready");
        session.until("readyok");
        // And it still plays.
        for line in ["stop", "setoption name UCI_Variant value xiangqi", "setoption name nodestime value 0"] {
            session.say(line);
        }
        session.say("position startpos");
        session.say("go depth 1");
        let lines = session.until("bestmove");
        assert!(asked > 0 && !lines.is_empty());
        session.say("stop");
        session.end();
    }
}

#[test]
fn random_bytes_are_survived() {
    let mut lots = Lots(7);
    let session = Session::start();
    for _ in 0..3000 {
        let length = lots.below(60);
        let line: Vec<u8> = (0..length).map(|_| lots.below(256) as u8).collect();
        session.say_bytes(&line);
        session.say_bytes(b"\n");
    }
    session.say("isready");
    session.until("readyok");
    // One line of a megabyte.
    session.say(&"position startpos moves h2e2 ".repeat(40_000));
    session.say("isready");
    session.until("readyok");
    session.end();
}

#[test]
fn a_thousand_searches_are_started_and_stopped() {
    let session = Session::start();
    session.say("position startpos moves h2e2");
    let kinds =
        ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go wtime 60000 btime 60000", "go depth 50"];
    for number in 0..1000 {
        session.say(kinds[number % kinds.len()]);
        session.say("stop");
    }
    session.say("isready");
    let mut answers = 0;
    while answers < 1000 {
        answers += usize::from(session.next().unwrap().starts_with("bestmove"));
    }
    assert!(session.end().iter().all(|line| !line.starts_with("bestmove")), "one answer for each search");
}

#[test]
fn several_threads_are_started_and_stopped() {
    let session = Session::start();
    session.say("setoption name Threads value 4");
    for _ in 0..100 {
        session.say("go infinite");
        session.say("stop");
        session.until("bestmove");
    }
    session.end();
}
