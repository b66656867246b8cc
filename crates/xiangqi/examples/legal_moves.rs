//! Prints random positions with their legal moves: `FEN<TAB>moves`, one a line. Arguments: how many,
//! and a seed. The program that `tests/legal_moves_oracle.py` compares with.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{self, Write};
use xiangqi::Move;

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse().ok());
    let (Some(Some(count)), Some(Some(seed))) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: legal_moves COUNT SEED");
        std::process::exit(2);
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut result = Ok(());
    common::for_each_board(seed, count as usize, |board| {
        let moves: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
        if result.is_ok() {
            result = writeln!(out, "{}\t{}", common::text(board), moves.join(" "));
        }
    });
    result.and_then(|()| out.flush())
}
