//! `chuhe solve` as a user meets it.

use std::path::PathBuf;
use std::process::{Command, Output};

const ROOKS: &str = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1";
const BARE_KING: &str = "3ak4/9/9/9/9/9/9/4p4/9/3K5 w - - 0 1";
const LONG: &str = "4kCR2/9/2na5/2pR5/2b1p4/9/2r2p3/9/1n1KA4/5A3 w - - 0 1";

fn chuhe(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("solve").args(arguments).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("chuhe-solve-{}-{name}", std::process::id()))
}

#[test]
fn one_position() {
    let (code, out, err) = chuhe(&[ROOKS]);
    assert_eq!((code, out.as_str()), (Some(0), "Red mates in 1 move.\n1. b1d1\n"), "{err}");
    let words: Vec<&str> = ROOKS.split(' ').collect();
    assert_eq!(chuhe(&words).1, out);
    let (code, out, _) = chuhe(&[ROOKS, "--json"]);
    assert_eq!((code, out.as_str()), (Some(0), "{\"result\":\"mate\",\"moves\":1,\"line\":[\"b1d1\"]}\n"));
    let (code, out, _) = chuhe(&[BARE_KING, "--json", "--nodes", "10000"]);
    assert_eq!((code, out.as_str()), (Some(0), "{\"result\":\"none\"}\n"));
    let (code, out, _) = chuhe(&[LONG, "--json", "--nodes", "500"]);
    assert_eq!((code, out.as_str()), (Some(1), "{\"result\":\"unknown\"}\n"));
    let (code, out, _) = chuhe(&[LONG, "--any", "--nodes", "1000000"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("Red mates in at most "), "{out}");
    let (code, out, _) = chuhe(&[LONG, "--within", "2", "--json"]);
    assert_eq!((code, out.as_str()), (Some(0), "{\"result\":\"none\",\"within\":2}\n"));
}

#[test]
fn a_tree_names_every_position() {
    let path = scratch("tree.tsv");
    let (code, ..) = chuhe(&[LONG, "--any", "--nodes", "1000000", "--tree", path.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    let text = std::fs::read_to_string(&path).unwrap();
    let steps: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(steps[0].starts_with(&format!("0\t{LONG}\td6e6\t")), "{}", steps[0]);
    for step in &steps {
        let defences = step.split('\t').nth(3).unwrap();
        for defence in defences.split_whitespace() {
            let (_, number) = defence.split_once(':').unwrap();
            assert!(steps.iter().any(|other| other.split('\t').next() == Some(number)), "{defence}");
        }
    }
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_file_of_rows() {
    let path = scratch("rows.epd");
    let file = path.to_str().unwrap();
    let good = format!("# rows\n{ROOKS} bm b1b9; dm 1; id \"a\";\n{BARE_KING} id \"b\";\n{LONG} dm 10;\n");
    std::fs::write(&path, &good).unwrap();
    let arguments = ["--epd", file, "--nodes", "300000", "--threads", "2"];
    let (code, out, err) = chuhe(&arguments);
    assert_eq!(code, Some(0), "{out}{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("ok   line 2: mate 1  3k5/R8/"), "{out}");
    assert!(lines[1].starts_with("ok   line 3: none  3ak4/"), "{out}");
    assert_eq!(lines.last(), Some(&"2 solved of 3, 0 failed"));
    let (code, out, _) = chuhe(&[&arguments[..], &["--json"]].concat());
    assert_eq!(code, Some(0));
    let first = "{\"row\":2,\"dm\":1,\"result\":\"mate\",\"moves\":1,\"line\":[\"b1d1\"]}";
    assert_eq!((out.lines().next(), out.lines().count()), (Some(first), 3));

    // The board and the side are enough.
    let short = ROOKS.strip_suffix(" - - 0 1").unwrap();
    std::fs::write(&path, format!("{good}{BARE_KING} dm 3;\n{ROOKS} dm some;\nnonsense\n{short} bm b1d1; dm 1;\n{short} bm e0e5; dm 1;\n"))
        .unwrap();
    let (code, out, _) = chuhe(&arguments);
    assert_eq!(code, Some(1));
    assert!(out.contains("FAIL line 5: none, but dm 3"), "{out}");
    assert!(out.contains("FAIL line 6: \"dm some\""), "{out}");
    assert!(out.contains("FAIL line 7: FEN \"nonsense\""), "{out}");
    assert!(out.contains("ok   line 8: mate 1  3k5/R8/"), "{out}");
    assert!(out.contains("FAIL line 9: \"bm e0e5\""), "{out}");
    assert!(out.ends_with("3 solved of 8, 4 failed\n"), "{out}");
    let _ = std::fs::remove_file(path);
}

#[test]
fn what_cannot_be_used_is_refused() {
    for (arguments, quoted) in [
        (&["nonsense"][..], "nonsense"),
        (&["--epd", "no such file"], "no such file"),
        (&[ROOKS, "--time", "-1"], "-1"),
        (&[ROOKS, "--time", "soon"], "soon"),
        (&[ROOKS, "--hash", "0"], "0"),
        (&[ROOKS, "--epd", "rows.epd"], "--epd"),
        (&[], "FEN"),
    ] {
        let (code, out, err) = chuhe(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(quoted), "{arguments:?}: {err}");
    }
}
