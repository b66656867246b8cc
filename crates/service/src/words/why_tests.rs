//! Rows of mistakes and what is said of them.

use super::Words;
use engine::WinDrawLoss;
use engine::review::{Looked, Mistake, Worth, explain};
use xiangqi::{Move, Position};

const ROWS: &str = include_str!("../../../../testdata/review/why.tsv");

fn looked(worth: &str, chances: &str, line: &str) -> Looked {
    let worth = match worth.strip_prefix('#') {
        Some(moves) => Worth::Mate(moves.parse().unwrap()),
        None => Worth::Centipawns(worth.parse().unwrap()),
    };
    let numbers: Vec<u16> = chances.split('/').map(|number| number.parse().unwrap()).collect();
    let [win, draw, loss] = numbers[..] else { panic!("{chances}") };
    let line = line.split_whitespace().map(|text| text.parse::<Move>().unwrap()).collect();
    Looked { worth, chances: WinDrawLoss { win, draw, loss }, line }
}

#[test]
fn mistakes_are_explained_in_both_languages() {
    let mut wrong = Vec::new();
    for row in ROWS.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [
            label,
            fen,
            mv,
            after,
            after_chances,
            after_line,
            before,
            before_chances,
            before_line,
            said @ ..,
        ] = &fields[..]
        else {
            panic!("{row}")
        };
        let position: Position = fen.parse().unwrap();
        let after = looked(after, after_chances, after_line);
        let before = looked(before, before_chances, before_line);
        let mistake = Mistake::new(position.board(), mv.parse().unwrap(), &before, &after);
        let found = explain(&mistake);
        let cost = Words::cost(&found);
        let missed = found.missed.map(|missed| Words::missed(&missed, found.side));
        let (english, chinese) = missed.map(|words| (words.english, words.chinese)).unwrap_or_default();
        let words = [cost.english, cost.chinese, english, chinese];
        if words != *said {
            wrong.push(format!("{label}\t{}", words.join("\t")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
