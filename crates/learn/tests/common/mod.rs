//! Random games for the tests.
#![allow(dead_code)] // no test uses all of it

use learn::datagen::{End, GameRecord, Header, MATE_SCORE, Step};
use xiangqi::{Colour, Outcome, Position, Random};

pub const OUTCOMES: [Outcome; 3] = [Outcome::Draw, Outcome::Win(Colour::Red), Outcome::Win(Colour::Black)];

/// Legal moves with random scores, an end that need not be true, from a position after some random plies.
pub fn random_game(random: &mut Random, number: u32, most_plies: usize) -> GameRecord {
    let mut position = Position::start();
    play(&mut position, random, 20);
    let start = position.fen();
    let mut position = Position::from(start.clone());
    let moves = play(&mut position, random, most_plies);
    let scores = 2 * usize::from(MATE_SCORE.unsigned_abs()) + 1;
    let steps = moves
        .into_iter()
        .map(|mv| Step { mv, score: (random.below(scores) as i32 - i32::from(MATE_SCORE)) as i16 })
        .collect();
    let outcome = OUTCOMES[random.below(3)];
    GameRecord { number, start, outcome, end: End::ALL[random.below(End::ALL.len())], steps }
}

/// Plays up to so many random plies.
pub fn play(position: &mut Position, random: &mut Random, most: usize) -> Vec<xiangqi::Move> {
    let mut moves = Vec::new();
    for _ in 0..random.below(most + 1) {
        let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

pub fn header() -> Header {
    Header {
        seed: 7, nodes: 1500, evaluation: "classical".to_string(), settings: "hash 8; 楚河".to_string()
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
