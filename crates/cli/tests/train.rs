//! `chuhe train` as a user meets it.

mod common;

use common::Scratch;
use std::fs;
use std::process::Command;

const GAMES: &str =
    "datagen --nodes 60 --hash 1 --opening-nodes 60 --max-plies 80 --seed 5 --games 12 --out games.chg";
const QUICK: &str = "--hidden 64 --epochs 2 --batch 64 --held-out 10";

#[test]
fn a_network_from_games_and_from_positions() {
    let scratch = Scratch::new("train-network");
    scratch.expect(0, GAMES);
    let told = scratch.expect(0, &format!("train games.chg --out a.nnue --name first {QUICK}"));
    for part in ["held out", "epoch   2: error", "network \"first\", 64 hidden", "rounding, over"] {
        assert!(told.contains(part), "{told} lacks {part:?}");
    }
    let network = nnue::Network::read(&scratch.read("a.nnue")).unwrap();
    assert_eq!((network.name(), network.hidden()), ("first", 64));
    assert!(network.description().contains("positions of self-play; hidden 64, epochs 2"));

    // Threads change nothing; a seed does.
    scratch.expect(0, &format!("train games.chg --out b.nnue --name first --threads 3 {QUICK}"));
    assert!(scratch.read("b.nnue") == scratch.read("a.nnue"));
    scratch.expect(0, &format!("train games.chg --out c.nnue --name first --seed 2 {QUICK}"));
    assert!(scratch.read("c.nnue") != scratch.read("a.nnue"));

    // King squares told apart are more inputs.
    scratch.expect(0, &format!("train games.chg --out e.nnue --king-buckets 3 {QUICK}"));
    assert_eq!(nnue::Network::read(&scratch.read("e.nnue")).unwrap().king_buckets().count(), 3);

    scratch.expect(0, "data convert games.chp games.chg --shuffle");
    scratch.expect(0, &format!("train games.chp --out d.nnue {QUICK}"));
    assert_eq!(nnue::Network::read(&scratch.read("d.nnue")).unwrap().name(), "d");
}

/// The errors in the row of `chuhe data compare` that ends with a name.
fn errors(told: &str, name: &str) -> Vec<f64> {
    let row = told.lines().find(|line| line.ends_with(name)).unwrap_or_else(|| panic!("{told} lacks {name}"));
    row.split_whitespace().take(2).map(|word| word.parse().unwrap()).collect()
}

#[test]
fn networks_are_compared_by_the_same_games() {
    let scratch = Scratch::new("train-compare");
    scratch.expect(0, GAMES);
    scratch.expect(0, "train games.chg --out good.nnue --hidden 64 --epochs 60 --batch 64 --held-out 0");
    scratch.expect(
        0,
        "train games.chg --out bad.nnue --hidden 64 --epochs 1 --batch 64 --rate 0.000001 --final-rate 0",
    );
    let told = scratch.expect(0, "data compare games.chg --network bad.nnue --network good.nnue --blend 0.5");
    assert!(told.contains("blend 0.5"), "{told}");
    let [search, bad, good] =
        ["the searches themselves", "bad.nnue", "good.nnue"].map(|name| errors(&told, name));
    assert!(good[0] < bad[0] && good[1] < bad[1] && search[1] < bad[1], "{told}");

    for (line, part) in [
        ("data compare games.chg --network missing.nnue", "missing.nnue"),
        ("data compare games.chg --network games.chg", "games.chg: not a network"),
        ("data compare games.chg --network good.nnue --min-ply 1000", "no position to compare by"),
        ("data compare games.chg --network good.nnue --blend 2", "say a number from 0 to 1"),
    ] {
        let told = scratch.expect(2, line);
        assert!(told.contains(part), "{line}: {told}");
    }
}

