//! Packed boards and files of positions.

mod common;

use common::{play, random_game};
use learn::datagen::positions::SAMPLE_SIZE;
use learn::datagen::{BadPacking, PackedBoard, PackedSample, PositionReader, PositionWriter, PositionsError};
use std::io::Cursor;
use xiangqi::{Board, Fen, Piece, Position, Random, Square};

#[test]
fn boards_round_trip() {
    let mut random = Random::new(2);
    for _ in 0..3000 {
        let mut position = Position::start();
        play(&mut position, &mut random, 400);
        let board = position.board();
        let packed = PackedBoard::from(board);
        assert_eq!(packed.unpack().as_ref(), Ok(board));
        assert_eq!(packed.side(), board.side());
        assert_eq!(packed.count(), board.occupied().count());
        let pieces: Vec<(Square, Piece)> =
            Square::all().filter_map(|square| Some((square, board.piece(square)?))).collect();
        assert_eq!(packed.pieces().collect::<Vec<_>>(), pieces);
    }
}

#[test]
fn the_layout_is_as_documented() {
    let fen: Fen = "3k5/9/9/9/9/9/9/9/8r/4KC3 b - - 0 1".parse().unwrap();
    let mut bytes = [0; 28];
    bytes[0] = 1 << 4 | 1 << 5; // e0, f0
    bytes[2] = 1 << (17 - 16); // i1
    bytes[10] = 1 << (84 - 80); // d9
    bytes[11] = 1 << (90 - 88); // Black to move
    bytes[12] = 0x50; // king, cannon
    bytes[13] = 0x8C; // rook, king
    assert_eq!(PackedBoard::from(&fen.board).bytes(), &bytes);
    let sample = PackedSample { board: PackedBoard::from(&fen.board), score: -2, result: -1, ply: 200 };
    assert_eq!(sample.to_bytes()[28..], [0xFE, 0xFF, 0, 200]);
}

#[test]
fn what_is_no_board_is_refused() {
    let good = *PackedBoard::from(&Board::start()).bytes();
    let refused = |change: fn(&mut [u8; 28])| {
        let mut bytes = good;
        change(&mut bytes);
        PackedBoard::from_bytes(bytes).unpack().unwrap_err()
    };
    assert!(matches!(refused(|bytes| bytes[..11].fill(0xFF)), BadPacking::TooMany(_)));
    assert_eq!(refused(|bytes| bytes[11] |= 0x80), BadPacking::Stray);
    assert_eq!(refused(|bytes| bytes[12] |= 15), BadPacking::NotAPiece(15));
    assert!(matches!(refused(|bytes| bytes[12] &= 0xF0), BadPacking::Invalid(_)));
    assert_eq!(refused(|bytes| bytes[0] &= 0xFE), BadPacking::Stray);
    // Nothing panics, whatever the bytes.
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let packed = PackedBoard::from_bytes([0; 28].map(|_: u8| random.next_u64() as u8));
        let _ = (packed.pieces().count(), packed.unpack());
    }
}

#[test]
fn every_code_of_a_result_but_three_is_refused() {
    let good = PackedSample { board: PackedBoard::from(&Board::start()), score: 3, result: 1, ply: 4 };
    for code in 0..=u8::MAX {
        let mut bytes = good.to_bytes();
        bytes[30] = code;
        let expected = (code < 3).then(|| PackedSample { result: code as i8 - 1, ..good });
        assert_eq!(PackedSample::from_bytes(&bytes), expected, "result {code}");
    }
}

fn samples(count: usize) -> Vec<PackedSample> {
    let mut random = Random::new(4);
    let games = (0..).map(move |number| random_game(&mut random, number, 60));
    let packed = games.flat_map(|game| {
        game.positions().map(|sample| PackedSample::from(&sample.unwrap())).collect::<Vec<_>>()
    });
    packed.take(count).collect()
}

fn file(samples: &[PackedSample], seed: u64) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = PositionWriter::new(&mut bytes, seed).unwrap();
    for sample in samples {
        writer.push(sample).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), samples.len() as u64);
    bytes.into_inner()
}

#[test]
fn files_round_trip_in_blocks_of_any_size() {
    for count in [0, 1, 7, 64, 500] {
        let samples = samples(count);
        let bytes = file(&samples, 11);
        assert_eq!(bytes.len(), 32 + count * SAMPLE_SIZE);
        for limit in [1, 7, 64, 1000] {
            let mut reader = PositionReader::new(&bytes[..]).unwrap();
            assert_eq!((reader.promised(), reader.seed()), (count as u64, 11));
            let mut back = Vec::new();
            loop {
                let before = back.len();
                reader.read_block(limit, &mut back).unwrap();
                if back.len() == before {
                    break;
                }
            }
            assert_eq!(back, samples);
        }
        let singly: Result<Vec<_>, _> = PositionReader::new(&bytes[..]).unwrap().collect();
        assert_eq!(singly.unwrap(), samples);
    }
}

/// The records that can be read, and the error if there is one.
fn read(bytes: &[u8]) -> (Vec<PackedSample>, Option<PositionsError>) {
    let mut back = Vec::new();
    for sample in PositionReader::new(bytes).unwrap() {
        match sample {
            Ok(sample) => back.push(sample),
            Err(error) => return (back, Some(error)),
        }
    }
    (back, None)
}

#[test]
fn damage_is_found() {
    let samples = samples(10);
    let bytes = file(&samples, 0);
    for cut in 0..bytes.len() {
        if cut < 32 {
            assert!(PositionReader::new(&bytes[..cut]).is_err(), "cut at {cut}");
            continue;
        }
        let (back, error) = read(&bytes[..cut]);
        assert_eq!(back, samples[..(cut - 32) / SAMPLE_SIZE], "cut at {cut}");
        assert!(matches!(error, Some(PositionsError::Count { promised: 10, .. })), "cut at {cut}: {error:?}");
    }
    for place in 0..bytes.len() {
        // The seed of the shuffle is for people, and nothing depends on it.
        if (24..32).contains(&place) {
            continue;
        }
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let is_found = PositionReader::new(&damaged[..]).is_err() || read(&damaged).1.is_some();
        assert!(is_found, "byte {place}");
    }
    let longer = [&bytes[..], &[0; SAMPLE_SIZE]].concat();
    assert!(read(&longer).1.is_some());
}
