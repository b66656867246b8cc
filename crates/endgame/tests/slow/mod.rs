//! The slow twin: solves an ending with nothing but the legal moves of the rules, by going over all positions until nothing changes.
#![allow(dead_code)] // not every test asks for all of it

use endgame::Value;
use std::collections::HashMap;
use xiangqi::{Board, BoardBuilder, Colour, Piece, PieceKind, Square};

/// Every board with these men, either side to move, and every board that captures make of them.
pub fn boards(men: &[Piece]) -> Vec<Board> {
    let mut found = HashMap::new();
    place(men, &mut BoardBuilder::new(), &mut found);
    found.into_values().collect()
}

fn place(men: &[Piece], builder: &mut BoardBuilder, found: &mut HashMap<u64, Board>) {
    let Some((&piece, rest)) = men.split_first() else {
        for side in Colour::ALL {
            if let Ok(board) = builder.side(side).build() {
                found.insert(board.key(), board);
            }
        }
        return;
    };
    if piece.kind() != PieceKind::King {
        place(rest, builder, found);
    }
    for square in Square::all() {
        // The builder says where men may stand. That of some is known at once, which saves most of the work.
        let is_possible = match piece.kind() {
            PieceKind::King | PieceKind::Advisor => {
                (3..6).contains(&square.file()) && square.rank_from(piece.colour()) < 3
            }
            _ => true,
        };
        if builder.piece(square).is_none() && is_possible {
            builder.place(piece, square);
            place(rest, builder, found);
            builder.clear(square);
        }
    }
}

/// The value of every board for its side to move, by its key.
pub fn solve(boards: &[Board]) -> HashMap<u64, Value> {
    let number: HashMap<u64, usize> =
        boards.iter().enumerate().map(|(at, board)| (board.key(), at)).collect();
    let next = |board: &Board| -> Vec<usize> {
        let moves = board.legal_moves();
        let play = |&mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            number[&after.key()]
        };
        moves.iter().map(play).collect()
    };
    let successors: Vec<Vec<usize>> = boards.iter().map(next).collect();
    let mut values = vec![Value::Draw; boards.len()];
    loop {
        let mut has_changed = false;
        for (at, next) in successors.iter().enumerate() {
            let best = next.iter().map(|&next| values[next].before_move()).max_by_key(|value| value.rank());
            let value = best.unwrap_or(Value::Loss(0));
            has_changed |= value != values[at];
            values[at] = value;
        }
        if !has_changed {
            return boards.iter().map(Board::key).zip(values).collect();
        }
    }
}
