//! Tables of endings.

use crate::check_message;
use crate::seal::{put_crc, word};
use endgame::{Table, Tables};
use xiangqi::{Board, Fen};

/// Where the name begins, and what follows it.
const NAME: usize = 74;
/// The bytes that a table has for each block in its header.
const ENTRY: usize = 8;
/// Larger tables are not unpacked.
const MAX_SIZE: usize = 1 << 22;
/// Positions of the endings in the corpus, and one of another.
const POSITIONS: [&str; 4] = [
    "3k5/9/9/9/9/9/9/9/R8/4K4 w",
    "3k5/9/9/9/9/9/9/9/4P4/4K4 b",
    "3k5/9/9/9/9/9/9/9/4N4/4K4 w",
    "4k4/9/9/9/9/9/9/9/4C4/3K5 w",
];

/// A table that is accepted is written as it was read; whatever its blocks hold, it can be asked.
pub fn check(data: &[u8]) -> bool {
    let is_accepted = try_file(data);
    try_file(&sealed(data)) || is_accepted
}

/// The bytes with their checksums put right, as far as the header says where they are.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut file = data.to_vec();
    let (Some(&length), Some(blocks)) = (data.get(10), word(data, 12)) else { return file };
    let entries = NAME + usize::from(length);
    let end = entries + ENTRY * blocks;
    let mut at = end + 4;
    for entry in (entries..end).step_by(ENTRY) {
        let Some(packed) = word(&file, entry) else { break };
        let Some(sum) = file.get(at..at + packed).map(|block| crc32fast::hash(block).to_le_bytes()) else {
            break;
        };
        if let Some(place) = file.get_mut(entry + 4..entry + 8) {
            place.copy_from_slice(&sum);
        }
        at += packed;
    }
    put_crc(&mut file, 0, end);
    file
}

fn try_file(file: &[u8]) -> bool {
    match Table::read(file.to_vec()) {
        Ok(table) => {
            assert_eq!(table.bytes(), file, "written otherwise than read");
            if table.unpacked_size() <= MAX_SIZE {
                table.is_sound();
                check_answers(table);
            }
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 400);
            false
        }
    }
}

fn check_answers(table: Table) {
    let mut tables = Tables::new();
    tables.insert(table);
    for text in POSITIONS {
        let board: Board = text.parse::<Fen>().expect("it is a FEN").board;
        tables.probe(&board);
        if let Some(moves) = tables.moves(&board) {
            assert!(moves.iter().all(|(mv, _)| board.is_legal(*mv)));
        }
        if let Some(line) = tables.line(&board) {
            let mut board = board;
            for mv in line {
                assert!(board.is_legal(mv));
                board.play_unchecked(mv);
            }
        }
    }
}
