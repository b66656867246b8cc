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
    "Coordinates",
    "auto",
    "1-10",
    "Skill",
    "Level",
    "Repetition",
    "Rule",
    "asian",
    "OwnBook",
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

const UCCI_WORDS: &[&str] = &[
    "ucci",
    "isready",
    "setoption",
    "position",
    "go",
    "banmoves",
    "probe",
    "ponderhit",
    "stop",
    "draw",
    "ponder",
    "time",
    "increment",
    "movestogo",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "depth",
    "nodes",
    "infinite",
    "usemillisec",
    "batch",
    "debug",
    "usebook",
    "bookfiles",
    "hashsize",
    "threads",
    "idle",
    "pruning",
    "knowledge",
    "randomness",
    "style",
    "newgame",
    "name",
    "value",
    "true",
    "false",
    "none",
    "large",
    "MultiPV",
    "Resign",
    "OfferDraws",
    "RepetitionRule",
    "asian",
    "simple",
    "repetition",
    "drawmoves",
    "asianrule",
    "small",
    "on",
    "off",
    "startpos",
    "fen",
    "moves",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1e9",
    "99999999999999999999",
    "h2e2",
    "h9g7",
    "a0a9",
    "4k4/9/9/9/9/9/9/9/R8/3K5",
    "w",
    "b",
    "#",
    "é",
    "車",
    "\u{0}",
];

const UCCI_STARTS: &[&str] = &[
    "go depth 2 ",
    "go nodes 500 ",
    "go time 1 ",
    "go ponder time 1 ",
    "go infinite ",
    "go draw depth 3 ",
    "go depth 0",
    "position startpos moves ",
    "position startpos",
    "position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w moves ",
    "banmoves ",
    "setoption ",
    "setoption usemillisec ",
    "setoption name MultiPV value ",
    "probe startpos moves ",
    "ponderhit draw",
    "ponderhit",
    "stop",
    "stop",
    "isready",
];

const XBOARD_WORDS: &[&str] = &[
    "new",
    "variant",
    "xiangqi",
    "normal",
    "force",
    "go",
    "playother",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "?",
    ".",
    "usermove",
    "h2e2",
    "h9g7",
    "h0g2",
    "a0a9",
    "h3e3",
    "e2e4",
    "e7e5",
    "a10a9",
    "undo",
    "remove",
    "setboard",
    "hint",
    "draw",
    "result",
    "analyze",
    "exit",
    "hard",
    "easy",
    "post",
    "nopost",
    "option",
    "MultiPV=2",
    "Resign=1",
    "Coordinates=auto",
    "cores",
    "memory",
    "accepted",
    "rejected",
    "bk",
    "exclude",
    "include",
    "all",
    "pause",
    "resume",
    "nps",
    "50000",
    "lift",
    "setscore",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "0:01",
    "1e9",
    "NaN",
    "99999999999999999999",
    "4k4/9/9/9/9/9/9/9/R8/3K5",
    "w",
    "b",
    "#",
    "é",
    "車",
    "\u{0}",
    "*",
    "1-0",
    "{x}",
];

const XBOARD_STARTS: &[&str] = &[
    "new",
    "variant xiangqi",
    "variant normal",
    "usermove h2e2",
    "h2e2",
    "h9g7",
    "b9c7",
    "a3a4",
    "e2e4",
    "go",
    "go",
    "force",
    "playother",
    "undo",
    "remove",
    "?",
    "?",
    "?",
    "analyze",
    "exit",
    ".",
    "hard",
    "easy",
    "post",
    "draw",
    "hint",
    "sd 1",
    "st 0.01",
    "level 40 0:01 0",
    "time 3",
    "otim 3",
    "ping 5",
    "setboard ",
    "result 1-0 {done}",
    "usermove ",
    "setboard 4k4/9/9/9/9/9/9/9/R8/3K5 w",
    "setboard 3k5/4R4/9/9/9/9/9/9/8R/4K4 w",
    "option MultiPV=",
    "memory 1",
    "pause",
    "resume",
    "exclude h2e2",
    "include all",
    "nps 100000",
];

fn salad(lots: &mut Lots, words: &[&str], starts: &[&str]) -> String {
    let mut line = String::new();
    if lots.below(3) > 0 {
        line.push_str(lots.pick(starts));
    }
    // Some lines stay as they are.
    for _ in 0..lots.below(7).saturating_sub(lots.below(4)) {
        line.push(' ');
        line.push_str(lots.pick(words));
    }
    line
}

