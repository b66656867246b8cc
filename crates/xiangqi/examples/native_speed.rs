//! The library without Python around it, for python/tests/speed.py to compare with.
//!
//! `native_speed list ROUNDS` lists the legal moves of the positions on standard input, one FEN a line, so many times over;
//! `native_speed perft DEPTH` counts lines from the start position. Prints how many moves or lines there were.

use std::io::BufRead;
use xiangqi::{Board, Fen, perft};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [job, number] = &arguments[..] else {
        panic!("native_speed list ROUNDS, or native_speed perft DEPTH")
    };
    let number: u32 = number.parse().expect("a number");
    if job == "perft" {
        println!("{}", perft(&mut Board::start(), number));
        return;
    }
    let lines = std::io::stdin().lock().lines();
    let boards: Vec<Board> =
        lines.map_while(Result::ok).filter_map(|line| Some(line.parse::<Fen>().ok()?.board)).collect();
    let mut count = 0;
    for _ in 0..number {
        let mut codes: Vec<u16> = Vec::with_capacity(boards.len() * 48);
        for board in &boards {
            codes.extend(board.legal_moves().iter().map(|mv| mv.code()));
        }
        count += codes.len();
    }
    println!("{count}");
}
