//! Games out of files of every format.

mod common;

use common::{read_table, rows, test_data};
use notation::formats::{FileFault, Format, Loss, ReadError, Reader, WriteError, Writer, detect, read};
use notation::{Game, Letters, Notation, RecordedResult, Style, TextEncoding, pgn};
use std::fs;

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
    assert_eq!(games(b"h2e2 1-0")[0].result, RecordedResult::RedWins);
}

#[test]
fn a_bad_line_does_not_take_others_along() {
    assert_eq!(read(b"h2e2 *\nh2e3 *\nh2f2 *\n").flatten().count(), 2);
    let text = b"startpos h2e2\nstartpos h2e3\nstartpos moves h2f2 i9i9\nstartpos h2d2";
    let results: Vec<_> = read(text).collect();
    assert_eq!(results.len(), 4);
    assert_eq!(results.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
    let error = results[2].as_ref().expect_err("i9i9 is not a move").to_string();
    assert!(error.starts_with("line 3, ") && error.contains("i9i9"), "{error}");
}

#[test]
fn a_ruled_line_ends_a_game() {
    let game = "[Event \"x\"]\n\n1. C2=5 1-0\n\n============\n 欢迎访问 www.example.org\n============\n";
    let bytes = format!("{game}\n{game}");
    assert_eq!(games(bytes.as_bytes()).len(), 2);
    // Moves behind it are not lost.
    let again = games(b"[Event \"x\"]\n\n1. C2=5 *\n=========\n1. C2=4 *\n");
    assert_eq!(again.iter().map(main_line).collect::<Vec<_>>(), [["h2e2"], ["h2f2"]]);
    for text in
        ["===\n{c}\n===\n===\n1. C2=4", "[A \"\"]\n1. C2=5\n===\n===\n{c} === 2. C2=4 ===", "===", "{c} ==="]
    {
        assert!(read(text.as_bytes()).take(9).count() < 5 && pgn::read(text).take(9).count() < 5, "{text}");
    }
    let list = games("炮二平五\n马８进７\n红胜\n".as_bytes());
    assert_eq!((main_line(&list[0]).len(), list[0].result), (2, RecordedResult::RedWins));
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

#[test]
fn half_a_character_at_the_end_of_a_field_is_dropped() {
    let mut bytes = fs::read(test_data("files/plain.xqf")).expect("the file is there");
    // Seven characters and the first byte of the eighth: as much as the field holds.
    let name = encoding_rs::GB18030.encode("一二三四五六七八").0.into_owned();
    bytes[0x130] = 15;
    bytes[0x131..0x140].copy_from_slice(&name[..15]);
    assert_eq!(games(&bytes)[0].tags.get("Red"), Some("一二三四五六七"));
}

#[test]
fn a_comment_may_quote_another_format() {
    let text = "[Event \"x\"]\n\n1. C2=5 {[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]} H8+7 *\n";
    assert_eq!(detect(text.as_bytes()), Some(Format::Pgn));
    assert_eq!(main_line(&games(text.as_bytes())[0]).len(), 2);
}

#[test]
fn an_old_library_is_called_so() {
    let results: Vec<_> = read(b"CCBridge\x15\0\0\0\x01\0\0\0\xd5\x96\0\0x\x01").collect();
    assert_eq!(results, [Err(ReadError::OldLibrary)]);
}

#[test]
fn files_of_every_format() {
    let table = read_table("files.tsv");
    for row in rows(&table) {
        let name = row["file"];
        let bytes = fs::read(test_data("files").join(name)).expect("the file is there");
        assert_eq!(detect(&bytes).map(Format::name), Some(row["format"]), "{name}");
        let found: Vec<Result<Game, ReadError>> = read(&bytes).collect();
        assert_eq!(found.len().to_string(), row["games"], "{name}");
        for game in found {
            let game = game.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(main_line(&game).join(" "), row["main_line"], "{name}");
            let tags: Vec<String> = game.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!(tags.join("|"), row["tags"], "{name}");
            let knows_result = !["CCM", "CHN", "CHE"].contains(&row["format"]);
            assert_eq!(game.result == RecordedResult::RedWins, knows_result, "{name}");
        }
    }
}

#[test]
fn comments_and_variations_of_files() {
    let names = ["plain.xqf", "version11.xqf", "encrypted.xqf", "game.cbr", "library.cbl", "forum.ubb"];
    let expected =
        "{一局示例} 1. h2e2 {當頭炮} h9g7 (1... b9c7 {另一变\n两行} 2. h0g2) 2. h0g2 {好棋} i9h9 1-0";
    let mut expected = pgn::read(expected).next().expect("a game").expect("it is fine");
    for name in names {
        let bytes = fs::read(test_data("files").join(name)).expect("the file is there");
        for game in games(&bytes) {
            expected.tags = game.tags.clone();
            assert_eq!(game, expected, "{name}");
        }
    }
}

fn refusal(bytes: &[u8]) -> ReadError {
    read(bytes).find_map(Result::err).expect("it is refused")
}

#[test]
fn refusals_say_where() {
    let mut bytes = fs::read(test_data("files/plain.xqf")).expect("the file is there");
    let mut cut = bytes.clone();
    cut.truncate(1000);
    assert_eq!(
        refusal(&cut).to_string(),
        "byte 1000: the file is cut off: at least 24 more bytes should follow"
    );
    // The first move goes nowhere.
    let first = 0x400 + 8 + "一局示例".chars().count() * 2;
    bytes[first + 1] = 32 + 89;
    let error = refusal(&bytes);
    let ReadError::File { fault: FileFault::Move(_), .. } = error else { panic!("{error}") };
    assert!(error.to_string().starts_with(&format!("byte {first}: ")), "{error}");
    let forum = fs::read(test_data("files/forum.ubb")).expect("the file is there");
    let forum = String::from_utf8_lossy(&forum).replace("move_0_2_1", "move_0_9_1");
    let error = refusal(forum.as_bytes());
    assert_eq!(error.line(), Some(9), "{error}");
}

#[test]
fn writers_say_what_they_lose() {
    let text = "[Red \"一二三四五六七八九十\"]\n[ECCO \"A00\"]\n\n1. {before} C2=5! {after} (1. C2=4) H8+7 *";
    let game = pgn::read(text).next().expect("a game").expect("it is fine");
    let lost = |format: Format| {
        let (bytes, losses) = Writer::new(format).expect("it is written").write(&game);
        assert_eq!(detect(&bytes), Some(format));
        losses.iter().cloned().collect::<Vec<Loss>>()
    };
    let tag = |name: &str| Loss::Tag(name.to_owned());
    assert_eq!(
        lost(Format::Xqf),
        [Loss::Shortened("Red".to_owned()), tag("ECCO"), Loss::Glyphs, Loss::CommentsMoved]
    );
    assert_eq!(lost(Format::Dhtml), [Loss::Glyphs, Loss::CommentsMoved]);
    assert_eq!(
        lost(Format::Moves),
        [tag("Red"), tag("ECCO"), Loss::Glyphs, Loss::Comments, Loss::Variations]
    );
    assert_eq!(lost(Format::Pgn), []);
    assert_eq!(Writer::new(Format::Cbr), Err(WriteError::Format(Format::Cbr)));
}

#[test]
fn pgn_is_written_in_every_encoding() {
    let game = games(PGN.as_bytes()).remove(0);
    let traditional =
        pgn::Format { notation: Notation::Chinese(Style::Traditional), ..pgn::Format::default() };
    for encoding in [TextEncoding::Utf8, TextEncoding::Utf16, TextEncoding::Gb18030, TextEncoding::Big5] {
        let writer = Writer::new(Format::Pgn).and_then(|writer| writer.with_style(traditional));
        let writer = writer.and_then(|writer| writer.with_encoding(encoding)).expect("it can be written");
        let (bytes, losses) = writer.write(&game);
        let file = [writer.header(), &bytes, &writer.separator(), &bytes].concat();
        assert_eq!(games(&file), [game.clone(), game.clone()], "{encoding:?}");
        assert!(losses.is_empty());
    }
    let simplified = pgn::Format { notation: Notation::Chinese(Style::Simplified), ..traditional };
    let writer = Writer::new(Format::Pgn).and_then(|writer| writer.with_style(simplified));
    let refused = writer.and_then(|writer| writer.with_encoding(TextEncoding::Big5));
    assert_eq!(refused, Err(WriteError::SimplifiedInBig5));
    let mut game = game;
    game.set_comment(game.root(), "车马");
    let writer = Writer::new(Format::Pgn).and_then(|writer| writer.with_encoding(TextEncoding::Big5));
    let (_, losses) = writer.expect("it can be written").write(&game);
    assert_eq!(losses.iter().cloned().collect::<Vec<_>>(), [Loss::Characters]);
}

#[test]
fn letters_of_choice() {
    let board = xiangqi::Board::start();
    let letters: Letters = "nbg".parse().expect("these are letters");
    let row = [
        ("b0c2", "N8+7", "Nc2", "Nb0-c2"),
        ("c0e2", "B7+5", "Bce2", "Bc0-e2"),
        ("d0e1", "G6+5", "Gde1", "Gd0-e1"),
    ];
    for (mv, wxf, short, long) in row {
        let mv = mv.parse().expect("a move");
        let notations =
            [Notation::WxfLetters(letters), Notation::Algebraic(letters), Notation::LongAlgebraic(letters)];
        for (notation, text) in notations.into_iter().zip([wxf, short, long]) {
            assert_eq!(notation.format(&board, mv), text);
            assert_eq!(notation.parse(&board, text), Ok(mv));
            assert_eq!(notation::parse_any(&board, text), Ok(mv));
        }
    }
    assert!("HEX".parse::<Letters>().is_err() && "HEAA".parse::<Letters>().is_err());
}

/// The error of a game in a text, of which the place is known.
fn text_error(result: Option<Result<Game, ReadError>>) -> pgn::PgnError {
    match result {
        Some(Err(ReadError::Text(error))) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_count_in_the_whole_text() {
    let texts = [
        // The second of two records, and moves on the line that begins them.
        "RED 胡\nSTART{\n1. c2.5 h8+7\n}END\nRED 杨\nSTART{\n1. c2.5 WRONG\n}END\n",
        "RED 胡\nSTART{ 1. c2.5 h8+7 }END\nRED 杨\nSTART{ 1. c2.5 WRONG }END\n",
        // Lists: behind a position, behind remarks, and both.
        "startpos moves h2e2 WRONG\n",
        "position startpos moves h2e2 *\n  position startpos moves h2e2 WRONG\n",
        "# 说明\nh2e2 WRONG\n",
        "# 说明\r\nstartpos moves h2e2 *\n# 又一\nstartpos moves h2e2\n# 三\n h9g7 WRONG\n",
        "\u{3000}startpos moves h2e2 WRONG\n",
    ];
    for text in texts {
        let error = text_error(read(text.as_bytes()).find(Result::is_err));
        let at = text.find("WRONG").expect("it is there");
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        assert_eq!((error.line(), error.column(), error.offset()), (line, column, at), "{text}: {error}");
    }
}

#[test]
fn a_move_to_where_it_starts_does_not_end_a_game() {
    for name in ["game.cbr", "library.cbl"] {
        let mut bytes = fs::read(test_data("files").join(name)).expect("the file is there");
        // The first move of the last game, from 70 to 67.
        let at = bytes.windows(2).rposition(|pair| pair == [70, 67]).expect("a move");
        bytes[at + 1] = 70;
        let error = refusal(&bytes);
        let place = format!("byte {}: \"h2h2\"", at - 2);
        assert!(error.to_string().starts_with(&place), "{name}: {error}");
    }
}

#[test]
fn moves_of_servers_are_refused_in_their_own_words() {
    let mut bytes = fs::read(test_data("files/server.mxq")).expect("the file is there");
    let at = bytes.windows(5).position(|text| text == b"7C-4C").expect("a move");
    for bad in [b"7C-9C", b"7C-4K", b"7C-7C", b"-C-4C"] {
        bytes[at..at + 5].copy_from_slice(bad);
        // The first move says that it is this format.
        let second = [&bytes[..at - 1], b"\x057C-4C", &bytes[at - 1..]].concat();
        let quoted = String::from_utf8_lossy(bad).into_owned();
        assert_eq!(
            refusal(&second).to_string(),
            format!(
                "byte {}: \"{quoted}\" is not a move; it must be the square from and another to, each a file 0-8 and a rank A-J, such as 7C-4C",
                at + 5
            )
        );
    }
}

#[test]
fn bad_digits_are_quoted_with_their_number() {
    let placement = "8979695949392919097717866646260600102030405060708012720323436383";
    let rows = [
        (
            "movelist",
            "7747706279x7",
            "move 3, \"79x7\", should be four digits: the square from and another to, each file 0-8 and row 0-9",
            1,
        ),
        (
            "movelist",
            "77477062\n797",
            "move 3, \"797\", should be four digits: the square from and another to, each file 0-8 and row 0-9",
            2,
        ),
        (
            "movelist",
            "77477062797999999999",
            "move 3, \"7979\", should be four digits: the square from and another to, each file 0-8 and row 0-9",
            1,
        ),
        (
            "movelist",
            "9947",
            "move 1, \"9947\", should be four digits: the square from and another to, each file 0-8 and row 0-9",
            1,
        ),
        (
            "binit",
            &placement.replacen("49", "4x", 1),
            "square 5, \"4x\", should be two digits, file 0-8 and row 0-9, or 99 for off the board",
            1,
        ),
        (
            "binit",
            &placement.replacen("49", "\n炮", 1),
            "square 5, \"炮\", should be two digits, file 0-8 and row 0-9, or 99 for off the board",
            2,
        ),
        (
            "binit",
            &placement[..62],
            "the start position names 31 squares; it must be 32, one for each piece",
            1,
        ),
    ];
    for (field, value, expected, line) in rows {
        let text = format!("[DhtmlXQ][DhtmlXQ_{field}]{value}[/DhtmlXQ_{field}][/DhtmlXQ]");
        assert_eq!(refusal(text.as_bytes()).to_string(), format!("line {line}: {expected}"), "{value}");
    }
}

#[test]
fn curly_quotes_begin_a_game_too() {
    for (open, close) in [('"', '"'), ('“', '”'), ('”', '”')] {
        let game = |name: &str, moves: &str| format!("[Event {open}{name}{close}]\n\n{moves}\n\n");
        // Without a result, and with a game that goes wrong.
        let text = game("a", "1. C2=5 H8+7") + &game("b", "1. C2=5 {open") + &game("c", "1. C2=4 *");
        assert_eq!(detect(text.as_bytes()), Some(Format::Pgn));
        let found: Vec<Option<String>> = read(text.as_bytes())
            .map(|game| game.ok().map(|game| game.tags.get("Event").unwrap_or_default().to_owned()))
            .collect();
        assert_eq!(found, [Some("a".to_owned()), None, Some("c".to_owned())], "{open}");
    }
}

#[test]
fn what_is_not_a_game_is_quoted_as_it_stands() {
    // However long it is: no character is cut in two, and no encoding guessed from half a one.
    for count in 1..400 {
        let text = format!("# 中国象棋记谱法\n\n{}。\n", "说".repeat(count));
        let error = read(text.as_bytes()).next().expect("an error").expect_err("not a game").to_string();
        assert!(error.contains("begins with \"# 中国象棋记谱法"), "{count}: {error}");
    }
}