/// Lines for each dialect: a few thousand, or as many as the environment asks for.
fn length() -> usize {
    std::env::var("CHUHE_STRESS_LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(2000)
}

/// How many lines are sent to one engine before another takes its place.
const SESSION: usize = 500;

/// A dialect for the test: how it begins, its words, what must always be answered, and what it takes to play again.
struct Speech {
    greeting: &'static str,
    words: &'static [&'static str],
    starts: &'static [&'static str],
    question: (&'static [&'static str], &'static str),
    game: (&'static [&'static str], &'static str),
}

const SPEECHES: [Speech; 3] = [
    Speech {
        greeting: "uci",
        words: WORDS,
        starts: STARTS,
        // Whatever runs, readiness is confirmed.
        question: (&["isready"], "readyok"),
        game: (
            &[
                "stop",
                "setoption name UCI_Variant value xiangqi",
                "setoption name nodestime value 0",
                "position startpos",
                "go depth 1",
            ],
            "bestmove",
        ),
    },
    Speech {
        greeting: "ucci",
        words: UCCI_WORDS,
        starts: UCCI_STARTS,
        question: (&["isready"], "readyok"),
        game: (&["stop", "position startpos", "go depth 1"], "bestmove"),
    },
    Speech {
        greeting: "xboard",
        words: XBOARD_WORDS,
        starts: XBOARD_STARTS,
        // Whatever it thinks about, it can be told to let be.
        question: (&["force", "ping 77777"], "pong 77777"),
        game: (&["force", "new", "variant xiangqi", "sd 1", "usermove h2e2"], "move "),
    },
];

fn say_all(session: &Session, lines: &[&str]) {
    for line in lines {
        session.say(line);
    }
}

fn survive(speech: &Speech) {
    let mut lots = Lots(2024);
    for _ in 0..length().div_ceil(SESSION) {
        let session = Session::start();
        session.say(speech.greeting);
        let (question, answer) = speech.question;
        for number in 0..SESSION {
            session.say(&salad(&mut lots, speech.words, speech.starts));
            if number % 50 == 0 {
                say_all(&session, question);
                session.until(answer);
            }
        }
        say_all(&session, question);
        session.until(answer);
        // And it still plays.
        let (lines, answer) = speech.game;
        session.heard();
        say_all(&session, lines);
        session.until(answer);
        if speech.greeting != "xboard" {
            session.say("stop");
        }
        session.end();
    }
}

#[test]
fn word_salad_of_uci_is_survived() {
    survive(&SPEECHES[0]);
}

#[test]
fn word_salad_of_ucci_is_survived() {
    survive(&SPEECHES[1]);
}

#[test]
fn word_salad_of_xboard_is_survived() {
    survive(&SPEECHES[2]);
}

#[test]
fn languages_can_be_mixed() {
    let mut lots = Lots(11);
    let session = Session::start();
    for number in 0..1000 {
        let speech = &SPEECHES[lots.below(3)];
        let line = salad(&mut lots, speech.words, speech.starts);
        session.say(if number % 20 == 0 { speech.greeting } else { &line });
    }
    // Another language ends whatever runs.
    session.say("xboard");
    session.say("uci");
    session.until("uciok");
    session.say("isready");
    session.until("readyok");
    session.end();
}

#[test]
fn random_bytes_are_survived() {
    for (seed, speech) in (7..).zip(&SPEECHES) {
        bytes(&mut Lots(seed), speech);
    }
}

fn bytes(lots: &mut Lots, speech: &Speech) {
    let session = Session::start();
    session.say(speech.greeting);
    for _ in 0..1000 {
        let length = lots.below(60);
        let line: Vec<u8> = (0..length).map(|_| lots.below(256) as u8).collect();
        session.say_bytes(&line);
        session.say_bytes(b"\n");
    }
    // One line of a megabyte.
    session.say(&"position startpos moves h2e2 ".repeat(40_000));
    let (question, answer) = speech.question;
    say_all(&session, question);
    session.until(answer);
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
fn every_go_is_answered_once_whatever_follows_it() {
    for (speech, answers) in [(&SPEECHES[0], ["bestmove", "-"]), (&SPEECHES[1], ["bestmove", "nobestmove"])] {
        let mut lots = Lots(99);
        let session = Session::start();
        session.say(speech.greeting);
        let words: Vec<&str> = speech.words.iter().copied().filter(|&word| word != "perft").collect();
        for number in 0..300 {
            let tail: Vec<&str> = (0..lots.below(6)).map(|_| lots.pick(&words)).collect();
            session.say(&format!("go {}", tail.join(" ")));
            session.say("stop");
            session.say(&format!("setoption name MultiPV value {}", number % 3 + 1));
            session.say("isready");
            let lines = session.until("readyok");
            let is_answer = |line: &&String| answers.iter().any(|answer| line.starts_with(answer));
            let count = lines.iter().filter(is_answer).count();
            assert!(count == 1, "go {}: {lines:?}", tail.join(" "));
        }
        session.end();
    }
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
