//! `chuhe endings` as a user meets it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HORSE: &str = "4k4/4a4/9/9/9/4N4/9/9/9/3K5 w";

fn chuhe(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("endings").args(arguments).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-endings-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_position_is_told_with_best_play_and_all_moves() {
    let (code, out, err) = chuhe(&["probe", HORSE]);
    assert_eq!(code, Some(0), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("Red wins in ") && lines[0].ends_with(" plies)."), "{out}");
    let plies: usize = lines[0].split(['(', ' ']).rev().nth(1).unwrap().parse().unwrap();
    assert_eq!(lines[1].split(' ').count(), plies, "{out}");
    assert!(lines[2].contains(&format!("wins in {plies} plies")), "{out}");

    let words: Vec<&str> = ["probe"].into_iter().chain(HORSE.split(' ')).collect();
    assert_eq!(chuhe(&words).1, out, "the FEN may come as words");
    let (code, out, _) = chuhe(&["probe", HORSE, "--json"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with(&format!("{{\"result\":\"win\",\"plies\":{plies},\"certain\":true,")), "{out}");
    // Too late for sixty moves without a capture, unless there is no such rule.
    let late = format!("{HORSE} - - 119 90");
    assert!(chuhe(&["probe", &late]).1.contains("may be too late"));
    assert!(!chuhe(&["probe", &late, "--rule", "simple"]).1.contains("may be too late"));
    let (code, out, _) = chuhe(&["probe", "4k4/4a4/9/4P4/9/9/9/9/9/3K5 w"]);
    assert_eq!((code, out.lines().next()), (Some(0), Some("A draw with best play.")));
}

#[test]
fn what_no_table_has_is_said() {
    let (code, out, _) = chuhe(&["probe", "4k4/9/9/9/4r4/9/9/9/R8/3K5 w"]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("No table has this position"), "{out}");
    let (code, _, err) = chuhe(&["probe", "nonsense"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("\"nonsense\""), "{err}");
}

#[test]
fn tables_are_listed() {
    let (code, out, _) = chuhe(&["list"]);
    assert_eq!(code, Some(0));
    assert!(out.lines().any(|line| line.starts_with("KRvKAABB ")), "{out}");
    let (_, json, _) = chuhe(&["list", "--json"]);
    assert_eq!(json.lines().count(), out.lines().count() - 1);
}

#[test]
fn tables_are_built_once_kept_and_verified() {
    let folder = scratch("build");
    let tables = text(&folder);
    let (code, out, err) = chuhe(&["build", "KPBvK", "--tables", tables]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("KPBvK        built: "), "{out}");
    assert_eq!(out.lines().count(), 1, "what is inside the program is not built: {out}");
    let (code, out, _) = chuhe(&["build", "KPBvK", "--tables", tables]);
    assert!(code == Some(0) && out.starts_with("KPBvK        kept: "), "{out}");
    let (code, out, _) = chuhe(&["verify", "KPBvK", "--tables", tables, "--all", "--repetition"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("positions hold; repetition changes nothing"), "{out}");
    let position = "4k4/9/9/4P4/9/9/9/4B4/9/3K5 w";
    assert_eq!(chuhe(&["probe", position]).0, Some(1));
    assert_eq!(chuhe(&["probe", position, "--tables", tables]).0, Some(0));

    // A damaged file is neither used nor replaced.
    let file = folder.join("KPBvK.end");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, &bytes).unwrap();
    for command in [&["build", "KPBvK"][..], &["verify"], &["list"], &["probe", position]] {
        let (code, _, err) = chuhe(&[command, &["--tables", tables]].concat());
        assert_eq!(code, Some(2), "{command:?}");
        assert!(err.contains("KPBvK.end") && err.contains("damaged"), "{err}");
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_built_is_refused_with_a_reason() {
    let folder = scratch("refused");
    let tables = text(&folder);
    for (arguments, part) in [
        (&["build", "KRvKR", "--tables", tables][..], "both sides can attack"),
        (&["build", "rook", "--tables", tables], "\"rook\" does not name an ending"),
        (&["build", "KRNCAvKAA", "--tables", tables], "6 men"),
        (
            &["build", "KRNCvKAA", "--tables", tables, "--memory", "100"],
            "more than the 100 that --memory allows",
        ),
        (&["build", "--tables", tables], "ENDING"),
        (&["list", "--tables", tables], "tables \""),
    ] {
        let (code, _, err) = chuhe(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
    assert!(!folder.exists(), "nothing is made for what is refused");
}
