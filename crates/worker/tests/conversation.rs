//! Conversations with a worker: every job, several at once, cancelled, garbage, and ends of all kinds.

use serde_json::{Value, json};
use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use worker::{Desk, serve};
use xiangqi::Random;

/// Longer than any answer takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An input that lines are put into while it is read.
struct Pipe {
    incoming: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.incoming.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// An output that hands lines on; after so many it is closed.
struct Output {
    sender: Sender<Value>,
    line: Vec<u8>,
    left: usize,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if self.left == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                let value = serde_json::from_slice(&line).expect("every line of the output is JSON");
                self.left -= 1;
                let _ = self.sender.send(value);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A worker in a thread.
struct Conversation {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Value>,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<io::Result<()>>>,
}

type Stored = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

impl Conversation {
    fn begin(jobs: usize) -> Self {
        Self::with(jobs, usize::MAX, &Stored::default())
    }

    fn with(jobs: usize, answers: usize, stored: &Stored) -> Self {
        let (input, incoming) = channel();
        let (sender, output) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, stored) = (Arc::clone(&stop), Arc::clone(stored));
        let store = move |path: &std::path::Path, _: bool, bytes: &[u8]| {
            if path.ends_with("full") {
                return Err("no space left".to_owned());
            }
            stored.lock().unwrap().push((path.display().to_string(), bytes.to_vec()));
            Ok(())
        };
        let desk = Desk { jobs, store: Some(Box::new(store)) };
        let thread = std::thread::spawn(move || {
            let input = BufReader::new(Pipe { incoming, rest: Vec::new() });
            serve(desk, input, Output { sender, line: Vec::new(), left: answers }, &flag)
        });
        Self { input: Some(input), output, stop, thread: Some(thread) }
    }

    fn send(&self, value: &Value) {
        self.send_bytes(format!("{value}\n").as_bytes());
    }

    fn send_bytes(&self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.to_vec());
        }
    }

    fn next(&self) -> Value {
        self.output.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The end of the input; all answers that were not taken yet, and how it ended.
    fn end(mut self) -> (Vec<Value>, io::Result<()>) {
        self.input = None;
        let began = Instant::now();
        while !self.thread.as_ref().unwrap().is_finished() {
            assert!(began.elapsed() < PATIENCE, "the worker ends with its input");
            std::thread::sleep(Duration::from_millis(5));
        }
        let ended = self.thread.take().unwrap().join().unwrap();
        (self.output.try_iter().collect(), ended)
    }
}

fn one_of_each() -> Vec<Value> {
    vec![
        json!({"id": "position", "type": "analyse_position", "game": {"moves": ["h2e2"]}, "limit": {"nodes": 3000}, "lines": 2}),
        json!({"id": "game", "type": "analyse_game", "game": {"moves": ["h2e2", "h9g7", "h0g2"]}, "limit": {"depth": 4},
               "tags": {"Event": "test"}, "result": "1-0"}),
        json!({"id": "play", "type": "play_game", "red": {"limit": {"nodes": 300}}, "black": {"player": "mcts:20"},
               "opening": {"plies": 6, "seed": 4}, "adjudication": {"max_plies": 20}}),
        json!({"id": "weak", "type": "play_game", "red": {"player": "1"}, "black": {"player": "random"}, "seed": 9,
               "adjudication": {"max_plies": 30}}),
        json!({"id": "data", "type": "generate_games", "games": 2, "first": 3, "seed": 11, "nodes": 60, "hash": 1,
               "adjudication": {"max_plies": 30}}),
        json!({"id": "mate", "type": "solve_mate", "game": {"fen": "3k5/4R4/9/9/9/9/9/9/8R/4K4 w"}, "limit": {"nodes": 50000}, "hash": 4}),
        json!({"id": 7, "type": "hello"}),
    ]
}

fn by_id(mut answers: Vec<Value>) -> Vec<Value> {
    answers.sort_by_key(|answer| answer["id"].to_string());
    answers
}

