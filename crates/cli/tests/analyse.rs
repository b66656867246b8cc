//! `chuhe analyse` as a user meets it: what is written, killed and resumed, refused, and left alone.
#![cfg(feature = "analyse")]

mod common;

use common::{Scratch, text};
use notation::{Node, pgn};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Four games: an opening with comments and variations of somebody's, a repetition, a blunder at the end, and one whose
/// names want to break out.
const GAMES: &str = r#"[Red "Hu"]
[Black "Liu"]

{a game} 1. C2=5 H8+7 {solid} 2. H2+3 (2. P7+1 {sharp} P7+1) R9=8 3. R1=2 $1 H2+3 4. P7+1 P7+1 5. H8+9 1/2-1/2

[Red "A"]

1. H2+3 H8+7 2. H3-2 H7-8 3. H2+3 H8+7 4. H3-2 H7-8 *

[FEN "3k5/9/9/9/9/9/9/R8/9/1R3K3 w"]

1. b0b8 d9e9 2. a2a9 1-0

[Red "</script><script>alert(1)</script>"]
[Black "\" onload=x {{script}}"]
[FEN "3k5/R8/9/9/9/9/9/9/9/5K3 w"]

1. a8d8 *
"#;

/// All files of a folder.
fn files(scratch: &Scratch, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(scratch.path(folder)).unwrap().map(Result::unwrap);
    entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
        .collect()
}

fn assert_same(one: &BTreeMap<String, Vec<u8>>, two: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, content) in one {
        assert!(*content == two[name], "{name} differs");
    }
}

fn json(scratch: &Scratch, name: &str) -> Value {
    serde_json::from_slice(&scratch.read(name)).unwrap()
}

/// Waits until a file is there.
fn await_file(scratch: &Scratch, name: &str) {
    let began = Instant::now();
    while !scratch.path(name).exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no {name}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let scratch = Scratch::new("analyse-kill");
    scratch.write("games.pgn", GAMES);
    let words = "analyse games.pgn --nodes 5000 --multipv 2 --out";
    scratch.expect(0, &format!("{words} whole --threads 3"));
    let whole = files(&scratch, "whole");
    assert_eq!(whole.len(), 4 * 3 + 4, "{:?}", whole.keys());

    let line = format!("{words} parts --threads 1");
    let mut child = scratch
        .command(&line.split_whitespace().collect::<Vec<_>>())
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    await_file(&scratch, "parts/game-0001.json");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!scratch.path("parts/index.html").exists(), "killed too late to show anything");
    let first = scratch.read("parts/game-0001.json");
    assert_eq!(first, whole["game-0001.json"]);
    // What a power cut may leave: half a file beside its place, and an empty one in it.
    scratch.write("parts/.game-0003.html.part", "half");
    scratch.write("parts/game-0004.json", "");
    let told = scratch.expect(0, &line);
    assert!(told.contains("done already"), "{told}");
    assert_same(&files(&scratch, "parts"), &whole);
    // Nothing is left to do.
    scratch.expect(0, &line);
    assert_same(&files(&scratch, "parts"), &whole);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    let scratch = Scratch::new("analyse-interrupt");
    scratch.write("games.pgn", GAMES);
    let words = ["analyse", "games.pgn", "--nodes", "20000", "--threads", "1"];
    let child = scratch.command(&words).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    await_file(&scratch, "analysis/game-0001.json");
    let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(130), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("of 4 games are done and kept in analysis"), "{}", text(&out.stderr));
    assert!(text(&out.stdout).is_empty());
    assert!(files(&scratch, "analysis").keys().all(|name| !name.contains(".part")));
    scratch.expect(0, &words.join(" "));
}

