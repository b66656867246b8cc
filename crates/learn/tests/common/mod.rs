//! Random games for the tests.
#![allow(dead_code)] // no test uses all of it

use learn::datagen::{ArchiveHeader, EndReason, GameRecord, MATE_SCORE, RecordedMove};
use xiangqi::{Colour, Outcome, Position, Random};

pub const OUTCOMES: [Outcome; 3] = [Outcome::Draw, Outcome::Win(Colour::Red), Outcome::Win(Colour::Black)];

/// Legal moves with random scores, an end that need not be true, from a position after some random plies.
pub fn random_game(random: &mut Random, number: u32, max_plies: usize) -> GameRecord {
    let mut position = Position::start();
    play(&mut position, random, 20);
    let start = position.fen();
    let mut position = Position::from(start.clone());
    let moves = play(&mut position, random, max_plies);
    let scores = 2 * usize::from(MATE_SCORE.unsigned_abs()) + 1;
    let moves = moves
        .into_iter()
        .map(|mv| RecordedMove { mv, score: (random.below(scores) as i32 - i32::from(MATE_SCORE)) as i16 })
        .collect();
    let outcome = OUTCOMES[random.below(3)];
    GameRecord { number, start, outcome, end: EndReason::ALL[random.below(EndReason::ALL.len())], moves }
}

/// Plays up to `limit` random plies.
pub fn play(position: &mut Position, random: &mut Random, limit: usize) -> Vec<xiangqi::Move> {
    let mut moves = Vec::new();
    for _ in 0..random.below(limit + 1) {
        let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

pub fn header() -> ArchiveHeader {
    ArchiveHeader {
        seed: 7,
        nodes: 1500,
        evaluation: "classical".to_string(),
        settings: "hash 8; 楚河".to_string(),
    }
}

/// An archive of these games, and where each game ends in it, the header first.
pub fn archive(games: &[GameRecord]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = header().encode();
    let mut ends = vec![bytes.len()];
    for game in games {
        bytes.extend(game.encode());
        ends.push(bytes.len());
    }
    (bytes, ends)
}
