//! The rows in `testdata/notation`: what is written, what is read besides, what is refused.

mod common;

use common::{board_of, read_table, rows};
use notation::{Notation, Style, parse_any};

const COLUMNS: [(&str, Notation); 5] = [
    ("move", Notation::Coordinates),
    ("iccs", Notation::Iccs),
    ("wxf", Notation::Wxf),
    ("simplified", Notation::Chinese(Style::Simplified)),
    ("traditional", Notation::Chinese(Style::Traditional)),
];

#[test]
fn moves_are_written_and_read() {
    for row in rows(&read_table("moves.tsv")) {
        let board = board_of(row["fen"]);
        let mv = row["move"].parse().unwrap();
        for (column, notation) in COLUMNS {
            assert_eq!(notation.format(&board, mv), row[column], "{row:?}");
            assert_eq!(notation.parse(&board, row[column]), Ok(mv), "{row:?}");
            assert_eq!(parse_any(&board, row[column]), Ok(mv), "{row:?}");
        }
    }
}

#[test]
fn other_forms_are_read() {
    for row in rows(&read_table("read.tsv")) {
        let mv = parse_any(&board_of(row["fen"]), row["text"]);
        assert_eq!(mv.map(|mv| mv.to_string()).as_deref(), Ok(row["move"]), "{row:?}");
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    for row in rows(&read_table("refused.tsv")) {
        let error = parse_any(&board_of(row["fen"]), row["text"]).expect_err(row["label"]);
        let message = error.to_string();
        assert!(message.contains(row["message"]), "{row:?} gives {message}");
        assert!(message.contains(row["text"]), "{row:?} gives {message}");
        assert_eq!(error.offset().to_string(), row["offset"], "{row:?} gives {message}");
    }
}