#[test]
fn other_settings_and_other_folders_are_refused() {
    let scratch = Scratch::new("analyse-refuse");
    scratch.write("games.pgn", "1. C2=5 H8+7 *\n");
    scratch.expect(0, "analyse games.pgn --nodes 200");
    let before = files(&scratch, "analysis");
    for line in [
        "analyse games.pgn --nodes 201",
        "analyse games.pgn --depth 2",
        "analyse games.pgn games.pgn --nodes 200",
    ] {
        let told = scratch.expect(2, line);
        assert!(told.contains("--force") && told.contains("there:"), "{told}");
        assert_same(&files(&scratch, "analysis"), &before);
    }
    let told = scratch.expect(2, "analyse games.pgn --nodes 201");
    assert!(told.contains("\"nodes\": 200") && told.contains("\"nodes\": 201"), "{told}");
    scratch.write("analysis/notes.txt", "mine");
    scratch.expect(0, "analyse games.pgn --nodes 300 --force");
    assert_eq!(scratch.read("analysis/notes.txt"), b"mine");
    assert_ne!(scratch.read("analysis/game-0001.json"), before["game-0001.json"]);

    fs::create_dir(scratch.path("photos")).unwrap();
    scratch.write("photos/cat.png", "x");
    let told = scratch.expect(2, "analyse games.pgn --out photos --force");
    assert!(told.contains("not an analysis: it holds \"cat.png\""), "{told}");
    let told = scratch.expect(2, "analyse missing.pgn --out new");
    assert!(told.contains("missing.pgn"), "{told}");
    assert!(!scratch.path("new").exists());
    scratch.expect(2, "analyse games.pgn --nodes 5 --depth 5");
}

#[test]
fn a_bad_game_is_named_and_the_rest_go_on() {
    let scratch = Scratch::new("analyse-bad");
    scratch.write(
        "games.pgn",
        "[Event \"1\"]\n\n1. C2=5 *\n\n[Event \"2\"]\n\n1. C2=5 C9=9 *\n\n[Event \"3\"]\n\n1. H2+3 *\n",
    );
    let told = scratch.expect(1, "analyse games.pgn --nodes 200");
    assert!(told.contains("games.pgn: game 2: line 7, column 9: \"C9=9\""), "{told}");
    let names: Vec<_> = files(&scratch, "analysis").into_keys().collect();
    assert!(
        names.contains(&"game-0003.html".into()) && !names.contains(&"game-0002.html".into()),
        "{names:?}"
    );
    let summary = json(&scratch, "analysis/summary.json");
    assert_eq!(summary["games"].as_array().unwrap().len(), 2);
    assert_eq!(summary["unread"][0]["source"]["number"], 2);
    assert_eq!(summary["games"][1]["source"]["number"], 3);
}

#[test]
fn what_was_in_a_game_survives() {
    let scratch = Scratch::new("analyse-survive");
    scratch.write("games.pgn", GAMES);
    scratch.expect(0, "analyse games.pgn --nodes 2000 --threads 2");
    let all = String::from_utf8(scratch.read("analysis/games.pgn")).unwrap();
    let before: Vec<_> = pgn::read(GAMES).map(Result::unwrap).collect();
    let after: Vec<_> = pgn::read(&all).map(Result::unwrap).collect();
    assert_eq!(after.len(), before.len());
    for (before, after) in before.iter().zip(&after) {
        let line =
            |game: &notation::Game| game.main_line().filter_map(|(_, node)| node.mv()).collect::<Vec<_>>();
        assert_eq!(line(before), line(after), "the main line is the game");
        assert!(before.tags.iter().all(|(name, value)| after.tags.get(name) == Some(value)));
        assert_eq!(before.result, after.result);
        for ((_, old), (_, new)) in before.main_line().zip(after.main_line()) {
            assert!(new.comment().starts_with(old.comment()) && new.comment().contains("[%eval "));
            assert!(new.glyphs().starts_with(old.glyphs()));
            assert!(new.children().len() >= old.children().len());
        }
    }
    let first = &after[0];
    assert!(
        first.node(first.root()).is_some_and(|root| root.comment().starts_with("a game Analysed by Chuhe "))
    );
    assert!(all.contains("{sharp"), "{all}");
    // A rook was thrown away: the better line is a variation, and what punishes it is not part of the game.
    let thrown = &after[3];
    assert_eq!(thrown.main_line().count(), 1);
    assert_eq!(thrown.node(thrown.root()).map(|root: &Node| root.children().len()), Some(2));
    assert_eq!(thrown.main_line().next().map(|(_, node)| node.glyphs().to_vec()), Some(vec![4]));
}

