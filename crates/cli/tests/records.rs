//! Records as a user meets them: written as a game goes on, read back, drawn, summed up, played again; and collisions.

use record::{By, GameRecord, State};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn chuhe(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A folder of its own for a test, which does not exist yet and goes at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chuhe-record-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn inside(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn records(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.0).into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(path: &Path) -> GameRecord {
    GameRecord::read(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A whole game between two engines, near its end so that it is short.
fn play(folder: &Scratch, further: &[&str]) -> GameRecord {
    let fen = "3ak4/4a4/9/9/4R4/9/9/4B4/4A4/2BAK3r w";
    let common =
        ["play", "--plain", "--fen", fen, "--red", "10", "--black", "7", "--nodes", "400", "--seed", "5"];
    let out = chuhe(&[&common[..], &["--record", folder.path()], further].concat());
    assert!(out.status.success(), "{}", text(&out.stderr));
    read(folder.records().last().unwrap())
}

#[test]
fn a_game_is_recorded_and_played_again() {
    let folder = Scratch::new("replay");
    let record = play(&folder, &[]);
    assert_eq!(record.state, State::Finished);
    assert!(record.moves.iter().all(|mv| mv.by == By::Search), "no book in this ending");
    for mv in &record.moves {
        let search = mv.search.as_ref().unwrap();
        let counts = search.counts.as_ref().unwrap();
        assert!(search.nodes.unwrap() > 0 && counts.visits >= search.nodes.unwrap());
        assert_eq!(counts.ends.values().flatten().sum::<u64>(), counts.visits);
    }
    let path = folder.records()[0].clone();
    let name = path.to_str().unwrap();
    let out = chuhe(&["record", "replay", name]);
    assert!(out.status.success(), "{}", text(&out.stdout));
    assert!(text(&out.stdout).contains("move for move the same"), "{}", text(&out.stdout));

    // Another legal move in the record is found out.
    let mut other = record.clone();
    let mut position = other.first_position().unwrap();
    other.moves.truncate(3);
    other.moves[..2].iter().for_each(|mv| position.play(&mv.text).unwrap());
    other.moves[2].text = position.legal_moves().into_iter().find(|mv| *mv != record.moves[2].text).unwrap();
    let changed = folder.inside("changed.json");
    fs::write(&changed, other.write()).unwrap();
    let out = chuhe(&["record", "replay", &changed]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains("differs at move 3"), "{}", text(&out.stdout));

    // A game by the clock cannot be repeated, and nobody says that it can.
    let timed = record.write().replace("\"nodes\":400,\"uses_book\"", "\"nodes\":null,\"uses_book\"");
    fs::write(&changed, timed).unwrap();
    let out = chuhe(&["record", "replay", &changed]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stdout).contains("limited by time"), "{}", text(&out.stdout));
}

#[test]
fn recording_changes_no_move_and_overwrites_nothing() {
    let folder = Scratch::new("same");
    let first = play(&folder, &[]);
    let second = play(&folder, &[]);
    assert_eq!(folder.records().len(), 2);
    let moves = |record: &GameRecord| record.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&first), moves(&second));
    // The same without a record, as PGN.
    let fen = first.start.as_str();
    let out = chuhe(&[
        "play", "--plain", "--fen", fen, "--red", "10", "--black", "7", "--nodes", "400", "--seed", "5",
    ]);
    let pgn = text(&out.stdout).to_lowercase().replace('-', "");
    assert!(moves(&first).iter().all(|mv| pgn.contains(mv)), "{pgn}");
}

#[test]
fn keys_are_chosen_for_each_side() {
    let folder = Scratch::new("keys");
    let record =
        play(&folder, &["--red-keys", "bits=16,seed=3,confirm=counts", "--black-keys", "confirm=refuses"]);
    let keys = record.players.clone().map(|player| player.keys.unwrap());
    assert_eq!([keys[0].bits, keys[1].bits], [16, 64]);
    for mv in &record.moves {
        let counts = mv.search.as_ref().unwrap().counts.as_ref().unwrap();
        assert_eq!(counts.keys, keys[usize::from(mv.ply % 2 == 0)]);
        assert!(counts.collisions.is_some());
    }
    let out = chuhe(&["record", "replay", folder.path()]);
    assert!(text(&out.stdout).contains("move for move the same"), "{}", text(&out.stdout));
    let out = chuhe(&["play", "--plain", "--red-keys", "bits=200"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("bits=200"), "{}", text(&out.stderr));
}

#[test]
fn a_game_that_is_killed_leaves_what_was_recorded() {
    let folder = Scratch::new("killed");
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["play", "--plain", "--red", "10", "--black", "10", "--nodes", "30000", "--no-book"])
        .args(["--record", folder.path()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while folder.records().is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let record = read(&folder.records()[0]);
    assert_eq!((record.state, record.result.is_none()), (State::Unfinished, true));
    assert!(!record.moves.is_empty());
}

#[test]
fn moves_that_are_taken_back_are_kept_apart() {
    let folder = Scratch::new("undo");
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["play", "--plain", "--record", folder.path()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"h2e2\nh9g7\nundo\nh7e7\nquit\n").unwrap();
    child.wait().unwrap();
    let record = read(&folder.records()[0]);
    let moves = |moves: &[record::MoveRecord]| moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(
        (moves(&record.moves), moves(&record.taken_back)),
        (vec!["h2e2".into(), "h7e7".into()], vec!["h9g7".into()])
    );
}

#[test]
fn tables_and_pictures() {
    let folder = Scratch::new("pictures");
    play(&folder, &[]);
    let picture = folder.inside("game.svg");
    assert!(chuhe(&["record", "plot", folder.path(), "-o", &picture]).status.success());
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    let again = chuhe(&["record", "plot", folder.path(), "-o", &picture]);
    assert_eq!(again.status.code(), Some(2), "what is there stays");
    let table = folder.inside("moves.csv");
    let out = chuhe(&["record", "stats", folder.path(), "--csv", &table]);
    assert!(
        out.status.success() && text(&out.stdout).contains("1 games, 1 finished"),
        "{}",
        text(&out.stdout)
    );
    let rows = fs::read_to_string(&table).unwrap();
    assert!(rows.starts_with("game,ply,side,move") && rows.lines().count() > 2);
    let wrong = folder.inside("wrong.json");
    fs::write(&wrong, "{}").unwrap();
    let out = chuhe(&["record", "stats", &wrong]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("wrong.json") && text(&out.stderr).contains("chuhe-game-record"));
    let out = chuhe(&["record", "stats", &folder.inside("missing.json")]);
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("missing.json"));
}

#[test]
fn a_match_is_recorded_whole_and_played_again() {
    let folder = Scratch::new("match");
    let program = env!("CARGO_BIN_EXE_chuhe");
    let laboratory = format!("name=L cmd='\"{program}\" laboratory --keys bits=32,seed=1,confirm=counts'");
    let plain = format!("name=P cmd='\"{program}\"'");
    let out = chuhe(&[
        "match",
        "--engine",
        &laboratory,
        "--engine",
        &plain,
        "--games=2",
        "--nodes=300",
        "--max-plies=12",
        "--record",
        folder.path(),
    ]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert_eq!(folder.records().len(), 2);
    for path in folder.records() {
        let record = read(&path);
        assert_eq!((record.state, record.moves.len()), (State::Finished, 12));
        for mv in &record.moves {
            let is_ours = record.players[usize::from(mv.ply % 2 == 0)].name == "L";
            assert_eq!(mv.by, if is_ours { By::Search } else { By::Engine });
            assert_eq!(mv.said.is_empty(), is_ours, "others speak for themselves");
            let search = mv.search.as_ref().unwrap();
            assert_eq!(search.counts.is_some(), is_ours);
            assert!(search.depth.unwrap() > 0 && !search.line.is_empty());
        }
    }
    let out = chuhe(&["record", "replay", folder.path()]);
    assert_eq!(
        text(&out.stdout).matches("move for move the same (12 moves, 6 searches)").count(),
        2,
        "{}",
        text(&out.stdout)
    );
}

#[test]
fn an_interrupted_match_leaves_its_games_unfinished() {
    let folder = Scratch::new("interrupted");
    let program = env!("CARGO_BIN_EXE_chuhe");
    let engine = |name: &str| format!("name={name} cmd='\"{program}\" laboratory'");
    let mut child = Command::new(program)
        .args(["match", "--engine", &engine("A"), "--engine", &engine("B"), "--games=2", "--nodes=20000"])
        .args(["--record", folder.path()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while folder.records().is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let record = read(&folder.records()[0]);
    assert!(record.state == State::Unfinished && !record.moves.is_empty());
}

#[test]
fn collisions_are_counted_beside_what_chance_predicts() {
    let folder = Scratch::new("collisions");
    fs::create_dir(&folder.0).unwrap();
    let picture = folder.inside("collisions.svg");
    for game in ["xiangqi", "chess"] {
        let out = chuhe(&[
            "collisions",
            "6",
            "--game",
            game,
            "--bits",
            "20,64",
            "--entries",
            "65536",
            "--json",
            "--force",
            "--plot",
            &picture,
        ]);
        assert!(out.status.success(), "{}", text(&out.stderr));
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        let rows = report["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 5);
        assert_eq!((&rows[0]["is_reference"], &rows[0]["bits"]), (&true.into(), &128.into()));
        for row in rows {
            assert_eq!(row["illegal"], 0);
            let sum: u64 = row["searches"]
                .as_array()
                .unwrap()
                .iter()
                .map(|search| search["collisions"].as_u64().unwrap())
                .sum();
            assert_eq!(row["collisions"].as_u64(), Some(sum), "every search is there");
            if row["bits"] != 20 {
                assert_eq!(row["collisions"], 0);
            }
            if row["entry"] == "refused" {
                assert_eq!(row["changed"], 0, "refused entries change nothing");
            }
        }
        assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    }
}
