//! Games that go wrong somewhere: strict readers refuse them, and what is legal can be had all the same.

mod common;

use common::{read_table, rows, test_data};
use notation::formats::{Format, ReadError, Writer, read};
use notation::{Game, NodeId, Salvaged};
use std::fs;

/// The only game of a file, which must be refused, as far as it is legal.
fn salvage(bytes: &[u8]) -> (ReadError, Option<Salvaged<ReadError>>) {
    let mut reader = read(bytes);
    let error = reader.next().expect("there is a game").expect_err("it is bad");
    (error, reader.salvage())
}

fn comments(game: &Game) -> Vec<String> {
    let mut waiting = vec![game.root()];
    let mut comments = Vec::new();
    while let Some(node) = waiting.pop().and_then(|id: NodeId| game.node(id)) {
        comments.push(node.comment().to_owned());
        waiting.extend_from_slice(node.children());
    }
    comments
}

/// What was salvaged is a game like any other: PGN and XQF hold it, and say of it what was cut.
fn check_written(salvaged: &Salvaged<ReadError>, label: &str) {
    for format in [Format::Pgn, Format::Dhtml, Format::Xqf] {
        let (bytes, _) = Writer::new(format).expect("it is written").write(&salvaged.game);
        let again = read(&bytes).next().expect("a game").unwrap_or_else(|error| panic!("{label}: {error}"));
        assert_eq!(again.main_line().count(), salvaged.plies(), "{label}");
        assert_eq!(again.node_count(), salvaged.game.node_count(), "{label}");
        let said = comments(&again).iter().filter(|comment| comment.contains(": ")).count();
        assert!(said >= 1, "{label}: {format:?}");
    }
}

#[test]
fn texts() {
    let table = read_table("salvage.tsv");
    for row in rows(&table) {
        let label = row["label"];
        let (error, salvaged) = salvage(row["text"].replace("\\n", "\n").as_bytes());
        if row["plies"] == "0" {
            assert!(salvaged.is_none(), "{label}");
            continue;
        }
        let salvaged = salvaged.unwrap_or_else(|| panic!("{label}: {error}"));
        let counts = [salvaged.plies(), salvaged.game.node_count(), salvaged.cuts.len()];
        let expected =
            [row["plies"], row["nodes"], row["cuts"]].map(|number| number.parse().expect("a number"));
        assert_eq!(counts, expected, "{label}: {:?}", salvaged.game);
        assert_eq!(salvaged.game.result.to_string(), row["result"], "{label}");
        let said = comments(&salvaged.game);
        assert!(said.iter().any(|comment| comment.contains(row["comment"])), "{label}: {said:?}");
        for cut in &salvaged.cuts {
            assert!(
                said.iter().any(|comment| comment.contains(&cut.to_string().replace('}', "closing brace"))),
                "{label}: {cut}"
            );
        }
        check_written(&salvaged, label);
    }
}

/// A file with one pair of bytes replaced, the first of its kind behind a place.
fn spoiled(name: &str, from: usize, old: [u8; 2], new: [u8; 2]) -> Vec<u8> {
    let mut bytes = fs::read(test_data("files").join(name)).expect("the file is there");
    let at = from + bytes[from..].windows(2).position(|pair| pair == old).expect("the move is there");
    bytes[at..at + 2].copy_from_slice(&new);
    bytes
}