#[test]
fn the_report_says_what_the_schema_promises() {
    let scratch = Scratch::new("analyse-schema");
    scratch.write("games.pgn", GAMES);
    scratch.expect(0, "analyse games.pgn --nodes 3000 --multipv 3 --out out");
    let report = json(&scratch, "out/game-0001.json");
    assert_eq!((report["schema"].as_str(), report["version"].as_u64()), (Some("chuhe-analysis"), Some(1)));
    assert_eq!(report["settings"]["limit"]["nodes"], 3000);
    assert_eq!(report["tags"]["Red"], "Hu");
    assert!(report["opening"]["name_zh"].is_string() || report["opening"]["name_en"].is_string());
    let (moves, positions) = (report["moves"].as_array().unwrap(), report["positions"].as_array().unwrap());
    assert_eq!((moves.len(), positions.len()), (9, 10));
    for position in positions {
        let lines = position["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{position}");
        let firsts: std::collections::BTreeSet<_> =
            lines.iter().map(|line| line["moves"][0]["move"].as_str().unwrap()).collect();
        assert_eq!(firsts.len(), 3, "three different moves");
        let chances: u64 = position["wdl"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        assert_eq!(chances, 1000);
    }
    assert_eq!(moves[0]["wxf"], "C2=5");
    assert_eq!((&moves[0]["side"], &moves[1]["side"]), (&"red".into(), &"black".into()));
    let counted: u64 = ["red", "black"]
        .iter()
        .flat_map(|side| report["counts"][side].as_object().unwrap().values())
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(counted, 9);

    // The rules: a repetition is foreseen once, then the game is over once.
    let moves = json(&scratch, "out/game-0002.json")["moves"].take();
    let events: Vec<_> = moves.as_array().unwrap().iter().filter(|mv| mv["event"].is_object()).collect();
    let kinds: Vec<_> = events.iter().map(|mv| (mv["ply"].as_u64(), mv["event"]["kind"].as_str())).collect();
    assert_eq!(kinds, [(Some(4), Some("impending")), (Some(8), Some("over"))]);
    let words = events[0]["event"]["words_en"].as_str().unwrap();
    assert!(words.starts_with("If these moves are repeated once more, the game is drawn."), "{words}");
    assert!(events[0]["event"]["words_zh"].as_str().unwrap().contains("判和"));
    assert_eq!(events[1]["event"]["reason"], "repetition");

    // A mate on the board ends the last position.
    let last = json(&scratch, "out/game-0003.json");
    assert_eq!(last["positions"][3]["score"]["mate"], 0);
    assert_eq!(last["moves"][2]["event"]["reason"], "checkmate");
    // An unprotected rook moved next to the king.
    let thrown = json(&scratch, "out/game-0004.json")["moves"][0].take();
    assert_eq!(thrown["class"], "blunder", "{thrown}");
    assert_eq!(thrown["punished_by"]["moves"][0]["move"], "d9d8");
    assert_ne!(thrown["better"]["moves"][0]["move"], "a8d8");
    let cost = &thrown["why"]["cost"];
    assert_eq!((&cost["kind"], &cost["cause"]), (&"material".into(), &"moved_into".into()), "{thrown}");
    let pgn = String::from_utf8(scratch.read("out/game-0004.pgn")).unwrap();
    assert!(pgn.contains("$4") && pgn.contains("Punished by D9-D8") && pgn.contains("Better was"), "{pgn}");
    assert!(pgn.replace('\n', " ").contains("to where D9-D8 takes it."), "{pgn}");
}

#[test]
fn pages_hold_everything_and_nothing_breaks_out() {
    let scratch = Scratch::new("analyse-pages");
    scratch.write("games.pgn", GAMES);
    scratch.expect(0, "analyse games.pgn --nodes 300 --out out");
    for name in ["game-0001.html", "game-0004.html", "index.html"] {
        let page = String::from_utf8(scratch.read(&format!("out/{name}"))).unwrap();
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !outside.contains("http:") && !outside.contains("https:") && !outside.contains("src="),
            "{name}"
        );
        assert!(page.contains("default-src 'none'") && !page.contains("<script>alert"), "{name}");
        // In JSON a quote has a backslash before it; anywhere else it would end an attribute.
        assert!(!page.replace("\\\" onload", "").contains("\" onload"), "{name}");
    }
    let page = String::from_utf8(scratch.read("out/game-0004.html")).unwrap();
    assert!(page.contains("\\u003c/script>") && page.contains("{{script}}"));
}

