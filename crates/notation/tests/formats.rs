//! Games out of files of every format.

use notation::formats::{Format, ReadError, Reader, detect, read};
use notation::{Game, Outcome};

fn games(bytes: &[u8]) -> Vec<Game> {
    read(bytes).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}"))
}

fn main_line(game: &Game) -> Vec<String> {
    game.main_line().filter_map(|(_, node)| node.mv()).map(|mv| mv.to_string()).collect()
}

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"劉殿中\"]\n\n1. 炮二平五 {好棋的} 馬８進７ 1-0\n\n\
    [Game \"Chinese Chess\"]\n[Red \"胡榮華\"]\n\n1. 相三進五 *\n";

#[test]
fn pgn_in_every_encoding() {
    let expected = games(PGN.as_bytes());
    assert_eq!(expected.len(), 2);
    let wide = |order: fn(u16) -> [u8; 2]| PGN.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let encodings = [
        encoding_rs::GB18030.encode(PGN).0.into_owned(),
        encoding_rs::BIG5.encode(PGN).0.into_owned(),
        [b"\xef\xbb\xbf", PGN.as_bytes()].concat(),
        [b"\xff\xfe".to_vec(), wide(u16::to_le_bytes)].concat(),
        [b"\xfe\xff".to_vec(), wide(u16::to_be_bytes)].concat(),
        wide(u16::to_le_bytes),
        wide(u16::to_be_bytes),
        PGN.replace('\n', "\r").into_bytes(),
        PGN.replace('\n', "\r\n").into_bytes(),
    ];
    for bytes in encodings {
        assert_eq!(detect(&bytes), Some(Format::Pgn));
        assert_eq!(games(&bytes), expected);
        for size in [1, 2, 3, 7, 64] {
            let pieces: Result<Vec<Game>, ReadError> = Reader::new(bytes.chunks(size)).collect();
            assert_eq!(pieces.as_ref(), Ok(&expected));
        }
    }
}

#[test]
fn lines_of_another_encoding() {
    let mut bytes = PGN.as_bytes().to_vec();
    bytes.extend_from_slice(&encoding_rs::GB18030.encode(PGN).0);
    let games = games(&bytes);
    assert_eq!(games.len(), 4);
    assert_eq!(games[0], games[2]);
    assert_eq!(games[1], games[3]);
}

#[test]
fn move_lists() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4";
    let rows: [(&str, &[&[&str]]); 12] = [
        ("h2e2 h9g7", &[&["h2e2", "h9g7"]]),
        ("h2e2\nh9g7\n\n", &[&["h2e2", "h9g7"]]),
        ("炮二平五 马8进7\r\n", &[&["h2e2", "h9g7"]]),
        ("1. C2=5 H8+7\n2. H2+3", &[&["h2e2", "h9g7", "h0g2"]]),
        ("1. C2=5 H8+7\n1. C2=4\n", &[&["h2e2", "h9g7"], &["h2f2"]]),
        ("h2e2 *\nh2f2 1-0\n", &[&["h2e2"], &["h2f2"]]),
        ("position startpos moves h2e2\nposition startpos moves h2f2\n", &[&["h2e2"], &["h2f2"]]),
        ("startpos\nh2e2\nstartpos\n", &[&["h2e2"], &[]]),
        ("# remark\nh2e2\n# another\nh9g7", &[&["h2e2", "h9g7"]]),
        ("{a comment} 1. h2e2 (1. h2f2) h9g7 $1", &[&["h2e2", "h9g7"]]),
        ("FEN w - - 0 1 moves e1e9\nFEN w e1d1\nFEN e1f1 *\n", &[&["e1e9"], &["e1d1"], &["e1f1"]]),
        ("position fen FEN w moves e1e9 d9d8 1/2-1/2", &[&["e1e9", "d9d8"]]),
    ];
    for (text, expected) in rows {
        let text = text.replace("FEN", fen);
        assert_eq!(detect(text.as_bytes()), Some(Format::Moves), "{text}");
        let lines: Vec<Vec<String>> = games(text.as_bytes()).iter().map(main_line).collect();
        assert_eq!(lines, expected, "{text}");
    }
    assert_eq!(games(b"h2e2 1-0")[0].outcome, Outcome::RedWins);
}

#[test]
fn a_bad_line_does_not_take_others_along() {
    let text = b"startpos h2e2\nstartpos h2e3\nstartpos moves h2f2 i9i9\nstartpos h2d2";
    let results: Vec<_> = read(text).collect();
    assert_eq!(results.len(), 4);
    assert_eq!(results.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
    let error = results[2].as_ref().expect_err("i9i9 is not a move").to_string();
    assert!(error.starts_with("line 3, ") && error.contains("i9i9"), "{error}");
}

#[test]
fn what_is_no_file_of_games() {
    for bytes in
        [&b"hello world"[..], b"", b"\n\n", b"\x00\x01\x02", b"<html></html>", b"\xff\xd8\xff\xe0 JFIF"]
    {
        assert_eq!(detect(bytes), None, "{bytes:?}");
        let results: Vec<_> = read(bytes).collect();
        assert_eq!(results.len(), 1, "{bytes:?}");
        assert!(results[0].is_err());
    }
}
