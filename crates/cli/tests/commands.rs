//! The commands as a user meets them: what they print, and how they end.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn chuhe(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn testdata(name: &str) -> String {
    format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A file of its own for a test, with this content.
fn scratch(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn perft_counts() {
    let out = chuhe(&["perft", "4"], "");
    assert!(out.status.success());
    assert_eq!(text(&out.stdout), "Nodes searched: 3290240\n");
    let out = chuhe(&["perft", "3", "--divide", "--threads", "3"], "");
    let lines: Vec<&str> = text(&out.stdout).lines().collect();
    assert_eq!(lines.len(), 46);
    assert!(lines.contains(&"h2e2: 1564"), "{lines:?}");
    assert_eq!(lines.last(), Some(&"Nodes searched: 79666"));
    assert_eq!(text(&chuhe(&["perft", "0"], "").stdout), "Nodes searched: 1\n");
}

#[test]
fn perft_checks_files() {
    let out = chuhe(&["perft", "3", "--epd", &testdata("perft.epd")], "");
    assert!(out.status.success());
    assert!(text(&out.stdout).ends_with("38 passed, 0 failed\n"));

    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let rows = format!("{start} ;D1 44\n{start} ;D2 1919\n\n{start} ;D1 many\nnonsense ;D1 1\n");
    let path = scratch("wrong.epd", &rows);
    let out = chuhe(&["perft", "--epd", path.to_str().unwrap()], "");
    let printed = text(&out.stdout);
    assert_eq!(out.status.code(), Some(1));
    assert!(printed.contains("FAIL line 2: depth 2 has 1920, expected 1919"), "{printed}");
    assert!(printed.contains("FAIL line 4: \"D1 many\" is not a count"), "{printed}");
    assert!(printed.contains("FAIL line 5: FEN \"nonsense\""), "{printed}");
    assert!(printed.ends_with("1 passed, 3 failed\n"), "{printed}");

    let out = chuhe(&["perft", "--epd", "no such file"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("no such file"));
    let out = chuhe(&["perft", "2", "--fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("face each other"));
}

#[test]
fn judge_speaks_of_one_game() {
    let fen = "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
    let moves = "f0e0 e8f8 e0f0 f8e8 F0-E0 k5=6 e0f0 f8e8";
    let out = chuhe(&["judge", "--fen", fen, "--moves", moves], "");
    assert!(out.status.success());
    assert!(text(&out.stdout).starts_with("Black wins: "), "{}", text(&out.stdout));
    let out = chuhe(&["judge", "--fen", fen, "--moves", moves, "--language", "zh", "--json"], "");
    assert!(text(&out.stdout).contains("\"verdict\":\"black_wins\""));
    assert!(text(&out.stdout).contains("红方长将"));
    assert_eq!(text(&chuhe(&["judge"], "").stdout), "The game goes on.\n");
    let out = chuhe(&["judge", "--moves", "h2e2 h2e2"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("move 2: \"h2e2\""), "{}", text(&out.stderr));
    assert_eq!(chuhe(&["judge", "--rule", "house"], "").status.code(), Some(2));
}

#[test]
fn judge_says_when_a_game_was_over_before_its_end() {
    let moves = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9 b0c2 b9c7";
    let out = chuhe(&["judge", "--moves", moves], "");
    let printed = text(&out.stdout);
    assert!(printed.starts_with("The game was over after move 8 (g7h9): Draw: the position "), "{printed}");
    assert!(printed.ends_with("\nThe final position, judged all the same: The game goes on.\n"), "{printed}");
    let out = chuhe(&["judge", "--moves", moves, "--json"], "");
    let value: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(value["verdict"], "none");
    assert_eq!((&value["decided"]["after"], &value["decided"]["move"]), (&8.into(), &"g7h9".into()));
    assert_eq!(value["decided"]["verdict"], "draw");
    // A count that has run out before the first move.
    let quiet = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 120 80";
    let out = chuhe(&["judge", "--fen", quiet, "--moves", "a0a1"], "");
    let printed = text(&out.stdout);
    assert!(
        printed
            .starts_with("The game was over before the first move: Draw by the natural-move rule: 60 moves"),
        "{printed}"
    );
    let out = chuhe(&["judge", "--fen", quiet, "--moves", "a0a1", "--language", "zh"], "");
    let printed = text(&out.stdout);
    assert!(
        printed.starts_with("对局在第一着之前已经结束：和棋：自然限着，双方连续60回合未吃子"),
        "{printed}"
    );
}

#[test]
fn judge_goes_through_files() {
    let cases = fs::read_to_string(testdata("rules/cases.tsv")).unwrap();
    let rows: Vec<Vec<&str>> =
        cases.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let case = |row: &Vec<&str>| {
        let moves: Vec<&str> = row[4].split_whitespace().collect();
        serde_json::json!({"name": row[0], "fen": row[3], "moves": moves, "source": "ignored"}).to_string()
    };
    let file = rows.iter().map(case).collect::<Vec<_>>().join("\n");
    let path = scratch("cases.jsonl", &file);
    for (rule, column) in [("computer", 1), ("asian", 2)] {
        let out = chuhe(&["judge", "--file", path.to_str().unwrap(), "--rule", rule], "");
        assert!(out.status.success());
        let answers: Vec<serde_json::Value> =
            text(&out.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), rows.len());
        for (row, answer) in rows.iter().zip(&answers) {
            assert_eq!(answer["name"], row[0]);
            assert!(row[column].is_empty() || answer["verdict"] == row[column], "{answer}");
            assert!(!answer["reason"].as_str().unwrap().is_empty());
        }
        // In Chinese there is no English: only squares have letters, and one at a time.
        let out = chuhe(&["judge", "--file", path.to_str().unwrap(), "--rule", rule, "--language", "zh"], "");
        for line in text(&out.stdout).lines() {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            let reason = answer["reason"].as_str().unwrap();
            let letters: Vec<bool> = reason.chars().map(|letter| letter.is_ascii_alphabetic()).collect();
            assert!(!letters.windows(2).any(|pair| pair == [true, true]), "{reason}");
        }
    }
}

#[test]
fn judge_survives_bad_rows() {
    let input = concat!(
        "{\"name\": \"good\", \"fen\": \"4k4/9/9/9/9/9/9/9/9/3K5 w\", \"moves\": \"d0d1\"}\n",
        "{\"name\": \"bad fen\", \"fen\": \"4k4 w\"}\n",
        "not json\n\n",
        "{\"name\": \"bad move\", \"fen\": \"4k4/9/9/9/9/9/9/9/9/3K5 w\", \"moves\": [\"d0d9\"]}\n",
        "{\"name\": \"no fen\"}\n",
        "{\"name\": \"good too\", \"fen\": \"4k4/9/9/9/9/9/9/9/9/3K5 w\", \"moves\": []}",
    );
    let out = chuhe(&["judge", "--file", "-"], input);
    assert_eq!(out.status.code(), Some(1));
    let lines: Vec<&str> = text(&out.stdout).lines().collect();
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(lines[0].contains("\"verdict\":\"draw\""));
    assert!(lines[1].contains("\"name\":\"bad fen\"") && lines[1].contains("has 1 rank;"), "{}", lines[1]);
    assert!(lines[2].contains("line 3"), "{}", lines[2]);
    assert!(lines[3].contains("d0d9"), "{}", lines[3]);
    assert!(lines[4].contains("fen"), "{}", lines[4]);
    assert!(lines[5].contains("good too") && lines[5].contains("\"verdict\":\"draw\""));
}

#[test]
fn a_game_is_played_and_kept() {
    let path = scratch("game.pgn", "");
    let script = format!(
        "h2e2\nh9g7\nh9g7\nundo\nundo\nundo\nC2=5\n炮８平５\nmoves\n99\nrules house\nsave {}\ndraw\ne2e6\ndraw\nh0g2\n",
        path.display()
    );
    let out = chuhe(&["play", "--pieces", "letters"], &script);
    assert!(out.status.success());
    let printed = text(&out.stdout);
    assert!(printed.contains("there is no move to take back"));
    assert!(printed.contains("there is no move 99"));
    assert!(printed.contains("there is no rule set \"house\""));
    assert!(printed.contains("Check!"));
    assert!(printed.contains("Draw by agreement."));
    assert!(printed.contains("the game is over"));
    let kept = fs::read_to_string(&path).unwrap();
    // What was taken back stays, as a variation.
    assert!(kept.contains("1. H2-E2 H7-E7 (1... H9-G7) 2. E2-E6 {Draw by agreement.} 1/2-1/2"), "{kept}");
    assert!(printed.ends_with(&format!("{kept}\n")), "{printed}");
}

#[test]
fn the_engine_takes_a_seat() {
    let script = "h2e2\nundo\nundo\nhint\ndraw\nblack nobody\nblack random\nred 1\n";
    let out = chuhe(&["play", "--black", "1", "--seconds", "1", "--pieces", "letters"], script);
    let printed = text(&out.stdout);
    assert!(printed.contains("there is no move to take back"), "{printed}");
    assert!(printed.contains("Black declines the draw."), "{printed}");
    assert!(printed.contains("there is no player \"nobody\""), "{printed}");
    // Nobody is left to type: they play to the end.
    let end = printed.split_whitespace().last().unwrap();
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&end), "{printed}");
    let out = chuhe(&["play", "--red", "strong"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("\"strong\""));
}

#[test]
fn a_repetition_is_judged_at_the_table() {
    let script = "a8b8\nb9a9\nb8a8\na9b9\na8b8\nb9a9\nb8a8\na9b9\n";
    let fen = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w";
    let out = chuhe(&["play", "--fen", fen], script);
    let printed = text(&out.stdout);
    assert!(printed.contains("Red chases the same cannon on every move"), "{printed}");
    assert!(printed.contains("0-1"), "{printed}");
}

#[test]
fn collisions_are_counted_by_width() {
    let out = chuhe(&["collisions", "4", "--bits", "64,12", "--entries", "65536", "--seed", "7"], "");
    assert!(out.status.success());
    let lines: Vec<Vec<&str>> =
        text(&out.stdout).lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["xiangqi,", "depth", "4,", "65536", "entries"]);
    assert_eq!(lines[2][..3], ["128", "7", "reference"]);
    let collisions: Vec<(&str, u64)> =
        lines[2..].iter().map(|row| (row[0], row[6].parse().unwrap())).collect();
    assert_eq!(collisions.len(), 5);
    assert!(collisions.iter().all(|&(bits, count)| (count > 0) == (bits == "12")), "{lines:?}");
    for wrong in [["--bits", "0"], ["--bits", "129"], ["--seed", "x"], ["--entries", "0"]] {
        assert_eq!(chuhe(&[&["collisions"], &wrong[..]].concat(), "").status.code(), Some(2));
    }
}

#[test]
fn play_takes_any_game_of_a_file() {
    let folder = std::env::temp_dir().join(format!("chuhe-{}-load", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("games.pgn");
    let text =
        "[Event \"1\"]\n\n1. h2e2 *\n\n[Event \"2\"]\n\n1. c3c4 h9g7 *\n\n[Event \"3\"]\n\n1. h2e2 h0h9 *\n";
    fs::write(&path, text).expect("written");
    let name = path.display().to_string();
    let out = chuhe(
        &["play", "--load", &name, "--pieces", "letters"],
        &format!("load {name} 2\npgn\nload {name} 3\nsalvage {name} 3\n"),
    );
    let told = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(told.contains("It is game 1 of 3 (`--game N` takes another)."), "{told}");
    assert!(told.contains("It is game 2 of 3.") && told.contains("1. C3-C4 H9-G7"), "{told}");
    assert!(told.contains("`salvage` instead of `load` keeps the first ply"), "{told}");
    assert!(told.contains("It is game 3 of 3. It was cut: line 11, column 9"), "{told}");
    // A file with other games in it is not replaced by one of them.
    let out = chuhe(&["play", "--load", &name, "--save", &name], "h2e2\n");
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("there"), text);
    for arguments in [&["play", "--load", &name, "--save", &name][..], &["play", "--save", &name]] {
        let told = String::from_utf8_lossy(&chuhe(arguments, "h2e2\n").stderr).into_owned();
        assert!(told.contains("holds 3 games and would be replaced"), "{told}");
        assert!(told.contains("name another file") && told.contains("--game N"), "{told}");
    }
    // The way to a bad game is that of the command line.
    let out = chuhe(&["play", "--load", &name, "--game", "3"], "");
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(told.contains("`--salvage` keeps the first ply") && !told.contains("instead of"), "{told}");
    // PGN is not written under the name of another format.
    let other = folder.join("game.xqf").display().to_string();
    let out = chuhe(&["play", "--save", &other], "h2e2\n");
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("play saves PGN"));
    let out = chuhe(&["play"], &format!("h2e2\nsave {other}\n"));
    assert!(String::from_utf8_lossy(&out.stdout).contains("The game is not saved: "));
    assert!(!folder.join("game.xqf").exists());
    fs::remove_dir_all(folder).expect("ours");
}

#[test]
fn a_game_that_is_over_is_not_said_to_go_on() {
    let folder = std::env::temp_dir().join(format!("chuhe-{}-over", std::process::id()));
    fs::create_dir_all(folder.join("chuhe")).expect("a folder");
    let resume = |text: &str| {
        fs::write(folder.join("chuhe").join("current.pgn"), text).expect("written");
        let out = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["play", "--resume", "--pieces", "letters"])
            .envs(["XDG_DATA_HOME", "LOCALAPPDATA"].map(|name| (name, &folder)))
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let told = resume("[Termination \"resignation\"]\n[Result \"0-1\"]\n\n1. H2-E2 0-1\n");
    assert!(told.contains("The last game is over.") && told.contains("Black wins: Red resigns."), "{told}");
    assert!(!told.contains("goes on"), "{told}");
    assert!(resume("1. H2-E2 *\n").contains("The game goes on."));
    fs::remove_dir_all(folder).expect("ours");
}
