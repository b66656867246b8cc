//! Habits of clients that a script cannot show: line ends, ends of input, arguments in another language.

mod common;

use common::Session;
use std::io;

/// Everything that is said in answer to some bytes and the end of the input.
fn answers(bytes: &str) -> Vec<String> {
    let session = Session::start();
    session.say_bytes(bytes.as_bytes());
    session.end()
}

#[test]
fn nothing_is_said_before_the_gui_speaks() {
    for silence in ["", "\n", "\r\n\r\n", "# a remark\n", "xboard\n"] {
        assert_eq!(answers(silence), Vec::<String>::new(), "{silence:?}");
    }
}

#[test]
fn lines_may_end_as_on_windows_and_fens_be_short() {
    // As a Python client speaks UCCI: no readiness, options in the manner of UCI, two fields.
    let lines = answers(
        "ucci\r\nsetoption name Threads value 1\r\nsetoption name hashsize value 8\r\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\r\ngo depth 3\r\n",
    );
    assert!(lines.contains(&"ucciok".to_string()));
    assert!(lines.iter().all(|line| !line.contains("message")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
    let lines = answers("xboard\r\nprotover 2\r\nnew\r\nvariant xiangqi\r\nsd 1\r\nusermove h2e2\r\n");
    assert!(lines.last().unwrap().starts_with("move "), "{lines:?}");
    // With lines that look like Windows' alone, and the last one not ended.
    assert!(answers("uci\r\ngo depth 1").last().unwrap().starts_with("bestmove"));
}

#[test]
fn the_end_of_the_input_lets_searches_finish_and_stops_the_endless() {
    let count = |lines: &[String], start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let lines = answers("ucci\nposition startpos\ngo depth 4\ngo depth 5\ngo infinite\n");
    assert_eq!(count(&lines, "bestmove"), 3, "{lines:?}");
    // A game by itself: the move that is thought about is made, pondering and analysis end.
    let start = "xboard\nprotover 2\nnew\nvariant xiangqi\nhard\nst 0.05\n";
    let lines = answers(&format!("{start}usermove h2e2\nping 1\n"));
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(place("move ").is_some() && place("move ") < place("pong 1"), "the move comes first: {lines:?}");
    assert_eq!(count(&answers(&format!("{start}analyze\n")), "move"), 0);
    assert_eq!(count(&answers(&format!("{start}usermove h2e2\nquit\n")), "move"), 0, "nobody waits");
}

#[test]
fn what_is_probed_is_told_in_the_unit_of_what_was_searched() {
    let fen = "3ak4/4a4/4b4/9/9/9/9/4B4/4A4/2R1KA3 w";
    let lines = answers(&format!("ucci\nposition fen {fen}\ngo depth 3\nprobe fen {fen}\n"));
    let after = |line: &str, word: &str| {
        let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
        words.next().and_then(|text| text.parse::<i32>().ok())
    };
    let last = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
    let probed = lines.last().unwrap();
    let bounds = [after(probed, "lowerbound"), after(probed, "upperbound")];
    let score = after(last, "score").unwrap();
    assert!(score > 100, "a rook ahead: {lines:?}");
    assert_eq!(bounds, [Some(score), Some(score)], "{lines:?}");
}

#[test]
fn moves_that_come_too_early_wait_for_their_turn() {
    let lines = answers("xboard\nprotover 2\nnew\nvariant xiangqi\nst 0.05\na3a4\nc3c4\ni3i4\nping 9\n");
    let said: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert!(said.ends_with(&["move", "move", "move", "pong"]), "{lines:?}");
}

#[test]
fn whole_games_are_played_to_their_end() {
    // Against itself, by taking the other side after every move; the engine says who has won, and stops.
    let session = Session::start();
    for line in ["xboard", "protover 2", "new", "variant xiangqi", "force", "sd 4"] {
        session.say(line);
    }
    session.say("setboard 3k5/9/9/9/9/9/9/R8/1R7/4K4 w");
    session.until("feature done=1");
    for _ in 0..60 {
        session.say("go");
        session.say("ping 3");
        let lines = session.until("pong 3");
        if lines.iter().any(|line| line.starts_with("1-0 {Red wins: ")) {
            session.end();
            return;
        }
        assert!(lines[0].starts_with("move "), "{lines:?}");
    }
    panic!("two rooks do not win");
}

#[test]
fn arguments_can_be_in_another_language() {
    let lines = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(
        protocol::obey(lines(&["ucci", "position startpos", "go depth 2"]), io::sink(), io::sink()).unwrap()
    );
    assert!(!protocol::obey(lines(&["ucci", "position nowhere"]), io::sink(), io::sink()).unwrap());
}
