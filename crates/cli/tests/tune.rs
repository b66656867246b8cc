//! `chuhe tune` as a user meets it: the values, the journal, resuming, and what is refused.

#[path = "../../arena/tests/common/mod.rs"]
mod common;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{process::Stdio, time::Duration};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("tune").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A path of its own for a test, where nothing is yet.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-tune-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(&path, content).unwrap();
    path
}

/// The stub that resigns the sooner, the lower its option `Stamina` is.
fn stub(switches: &str) -> String {
    format!("--engine=cmd='\"{}\" --stamina Stamina {switches}'", common::stub_engine())
}

/// The lines of a journal.
fn journal(path: &PathBuf) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_engine_is_tuned_through_its_options() {
    let (params, out) = (file("params", "Stamina, 5, 0, 20, 2\n"), scratch("journal"));
    let (params_argument, out_argument) =
        (format!("--params={}", params.display()), format!("--out={}", out.display()));
    let engine = stub("");
    let arguments =
        [&engine, &params_argument, &out_argument, "--rate=0.05", "--iterations=30", "--every=10"];
    let whole = run(&arguments);
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    assert!(text(&whole.stderr).contains("iteration 30/30: 60 games"), "{}", text(&whole.stderr));
    let lines = journal(&out);
    assert_eq!(lines.len(), 31);
    assert_eq!(lines[0]["settings"]["parameters"][0], "Stamina, 5, 0, 20, 2");
    assert!((1..).zip(&lines[1..]).all(|(number, line)| line["iteration"] == number));
    let value = lines[30]["values"][0].as_f64().unwrap();
    assert!(value > 8.0, "more stamina wins, so there should be more of it: {value}");
    let result =
        text(&whole.stdout).strip_prefix("Stamina = ").and_then(|rest| rest.strip_suffix(", 0..20, 2;\n"));
    let result: i32 = result.unwrap().parse().unwrap();
    assert!((6..=value.round() as i32).contains(&result), "the mean of the second half: {result} of {value}");

    // Cut off in the middle of a line, as a kill leaves it.
    let full = fs::read_to_string(&out).unwrap();
    let cut: usize = full.split_inclusive('\n').take(13).map(str::len).sum();
    fs::write(&out, &full[..cut + 9]).unwrap();
    let resumed = run(&["--resume", &out_argument, "--every=10", "--threads=2"]);
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), text(&whole.stdout));
    assert_eq!(fs::read_to_string(&out).unwrap(), full);

    // All that the command line may say on resuming is what was said before.
    let refused = run(&["--resume", &out_argument, "--nodes=77"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("other settings (nodes)"), "{}", text(&refused.stderr));
    let refused = run(&arguments);
    assert!(text(&refused.stderr).contains("exists already"), "{}", text(&refused.stderr));
    // A journal that does not fit its own outcomes.
    fs::write(&out, full.replacen("\"wins\":2", "\"wins\":1", 1)).unwrap();
    let refused = run(&["--resume", &out_argument]);
    assert!(text(&refused.stderr).contains("after iteration 10"), "{}", text(&refused.stderr));
    for path in [params, out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_failing_engine_ends_the_tuning_and_loses_nothing() {
    let (params, out) = (file("failing-params", "Stamina, 9, 0, 20, 2\n"), scratch("failing-journal"));
    let arguments = [
        &stub("--illegal-after 3"),
        &format!("--params={}", params.display()),
        &format!("--out={}", out.display()),
    ];
    let result = run(&arguments.map(String::as_str));
    assert_eq!(result.status.code(), Some(2));
    assert!(text(&result.stderr).contains("played an illegal move"), "{}", text(&result.stderr));
    assert_eq!(text(&result.stdout), "Stamina = 9, 0..20, 2;\n");
    assert_eq!(journal(&out).len(), 1);
    for path in [params, out] {
        fs::remove_file(path).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_in_order() {
    let (params, out) =
        (file("interrupted-params", "Stamina, 5, 0, 20, 2\n"), scratch("interrupted-journal"));
    let out_argument = format!("--out={}", out.display());
    let child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["tune", &stub("--slow 2"), &format!("--params={}", params.display()), &out_argument])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::read_to_string(&out).unwrap_or_default().lines().count() < 4 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let result = child.wait_with_output().unwrap();
    assert_eq!(result.status.code(), Some(130), "{}", text(&result.stderr));
    assert!(text(&result.stdout).starts_with("Stamina = "), "{}", text(&result.stdout));
    let written = journal(&out).len();
    assert!(written >= 4);
    // What was played is not played again.
    let iterations = format!("after {} of 10000", written - 1);
    assert!(text(&result.stderr).contains(&iterations), "{}", text(&result.stderr));
    for path in [params, out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_cannot_be_used_is_refused_with_a_reason() {
    let out = scratch("refused");
    let out_argument = format!("--out={}", out.display());
    let refusal = |arguments: &[&str]| {
        let result = run(&[arguments, &[&out_argument]].concat());
        assert_eq!(result.status.code(), Some(2), "{arguments:?}");
        text(&result.stderr).to_string()
    };
    assert!(refusal(&[]).contains("--params"));
    assert!(refusal(&["--params=nothing"]).contains("\"nothing\" is neither a file nor a parameter"));
    assert!(refusal(&["--params=razor_base,razor_base"]).contains("twice"));
    assert!(refusal(&["--params=./missing.txt"]).contains("missing.txt"));
    assert!(refusal(&["--params=all", "--rate=0"]).contains("0.005"));
    let with_file = |content: &str, more: &[&str]| {
        let path = file("refused-params", content);
        refusal(&[&[format!("--params={}", path.display()).as_str()], more].concat())
    };
    let engine = stub("");
    for (content, part) in [
        ("Stamina, 5, 0\n", "line 1, \"Stamina, 5, 0\""),
        ("Stamina, 5, 0, 20, 2\nStamina, 5, 0, 20, 2\n", "line 2"),
        ("# none\n", "no parameters"),
        ("Strength, 5, 0, 20, 2\n", "no option \"Strength\"; it has Stamina"),
        ("Stamina, 5, 0, 41, 2\n", "the engine allows 0..40"),
    ] {
        let message = with_file(content, &[&engine]);
        assert!(message.contains(part), "{message}");
    }
    assert!(with_file("Stamina, 5, 0, 9, 1\n", &[]).contains("no parameter \"Stamina\""));
    assert!(with_file("razor_base = 250, 0..500, 25;\n", &[]).contains("0..500"));
    assert!(with_file("Stamina, 5, 0, 9, 1\n", &[&format!("{engine} option.Stamina=3")]).contains("tuned"));
    assert!(
        with_file("Stamina, 5, 0, 9, 1\n", &["--engine=cmd=./no-such-engine"]).contains("no-such-engine")
    );
    let lock = fs::File::create(scratch("refused.lock")).unwrap();
    lock.lock().unwrap();
    let message = with_file("Stamina, 5, 0, 9, 1\n", &[&engine, "--resume"]);
    assert!(message.contains("is writing it; wait for its end"), "{message}");
    drop(lock);
    // A file may have two names.
    let (journal, other) = (file("refused-journal", ""), scratch("refused-other-name"));
    fs::hard_link(&journal, &other).unwrap();
    let lock = fs::File::open(&journal).unwrap();
    lock.lock().unwrap();
    let params = file("refused-params", "Stamina, 5, 0, 9, 1\n");
    let result = run(&[
        &format!("--params={}", params.display()),
        &engine,
        "--resume",
        &format!("--out={}", other.display()),
    ]);
    assert!(text(&result.stderr).contains("is writing it; wait for its end"), "{}", text(&result.stderr));
    drop(lock);
    let foreign = file("foreign", "precious");
    let result = run(&["--resume", "--params=all", &format!("--out={}", foreign.display())]);
    assert!(text(&result.stderr).contains("not a journal"), "{}", text(&result.stderr));
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "precious");
    assert!(!out.exists(), "nothing is left behind");
    fs::remove_file(foreign).unwrap();
    fs::remove_file(scratch("refused-params")).unwrap_or_default();
    fs::remove_file(scratch("refused.lock")).unwrap_or_default();
}

#[cfg(not(feature = "tune"))]
#[test]
fn constants_cannot_be_tuned() {
    let out = scratch("constants");
    let result = run(&["--params=all", &format!("--out={}", out.display())]);
    assert_eq!(result.status.code(), Some(2));
    assert!(text(&result.stderr).contains("--features tune"), "{}", text(&result.stderr));
    assert!(!out.exists());
}

#[cfg(feature = "tune")]
#[test]
fn the_engines_own_numbers_are_tuned() {
    for game in ["xiangqi", "chess"] {
        let journals = ["1", "2"].map(|threads| {
            let out = scratch(&format!("own-{game}-{threads}"));
            let result = run(&[
                "--params=all",
                "--iterations=12",
                "--nodes=500",
                "--rate=1",
                "--max-plies=120",
                &format!("--game={game}"),
                &format!("--threads={threads}"),
                &format!("--out={}", out.display()),
            ]);
            assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
            assert!(text(&result.stdout).contains("\nrazor_base = "), "{}", text(&result.stdout));
            let lines = journal(&out);
            fs::remove_file(out).unwrap();
            lines
        });
        assert_eq!(journals[0], journals[1], "threads do not matter");
        let has_moved = journals[0].iter().any(|line| line["wins"] != line["losses"]);
        assert!(has_moved, "the settings never made a difference: {:?}", journals[0]);
    }
}
