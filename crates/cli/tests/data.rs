//! `chuhe datagen` and `chuhe data` as a user meets them.

mod common;

use common::Scratch;
use std::fs;
use std::process::Command;

/// Games that take no time.
const QUICK: &str = "datagen --nodes 60 --hash 1 --opening-nodes 60 --max-plies 60 --seed 5";

/// The records of a file of positions.
fn records(bytes: &[u8]) -> Vec<&[u8]> {
    bytes[32..].chunks(32).collect()
}

#[test]
fn a_generator_goes_on_where_it_was() {
    let scratch = Scratch::new("data-resume");
    let told = scratch.expect(0, &format!("{QUICK} --games 6 --out whole.chg"));
    let again = scratch.expect(0, &format!("{QUICK} --games 6 --out whole.chg"));
    // Nothing was left to play, and the figures are those of the archive.
    let figures = |told: &str| {
        let line = told.lines().last().unwrap_or_default();
        let (counts, shares) = line.split_once(';').unwrap_or_default();
        (counts.split(", ").take(2).collect::<Vec<_>>().join(", "), shares.to_string())
    };
    assert!(figures(&told).0.starts_with("6 games, ") && figures(&told).1.contains("Red "), "{told}");
    assert_eq!(figures(&again), figures(&told), "{told}{again}");
    let whole = scratch.read("whole.chg");
    // In two goes, the first of which was killed in the middle of a game.
    scratch.expect(0, &format!("{QUICK} --games 3 --out cut.chg"));
    let mut cut = scratch.read("cut.chg");
    cut.extend(b"GM and no more");
    fs::write(scratch.path("cut.chg"), cut).unwrap();
    let told = scratch.expect(0, &format!("{QUICK} --games 6 --out cut.chg"));
    assert!(
        told.contains("a game that is cut off; cut off there") && told.contains("3 games there already"),
        "{told}"
    );
    assert_eq!(scratch.read("cut.chg"), whole);
    // The seed of the archive is used if none is given.
    let same = QUICK.replace("--seed 5", "");
    scratch.expect(0, &format!("{same} --games 6 --out cut.chg"));
    assert_eq!(scratch.read("cut.chg"), whole);

    let told = scratch.expect(2, &format!("{QUICK} --win-score 999 --out whole.chg"));
    assert!(told.contains("other settings") && told.contains("win 999"), "{told}");
    scratch.expect(2, &format!("{same} --seed 6 --out whole.chg"));
    assert_eq!(scratch.read("whole.chg"), whole, "refused, and left as it was");
    fs::write(scratch.path("letter.txt"), "Dear reader").unwrap();
    assert!(scratch.expect(2, &format!("{QUICK} --out letter.txt")).contains("not an archive"));
    assert_eq!(scratch.read("letter.txt"), b"Dear reader");
}

#[test]
fn limits_are_kept() {
    let scratch = Scratch::new("data-limits");
    scratch.expect(0, &format!("{QUICK} --positions 100 --threads 2 --out a.chg"));
    let told = scratch.expect(0, "data validate a.chg");
    let positions: u32 =
        told.split(", ").nth(2).and_then(|part| part.split(' ').next()).unwrap().parse().unwrap();
    assert!((100..160).contains(&positions), "{told}");
    let told = scratch.expect(0, "data outlook a.chg");
    assert!(told.contains("a win is as likely as not: ") && told.contains(" for each man"), "{told}");
    assert!(!told.contains(['{', '(']), "{told}");
    scratch.expect(0, &format!("{QUICK} --time 1s --out b.chg"));
    for wrong in
        ["--time soon", "--random-plies 9..8", "--seed 0", "--opening-share 10", "--openings none.epd"]
    {
        scratch.expect(2, &format!("{} {wrong} --out c.chg", QUICK.replace("--seed 5", "")));
    }
    assert!(!scratch.path("c.chg").exists());
}