#[test]
fn every_job_is_answered_once_and_the_same_however_many_run() {
    let answers = |jobs: usize, order: &[usize]| {
        let talk = Conversation::begin(jobs);
        let all = one_of_each();
        for &index in order {
            talk.send(&all[index]);
        }
        let (mut answers, ended) = talk.end();
        ended.unwrap();
        assert_eq!(answers.len(), all.len());
        for answer in &mut answers {
            if answer["type"] == "welcome" {
                assert_eq!(answer["jobs"], jobs);
                answer["jobs"] = json!(0);
            }
        }
        by_id(answers)
    };
    let one = answers(1, &[0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(one, answers(3, &[6, 4, 2, 0, 1, 3, 5]));
    let of = |id: &str| one.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of("position")["type"], "position_analysed");
    assert_eq!(of("position")["lines"].as_array().unwrap().len(), 2);
    assert_eq!(of("position")["best"], of("position")["lines"][0]["moves"][0]["move"]);
    let report = &of("game")["report"];
    assert_eq!((report["moves"].as_array().unwrap().len(), &report["result"]), (3, &json!("1-0")));
    assert_eq!(report["tags"]["Event"], "test");
    assert_eq!(of("play")["type"], "game_played");
    assert_eq!(of("weak")["type"], "game_played");
    assert_eq!((&of("mate")["result"], &of("mate")["mate_in"]), (&json!("mate"), &json!(1)));
}

#[test]
fn games_do_not_depend_on_the_job_that_plays_them() {
    let data = |first: u32, games: u32| {
        let talk = Conversation::begin(1);
        talk.send(&json!({"id": 1, "type": "generate_games", "games": games, "first": first, "seed": 5, "nodes": 60, "hash": 1,
                          "adjudication": {"max_plies": 24}}));
        let answer = talk.next();
        talk.end().1.unwrap();
        let bytes = service::base64::decode(answer["data"].as_str().unwrap()).unwrap();
        assert_eq!(
            (answer["bytes"].as_u64(), answer["crc32"].as_u64()),
            (Some(bytes.len() as u64), Some(crc32fast::hash(&bytes).into()))
        );
        learn::datagen::ArchiveReader::new(&bytes[..]).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    let all = data(0, 4);
    assert_eq!(all.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(all[..], [data(0, 1), data(1, 3)].concat());
}

#[test]
fn archives_are_stored_where_the_job_says() {
    let stored = Stored::default();
    let talk = Conversation::with(1, usize::MAX, &stored);
    let job = |id: u32, out: &str| {
        json!({"id": id, "type": "generate_games", "games": 1, "seed": 5, "nodes": 40, "hash": 1, "out": out,
               "adjudication": {"max_plies": 20}})
    };
    talk.send(&job(1, "some/where.chg"));
    let answer = talk.next();
    assert_eq!((&answer["file"], &answer["data"]), (&json!("some/where.chg"), &Value::Null));
    assert_eq!(stored.lock().unwrap()[0].0, "some/where.chg");
    assert_eq!(stored.lock().unwrap()[0].1.len() as u64, answer["bytes"].as_u64().unwrap());
    talk.send(&job(2, "disk/full"));
    let answer = talk.next();
    assert_eq!((&answer["code"], &answer["message"]), (&json!("failed"), &json!("no space left")));
    talk.send(&job(3, concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")));
    assert!(talk.next()["message"].as_str().unwrap().contains("exists already"));
    let mut folder = job(4, env!("CARGO_MANIFEST_DIR"));
    folder["overwrite"] = json!(true);
    talk.send(&folder);
    let answer = talk.next();
    assert_eq!(answer["code"], "refused");
    assert!(answer["message"].as_str().unwrap().contains("is not a file"), "{answer}");
    talk.end().1.unwrap();
}

#[test]
fn a_job_is_cancelled_while_it_runs_and_while_it_waits() {
    let talk = Conversation::begin(1);
    let endless =
        |id: u32| json!({"id": id, "type": "analyse_position", "limit": {"depth": 100}, "progress": true});
    talk.send(&endless(1));
    talk.send(&endless(2));
    let progress = talk.next();
    assert_eq!((&progress["id"], &progress["type"]), (&json!(1), &json!("progress")));
    assert!(progress["line"]["moves"][0].is_string());
    let mut answers = Vec::new();
    let mut cancel = |job: u32, found: bool, is_answered: bool| {
        talk.send(&json!({"id": format!("cancel {job}"), "type": "cancel", "job": job}));
        let mut wanted = 1 + usize::from(is_answered);
        while wanted > 0 {
            let answer = talk.next();
            if answer["type"] != "progress" {
                wanted -= 1;
                answers.push(answer);
            }
        }
        let noted = json!({"id": format!("cancel {job}"), "type": "cancel_noted", "found": found});
        assert!(answers.contains(&noted), "{answers:?}");
        assert_eq!(is_answered, answers.contains(&json!({"id": job, "type": "cancelled"})), "{answers:?}");
    };
    cancel(2, true, true);
    cancel(1, true, true);
    cancel(3, false, false);
    // The id is free again.
    talk.send(&json!({"id": 1, "type": "analyse_position", "limit": {"nodes": 100}}));
    assert_eq!(talk.next()["type"], "position_analysed");
    talk.end().1.unwrap();
}

/// A line, the id of its answer as JSON, its code, and a part of its message.
const BAD_LINES: &[(&str, &str, &str, &str)] = &[
    ("nonsense", "null", "not_json", "nonsense"),
    ("{\"id\": 1,", "null", "not_json", "EOF"),
    ("[1, 2]", "null", "bad_job", "not a job"),
    ("{}", "null", "bad_job", "type"),
    (r#"{"type": "hello"}"#, "null", "bad_job", "missing field `id`"),
    (r#"{"id": 1.5, "type": "hello"}"#, "null", "bad_job", "a whole number or a text"),
    (r#"{"id": 1, "type": "dance"}"#, "1", "bad_job", "`dance`, expected one of"),
    (r#"{"id": "a", "type": "hello", "extra": 1}"#, "\"a\"", "bad_job", "`extra`"),
    (r#"{"id": "a", "type": "analyse_position"}"#, "\"a\"", "bad_job", "`limit`"),
    (r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": -1}}"#, "\"a\"", "bad_job", "-1"),
    (
        r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 5}, "limit": {"nodes": 6}}"#,
        "\"a\"",
        "bad_job",
        "duplicate",
    ),
    (r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 0}}"#, "\"a\"", "refused", "from 1 to"),
    (
        r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 9}, "lines": 21}"#,
        "\"a\"",
        "refused",
        "lines",
    ),
    (
        r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 9}, "hash": 1000000}"#,
        "\"a\"",
        "failed",
        "memory",
    ),
    (
        r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 9}, "evaluation": "no/such.nnue"}"#,
        "\"a\"",
        "failed",
        "no/such.nnue",
    ),
    (
        r#"{"id": "a", "type": "analyse_position", "limit": {"nodes": 9}, "game": {"fen": "9/9 w"}}"#,
        "\"a\"",
        "refused",
        "9/9 w",
    ),
    (
        r#"{"id": "a", "type": "analyse_game", "limit": {"nodes": 9}, "game": {"moves": ["h2e9"]}}"#,
        "\"a\"",
        "refused",
        "h2e9",
    ),
    (
        r#"{"id": "a", "type": "analyse_game", "limit": {"nodes": 9}, "game": {}, "result": "won"}"#,
        "\"a\"",
        "refused",
        "1/2-1/2",
    ),
    (
        r#"{"id": "a", "type": "play_game", "red": {}, "black": {"player": "random"}}"#,
        "\"a\"",
        "refused",
        "needs a \"limit\"",
    ),
    (
        r#"{"id": "a", "type": "play_game", "red": {"player": "5", "limit": {"nodes": 9}}, "black": {"player": "random"}}"#,
        "\"a\"",
        "refused",
        "leave out",
    ),
    (
        r#"{"id": "a", "type": "play_game", "red": {"player": "deep blue"}, "black": {"player": "random"}}"#,
        "\"a\"",
        "refused",
        "deep blue",
    ),
    (
        r#"{"id": "a", "type": "play_game", "red": {"player": "1"}, "black": {"player": "1"}, "adjudication": {"max_plies": 0}}"#,
        "\"a\"",
        "refused",
        "max_plies",
    ),
    (
        r#"{"id": "a", "type": "play_game", "red": {"player": "1"}, "black": {"player": "1"}, "opening": {"plies": 4, "seed": 1}, "game": {"moves": ["h2e2"]}}"#,
        "\"a\"",
        "refused",
        "leave one",
    ),
    (r#"{"id": "a", "type": "generate_games", "games": 0, "seed": 1}"#, "\"a\"", "refused", "games"),
    (r#"{"id": "a", "type": "generate_games", "games": 1, "seed": 0}"#, "\"a\"", "refused", "seed"),
    (r#"{"id": "a", "type": "generate_games", "games": 20000, "seed": 1}"#, "\"a\"", "refused", "10000"),
    (
        r#"{"id": "a", "type": "generate_games", "games": 1, "seed": 1, "random_plies": [9, 3]}"#,
        "\"a\"",
        "refused",
        "random_plies",
    ),
    (
        r#"{"id": "a", "type": "solve_mate", "game": {}, "limit": {"nodes": 3}, "hash": 1000000}"#,
        "\"a\"",
        "failed",
        "memory",
    ),
    (
        r#"{"id": "a", "type": "solve_mate", "game": {}, "limit": {"depth": 3}}"#,
        "\"a\"",
        "refused",
        "nodes or movetime",
    ),
];

#[test]
fn bad_lines_are_told_and_the_worker_goes_on() {
    let talk = Conversation::begin(1);
    let error = |line: &str| {
        talk.send_bytes(format!("{line}\n").as_bytes());
        let answer = talk.next();
        assert_eq!(answer["type"], "error", "{line}: {answer}");
        let message = answer["message"].as_str().unwrap().to_owned();
        (answer["id"].clone(), answer["code"].as_str().unwrap().to_owned(), message, answer["line"].clone())
    };
    let count = BAD_LINES.len() as u64;
    for (&(line, id, code, part), number) in BAD_LINES.iter().zip(1_u64..) {
        let id: Value = serde_json::from_str(id).unwrap();
        let (told_id, told_code, message, told_line) = error(line);
        assert_eq!((&told_id, told_code.as_str()), (&id, code), "{line}: {message}");
        assert!(message.contains(part), "{line}: {message}");
        assert_eq!(told_line, if id.is_null() { json!(number) } else { Value::Null }, "{line}");
    }
    let (id, code, _, line) = error(&format!("{{\"id\": 5, \"type\": \"{}\"}}", "x".repeat(2 << 20)));
    assert_eq!((id, code.as_str(), line), (Value::Null, "too_long", json!(count + 1)));
    let (id, code, ..) = error(&format!("{{\"id\": \"{}\", \"type\": \"hello\"}}", "x".repeat(300)));
    assert_eq!((id, code.as_str()), (Value::Null, "bad_job"));
    talk.send_bytes(b"\xff\xfe\x00\n");
    assert_eq!(talk.next()["code"], "not_json");
    talk.send_bytes(b"\n  \r\n");
    talk.send(&json!({"id": 1, "type": "hello"}));
    assert_eq!(talk.next()["type"], "welcome");
    talk.end().1.unwrap();
}

#[test]
fn an_id_is_taken_until_its_answer() {
    let talk = Conversation::begin(1);
    talk.send(&json!({"id": "x", "type": "analyse_position", "limit": {"depth": 100}}));
    talk.send(&json!({"id": "x", "type": "analyse_position", "limit": {"nodes": 100}}));
    talk.send(&json!({"id": "x", "type": "hello"}));
    talk.send(&json!({"id": "x", "type": "cancel", "job": "x"}));
    for _ in 0..3 {
        let answer = talk.next();
        assert_eq!((&answer["id"], &answer["code"]), (&json!("x"), &json!("duplicate_id")));
    }
    talk.send(&json!({"id": 0, "type": "cancel", "job": "x"}));
    let types = [talk.next(), talk.next()].map(|answer| answer["type"].as_str().unwrap().to_owned());
    assert!(types.contains(&"cancelled".to_owned()), "{types:?}");
    talk.end().1.unwrap();
}

#[test]
fn a_stop_answers_what_is_left() {
    let talk = Conversation::begin(2);
    for id in 0..5 {
        talk.send(
            &json!({"id": id, "type": "analyse_position", "limit": {"depth": 100}, "progress": id == 0}),
        );
    }
    assert_eq!(talk.next()["type"], "progress");
    talk.stop.store(true, Ordering::Relaxed);
    let began = Instant::now();
    // The input stays open.
    while !talk.thread.as_ref().unwrap().is_finished() {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
    let answers: Vec<Value> = talk.output.try_iter().filter(|answer| answer["type"] != "progress").collect();
    let cancelled: Vec<Value> = (0..5).map(|id| json!({"id": id, "type": "cancelled"})).collect();
    // A job whose line had not been read is unknown.
    assert!(answers.len() >= 2 && answers.iter().all(|answer| cancelled.contains(answer)), "{answers:?}");
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let talk = Conversation::with(2, 2, &Stored::default());
    for id in 0..2 {
        talk.send(&json!({"id": id, "type": "analyse_position", "limit": {"depth": 100}, "progress": true}));
    }
    talk.next();
    talk.next();
    let (_, ended) = talk.end();
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

/// Lines that look like jobs, changed at random: each has exactly one last answer, and nothing fails inside.
#[test]
fn no_line_brings_it_down() {
    let talk = Conversation::begin(2);
    let mut random = Random::new(7);
    let seeds: Vec<Vec<u8>> = one_of_each().iter().map(|job| job.to_string().into_bytes()).collect();
    let parts: [&[u8]; 14] = [
        b"\"",
        b"{",
        b"}",
        b"[",
        b"null",
        b"-1",
        b"1e999",
        b"18446744073709551616",
        b"\\u0000",
        b"\xff",
        b"\"id\":",
        b"true",
        b"999",
        b",",
    ];
    let mut lines = 0;
    for _ in 0..1500 {
        let mut line = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(3) {
            let place = random.below(line.len() + 1);
            match random.below(3) {
                0 => drop(line.splice(place..place, parts[random.below(parts.len())].iter().copied())),
                1 => drop(line.drain(place..(place + random.below(6)).min(line.len()))),
                _ if place < line.len() => line[place] = b' ' + random.below(95) as u8,
                _ => {}
            }
        }
        // Whatever is still a job is a short one.
        let text = String::from_utf8_lossy(&line).into_owned();
        let is_long = ["nodes", "depth", "games", "plies"].iter().any(|word| {
            text.split(word).skip(1).any(|rest| {
                rest.trim_start_matches(['"', ':']).chars().take_while(char::is_ascii_digit).count() > 5
            })
        });
        if is_long || line.contains(&b'\n') || line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        line.push(b'\n');
        talk.send_bytes(&line);
        lines += 1;
        let mut answer = talk.next();
        while answer["type"] == "progress" {
            answer = talk.next();
        }
        assert_ne!(answer["code"], "internal", "{text}: {answer}");
    }
    assert!(lines > 1000, "{lines}");
    let (rest, ended) = talk.end();
    ended.unwrap();
    assert_eq!(rest, Vec::<Value>::new());
}
