//! Archives: what is written is read back, and damage is found where it is.

mod common;

use common::{archive, header, random_game};
use learn::datagen::{
    ArchiveError, ArchiveReader, BadFrame, EndReason, FrameFault, GameRecord, PositionFilter, RecordedMove,
    Sample, SampleError,
};
use xiangqi::{Board, Colour, Fen, Move, Outcome, Random};

fn games(count: u32, max_plies: usize) -> Vec<GameRecord> {
    let mut random = Random::new(1);
    (0..count).map(|number| random_game(&mut random, number * 1_000_003, max_plies)).collect()
}

/// The games up to the end or the first error, that error, and where the good part ends.
fn read(bytes: &[u8]) -> (Vec<GameRecord>, Option<ArchiveError>, u64) {
    let mut reader = ArchiveReader::new(bytes).unwrap();
    let mut games = Vec::new();
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => {
                assert!(reader.next().is_none(), "nothing follows an error");
                return (games, Some(error), reader.offset());
            }
        }
    }
    (games, None, reader.offset())
}

#[test]
fn games_round_trip() {
    let games = games(200, 300);
    let (bytes, _) = archive(&games);
    assert_eq!(ArchiveReader::new(&bytes[..]).unwrap().header(), &header());
    let (back, error, offset) = read(&bytes);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(back, games);
    assert_eq!(offset, bytes.len() as u64);
}

#[test]
fn four_bytes_a_ply() {
    let mut game = games(1, 10).remove(0);
    let length = game.encode().len();
    game.moves.push(RecordedMove { mv: Move::NONE, score: 0 });
    assert_eq!(game.encode().len(), length + 4);
}

#[test]
fn a_cut_anywhere_keeps_exactly_the_whole_games_before_it() {
    let games = games(5, 30);
    let (bytes, ends) = archive(&games);
    for cut in 0..=bytes.len() {
        let Some(whole) = ends.iter().rposition(|&end| end <= cut) else {
            let error = ArchiveReader::new(&bytes[..cut]).unwrap_err();
            let is_right = if cut == 0 {
                matches!(error, ArchiveError::NotAnArchive)
            } else {
                matches!(error, ArchiveError::Header)
            };
            assert!(is_right, "{cut}: {error}");
            continue;
        };
        let (back, error, offset) = read(&bytes[..cut]);
        assert_eq!(back, games[..whole], "cut at {cut}");
        assert_eq!(offset, ends[whole] as u64, "cut at {cut}");
        let is_torn = matches!(error, Some(ArchiveError::Broken { fault: FrameFault::Torn, .. }));
        assert_eq!(is_torn, cut != ends[whole], "cut at {cut}: {error:?}");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_found_in_its_game() {
    let games = games(4, 20);
    let (bytes, ends) = archive(&games);
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            if place < ends[0] {
                assert!(ArchiveReader::new(&damaged[..]).is_err(), "byte {place} bit {bit}");
                continue;
            }
            let whole = ends.iter().rposition(|&end| end <= place).unwrap();
            let (back, error, offset) = read(&damaged);
            assert_eq!(back, games[..whole], "byte {place} bit {bit}");
            assert_eq!(offset, ends[whole] as u64, "byte {place} bit {bit}");
            let Some(ArchiveError::Broken { offset: at, fault }) = error else {
                panic!("byte {place} bit {bit}: {error:?}")
            };
            assert_eq!(at, offset, "byte {place} bit {bit}");
            // Only the last game can look cut off: what follows another must not be lost.
            assert!(fault != FrameFault::Torn || whole + 1 == games.len(), "byte {place} bit {bit}");
        }
    }
}

#[test]
fn other_files_are_refused() {
    let refused = |bytes: &[u8]| ArchiveReader::new(bytes).unwrap_err().to_string();
    assert!(refused(b"CHUHEPOS and more").contains("not an archive"));
    assert!(refused(b"").contains("not an archive"));
    let mut later = header().encode();
    later[8] = 9;
    assert!(refused(&later).contains("version 9"));
}

#[test]
fn a_right_checksum_does_not_excuse_nonsense() {
    let game = games(1, 10).remove(0);
    let with = |place: usize, value: u8| {
        let mut frame = game.encode();
        frame.truncate(frame.len() - 4);
        frame[place] = value;
        let sum = crc(&frame);
        frame.extend(sum.to_le_bytes());
        let mut bytes = header().encode();
        bytes.extend(frame);
        read(&bytes).1
    };
    let content = |error: Option<ArchiveError>| match error {
        Some(ArchiveError::Broken { fault: FrameFault::Content(error), .. }) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(content(with(8 + 11, 0x80)), BadFrame::Start(_)));
    assert!(matches!(content(with(40, 3)), BadFrame::Result(3)));
    assert!(matches!(content(with(41, 8)), BadFrame::End(8)));
    assert!(matches!(content(with(43, 0x7F)), BadFrame::Move { ply: 0, .. }));
    assert!(matches!(content(with(45, 0x80)), BadFrame::Move { ply: 0, .. }));
}

