//! The chapter shows the code as it is: every line of its diffs stands in the files, and no rung is a large step.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of the rungs, in order.
const FILES: [&str; 11] = [
    "minimax",
    "alpha_beta",
    "negamax",
    "captures",
    "table",
    "killers",
    "variation",
    "null_move",
    "quiescence",
    "exchanges",
    "history",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of a rung without its remarks at the top.
fn lines(name: &str) -> Vec<String> {
    let path = root().join(format!("crates/ladder/src/rungs/{name}.rs"));
    let text = fs::read_to_string(path).expect("a rung");
    text.lines().filter(|line| !line.starts_with("//!")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_diffs_of_the_chapter_are_those_of_the_files() {
    let chapter = fs::read_to_string(root().join("docs/ladder.md")).expect("the chapter");
    let blocks: Vec<&str> =
        chapter.split("```diff\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), FILES.len() - 1, "one for each rung but the first");
    for (pair, block) in FILES.windows(2).zip(blocks) {
        let [before, after] = [lines(pair[0]), lines(pair[1])];
        for line in block.lines() {
            let (file, text) = match line.split_at_checked(1) {
                Some(("-", text)) => (&before, text),
                Some((_, text)) => (&after, text),
                None => continue,
            };
            assert!(file.iter().any(|known| known == text.trim()), "not in {}: {line}", pair[1]);
        }
    }
}

#[test]
fn every_rung_is_a_small_step() {
    for pair in FILES.windows(2) {
        let before: BTreeSet<String> = lines(pair[0]).into_iter().collect();
        let added =
            lines(pair[1]).into_iter().filter(|line| line.len() > 1 && !before.contains(line)).count();
        assert!(added <= 25, "{} adds {added} lines", pair[1]);
    }
}
