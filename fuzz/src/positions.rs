//! Files of positions (`.chp`).

use crate::check_message;
use crate::seal::put_crc;
use learn::datagen::{PackedBoard, PackedSample, PositionReader, PositionWriter};
use std::io::Cursor;

const HEADER_SIZE: usize = 32;
const RECORD_SIZE: usize = 32;

/// A file that is accepted is written as it was read, whatever the size of the blocks; and a board that can be unpacked
/// packs into the same bytes.
pub fn check(data: &[u8]) -> bool {
    let is_accepted = try_file(data);
    try_file(&sealed(data)) || is_accepted
}

/// The file with as many records as it promises, and their checksum put right.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut sealed = data.to_vec();
    if sealed.len() >= HEADER_SIZE {
        let records = (sealed.len() - HEADER_SIZE) / RECORD_SIZE;
        sealed.truncate(HEADER_SIZE + records * RECORD_SIZE);
        sealed[16..24].copy_from_slice(&(records as u64).to_le_bytes());
        let mut body = sealed[HEADER_SIZE..].to_vec();
        body.extend([0; 4]);
        let end = body.len() - 4;
        put_crc(&mut body, 0, end);
        sealed[12..16].copy_from_slice(&body[end..]);
    }
    sealed
}

fn try_file(file: &[u8]) -> bool {
    let whole = read(file, usize::MAX / RECORD_SIZE / 2);
    for limit in [1, 3] {
        assert_eq!(read(file, limit), whole, "read in blocks of {limit}");
    }
    let Some((samples, seed)) = whole else { return false };
    for sample in &samples {
        check_board(&sample.board);
    }
    let mut written = Cursor::new(Vec::new());
    let mut writer = PositionWriter::new(&mut written, seed).expect("memory takes everything");
    for sample in &samples {
        writer.push(sample).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything");
    assert_eq!(written.into_inner(), file, "written otherwise than read");
    true
}

/// All records and the seed, if the file is good to its end.
fn read(file: &[u8], limit: usize) -> Option<(Vec<PackedSample>, u64)> {
    let refuse = |message: String| check_message(&message, 400);
    let mut reader = PositionReader::new(file).map_err(|error| refuse(error.to_string())).ok()?;
    let mut samples = Vec::new();
    loop {
        let before = samples.len();
        let limit = limit.min(file.len() / RECORD_SIZE + 1);
        reader.read_block(limit, &mut samples).map_err(|error| refuse(error.to_string())).ok()?;
        if samples.len() == before {
            return Some((samples, reader.seed()));
        }
    }
}

fn check_board(packed: &PackedBoard) {
    match packed.unpack() {
        Ok(board) => assert_eq!(PackedBoard::from(&board), *packed, "packed otherwise than unpacked"),
        Err(error) => check_message(&error.to_string(), 400),
    }
}