#[test]
fn damage_is_said_and_the_good_part_kept() {
    let scratch = Scratch::new("data-damage");
    scratch.expect(0, &format!("{QUICK} --games 5 --out good.chg"));
    assert!(scratch.expect(0, "data validate good.chg").contains("good.chg: good, 5 games"));
    let good = scratch.read("good.chg");
    let mut bad = good.clone();
    // Among the moves of the last game.
    let damaged = bad.len() - 10;
    bad[damaged] ^= 0x10;
    fs::write(scratch.path("bad.chg"), &bad).unwrap();
    let told = scratch.expect(1, "data validate good.chg bad.chg");
    let byte: usize =
        told.split("good up to byte ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(
        told.contains("bad.chg: BAD, ") && told.contains("checksum is wrong") && byte <= damaged,
        "{told}"
    );
    assert!(scratch.expect(2, &format!("{QUICK} --out bad.chg")).contains("data merge"));
    assert!(scratch.expect(1, "data stats bad.chg").contains("checksum is wrong"));
    assert!(scratch.expect(1, "data merge kept.chg bad.chg").contains("checksum is wrong"));
    assert_eq!(scratch.read("kept.chg"), good[..byte]);
    // The copy is as good as the original: generation goes on, and gives what was lost.
    scratch.expect(0, &format!("{QUICK} --games 5 --out kept.chg"));
    assert_eq!(scratch.read("kept.chg"), good);
    scratch.expect(1, "data convert kept.chp bad.chg --min-ply 0");
    scratch.expect(0, "data validate kept.chp");
}

#[test]
fn archives_are_merged() {
    let scratch = Scratch::new("data-merge");
    scratch.expect(0, &format!("{QUICK} --games 3 --out a.chg"));
    scratch.expect(0, &format!("{} --seed 6 --games 2 --out b.chg", QUICK.replace("--seed 5", "")));
    let told = scratch.expect(0, "data merge all.chg a.chg b.chg a.chg");
    assert!(told.contains("5 games, 3 that came twice left out"), "{told}");
    let told = scratch.expect(0, "data stats all.chg");
    assert!(told.contains("several seeds") && told.contains("games      5, from 5 different"), "{told}");
    assert!(scratch.expect(2, "data merge all.chg a.chg").contains("--force"));
    scratch.expect(0, "data merge --force all.chg a.chg");
    assert_eq!(scratch.read("all.chg"), scratch.read("a.chg"));
    scratch.expect(0, "data merge --force all.chg a.chg b.chg");
    assert!(scratch.expect(2, &format!("{QUICK} --out all.chg")).contains("cannot be continued"));
    scratch.expect(2, "data merge none.chg missing.chg");
    assert!(!scratch.path("none.chg").exists() && !scratch.path("none.chg.part").exists());
}

#[test]
fn positions_are_converted_and_shuffled() {
    let scratch = Scratch::new("data-convert");
    scratch.expect(0, &format!("{QUICK} --games 12 --out games.chg"));
    scratch.expect(0, "data convert plain.chp games.chg");
    scratch.expect(0, "data convert one.chp games.chg --shuffle --seed 3");
    scratch.expect(0, "data convert two.chp games.chg --shuffle --seed 3");
    scratch.expect(0, "data convert three.chp games.chg --shuffle --seed 4");
    scratch.expect(0, "data shuffle four.chp plain.chp --seed 3");
    assert!(scratch.expect(0, "data validate plain.chp one.chp four.chp").contains("one.chp: good, "));
    let [plain, one, two, three, four] =
        ["plain", "one", "two", "three", "four"].map(|name| scratch.read(&format!("{name}.chp")));
    assert_eq!(one, two);
    assert_eq!(one, four);
    assert_ne!(records(&one), records(&three));
    let sorted = |bytes| {
        let mut sorted = records(bytes);
        sorted.sort_unstable();
        sorted
    };
    assert!(records(&plain).len() > 100);
    assert_eq!(sorted(&one), sorted(&plain));
    assert_ne!(records(&one), records(&plain));
    let all = "data convert all.chp games.chg --min-ply 0 --max-score 30000 --keep-checks --keep-captures";
    let told = scratch.expect(0, all);
    let (kept, read) =
        told.trim_end_matches(" positions\n").split_once(": ").unwrap().1.split_once(" of ").unwrap();
    assert_eq!(kept, read);

    fs::write(scratch.path("torn.chp"), &plain[..plain.len() - 40]).unwrap();
    assert!(scratch.expect(1, "data validate torn.chp").contains("the header promises"));
    scratch.expect(1, "data shuffle rest.chp torn.chp");
    assert_eq!(records(&scratch.read("rest.chp")).len(), records(&plain).len() - 2);
}

