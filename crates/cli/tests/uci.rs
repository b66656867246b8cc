//! The program as a GUI, a pipe or a shell meets it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn chuhe(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn arguments_can_be_uci() {
    // All words are one line, unless one of them has a blank in it.
    let out = chuhe(&["go", "depth", "4"], "");
    assert!(out.status.success());
    let lines: Vec<&str> = text(&out.stdout).lines().collect();
    assert!(lines.last().unwrap().starts_with("bestmove ") && lines.len() >= 5, "{lines:?}");
    let out = chuhe(&["position startpos moves h2e2", "go depth 2", "d"], "");
    let printed = text(&out.stdout);
    let (best, board) = (printed.find("bestmove").unwrap(), printed.find("Fen: ").unwrap());
    assert!(printed.contains("P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"), "{printed}");
    assert!(best > 0 && board > 0);
    let out = chuhe(&["go", "perft", "2"], "");
    assert!(text(&out.stdout).ends_with("Nodes searched: 1920\n\n"));
    // Searches come one after the other, each to its end.
    let out = chuhe(&["go depth 5", "go depth 6", "quit"], "");
    assert_eq!(text(&out.stdout).matches("bestmove").count(), 2);
}

#[test]
fn arguments_that_are_refused_are_a_failure() {
    let out = chuhe(&["go", "depth", "deep"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stdout).contains("\"deep\""));
    let out = chuhe(&["goo", "depth", "3"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("goo"), "{}", text(&out.stderr));
    assert!(text(&chuhe(&["help"], "").stdout).contains("Usage"), "our own commands come first");
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_cannot_be_written_are_a_failure() {
    for (arguments, input) in
        [(&["go", "depth", "4"][..], ""), (&[], "uci\ngo depth 3\nquit\n"), (&["--help"], "")]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
        let out = child.wait_with_output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{arguments:?}");
        assert!(text(&out.stderr).contains("No space left"), "{}", text(&out.stderr));
    }
}

#[test]
fn a_pipe_that_ends_lets_searches_finish() {
    let out = chuhe(&[], "position startpos\ngo depth 6\ngo nodes 3000\ngo movetime 30\n");
    assert_eq!(text(&out.stdout).matches("bestmove").count(), 3);
    assert!(text(&out.stdout).contains("info depth 6 "));
    let out = chuhe(&[], "go infinite\n");
    assert_eq!(text(&out.stdout).matches("bestmove").count(), 1);
    // Lines may end as on Windows, and the last one not at all.
    let out = chuhe(&[], "uci\r\nposition startpos\r\nisready\r\ngo depth 1");
    assert!(text(&out.stdout).contains("readyok\n") && text(&out.stdout).contains("bestmove"));
    assert_eq!(text(&chuhe(&[], "").stdout), "", "nothing is said before the GUI speaks");
}

#[test]
fn quit_ends_a_search_and_the_program() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\n").unwrap();
    let began = Instant::now();
    input.write_all(b"quit\n").unwrap();
    // The pipe stays open: the program must not wait for its end.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("bestmove")));
    assert!(child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(20));
    drop(input);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_has_its_answer() {
    for lines in [&["go infinite"][..], &["go depth 90", "go infinite"], &["go perft 9"]] {
        let mut child = start(lines);
        let began = Instant::now();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        if lines == ["go perft 9"] {
            std::thread::sleep(Duration::from_millis(500));
        } else {
            out.read_line(&mut String::new()).unwrap();
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let answers = out.lines().filter(|line| line.as_ref().unwrap().starts_with("bestmove ")).count();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{lines:?}");
        assert_eq!(answers, usize::from(lines != ["go perft 9"]), "{lines:?}");
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn the_bench_is_told_to_people_and_to_programs() {
    let out = chuhe(&["bench", "3"], "");
    let line = text(&out.stdout).lines().last().unwrap().to_string();
    let words: Vec<&str> = line.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{line}");
    for part in ["Total time (ms) : ", "Nodes searched  : ", "Nodes/second    : "] {
        assert!(text(&out.stderr).contains(part), "{}", text(&out.stderr));
    }
    let piped = chuhe(&[], "bench 3\nquit\n");
    let nodes = |line: &str| line.split(' ').next().unwrap().to_string();
    assert_eq!(nodes(text(&piped.stdout).lines().last().unwrap()), nodes(&line), "the same by UCI");
    assert!(text(&piped.stderr).contains("Nodes searched  : "));
}
