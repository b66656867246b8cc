//! The rows of `testdata/mates.tsv`.

#![allow(dead_code)] // each file of tests uses what it needs

use xiangqi::Position;

pub struct Row {
    pub position: Position,
    pub moves: u32,
    pub result: String,
    pub source: String,
}

pub fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/mates.tsv");
    let text = std::fs::read_to_string(path).expect(path);
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[fen, moves, result, source] = &fields[..] else { panic!("\"{line}\" has not four fields") };
        Row {
            position: fen.parse().expect(line),
            moves: moves.parse().expect(line),
            result: result.into(),
            source: source.into(),
        }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}
