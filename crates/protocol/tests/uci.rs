//! Conversations with the engine.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn converse(input: &str) -> String {
    let page = Page::default();
    protocol::uci::run(input.as_bytes(), page.clone()).unwrap();
    String::from_utf8(page.0.lock().unwrap().clone()).unwrap()
}

#[test]
fn nothing_is_said_before_the_gui_speaks() {
    assert_eq!(converse(""), "");
    assert_eq!(converse("\n# comment\n"), "");
    let answer = converse("uci\nisready\n");
    assert!(answer.starts_with("id name Chuhe"));
    assert!(answer.contains("\nuciok\n") && answer.ends_with("readyok\n"));
    for line in answer.lines().filter(|line| line.starts_with("option")) {
        let name = line.split(" type ").next().unwrap().trim_start_matches("option name ");
        assert!(!["name", "type", "default", "value"].iter().any(|word| name.contains(word)), "{line}");
    }
}

#[test]
fn bad_input_is_answered_and_survived() {
    let answer = converse(
        "hello\nposition startpos moves h2e2 h2e2\nposition fen bad\nsetoption name Hash value lots\n\
         setoption name Nothing\ngo depth x\nposition startpos moves h2e2\nd\n\u{0}\u{7f}\nisready\n",
    );
    assert!(answer.contains("info string unknown command \"hello\""));
    assert!(answer.contains("h2e2 is not legal"));
    assert!(answer.contains("FEN \"bad\""));
    assert!(answer.contains("\"lots\""));
    assert!(answer.contains("no option \"Nothing\""));
    assert!(answer.contains("Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"));
    assert!(answer.ends_with("readyok\n"));
}

#[test]
fn perft_is_printed_as_others_do() {
    assert!(converse("go perft 1\n").contains("h2e2: 1\n"));
    let answer = converse("go perft 2\n");
    assert!(answer.ends_with("\nNodes searched: 1920\n"), "{answer}");
    assert!(
        converse("setoption name UCI_Variant value chess\ngo perft 3\n").ends_with("Nodes searched: 8902\n")
    );
}

#[test]
fn searches_answer_with_a_move() {
    let answer = converse("setoption name MultiPV value 2\ngo infinite\nstop\n");
    assert_eq!(answer.matches("bestmove").count(), 1, "{answer}");
    let answer = converse("position fen R2k5/1R7/9/9/9/9/9/9/9/4K4 b\ngo infinite\nstop\n");
    assert!(answer.contains("bestmove (none)"), "{answer}");
}
