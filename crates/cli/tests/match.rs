//! `chuhe match` as a user meets it: the table, the file, resuming, and what is refused.

#[path = "../../arena/tests/common/mod.rs"]
mod common;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("match").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// An engine by its name and the stub's switches.
fn engine(name: &str, switches: &str) -> String {
    format!("--engine=name={name} cmd='\"{}\" {switches}'", common::stub_engine())
}

/// A file of its own for a test, which does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-match-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn table_and_json() {
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2 --illegal-after 5"));
    let common = [a.as_str(), b.as_str(), "--pairs=3", "--nodes=10", "--max-plies=60", "--concurrency=2"];
    let out = run(&common);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    assert!(table.starts_with("engine  games  won"), "{table}");
    assert!(table.contains("A against B: +6 =0 -0, Elo +∞"), "{table}");
    assert!(
        text(&out.stderr).contains("game 1.1: Red wins: B (Black) played an illegal move"),
        "{}",
        text(&out.stderr)
    );

    let out = run(&[&common[..], &["--json"]].concat());
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(value["games"], 6);
    assert_eq!(value["finished"], true);
    assert_eq!(value["engines"][1]["illegal_moves"], 6);
    assert_eq!(value["pairings"][0]["pairs"], serde_json::json!([0, 0, 0, 0, 3]));
    assert_eq!(value["pairings"][0]["elo"], Value::Null);
}

#[test]
fn a_sequential_test_stops_the_match() {
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--illegal-after 0"));
    for (first, second, decision) in [(&a, &b, "H1"), (&b, &a, "H0")] {
        let out = run(&[first, second, "--depth=1", "--sprt=elo0=0,elo1=200", "--json"]);
        assert_eq!(out.status.code(), Some(0));
        let value: Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(value["sprt"]["decision"], decision);
        assert!(value["games"].as_u64().unwrap() < 100, "{value}");
    }
}

