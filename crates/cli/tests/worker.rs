//! `chuhe worker` as a process: files, ends of its streams, signals.

mod common;

use common::{Scratch, text};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

fn start(scratch: &Scratch, jobs: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut command = scratch.command(&["worker", "--jobs", jobs]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    (child, input, output)
}

fn line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    line
}

const ENDLESS: &[u8] =
    b"{\"id\": \"long\", \"type\": \"analyse_position\", \"limit\": {\"depth\": 100}, \"progress\": true}\n";

#[test]
fn archives_are_those_of_datagen_and_nothing_is_overwritten() {
    let scratch = Scratch::new("worker-archive");
    let job = |out: &str, more: &str| {
        format!(
            "{{\"id\": 1, \"type\": \"generate_games\", \"games\": 3, \"seed\": 7, \"nodes\": 50, \"hash\": 8, \
             \"adjudication\": {{\"max_plies\": 40}}, \"out\": \"{out}\"{more}}}\n"
        )
    };
    let told = |job: String| {
        let (mut child, mut input, mut output) = start(&scratch, "1");
        input.write_all(job.as_bytes()).unwrap();
        drop(input);
        let answer = line(&mut output);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{answer}");
        answer
    };
    let answer = told(job("a.chg", ""));
    assert!(answer.contains("\"file\":\"a.chg\""), "{answer}");
    scratch.expect(0, "datagen --games 3 --seed 7 --nodes 50 --hash 8 --max-plies 40 --out b.chg");
    assert_eq!(scratch.read("a.chg"), scratch.read("b.chg"));
    scratch.write("a.chg", "precious");
    let answer = told(job("a.chg", ""));
    assert!(answer.contains("exists already") && !answer.contains("--force"), "{answer}");
    assert_eq!(scratch.read("a.chg"), b"precious");
    let answer = told(job("no/folder.chg", ""));
    assert!(answer.contains("\"failed\"") && answer.contains("there is no folder"), "{answer}");
    told(job("a.chg", ", \"overwrite\": true"));
    assert_eq!(scratch.read("a.chg"), scratch.read("b.chg"));
    let left: Vec<_> =
        std::fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "no drafts stay: {left:?}");
}

#[test]
fn a_reader_that_goes_away_ends_it_without_a_complaint() {
    let scratch = Scratch::new("worker-pipe");
    let (mut child, mut input, mut output) = start(&scratch, "2");
    input.write_all(ENDLESS).unwrap();
    assert!(line(&mut output).contains("progress"));
    drop(output);
    // The input stays open: it is the answer that cannot be written which ends it.
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(input);
}

/// Opening a pipe waits for its other end, and a worker that does so hears no signal.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_stays() {
    use std::os::unix::fs::FileTypeExt;
    let scratch = Scratch::new("worker-pipe-out");
    let pipe = scratch.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("nowhere", scratch.0.join("lost")).unwrap();
    let (mut child, mut input, mut output) = start(&scratch, "1");
    for out in ["pipe", "lost"] {
        let job = format!(
            "{{\"id\": 1, \"type\": \"generate_games\", \"games\": 1, \"seed\": 7, \"nodes\": 50, \"hash\": 8, \
             \"adjudication\": {{\"max_plies\": 4}}, \"out\": \"{out}\", \"overwrite\": true}}\n"
        );
        input.write_all(job.as_bytes()).unwrap();
        let answer = line(&mut output);
        assert!(answer.contains("is not a file") && answer.contains(out), "{answer}");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(scratch.0.join("lost").is_symlink() && !scratch.0.join("nowhere").exists());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_an_answer_to_every_job() {
    for signal in ["TERM", "INT"] {
        let scratch = Scratch::new(&format!("worker-{signal}"));
        let (mut child, mut input, mut output) = start(&scratch, "1");
        input.write_all(ENDLESS).unwrap();
        input
            .write_all(
                b"{\"id\": \"waiting\", \"type\": \"analyse_position\", \"limit\": {\"depth\": 100}}\n",
            )
            .unwrap();
        input.write_all(b"{\"id\": 1, \"type\": \"hello\"}\n").unwrap();
        // Once this is answered, the lines before it have been read.
        while !line(&mut output).contains("welcome") {}
        let number = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-s", signal, &number]).status().unwrap().success());
        let rest: Vec<String> =
            output.lines().map(Result::unwrap).filter(|line| !line.contains("progress")).collect();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(rest.len(), 2, "{rest:?}");
        assert!(rest.iter().all(|line| line.contains("\"cancelled\"")), "{rest:?}");
        drop(input);
    }
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_it_though_nobody_reads() {
    use std::time::{Duration, Instant};
    let scratch = Scratch::new("worker-unread");
    let (mut child, mut input, output) = start(&scratch, "1");
    // More answers than a pipe holds.
    let writer = std::thread::spawn(move || {
        for id in 1..=20_000 {
            if writeln!(input, "{{\"id\": {id}, \"type\": \"hello\"}}").is_err() {
                return;
            }
        }
    });
    let number = child.id().to_string();
    for _ in 0..2 {
        std::thread::sleep(Duration::from_secs(1));
        std::process::Command::new("kill").args(["-s", "TERM", &number]).status().unwrap();
    }
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(output);
    writer.join().unwrap();
}

#[test]
fn positions_for_openbench_are_printed_one_on_a_line() {
    let scratch = Scratch::new("genfens");
    let run = |line: &str| {
        let out = scratch.command(&[line, "quit"]).output().unwrap();
        (out.status.code(), text(&out.stdout).to_owned(), text(&out.stderr).to_owned())
    };
    let (code, positions, _) = run("genfens 3 seed 5 book None ");
    assert_eq!((code, positions.lines().count()), (Some(0), 3), "{positions}");
    for line in positions.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert_eq!(fen.split_whitespace().count(), 6, "{line}");
        scratch.expect_words(0, &["board", fen]);
    }
    assert_eq!(run("genfens 3 seed 5 book None ").1, positions);
    assert_ne!(run("genfens 3 seed 6 book None ").1, positions);
    scratch.write("book.epd", "4k4/9/9/9/4p4/4P4/9/4R4/4r4/3K5 w - - 0 1\n");
    let (code, positions, message) = run("genfens 2 seed 5 book book.epd plies 2");
    assert_eq!((code, positions.lines().count()), (Some(0), 2), "{message}");
    for (line, part) in [
        ("genfens", "genfens N seed S book"),
        ("genfens x seed 1 book None", "\"x\""),
        ("genfens 1 seed 1 book no.epd", "no.epd"),
        ("genfens 1 seed 1 book None plies 9999", "9999"),
        ("genfens 1 seed 1 book None extra", "extra"),
    ] {
        let (code, _, message) = run(line);
        assert_eq!(code, Some(2), "{line}");
        assert!(message.contains(part), "{line}: {message}");
    }
}
