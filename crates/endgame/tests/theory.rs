//! What textbooks say of endings, and what the tables say.

use endgame::{Value, shipped};
use xiangqi::Fen;

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn verdict(fen: &str) -> Option<&'static str> {
    let fen: Fen = fen.parse().unwrap();
    shipped().probe(&fen.board).map(|value| match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    })
}

#[test]
fn the_textbook_is_right() {
    let mut wrong = Vec::new();
    for row in rows(include_str!("../../../testdata/endings.tsv")) {
        let [fen, expected, name, _] = row[..] else { panic!("{row:?}") };
        if verdict(fen) != Some(expected) {
            wrong.push(format!("{name}: {expected}, but {:?}", verdict(fen)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The endings that the app trains, as far as there are tables.
#[test]
fn the_trainer_asks_for_what_is_possible() {
    let mut known = 0;
    for row in rows(include_str!("../../../web/src/app/endings.txt")) {
        let [id, fen, task, ..] = row[..] else { panic!("{row:?}") };
        if let Some(verdict) = verdict(fen) {
            let expected = if task == "win" { "win" } else { "draw" };
            assert_eq!(verdict, expected, "{id}");
            known += 1;
        }
    }
    assert!(known >= 14, "{known}");
}