#[test]
fn a_shuffle_with_little_memory_loses_nothing() {
    let scratch = Scratch::new("data-memory");
    scratch.expect(0, &format!("{QUICK} --games 20 --out games.chg"));
    scratch.expect(0, "data convert few.chp games.chg");
    // Enough copies for three decks of a mebibyte.
    let copies = (3 << 20) / scratch.read("few.chp").len();
    let names = vec!["few.chp"; copies].join(" ");
    scratch.expect(0, &format!("data shuffle large.chp {names} --memory 1"));
    scratch.expect(0, &format!("data shuffle memory.chp {names}"));
    scratch.expect(0, "data validate large.chp");
    let [large, memory] = ["large.chp", "memory.chp"].map(|name| scratch.read(name));
    let (mut one, mut other) = (records(&large), records(&memory));
    assert_ne!(one, other);
    one.sort_unstable();
    other.sort_unstable();
    assert_eq!(one, other);
    let left: Vec<_> = fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "no scratch file stays: {left:?}");
}

/// Ended in any way, a generator leaves whole games, and two do not write one archive.
#[cfg(unix)]
#[test]
fn an_ended_generator_leaves_whole_games() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let scratch = Scratch::new("data-ended");
    for (signal, code) in [("-INT", Some(0)), ("-KILL", None)] {
        let name = format!("games{signal}.chg");
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(format!("{QUICK} --threads 2 --out {name}").split_whitespace())
            .current_dir(&scratch.0)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        let size = || fs::metadata(scratch.path(&name)).map_or(0, |file| file.len());
        while size() < 2000 && began.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(
            scratch.expect(2, &format!("{QUICK} --out {name}")).contains("is writing it; wait for its end")
        );
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), code);
        assert!(scratch.expect(0, &format!("data validate {name}")).contains("good, "));
    }
}

#[cfg(unix)]
#[test]
fn who_waits_for_a_pipe_ends_when_told_to() {
    use std::time::{Duration, Instant};
    let scratch = Scratch::new("data-pipe");
    assert!(Command::new("mkfifo").arg(scratch.path("pipe")).status().unwrap().success());
    for words in [
        &["data", "stats", "pipe"][..],
        &["convert", "pipe", "out.pgn"],
        &["book", "build", "pipe", "--out", "out.book"],
        &["solve", "--epd", "pipe"],
    ] {
        let mut child = scratch.command(words).spawn().unwrap();
        let began = Instant::now();
        // Once is enough, if it has begun to wait.
        let code = loop {
            std::thread::sleep(Duration::from_millis(500));
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{words:?} does not end");
            Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        };
        assert!(code.is_none_or(|code| code == 130), "{words:?}: {code:?}");
    }
    for line in ["data validate pipe", "train pipe --out out.nnue"] {
        let told = scratch.expect(2, line);
        assert!(told.contains("pipe: not a plain file; name one"), "{told}");
    }
    let told = scratch.expect(2, "datagen --out pipe --games 1");
    assert!(told.contains("pipe is a device or a pipe and not a file"), "{told}");
}
