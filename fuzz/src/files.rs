//! Files of games in other formats than PGN. What a format is known by is put right first, so that the fuzzer stays in
//! one reader.

use crate::{check_message, is_written_back};
use notation::Game;
use notation::formats::{Format, Loss, Writer, detect, read};

/// An XQF file.
pub fn check_xqf(data: &[u8]) -> bool {
    let mut file = data.to_vec();
    file.resize(file.len().max(0x408), 0);
    file[..2].copy_from_slice(b"XQ");
    file[2] %= 32;
    check(&file, &[Format::Xqf])
}

/// A CBR file or a CBL library: the first byte says which.
pub fn check_cbr(data: &[u8]) -> bool {
    let mut file = data.to_vec();
    file.resize(file.len().max(2300), 0);
    if file[0] == b'L' {
        file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    } else {
        file[..16].copy_from_slice(b"CCBridge Record\0");
    }
    check(&file, &[Format::Cbr, Format::Cbl])
}

/// A text with fields of `DhtmlXQ`.
pub fn check_dhtml(data: &[u8]) -> bool {
    check(&[b"[DhtmlXQ]\n", data].concat(), &[Format::Dhtml])
}

/// A WXF record.
pub fn check_record(data: &[u8]) -> bool {
    check(data, &[Format::Record])
}

/// A file of a game server.
pub fn check_server(data: &[u8]) -> bool {
    check(data, &[Format::Ccm, Format::Che, Format::Chn, Format::Mxq])
}

/// A move list.
pub fn check_list(data: &[u8]) -> bool {
    check(data, &[Format::Moves])
}

/// What is read can be written in every format, and reads back with the same moves, but for what the writer says.
fn check(file: &[u8], formats: &[Format]) -> bool {
    let is_wanted = detect(file).is_some_and(|format| formats.contains(&format));
    let mut has_game = false;
    for game in read(file).take(8) {
        match game {
            Ok(game) => {
                has_game = true;
                if is_written_back(file) {
                    check_game(&game);
                }
            }
            Err(error) => check_message(&error.to_string(), 600),
        }
    }
    has_game && is_wanted
}

fn check_game(game: &Game) {
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let writer = Writer::new(format).expect("the format is written");
        let (bytes, losses) = writer.write(game);
        assert_eq!(detect(&bytes), Some(format), "{game:?}");
        let again: Vec<_> = read(&bytes).collect();
        let [Ok(again)] = again.as_slice() else { panic!("{format:?}: {again:?} from {game:?}") };
        let moves = |game: &Game| game.main_line().map(|(_, node)| node.mv()).collect::<Vec<_>>();
        assert_eq!(moves(again), moves(game), "{format:?}");
        if !losses.iter().any(|loss| *loss == Loss::Variations) {
            assert_eq!(again.node_count(), game.node_count(), "{format:?}");
        }
        assert_eq!(again.result, game.result, "{format:?}");
        if format == Format::Pgn {
            assert_eq!(again, game);
        }
    }
}
