//! Reads lines `FEN<TAB>move` (the move in coordinates) and prints the move in WXF, simplified and
//! traditional Chinese, separated by tabs. A third column on the line is read as a move in any
//! notation, and that move is printed as the fourth. The program that `tests/wxf_oracle.py` drives.

use notation::{Notation, Style, parse_any};
use std::io::{self, BufRead, Write};
use xiangqi::{Fen, Move};

const NOTATIONS: [Notation; 3] =
    [Notation::Wxf, Notation::Chinese(Style::Simplified), Notation::Chinese(Style::Traditional)];

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        match notate(&line?) {
            Ok(columns) => writeln!(out, "{}", columns.join("\t"))?,
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    out.flush()
}

fn notate(line: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut columns = line.split('\t');
    let fen = columns.next().ok_or("a line must be FEN<TAB>move")?;
    let board = fen.parse::<Fen>()?.board;
    let mv: Move = columns.next().ok_or("a line must be FEN<TAB>move")?.parse()?;
    let mut texts = NOTATIONS.map(|notation| notation.format(&board, mv)).to_vec();
    for text in &texts {
        if parse_any(&board, text)? != mv {
            return Err(format!("{mv} is written {text} and read back as another move").into());
        }
    }
    if let Some(text) = columns.next() {
        texts.push(parse_any(&board, text)?.to_string());
    }
    Ok(texts)
}
