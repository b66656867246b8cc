//! Book files.

use crate::check_message;
use crate::seal::with_fnv;
use book::Book;
use xiangqi::{Position, Random};

/// A book that is accepted is written as it was read, and what it knows in a position is legal there.
pub fn check(data: &[u8]) -> bool {
    let is_accepted = try_file(data);
    try_file(&with_fnv(data)) || is_accepted
}

fn try_file(file: &[u8]) -> bool {
    match Book::read(file) {
        Ok(book) => {
            assert_eq!(book.write(), file, "written otherwise than read");
            check_moves(&book);
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 400);
            false
        }
    }
}

fn check_moves(book: &Book) {
    let mut position = Position::start();
    let mut random = Random::new(book.move_count() as u64);
    for _ in 0..20 {
        let known = book.probe(&position);
        assert!(known.iter().all(|known| position.board().is_legal(known.mv)));
        assert!(known.is_sorted_by(|one, next| one.weight >= next.weight));
        let Some(mv) = book.choose(&position, &mut random) else { break };
        position.try_play(mv).expect("a book move is legal");
    }
}