#[test]
fn what_cannot_be_used_is_refused() {
    let scratch = Scratch::new("train-refused");
    scratch.expect(0, GAMES);
    for (line, part) in [
        ("train games.chg --out x.nnue --hidden 100", "hidden 100 cannot be used; say a multiple of 64"),
        ("train games.chg --out x.nnue --blend 2", "blend 2 cannot be used; say a number from 0 to 1"),
        (
            "train games.chg --out x.nnue --king-buckets 2",
            "invalid value '2' for '--king-buckets <N>': say 1, 3 or 6",
        ),
        ("train games.chg --out x.nnue --min-ply 1000", "no position to learn from"),
        ("train missing.chg --out x.nnue", "missing.chg"),
    ] {
        let told = scratch.expect(2, line);
        assert!(told.contains(part), "{line}: {told}");
    }
    // What cannot be written at the end is said at the beginning.
    let long = format!("train games.chg --out {} {QUICK}", "n".repeat(250));
    let told = scratch.expect(2, &long);
    assert!(told.contains("nnn.checkpoint: ") && !told.contains("positions to learn from"), "{told}");
    let told = scratch.expect_words(2, &["train", "games.chg", "--out", "x.nnue", "--name", "two\nlines"]);
    assert!(told.contains("say it on one line"), "{told}");
    fs::write(scratch.0.join("there.nnue"), "something").unwrap();
    let told = scratch.expect(2, "train games.chg --out there.nnue");
    assert!(told.contains("there.nnue exists already"), "{told}");
    assert_eq!(scratch.read("there.nnue"), b"something");

    // Somebody else is at work on the same output.
    let lock = fs::File::create(scratch.0.join("busy.nnue.lock")).unwrap();
    lock.lock().unwrap();
    let told = scratch.expect(2, &format!("train games.chg --out busy.nnue {QUICK}"));
    assert!(told.contains("busy.nnue: ") && told.contains("is writing it; wait for its end"), "{told}");
    drop(lock);
    scratch.expect(0, &format!("train games.chg --out busy.nnue {QUICK}"));
    assert!(!scratch.0.join("busy.nnue.lock").exists());

    // A damaged archive is used as far as it is good, and the exit code says so.
    let mut games = scratch.read("games.chg");
    games.truncate(games.len() - 10);
    fs::write(scratch.0.join("cut.chg"), games).unwrap();
    scratch.expect(1, &format!("train cut.chg --out cut.nnue {QUICK}"));
    assert!(nnue::Network::read(&scratch.read("cut.nnue")).is_ok());
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_goes_on() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let scratch = Scratch::new("train-interrupt");
    scratch.expect(0, GAMES);
    let long = "train games.chg --out net.nnue --hidden 64 --epochs 2000 --batch 64";
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(long.split_whitespace())
        .current_dir(&scratch.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first epoch leaves a checkpoint.
    let began = Instant::now();
    while !scratch.0.join("net.nnue.checkpoint").exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!scratch.0.join("net.nnue").exists());

    let told = scratch.expect(2, long);
    assert!(told.contains("net.nnue.checkpoint exists already"), "{told}");
    let told = scratch.expect(2, &format!("{long} --resume --rate 0.002"));
    assert!(told.contains("was made with \"rate 0.001\", but \"rate 0.002\" is asked for"), "{told}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(format!("{long} --resume").split_whitespace())
        .current_dir(&scratch.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    let mut told = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut told).unwrap();
    assert!(code == Some(130) && told.contains("going on after"), "{told}");
}

#[test]
fn a_network_is_used_and_comes_out_as_it_went_in() {
    let scratch = Scratch::new("train-used");
    scratch.expect(0, GAMES);
    scratch.expect(0, &format!("train games.chg --out a.nnue --name trained {QUICK}"));
    let judged = |lines: &[&str]| {
        let chuhe = Command::new(env!("CARGO_BIN_EXE_chuhe")).args(lines).current_dir(&scratch.0).output();
        String::from_utf8_lossy(&chuhe.unwrap().stdout).into_owned()
    };
    let told = judged(&["setoption name EvalFile value a.nnue", "eval", "export_net b.nnue"]);
    assert!(told.contains("(trained)"), "{told}");
    assert_eq!(scratch.read("a.nnue"), scratch.read("b.nnue"));
    // A file that is damaged or missing changes nothing.
    fs::write(scratch.0.join("c.nnue"), &scratch.read("a.nnue")[1..]).unwrap();
    for bad in ["c.nnue", "d.nnue"] {
        let lines =
            ["setoption name EvalFile value a.nnue", &format!("setoption name EvalFile value {bad}"), "eval"];
        let told = judged(&lines);
        assert!(told.contains(&format!("network \"{bad}\": ")) && told.contains("(trained)"), "{told}");
    }
    assert!(judged(&["setoption name Eval value classical", "eval"]).contains("(classical)"));
}

#[test]
fn all_kernels_search_alike() {
    let scratch = Scratch::new("train-kernels");
    let nodes = |kernels: &str| {
        let told = scratch.run(&format!("bench 5 --kernels {kernels}")).stdout;
        String::from_utf8_lossy(&told).split(' ').next().map(str::to_string)
    };
    let expected = nodes("scalar").unwrap();
    assert!(!expected.is_empty());
    for kernels in engine::Kernels::all() {
        assert_eq!(nodes(kernels.name()).as_ref(), Some(&expected), "{}", kernels.name());
    }
    let told = scratch.expect(2, "bench --kernels mmx");
    assert!(told.contains("'mmx'") && told.contains("scalar"), "{told}");
}