#[test]
fn a_file_is_resumed_and_never_overwritten() {
    let path = scratch("games.pgn");
    let pgn = format!("--pgn={}", path.display());
    let openings = format!("--openings={}/../../testdata/arena/openings.epd", env!("CARGO_MANIFEST_DIR"));
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2"));
    let common = [a.as_str(), b.as_str(), "--nodes=10", "--max-plies=30", openings.as_str(), pgn.as_str()];
    assert!(run(&[&common[..], &["--games=4"]].concat()).status.success());
    let four = fs::read_to_string(&path).unwrap();
    let refused = run(&[&common[..], &["--games=8"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--resume"), "{}", text(&refused.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), four);

    let out = run(&[&common[..], &["--games=8", "--resume", "--json"]].concat());
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(value["games"], 8);
    let eight = fs::read_to_string(&path).unwrap();
    assert!(eight.starts_with(&four));
    let rounds: Vec<String> = notation::pgn::read(&eight)
        .map(|game| game.unwrap().tags.get("Round").unwrap().to_string())
        .collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]);

    fs::remove_file(&path).unwrap();
}

#[test]
fn a_match_with_other_settings_is_not_resumed() {
    let path = scratch("settings.pgn");
    let pgn = format!("--pgn={}", path.display());
    let openings = format!("--openings={}/../../testdata/arena/openings.epd", env!("CARGO_MANIFEST_DIR"));
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2 --stamina Stamina"));
    let (c, faster) = (engine("C", "--seed 1"), format!("{a} nodes=5"));
    let (strong, stronger) = (format!("{b} option.Stamina=30"), engine("B", "--seed 3 --stamina Stamina"));
    let play = |engines: [&str; 2], more: &[&str]| {
        run(&[&engines[..], &["--max-plies=30", &pgn, "--resume"], more].concat())
    };
    let usual = ["--nodes=10", "--games=4", &openings];
    assert!(play([&a, &b], &usual).status.success());
    let played = fs::read_to_string(&path).unwrap();
    let with = |more: &'static str| [&usual[..], &[more]].concat();
    let cases: [([&str; 2], Vec<&str>, &str); 13] = [
        (
            [&a, &b],
            with("--seed=7"),
            "order of the openings was \"random, seed 1\", and is now \"random, seed 7\"",
        ),
        ([&a, &b], with("--order=sequential"), "is now \"sequential\""),
        ([&a, &b], vec!["--nodes=10", "--games=4"], "openings was"),
        (
            [&a, &b],
            vec!["--nodes=11", "--games=4", &openings],
            "limit was \"10 nodes\", and is now \"11 nodes\"",
        ),
        ([&faster, &b], usual.to_vec(), "first engine's limit was \"10 nodes\", and is now \"5 nodes\""),
        ([&a, &b], with("--resign=score=500"), "is now \"resign score=500,moves=4; draw after 30 plies\""),
        ([&a, &b], with("--margin=10"), "margin 50 ms"),
        ([&a, &b], with("--rule=asian"), "rules was \"computer\", and is now \"asian\""),
        ([&c, &b], usual.to_vec(), "engine with the first move was \"A\", and is now \"C\""),
        ([&b, &a], usual.to_vec(), "is now \"B\""),
        ([&a, &strong], usual.to_vec(), "option.Stamina=30"),
        ([&a, &stronger], usual.to_vec(), "--seed 3"),
        ([&a, &b], vec!["--nodes=10", "--games=2", &openings], "this schedule ends with game 1.2"),
    ];
    for (engines, more, part) in cases {
        let out = play(engines, &more);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{part}: {error}");
        assert!(error.contains("another match") && error.contains(part), "{part}: {error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), played, "{part}");
    }
    // How many games there are, and how many at once, may change.
    let out = play([&a, &b], &["--nodes=10", "--games=6", "--concurrency=2", &openings]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(fs::read_to_string(&path).unwrap().starts_with(&played));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_game_that_was_cut_off_is_played_again() {
    let path = scratch("torn.pgn");
    let torn = PathBuf::from(format!("{}.torn", path.display()));
    let _ = fs::remove_file(&torn);
    let pgn = format!("--pgn={}", path.display());
    let (a, b) = (engine("甲", "--seed 1"), engine("乙", "--seed 2"));
    let common = [a.as_str(), b.as_str(), "--nodes=10", "--max-plies=6", "--games=4", pgn.as_str()];
    assert!(run(&common).status.success());
    let whole = fs::read(&path).unwrap();
    let text_of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let last = text_of(&whole).rfind("[Game ").unwrap();
    let name = text_of(&whole).rfind('甲').unwrap();
    // In the moves, in a tag, inside a character, and in the first word.
    for cut in [whole.len() - 40, last + 40, name + 1, last + 3] {
        fs::write(&path, &whole[..cut]).unwrap();
        let out = run(&[&common[..], &["--resume"]].concat());
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success() && error.contains("a game that was cut off"), "{error}");
        let games: Vec<_> = arena::archive::read(&fs::read_to_string(&path).unwrap());
        let rounds: Vec<String> = games.iter().map(|game| game.id.to_string()).collect();
        assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2"], "cut at {cut}");
        let all: Vec<_> = notation::pgn::read(&fs::read_to_string(&path).unwrap()).collect();
        assert!(all.len() == 4 && all.iter().all(Result::is_ok), "cut at {cut}");
        assert!(fs::read(&torn).unwrap().trim_ascii_start().starts_with(&whole[last..cut]), "cut at {cut}");
        fs::remove_file(&torn).unwrap();
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_of_something_else_is_not_continued() {
    let path = scratch("others.pgn");
    let pgn = format!("--pgn={}", path.display());
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2"));
    let bare = "[Event \"Cup\"]\n[Round \"1.1\"]\n[Red \"A\"]\n[Black \"B\"]\n[Termination \"checkmate\"]\n\
        [TimeControl \"10 nodes\"]\n[RuleSet \"computer\"]\n[Result \"1-0\"]\n\n1. H2-E2 1-0\n";
    for (content, part) in [
        (
            &b"[Event \"Cup\"]\n[Red \"Hu\"]\n[Result \"1-0\"]\n\n1. C2=5 1-0\n"[..],
            "something else than games of a match",
        ),
        (b"1. C2=5 *\n", "something else than games of a match"),
        (b"\xff\xfe\x00", "byte 1 is not UTF-8"),
        (bare.as_bytes(), "its event is \"Cup\""),
    ] {
        fs::write(&path, content).unwrap();
        let out = run(&[&a, &b, "--nodes=10", "--games=2", &pgn, "--resume"]);
        assert_eq!(out.status.code(), Some(2), "{part}");
        assert!(text(&out.stderr).contains(part), "{part}: {}", text(&out.stderr));
        assert_eq!(fs::read(&path).unwrap(), content, "{part}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_that_is_being_written_is_refused() {
    let path = scratch("locked.pgn");
    let pgn = format!("--pgn={}", path.display());
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2"));
    let file = fs::File::create(&path).unwrap();
    file.lock().unwrap();
    let common = [a.as_str(), b.as_str(), "--nodes=10", "--max-plies=4", "--games=2", &pgn, "--resume"];
    let out = run(&common);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("is writing it; wait for its end"), "{}", text(&out.stderr));
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    drop(file);
    assert!(run(&common).status.success());
    fs::remove_file(&path).unwrap();
}

#[test]
fn games_that_repeat_are_counted() {
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2"));
    let run_with = |more: &[&str]| run(&[&[a.as_str(), &b, "--max-plies=10", "--games=6"], more].concat());
    let out = run_with(&["--nodes=10"]);
    assert!(
        text(&out.stderr).contains("warning: no --openings are given for 3 pairs"),
        "{}",
        text(&out.stderr)
    );
    assert!(text(&out.stdout).contains("4 of 6 games are move for move the same"), "{}", text(&out.stdout));
    let openings = format!("--openings={}/../../testdata/arena/openings.epd", env!("CARGO_MANIFEST_DIR"));
    let out = run_with(&["--nodes=10", &openings, "--json"]);
    assert!(!text(&out.stderr).contains("warning"), "{}", text(&out.stderr));
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(value["repeated_games"], 0);
}

#[test]
fn progress_is_told_in_plain_lines_where_nobody_watches() {
    let (a, b) = (engine("A", "--seed 1"), engine("B", "--seed 2"));
    let out = run(&[&a, &b, "--max-plies=6", "--games=20", "--nodes=10"]);
    let error = text(&out.stderr);
    let lines = error.lines().filter(|line| line.contains("/20 games in ")).count();
    assert_eq!(lines, 9, "{error}");
    assert!(error.contains("A against B +0 =2 -0") && !error.contains('\r'), "{error}");
    let out = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["levels", "--games", "4", "--level", "1", "--nodes", "10"])
        .output()
        .unwrap();
    let error = text(&out.stderr);
    assert!(error.starts_with("1 of 2 pairs\n2 of 2 pairs\n") && !error.contains('\r'), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_it_has_played() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let path = scratch("interrupted.pgn");
    let slow = engine("A", "--slow 5");
    let child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["match", &slow, &engine("B", ""), "--nodes=10", "--max-plies=10", "--pairs=10000"])
        .arg(format!("--pgn={}", path.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(130));
    assert!(text(&out.stdout).contains("A against B"), "{}", text(&out.stdout));
    let games = fs::read_to_string(&path).unwrap();
    let all: Vec<_> = notation::pgn::read(&games).collect();
    assert!(!all.is_empty() && all.iter().all(Result::is_ok), "{games}");
    assert!(!games.contains("crash"), "{games}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn three_engines_have_ratings() {
    let (a, b, c) = (engine("A", "--seed 1"), engine("B", "--seed 2"), engine("C", "--crash-after 1"));
    let out = run(&[&a, &b, &c, "--pairs=2", "--nodes=10", "--max-plies=20"]);
    let table = text(&out.stdout);
    assert!(table.contains("rating") && table.contains("B against C: +4 =0 -0"), "{table}");
    assert!(table.lines().nth(3).unwrap().starts_with("C "), "{table}");
    assert!(table.contains("half a drawn game"), "{table}");
    let out = run(&[&a, &b, &c, "--pairs=1", "--nodes=10", "--max-plies=20", "--tournament=gauntlet"]);
    assert!(!text(&out.stdout).contains("B against C"), "{}", text(&out.stdout));
}

#[test]
fn what_cannot_be_used_is_refused() {
    let (a, b) = (engine("A", ""), engine("B", ""));
    let broken = scratch("broken.epd");
    fs::write(&broken, "nonsense\n").unwrap();
    let openings = format!("--openings={}", broken.display());
    let (unknown, wild) =
        (format!("{a} option.Hash=1"), engine("W", "--stamina Stamina") + " option.Stamina=99");
    let cases: [(&[&str], &str); 12] = [
        (&[&unknown, &b, "--nodes=1"], "A: the engine has no option \"Hash\"; it offers none"),
        (&[&b, &wild, "--nodes=1"], "W: the option \"Stamina\" does not take \"99\""),
        (&[&a, "--nodes=1"], "two engines"),
        (&[&a, &a, "--nodes=1"], "two engines are called"),
        (&[&a, &b], "how long may A think"),
        (&[&a, &b, "--nodes=1", "--games=3"], "odd"),
        (&[&a, &b, "--nodes=0"], "above 0"),
        (&[&a, &b, "--nodes=1", &openings], "line 1"),
        (&[&a, &b, "--nodes=1", "--game=chess", "--rule=asian"], "rules of xiangqi"),
        (&[&a, &b, "--nodes=1", "--sprt=elo0=5,elo1=0"], "below elo1"),
        (&[&a, "--engine=name=X cmd=./no-such-engine", "--nodes=1"], "X: cannot start"),
        (&[&a, "--engine=name=X cmd=x colour=red", "--nodes=1"], "no setting"),
    ];
    for (arguments, part) in cases {
        let out = run(arguments);
        assert_eq!(out.status.code(), Some(2), "{arguments:?}");
        assert!(text(&out.stderr).contains(part), "{arguments:?}: {}", text(&out.stderr));
    }
    fs::remove_file(&broken).unwrap();
}
