//! Files that are damaged, cut short or foreign: refused with a reason, or answering nothing, and never a panic.

use endgame::{BadTable, Material, Table, Tables, Value, build, shipped};
use std::ops::ControlFlow;
use xiangqi::{Board, Fen};

fn file(name: &str) -> Vec<u8> {
    shipped().get(name.parse::<Material>().unwrap()).unwrap().bytes().to_vec()
}

fn board() -> Board {
    "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse::<Fen>().unwrap().board
}

/// What the tables say when this is the one table.
fn probe(table: Table) -> Option<Value> {
    let mut tables = Tables::new();
    tables.insert(table);
    tables.probe(&board())
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let bytes = file("KRvK");
    let table = Table::read(bytes.clone()).unwrap();
    assert!(table.is_sound());
    assert_eq!(table.bytes(), bytes);
    assert_eq!(probe(table), Some(Value::Win(1)));
    let built = build("KRvK".parse().unwrap(), &Tables::new(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(built.bytes(), bytes, "the same ending gives the same bytes");
}

#[test]
fn every_shorter_file_is_refused() {
    let bytes = file("KRvK");
    for length in 0..bytes.len() {
        assert!(Table::read(bytes[..length].to_vec()).is_err(), "{length}");
    }
    let longer = [bytes.clone(), vec![0]].concat();
    assert!(Table::read(longer).is_err());
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = file("KRvK");
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            match Table::read(flipped) {
                Err(error) => assert!(!error.to_string().is_empty()),
                // Only the block is looked at later.
                Ok(table) => {
                    assert!(!table.is_sound(), "byte {at}, bit {bit}");
                    assert_eq!(probe(table), None, "byte {at}, bit {bit}");
                }
            }
        }
    }
}

/// Sizes and names that a forger has given a fitting checksum.
#[test]
fn headers_that_lie_are_refused() {
    let forge = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = file("KRvK");
        change(&mut bytes);
        let end = 74 + 4 + 8;
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..end + 4].copy_from_slice(&checksum);
        Table::read(bytes)
    };
    assert!(forge(&|_| {}).is_ok());
    let refused = |change: &dyn Fn(&mut Vec<u8>)| forge(change).map(|_| ()).unwrap_err();
    assert!(matches!(refused(&|bytes| bytes[0] = b'X'), BadTable::NoTable(_)));
    assert!(matches!(refused(&|bytes| bytes[8] = 9), BadTable::Version(9)));
    assert!(matches!(refused(&|bytes| bytes[16] ^= 1), BadTable::Size { .. }));
    assert!(matches!(refused(&|bytes| bytes[75] = b'X'), BadTable::Name(_)));
    assert!(matches!(refused(&|bytes| bytes[75] = b'P'), BadTable::Size { .. }));
    assert!(matches!(refused(&|bytes| bytes[12..16].fill(0xff)), BadTable::Short { .. }));
    assert!(matches!(refused(&|bytes| bytes[10..12].fill(0xff)), BadTable::Short { .. }));
    // A packed block that is longer than the file.
    assert!(matches!(refused(&|bytes| bytes[81] = 0xff), BadTable::Short { .. }));
}

#[test]
fn without_the_smaller_table_nothing_is_said() {
    let mut tables = Tables::new();
    tables.insert(Table::read(file("KRvKA")).unwrap());
    // The advisor is taken at once, or may be: only the position itself is in the table.
    let fen: Fen = "3k5/4a4/9/9/9/9/9/9/4R4/5K3 b".parse().unwrap();
    assert!(tables.probe(&fen.board).is_some(), "no capture: the moves of the weak side stay in the table");
    assert_eq!(tables.moves(&fen.board).map(|moves| moves.len()), Some(fen.board.legal_moves().len()));
    let fen: Fen = "3k5/4a4/9/9/9/9/9/9/4R4/5K3 w".parse().unwrap();
    assert!(tables.probe(&fen.board).is_some());
    assert_eq!(tables.moves(&fen.board), None, "taking the advisor leads to a table that is not there");
    assert!(build("KRvKB".parse().unwrap(), &tables, |_| ControlFlow::Continue(())).is_err());
}
