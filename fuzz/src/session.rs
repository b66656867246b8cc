//! Whole conversations in UCI, UCCI and the `XBoard` protocol: the input is what the GUI says, line by line.
//!
//! After each line the engine is told to stop and asked whether it is there. Lines are left out that would leave the
//! conversation, write files, or ask for more of the machine than a fuzzer may use.

use protocol::run;
use std::io::{Cursor, Write, sink};
use std::sync::{Arc, Mutex, PoisonError};

/// The most lines of a conversation, and the most bytes of a line.
const MAX_LINES: usize = 12;
const MAX_LINE: usize = 300;
/// No line of the engine is longer.
const MAX_ANSWER: usize = 20_000;

/// Lines with these in them are left out: they end or change the conversation, ask what is asked after every line, open
/// files, take memory, or count and measure at length.
const LEFT_OUT: [&str; 16] = [
    "quit",
    "uci",
    "xboard",
    "protover",
    "isready",
    "ping",
    "hash",
    "memory",
    "threads",
    "cores",
    "file",
    "log",
    "weights",
    "export_net",
    "bench",
    "speedtest",
];

/// How to talk to an engine in one language.
struct Language {
    /// Said first; the table is to be small.
    greeting: &'static str,
    /// Ends a search.
    stop: &'static str,
    /// Asks whether the engine is there, and what it answers.
    asks: [&'static str; 2],
    /// Said last.
    farewell: &'static str,
    /// What the answers to a `go` begin with.
    moves: &'static [&'static str],
    /// What a refusal begins with.
    refusals: &'static [&'static str],
}

const UCI: Language = Language {
    greeting: "uci\nsetoption name Hash value 1",
    stop: "stop",
    asks: ["isready", "readyok"],
    farewell: "quit",
    moves: &["bestmove "],
    refusals: &["info string "],
};

const UCCI: Language = Language {
    greeting: "ucci\nsetoption hashsize 1",
    stop: "stop",
    asks: ["isready", "readyok"],
    farewell: "quit",
    moves: &["bestmove ", "nobestmove"],
    refusals: &["info message "],
};

const XBOARD: Language = Language {
    greeting: "xboard\nprotover 2\nmemory 1\nnew\nvariant xiangqi",
    stop: "?",
    asks: ["ping 1", "pong 1"],
    farewell: "exit\nforce\nquit",
    moves: &[],
    refusals: &["Error ", "Illegal move"],
};

/// A conversation in UCI: the engine is there after every line, and gives exactly one move for each `go`.
pub fn check_uci(data: &[u8]) -> bool {
    let said = converse(&UCI, data);
    assert_eq!(said.moves, said.searches, "moves for searches: {}", said.text);
    said.is_accepted
}

/// A conversation in UCCI: the engine is there after every line, and answers each `go`. It answers a `stop` that finds
/// nothing to be stopped, too.
pub fn check_ucci(data: &[u8]) -> bool {
    let said = converse(&UCCI, data);
    assert!(
        said.moves >= said.searches,
        "{} moves for {} searches: {}",
        said.moves,
        said.searches,
        said.text
    );
    said.is_accepted
}

/// A conversation in the `XBoard` protocol: the engine is there after every line.
pub fn check_xboard(data: &[u8]) -> bool {
    converse(&XBOARD, data).is_accepted
}

/// What became of a conversation.
struct Said {
    /// What the engine said.
    text: String,
    searches: usize,
    moves: usize,
    /// Whether there was a line that was not refused.
    is_accepted: bool,
}

fn converse(language: &Language, data: &[u8]) -> Said {
    let lines: Vec<&[u8]> =
        data.split(|&byte| byte == b'\n').filter(|line| is_wanted(line)).take(MAX_LINES).collect();
    let [question, answer] = language.asks;
    let mut script = format!("{}\n{question}\n", language.greeting).into_bytes();
    for line in &lines {
        script.extend_from_slice(line);
        script.extend(format!("\n{}\n{question}\n", language.stop).bytes());
    }
    script.extend(language.farewell.bytes());
    let output = Output::default();
    run(Cursor::new(script), output.clone(), sink()).expect("memory can be read");
    let output = output.0.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::str::from_utf8(&output).expect("the engine speaks UTF-8");
    assert!(text.lines().all(|line| line.len() <= MAX_ANSWER), "a line that is too long: {text}");
    let count = |is_counted: &dyn Fn(&str) -> bool| text.lines().filter(|line| is_counted(line)).count();
    let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    assert_eq!(count(&|line| line == answer), lines.len() + 1, "answers to {question}: {text}");
    let refused = count(&|line| begins(line, language.refusals));
    Said {
        text: text.to_string(),
        searches: lines.iter().filter(|line| asks_for_move(line)).count(),
        moves: count(&|line| begins(line, language.moves)),
        is_accepted: refused < lines.len(),
    }
}

fn is_wanted(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let is_perft = text.contains("perft") && text.contains(|letter: char| ('4'..='9').contains(&letter));
    line.len() <= MAX_LINE && !is_perft && !LEFT_OUT.iter().any(|word| text.contains(word))
}

/// Whether a line asks for a move. A count of leaves gets none.
fn asks_for_move(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    words.next() == Some("go") && words.all(|word| word != "perft")
}

/// What the engine says, kept.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
