//! Games as people write them.

mod common;

use common::{read_table, rows};
use encoding_rs::{BIG5, GB18030};
use notation::formats::{Format, detect, read};

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    match encoding {
        "utf-8" => text.as_bytes().to_vec(),
        "gb18030" => GB18030.encode(text).0.into_owned(),
        "big5" => BIG5.encode(text).0.into_owned(),
        "utf-16" => [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
        other => panic!("{other}"),
    }
}

#[test]
fn every_row_is_read() {
    let table = read_table("wild.tsv");
    let mut wrong = Vec::new();
    for row in rows(&table) {
        let label = row["label"];
        let text = row["text"].replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
        let bytes = encoded(&text, row["encoding"]);
        if detect(&bytes).map(Format::name) != Some(row["format"]) {
            wrong.push(format!("{label}: {:?}", detect(&bytes)));
            continue;
        }
        let games: Vec<_> = read(&bytes).collect();
        match games.as_slice() {
            [Ok(game)] => {
                let moves = game.main_line().filter_map(|(_, node)| node.mv()).map(|mv| mv.to_string());
                let found = (moves.collect::<Vec<_>>().join(" "), game.result.to_string());
                if found != (row["main_line"].to_owned(), row["result"].to_owned()) {
                    wrong.push(format!("{label}: {found:?}"));
                }
            }
            other => wrong.push(format!("{label}: {} games, {:?}", other.len(), other.first())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
