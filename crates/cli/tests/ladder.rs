//! `chuhe ladder` as a user meets it: rows, JSON, pictures, and what is refused.

mod common;

use common::Scratch;

const ROWS: &str = "# mates\neasy\t6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ta1a8\tmate in 1\n\
                    hard\t8/8/8/8/2k5/8/KP6/8 w - - 0 1\ta2a3\tpawn ending\n";

#[test]
fn rungs_are_measured_on_positions_of_a_file() {
    let scratch = Scratch::new("ladder");
    scratch.write("rows.tsv", ROWS);
    let text =
        scratch.expect(0, "ladder --game chess --positions rows.tsv --depth 2 --quiet --plot ladder.svg");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 2 + 17, "{text}");
    assert!(rows[0].contains("2 positions (1 easy, 0 medium, 1 hard)"), "{text}");
    assert!(rows[2].contains("minimax") && rows[2].contains("1.0x"), "{text}");
    let svg = String::from_utf8(scratch.read("ladder.svg")).expect("text");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    let refused = scratch.expect(2, "ladder --game chess --positions rows.tsv --depth 1 --plot ladder.svg");
    assert!(refused.contains("ladder.svg"), "an existing file is kept: {refused}");
    if cfg!(feature = "pictures") {
        scratch
            .expect(0, "ladder --game chess --positions rows.tsv --nodes 50 --rungs 1-3 --plot ladder.png");
        assert!(scratch.read("ladder.png").starts_with(b"\x89PNG"));
    }
}

#[test]
fn json_has_every_position() {
    let scratch = Scratch::new("ladder-json");
    scratch.write("rows.tsv", ROWS);
    let line =
        "ladder --game chess --positions rows.tsv --nodes 2000 --rungs 9-17 --grade easy --json --quiet";
    let report: serde_json::Value = serde_json::from_str(&scratch.expect(0, line)).expect("JSON");
    assert_eq!((&report["game"], &report["positions"]), (&"chess".into(), &1.into()));
    let rungs = report["rungs"].as_array().expect("a list");
    assert_eq!((rungs.len(), &rungs[0]["name"]), (9, &"quiescence".into()));
    for rung in rungs {
        assert_eq!(rung["attempts"][0]["answer"], "a1a8");
        assert_eq!(rung["solved_by_grade"], serde_json::json!([1, 0, 0]));
    }
}

#[test]
fn what_cannot_be_used_is_said() {
    let scratch = Scratch::new("ladder-refused");
    scratch.write("grade.tsv", "simple\t6k1/8/8/8/8/8/8/R5K1 w - - 0 1\ta1a8\tmate\n");
    scratch.write("move.tsv", "easy\t6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ta1b3\tmate\n");
    scratch.write("empty.tsv", "# nothing\n");
    for (line, words) in [
        ("ladder --game chess --positions grade.tsv", &["grade.tsv", "line 1", "\"simple\"", "medium"][..]),
        ("ladder --game chess --positions move.tsv", &["line 1", "a1b3"]),
        ("ladder --positions empty.tsv", &["no position"]),
        ("ladder --positions missing.tsv", &["missing.tsv"]),
        ("ladder --rungs 3-40", &["no rung 40"]),
        ("ladder --rungs x", &["1-11"]),
        ("ladder --mode depth --nodes 5", &["--mode"]),
        ("ladder --plot ladder.gif", &["ladder.gif", ".svg"]),
        ("ladder --depth 3 --nodes 5", &["cannot be used"]),
    ] {
        let text = scratch.expect(2, line);
        assert!(words.iter().all(|word| text.contains(word)), "{line}: {text}");
    }
}
