//! Games in PGN. The first byte says where the text is cut in two, which must make no difference.

use crate::{check_message, is_written_back};
use notation::pgn::{Dialect, Format, Reader, read, write};
use notation::{Game, Notation, decode};

/// A game that is read can be written in every notation and dialect, and reads back as the same.
pub fn check(data: &[u8]) -> bool {
    let (&cut, data) = data.split_first().unwrap_or((&0, data));
    let text = decode(data);
    let games: Vec<_> = read(&text).collect();
    for game in &games {
        match game {
            Ok(game) if is_written_back(data) => check_game(game),
            Ok(_) => {}
            Err(error) => {
                check_message(&error.to_string(), 600);
                assert!(text.is_char_boundary(error.offset()), "{error} at {}", error.offset());
                assert!(error.line() > 0 && error.column() > 0, "{error}");
            }
        }
    }
    let mut cuts = text.char_indices().map(|(index, _)| index);
    let cut = cuts.find(|&index| index >= text.len() * usize::from(cut) / 256).unwrap_or_default();
    let (first, second) = text.split_at(cut);
    assert_eq!(Reader::new([first, second]).collect::<Vec<_>>(), games, "read in two pieces, cut at {cut}");
    games.iter().any(Result::is_ok)
}

fn check_game(game: &Game) {
    for notation in Notation::ALL {
        for dialect in [Dialect::Xqbase, Dialect::Winboard] {
            let written = write(game, &Format { notation, dialect, width: 60 });
            let again: Vec<_> = read(&written).collect();
            assert_eq!(again.as_slice(), &[Ok(game.clone())], "{written}");
        }
    }
}
