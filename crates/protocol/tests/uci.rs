//! What the engine does beside answering: the log, and the listener that goes away.

mod common;

use common::Session;
use std::fs;
use std::io::{self, Cursor, ErrorKind, Write};
use std::time::{Duration, Instant};

#[test]
fn options_can_be_read_by_simple_clients() {
    let session = Session::start();
    session.say("uci");
    let lines = session.until("uciok");
    let options: Vec<&String> = lines.iter().filter(|line| line.starts_with("option")).collect();
    assert!(options.len() > 20);
    for line in options {
        let name = line.split(" type ").next().unwrap().trim_start_matches("option name ");
        assert!(!["name", "type", "default", "value"].iter().any(|word| name.contains(word)), "{line}");
    }
    session.end();
}

#[test]
fn the_conversation_can_be_followed_in_a_file() {
    let path = std::env::temp_dir().join(format!("chuhe-log-{}", std::process::id()));
    let session = Session::start();
    session.say(&format!("setoption name Debug Log File value {}", path.display()));
    session.say("isready");
    session.until("readyok");
    session.say("go depth 1");
    session.until("bestmove");
    session.say("setoption name Debug Log File value <empty>");
    session.say("isready");
    session.until("readyok");
    session.end();
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[..3], [">> isready", "<< readyok", ">> go depth 1"]);
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove")), "{log}");
    assert_eq!(log.matches("readyok").count(), 1, "closed");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_log() {
    let path = std::env::temp_dir().join(format!("chuhe-log-pipe-{}", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let session = Session::start();
    for name in [path.to_str().unwrap(), "/dev/zero"] {
        session.say(&format!("setoption name Debug Log File value {name}"));
        session.say("isready");
        let told = session.until("readyok").join(" ");
        assert!(told.contains("not a plain file"), "{told}");
    }
    session.end();
    fs::remove_file(&path).unwrap();
}

#[test]
fn lines_and_lists_without_end_are_refused() {
    let session = Session::start();
    session.say("position startpos moves h2e2");
    let long = "position startpos moves h2e2 ".to_string() + &"h9g7 e2h2 g7h9 h2e2 ".repeat(500_000);
    session.say(&long);
    session.say("d");
    let told = session.until("Fen").join("\n");
    assert!(told.contains("a line of more than 8 MiB is not read: \"position startpos"), "{told}");
    assert!(told.contains("1C2C4/9/RNBAKABNR b"), "the position stays as it was: {told}");
    session.say(&format!("go depth 1 searchmoves {}", "h9g7 ".repeat(1000)));
    let told = session.until("bestmove").join("\n");
    assert!(told.contains("of the moves after \"searchmoves\" 512 are read, 488 more are not"), "{told}");
    assert!(told.contains("bestmove h9g7"), "{told}");
    session.end();
}

#[test]
fn more_threads_than_processors_can_serve_are_not_run() {
    let session = Session::start();
    session.say("setoption name Threads value 1024");
    session.say("isready");
    let told = session.until("readyok").join("\n");
    if engine::max_threads() < 1024 {
        assert!(told.contains(&format!("{} of them search", engine::max_threads())), "{told}");
    }
    session.say("go movetime 50");
    session.until("bestmove");
    session.end();
}

#[test]
fn benches_do_what_their_arguments_say() {
    let nodes = |line: &str| -> u64 {
        let session = Session::start();
        session.say(line);
        let lines = session.end();
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        match words[..] {
            [nodes, "nodes", _, "nps"] => nodes.parse().unwrap(),
            _ => panic!("{line}: {lines:?}"),
        }
    };
    let usual = nodes("bench 4");
    assert_eq!(usual, engine::bench::<games::Xiangqi>(4).nodes);
    assert_eq!(nodes("bench 16 1 4 default depth"), usual);
    assert_eq!(nodes("bench 16 1 2 current perft"), 1920);
    assert!((400..=500).contains(&nodes("bench 1 1 500 current nodes")));
    let path = std::env::temp_dir().join(format!("chuhe-bench-{}", std::process::id()));
    fs::write(&path, "4k4/9/9/9/9/9/9/9/R8/3K5 w\n\n3k5/9/9/9/9/9/9/9/R8/4K4 w\n").unwrap();
    let counted = nodes(&format!("bench 1 2 1 {} perft", path.display()));
    assert!(counted > 20 && counted < 60, "{counted}");
    fs::write(&path, "nowhere\n").unwrap();
    let session = Session::start();
    session.say(&format!("bench 1 1 1 {} depth", path.display()));
    session.say("bench 1 1 1 no/such/file");
    session.say("bench 1 1 1 default swiftly");
    let lines = session.end();
    fs::remove_file(&path).unwrap();
    for text in ["\"nowhere\"", "\"no/such/file\"", "\"1 1 1 default swiftly\""] {
        assert!(lines.iter().any(|line| line.contains(text)), "{text}: {lines:?}");
    }
    assert_eq!(lines.len(), 3, "{lines:?}");
}

/// Somebody who has left.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nobody_thinks_for_somebody_who_has_left() {
    let began = Instant::now();
    protocol::run(Cursor::new("go movetime 600000\n"), Gone, io::sink()).unwrap();
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn lines_are_obeyed_and_refusals_told() {
    let lines = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(
        protocol::obey(lines(&["position startpos", "go depth 2", "d"]), io::sink(), io::sink()).unwrap()
    );
    assert!(!protocol::obey(lines(&["position nowhere", "go depth 2"]), io::sink(), io::sink()).unwrap());
    // Interrupted at once, and while a search without an end runs.
    let began = Instant::now();
    let endless = || lines(&["go infinite", "go infinite"]);
    assert!(
        protocol::obey_until_interrupted(endless(), io::sink(), io::sink(), |end| end.interrupt()).unwrap()
    );
    let later = |end: protocol::Interrupter| {
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            end.interrupt();
        });
    };
    assert!(protocol::obey_until_interrupted(endless(), io::sink(), io::sink(), later).unwrap());
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_network_is_exported_once() {
    let path = std::env::temp_dir().join(format!("chuhe-export-{}", std::process::id()));
    fs::write(&path, "kept").unwrap();
    let obey = |line: String| protocol::obey([line], io::sink(), io::sink()).unwrap();
    assert!(!obey(format!("export_net {}", path.display())));
    assert_eq!(fs::read(&path).unwrap(), b"kept");
    let session = Session::start();
    session.say(&format!("export_net {}", path.display()));
    let told = session.end().join(" ");
    assert!(told.contains("exists and is not overwritten") && told.contains(" overwrite\""), "{told}");
    assert!(obey(format!("export_net {} overwrite", path.display())));
    assert!(fs::metadata(&path).unwrap().len() > 1000);
    fs::remove_file(&path).unwrap();
    assert!(obey(format!("export_net {}", path.display())));
    assert!(!obey(format!("export_net {}", path.display())));
    fs::remove_file(&path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let is_left =
        |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().starts_with(name);
    assert!(!fs::read_dir(path.parent().unwrap()).unwrap().any(is_left), "no draft is left behind");
}

#[cfg(unix)]
#[test]
fn only_files_are_replaced_by_a_network() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = std::env::temp_dir().join(format!("chuhe-export-kinds-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [pipe, file, link, lost] = ["pipe", "file", "link", "lost"].map(|name| folder.join(name));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::write(&file, "old").unwrap();
    symlink("file", &link).unwrap();
    symlink("nowhere", &lost).unwrap();
    let obey = |path: &std::path::Path| {
        protocol::obey([format!("export_net {} overwrite", path.display())], io::sink(), io::sink()).unwrap()
    };
    assert!(!obey(&pipe) && !obey(&lost) && !obey(&folder));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(obey(&link), "the file behind a link");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::metadata(&file).unwrap().len() > 1000);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_by_nodes_are_the_same_twice() {
    let play = || {
        let session = Session::start();
        session.say("setoption name nodestime value 50");
        let mut moves = String::new();
        let mut nodes = Vec::new();
        for clock in 0..8 {
            session.say(&format!("position startpos moves{moves}"));
            // The clock is asked once, at the first move.
            session.say(&format!("go wtime {} btime 400 winc 2 binc 2", 400 - clock * 7));
            let lines = session.until("bestmove");
            moves.extend([" ", lines.last().unwrap().split(' ').nth(1).unwrap()]);
            nodes.push(
                lines[lines.len() - 2]
                    .split(" nodes ")
                    .nth(1)
                    .unwrap()
                    .split(' ')
                    .next()
                    .unwrap()
                    .to_string(),
            );
        }
        session.end();
        (moves, nodes)
    };
    assert_eq!(play(), play());
}