#[test]
fn languages_and_notations() {
    let scratch = Scratch::new("analyse-words");
    scratch.write("moves.txt", "h2e2 h9g7 h0g2 g7h9\n");
    scratch.expect(0, "analyse moves.txt --nodes 300 --language zh --notation chinese --out zh");
    let pgn = String::from_utf8(scratch.read("zh/games.pgn")).unwrap();
    assert!(pgn.contains("炮二平五") && pgn.contains("分析，每局面300节点"), "{pgn}");
    scratch.expect(0, "analyse moves.txt --depth 3 --notation wxf --out wxf");
    let pgn = String::from_utf8(scratch.read("wxf/games.pgn")).unwrap();
    assert!(pgn.contains("1. C2=5") && pgn.contains("depth 3 for each position"), "{pgn}");
    scratch.expect(0, "analyse moves.txt --movetime 5 --out time");
}

#[test]
fn analysing_twice_gives_the_same_as_once() {
    let scratch = Scratch::new("analyse-twice");
    // A comment and a glyph of somebody's, a foreign evaluation, a variation that ours may share moves with, and blunders.
    let games = "[Red \"Hu\"]\n\n{a game} 1. C2=5 {[%eval 0.1] theirs} R1+2 $4 {mine} 2. H2+3 (2. P7+1 {calm} H2+3) H2+3 \
        3. R1+1 {hm} R9+2 4. C5+4 H3+5 *\n\n[Event \"2\"]\n\n1. P1+1 R1+1 2. R1+1 R1=4 3. R1=4 R4+6 *\n";
    scratch.write("games.pgn", games);
    scratch.expect(0, "analyse games.pgn --nodes 3000 --out once");
    fs::copy(scratch.path("once/games.pgn"), scratch.path("again.pgn")).unwrap();
    let once = scratch.read("once/games.pgn");
    assert!(text(&once).contains("[%chuhe $"), "there is a weak move");
    scratch.expect(0, "analyse again.pgn --nodes 3000 --out twice");
    assert_eq!(text(&scratch.read("twice/games.pgn")), text(&once));
    // Other settings replace the old words, too, and what others wrote is still there.
    scratch.expect(0, "analyse again.pgn --nodes 500 --language zh --out other");
    scratch.expect(0, "analyse games.pgn --nodes 500 --language zh --out fresh");
    let other = scratch.read("other/games.pgn");
    assert_eq!(text(&other), text(&scratch.read("fresh/games.pgn")));
    for words in ["{a game ", "[%eval 0.1] theirs [%eval", "{mine [%eval", "{calm", "{hm [%eval"] {
        assert!(text(&other).contains(words), "{words}: {}", text(&other));
    }
}

