//! FEN: the dialects that are read, and what is refused with which words.

use std::fs;
use xiangqi::{Fen, Position, Random};

fn rows(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/../../testdata/fen/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).expect("the rows are there");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split_once('\t').map(|(a, b)| (a.into(), b.into())).expect("two columns")).collect()
}

#[test]
fn dialects_are_read_as_the_same_position() {
    for (text, canonical) in rows("accepted.tsv") {
        let fen: Fen = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen.to_string(), canonical, "{text}");
    }
}

#[test]
fn refusals_quote_the_text_and_say_what_would_be_right() {
    for (text, words) in rows("refused.tsv") {
        let text = text.replace("<empty>", "");
        match text.parse::<Fen>() {
            Ok(_) => panic!("accepted: {text}"),
            Err(error) => {
                let message = error.to_string();
                for part in words.split(" ... ") {
                    assert!(message.contains(part), "{text}: {message:?} does not say {part:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_written_is_read_however_long_the_game() {
    let mut position: Position = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 9998 999999".parse().unwrap();
    for mv in ["a0a1", "e9f9", "a1a0", "f9e9"] {
        position.play_unchecked(mv.parse().unwrap());
        let fen = position.fen();
        assert_eq!(fen.to_string().parse(), Ok(fen));
    }
    assert_eq!(position.fen().to_string(), "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 10002 1000001");
    // At the end of the numbers they stay where they are.
    let mut position: Position = "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 65535 4294967295".parse().unwrap();
    position.play_unchecked("e9f9".parse().unwrap());
    assert_eq!(position.fen().to_string(), "5k3/9/9/9/9/9/9/9/9/R2K5 w - - 65535 4294967295");
}

#[test]
fn no_text_panics() {
    let mut random = Random::new(1);
    let pieces = [
        "r",
        "n",
        "b",
        "a",
        "k",
        "c",
        "p",
        "R",
        "K",
        "/",
        "9",
        "0",
        " ",
        "w",
        "-",
        "帅",
        "\0",
        "[]",
        "99999999999",
    ];
    for _ in 0..20_000 {
        let mut text = String::from(xiangqi::fen::START);
        for _ in 0..=random.below(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = random.choose(&places).unwrap_or(0);
            if random.below(2) == 0 {
                text.insert_str(at, random.choose(&pieces).unwrap());
            } else if at < text.len() {
                text.remove(at);
            }
        }
        if let Ok(fen) = text.parse::<Fen>() {
            assert_eq!(fen.to_string().parse(), Ok(fen), "{text}");
        }
    }
}