/// The files hold 1. h2e2 h9g7 (1... b9c7 2. h0g2) 2. h0g2 i9h9.
#[test]
fn binary_files() {
    let xqf =
        |file: u8, rank: u8, to_file: u8, to_rank: u8| [file * 10 + rank + 24, to_file * 10 + to_rank + 32];
    let cbr =
        |file: u8, rank: u8, to_file: u8, to_rank: u8| [(9 - rank) * 9 + file, (9 - to_rank) * 9 + to_file];
    let main = (7, 0, 6, 2);
    let side = (1, 9, 2, 7);
    let of = |squares: fn(u8, u8, u8, u8) -> [u8; 2], (a, b, c, d): (u8, u8, u8, u8)| squares(a, b, c, d);
    for (name, from, squares) in
        [("plain.xqf", 0x400, xqf as fn(u8, u8, u8, u8) -> [u8; 2]), ("game.cbr", 2214, cbr)]
    {
        // The main line ends where it goes wrong; the variation before that stays.
        let bytes = spoiled(name, from, of(squares, main), squares(7, 0, 0, 9));
        let (error, salvaged) = salvage(&bytes);
        let salvaged = salvaged.unwrap_or_else(|| panic!("{name}: {error}"));
        assert_eq!((salvaged.plies(), salvaged.game.node_count(), salvaged.cuts.len()), (2, 5, 1), "{name}");
        let last = salvaged.game.main_line().last().map(|(_, node)| node.comment().to_owned());
        assert!(last.is_some_and(|last| last.contains("The game was cut here: byte ")), "{name}");
        check_written(&salvaged, name);
        // A variation that goes wrong at once leaves the main line whole.
        let bytes = spoiled(name, from, of(squares, side), squares(1, 9, 8, 0));
        let (error, salvaged) = salvage(&bytes);
        let salvaged = salvaged.unwrap_or_else(|| panic!("{name}: {error}"));
        assert_eq!((salvaged.plies(), salvaged.game.node_count(), salvaged.cuts.len()), (4, 5, 1), "{name}");
        let said = comments(&salvaged.game);
        assert!(said.iter().any(|comment| comment.contains("A variation was cut here: byte ")), "{said:?}");
        check_written(&salvaged, name);
        // A file that is cut off.
        let whole = fs::read(test_data("files").join(name)).expect("the file is there");
        let main_end =
            from + whole[from..].windows(2).position(|pair| pair == of(squares, main)).expect("there") + 1;
        let (_, salvaged) = salvage(&whole[..main_end]);
        assert_eq!(salvaged.map(|salvaged| salvaged.plies()), Some(2), "{name}");
    }
}

#[test]
fn an_alternative_does_not_take_the_place_of_a_bad_move() {
    // 1... h9g7 is bad, and 1... b9c7 its alternative: the game ends with 1. h2e2.
    let bytes = spoiled("plain.xqf", 0x400, [79 + 24, 67 + 32], [79 + 24, 32]);
    let (_, salvaged) = salvage(&bytes);
    let salvaged = salvaged.expect("a move is left");
    assert_eq!((salvaged.plies(), salvaged.game.node_count()), (1, 2));
}

#[test]
fn other_games_of_the_file_go_on() {
    let text = "[Event \"1\"]\n\n1. C2=5 C9=9 *\n\n[Event \"2\"]\n\n1. C2=5 *\n\n[Event \"3\"]\n\n1. C2=5 H8+7 2. H9+9 *\n";
    let mut reader = read(text.as_bytes());
    let mut plies = Vec::new();
    while let Some(game) = reader.next() {
        let game = game.or_else(|error| reader.salvage().map(|salvaged| salvaged.game).ok_or(error));
        plies.push(game.expect("all are legal in part").main_line().count());
    }
    assert_eq!(plies, [1, 1, 2]);
    assert!(reader.salvage().is_none());
    // In a library, too.
    let mut library = fs::read(test_data("files/library.cbl")).expect("the file is there");
    let at = library.windows(2).rposition(|pair| pair == [88, 69]).expect("a move");
    library[at + 1] = 0;
    let mut reader = read(&library);
    assert!(reader.next().is_some_and(|game| game.is_ok()) && reader.salvage().is_none());
    assert!(reader.next().is_some_and(|game| game.is_err()));
    assert_eq!(reader.salvage().map(|salvaged| salvaged.plies()), Some(4));
}

#[test]
fn many_bad_variations_end_somewhere() {
    let bad = "(1. C2=9) ";
    let text = |count: usize| format!("1. C2=5 {}H8+7 *", bad.repeat(count));
    let (_, salvaged) = salvage(text(notation::CUT_LIMIT).as_bytes());
    assert_eq!(
        salvaged.map(|salvaged| (salvaged.plies(), salvaged.cuts.len())),
        Some((2, notation::CUT_LIMIT))
    );
    let (_, salvaged) = salvage(text(notation::CUT_LIMIT + 1).as_bytes());
    assert!(salvaged.is_none());
}