#[test]
fn bad_games_are_analysed_as_far_as_they_go() {
    let scratch = Scratch::new("analyse-salvage");
    scratch.write("games.pgn", "[Event \"1\"]\n\n1. C2=5 H8+7 2. R1+9 *\n");
    let told = scratch.expect(2, "analyse games.pgn --nodes 200 --out strict");
    assert!(told.contains("there is no game to analyse") && !scratch.path("strict").exists(), "{told}");
    assert!(
        told.contains("game 1: line 3, column 17") && told.contains("--salvage would keep the first 2 plies"),
        "{told}"
    );
    let told = scratch.expect(1, "analyse games.pgn --nodes 200 --salvage --out kept");
    assert!(told.contains("cut there, the first 2 plies kept"), "{told}");
    let game = scratch.read("kept/games.pgn");
    assert!(text(&game).contains("The game was cut here: line 3, column 17"), "{}", text(&game));
    assert!(text(&scratch.read("kept/run.json")).contains("\"salvage\": true"));
    // A file that was mended is not the one that was analysed.
    scratch.write("games.pgn", "[Event \"1\"]\n\n1. C2=5 H8+7 *\n");
    let told = scratch.expect(2, "analyse games.pgn --nodes 200 --salvage --out kept");
    assert!(told.contains("an analysis of a file that has changed since"), "{told}");
    // A folder is all its files.
    fs::create_dir_all(scratch.path("folder")).unwrap();
    scratch.write("folder/a.pgn", "1. C2=5 *\n");
    scratch.write("folder/b.pgn", "1. H2+3 *\n");
    let told = scratch.expect(0, "analyse folder --nodes 200 --out both");
    assert!(told.contains("2 of 2 games"), "{told}");
}

#[test]
fn nothing_of_the_users_is_thrown_away() {
    let scratch = Scratch::new("analyse-keep");
    scratch.write("games.pgn", "1. C2=5 H8+7 *\n");
    scratch.expect(0, "analyse games.pgn --nodes 200");
    let before = files(&scratch, "analysis");
    // What is to be analysed lies where the results go.
    for input in ["analysis/games.pgn", "analysis/../analysis/game-0001.pgn", "analysis"] {
        let told = scratch.expect(2, &format!("analyse {input} --nodes 300 --force"));
        assert!(told.contains("the folder of the results"), "{told}");
        assert_same(&files(&scratch, "analysis"), &before);
    }
    // A run.json of another program.
    fs::create_dir(scratch.path("theirs")).unwrap();
    for theirs in ["{\"run\": 1}", "{\"schema\": \"other\"}", "not JSON", ""] {
        scratch.write("theirs/run.json", theirs);
        scratch.write("theirs/games.pgn", "mine");
        for force in ["", "--force"] {
            let told = scratch.expect(2, &format!("analyse games.pgn --nodes 200 --out theirs {force}"));
            assert!(told.contains("theirs holds a run.json that is not of an analysis"), "{told}");
            assert_eq!(files(&scratch, "theirs").len(), 2);
            assert_eq!(scratch.read("theirs/games.pgn"), b"mine");
        }
    }
    // Words that somebody has added to the games.
    for (edit, kept) in [("one", "games.pgn.bak"), ("two", "games.pgn.bak2")] {
        scratch.write("analysis/games.pgn", edit);
        let told = scratch.expect(0, "analyse games.pgn --nodes 200");
        assert!(told.contains("what it held is kept as") && told.contains(kept), "{told}");
        assert_eq!(scratch.read(&format!("analysis/{kept}")), edit.as_bytes());
        assert_eq!(scratch.read("analysis/games.pgn"), before["games.pgn"]);
    }
    let told = scratch.expect(0, "analyse games.pgn --nodes 200");
    assert!(!told.contains("note:"), "{told}");
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_refused() {
    let scratch = Scratch::new("analyse-endless");
    for line in ["analyse /dev/zero", "solve --epd /dev/zero"] {
        let told = scratch.expect(2, line);
        assert!(told.contains("/dev/zero: a device, which may never end"), "{told}");
    }
    let told = scratch.expect(2, "judge --file /dev/zero");
    assert!(told.contains("/dev/zero: a line is longer than 16 MiB"), "{told}");
    assert!(!scratch.path("analysis").exists());
}