/// CRC-32 bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg()))
    })
}

#[test]
fn positions_are_those_of_the_games() {
    let games = games(20, 100);
    let (bytes, _) = archive(&games);
    let all: Vec<Sample> =
        ArchiveReader::new(&bytes[..]).unwrap().samples().map(|sample| sample.unwrap()).collect();
    let mut expected = all.iter();
    for game in &games {
        let mut position = xiangqi::Position::from(game.start.clone());
        let first = 2 * (position.move_number() - 1) + position.side().index() as u32;
        for (ply, step) in (first..).zip(&game.moves) {
            let sample = expected.next().unwrap();
            assert_eq!((&sample.board, sample.mv, sample.score), (position.board(), step.mv, step.score));
            assert_eq!((sample.ply, sample.is_check), (ply, position.is_check()));
            let result = match game.outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) => {
                    if winner == position.side() {
                        1
                    } else {
                        -1
                    }
                }
            };
            assert_eq!(sample.result, result);
            position.try_play(step.mv).unwrap();
        }
    }
    assert!(expected.next().is_none());
}

#[test]
fn an_illegal_move_ends_its_game_and_no_other() {
    let mut games = games(3, 40);
    assert!(games.iter().all(|game| game.moves.len() > 5));
    games[1].moves[5].mv = Move::NONE;
    let (bytes, _) = archive(&games);
    let samples: Vec<_> = ArchiveReader::new(&bytes[..]).unwrap().samples().collect();
    let bad = games[0].moves.len() + 5;
    assert_eq!(samples.len(), bad + 1 + games[2].moves.len());
    for (place, sample) in samples.iter().enumerate() {
        let is_illegal = matches!(sample, Err(SampleError::Illegal(error)) if error.ply == 5);
        assert_eq!(is_illegal, place == bad, "{place}");
    }
    assert!(games[1].check().unwrap_err().to_string().contains("ply 5"));
}

#[test]
fn the_filter_keeps_quiet_positions() {
    let board = Board::start();
    let quiet: Move = "h2e2".parse().unwrap();
    let capture: Move = "h2h9".parse().unwrap();
    let sample = Sample { board, mv: quiet, score: 100, result: 0, ply: 16, is_check: false };
    let filter = PositionFilter::default();
    assert!(filter.keeps(&sample));
    assert!(!filter.keeps(&Sample { ply: 15, ..sample.clone() }));
    assert!(!filter.keeps(&Sample { score: -2501, ..sample.clone() }));
    assert!(!filter.keeps(&Sample { score: i16::MIN, ..sample.clone() }));
    assert!(!filter.keeps(&Sample { is_check: true, ..sample.clone() }));
    assert!(!filter.keeps(&Sample { mv: capture, ..sample.clone() }));
    let loose = PositionFilter { allows_checks: true, allows_captures: true, ..filter };
    assert!(loose.keeps(&Sample { is_check: true, mv: capture, ..sample }));
}

#[test]
fn a_game_must_end_as_it_says() {
    let start: Fen = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 30".parse().unwrap();
    let step = |text: &str, score| RecordedMove { mv: text.parse().unwrap(), score };
    let mate = GameRecord {
        number: 0,
        start,
        outcome: Outcome::Win(Colour::Red),
        end: EndReason::Checkmate,
        moves: vec![step("b1b9", 30_000)],
    };
    assert_eq!(mate.check(), Ok(()));
    let flaw = |game: GameRecord| game.check().unwrap_err().to_string();
    assert!(flaw(GameRecord { outcome: Outcome::Draw, ..mate.clone() }).contains("the rules say red_wins"));
    assert!(flaw(GameRecord { end: EndReason::DecidedScore, ..mate.clone() }).contains("by checkmate"));
    assert!(flaw(GameRecord { moves: vec![step("e0f0", 0)], ..mate.clone() }).contains("not over"));
    let beyond = vec![step("b1b9", 0), step("d9d8", 0)];
    assert!(flaw(GameRecord { moves: beyond, ..mate.clone() }).contains("after ply 0"));
    let agreed = GameRecord { end: EndReason::DecidedScore, moves: vec![step("e0f0", 2000)], ..mate };
    assert_eq!(agreed.check(), Ok(()));
    assert!(
        flaw(GameRecord { outcome: Outcome::Win(Colour::Black), ..agreed }).contains("that of the loser")
    );
}
