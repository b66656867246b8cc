//! Archives of games (`.chg`).

use crate::check_message;
use crate::seal::{put_crc, word};
use learn::datagen::{ArchiveReader, GameRecord};

const HEADER_FIXED: usize = 12;
const FRAME_FIXED: usize = 42;
const MOVE_SIZE: usize = 4;

/// What is read is written so that it reads back as the same, up to the byte that the reader trusts; and no game,
/// whatever its moves are, brings its readers down.
pub fn check(data: &[u8]) -> bool {
    let is_accepted = try_file(data);
    try_file(&sealed(data)) || is_accepted
}

/// The archive with the checksums of its header and of its frames put right.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut sealed = data.to_vec();
    let Some(length) = word(&sealed, 10) else { return sealed };
    let mut end = HEADER_FIXED + length;
    put_crc(&mut sealed, 0, end);
    let mut start = end + 4;
    while let Some(plies) = word(&sealed, start + 2) {
        end = start + FRAME_FIXED + plies * MOVE_SIZE;
        put_crc(&mut sealed, start, end);
        start = end + 4;
    }
    sealed
}

fn try_file(file: &[u8]) -> bool {
    let mut reader = match ArchiveReader::new(file) {
        Ok(reader) => reader,
        Err(error) => {
            check_message(&error.to_string(), 400);
            return false;
        }
    };
    let mut games: Vec<GameRecord> = Vec::new();
    for game in reader.by_ref() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => check_message(&error.to_string(), 400),
        }
    }
    assert!(reader.offset() <= file.len() as u64, "the reader trusts bytes that are not there");
    games.iter().for_each(check_positions);
    let mut written = reader.header().encode();
    written.extend(games.iter().flat_map(GameRecord::encode));
    let mut again = ArchiveReader::new(&*written).expect("a header that was written is one");
    assert_eq!(again.header(), reader.header());
    let read: Vec<GameRecord> =
        again.by_ref().map(|game| game.expect("a frame that was written is one")).collect();
    assert_eq!(read, games);
    !games.is_empty()
}

/// Either all moves are legal, and there is a position for each, or the first that is not is named.
fn check_positions(game: &GameRecord) {
    let mut positions = 0;
    for position in game.positions() {
        match position {
            Ok(_) => positions += 1,
            Err(error) => {
                check_message(&error.to_string(), 400);
                return;
            }
        }
    }
    assert!(positions <= game.moves.len() + 1);
}
