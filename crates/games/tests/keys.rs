//! Keys of different seeds and the key of the game tell the same positions apart, and nothing else.

use games::{Chess, Xiangqi};
use search::{Game, Which};
use std::collections::{HashMap, HashSet};
use xiangqi::Random;

/// The keys of two seeds by the game's own key.
#[derive(Default)]
struct Known(HashMap<u64, [u64; 2]>);

impl Known {
    fn meet<G: Game>(&mut self, position: &G::Position) {
        let seeded = [0, 1].map(|seed| G::seeded_key(position, seed));
        assert_ne!(seeded[0], seeded[1], "two seeds, one key");
        if let Some(before) = self.0.insert(G::key(position), seeded) {
            assert_eq!(before, seeded, "one key of the game, two of a seed");
        }
    }

    /// Everything that lines of this many moves lead to.
    fn meet_all<G: Game>(&mut self, position: &mut G::Position, depth: usize) {
        self.meet::<G>(position);
        if depth > 0 {
            for mv in moves::<G>(position) {
                G::play(position, mv);
                self.meet_all::<G>(position, depth - 1);
                G::undo(position);
            }
        }
    }

    fn meet_some<G: Game>(&mut self, start: &G::Position, games: usize) {
        let mut random = Random::new(11);
        for _ in 0..games {
            let mut position = start.clone();
            for _ in 0..60 {
                self.meet::<G>(&position);
                let Some(mv) = random.choose(&moves::<G>(&position)) else { break };
                G::play(&mut position, mv);
            }
        }
    }

    fn check(&self) {
        assert!(self.0.len() > 1000, "{} positions", self.0.len());
        for seed in [0, 1] {
            let distinct: HashSet<u64> = self.0.values().map(|seeded| seeded[seed]).collect();
            assert_eq!(distinct.len(), self.0.len(), "two keys of the game, one of a seed");
        }
    }
}

fn moves<G: Game>(position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    G::generate(position, Which::Noisy, |mv| moves.push(mv));
    G::generate(position, Which::Quiet, |mv| moves.push(mv));
    moves
}

#[test]
fn keys_of_xiangqi_agree() {
    let mut known = Known::default();
    known.meet_some::<Xiangqi>(&xiangqi::Position::start(), 200);
    let ending = "4k4/9/9/9/9/9/9/9/4p4/3K1R3 w".parse::<xiangqi::Fen>().expect("a position");
    known.meet_all::<Xiangqi>(&mut ending.into(), 4);
    known.check();
}

#[test]
fn keys_of_chess_agree() {
    let mut known = Known::default();
    known.meet_some::<Chess>(&games::chess::Position::start(), 200);
    let rows = [
        // Castling rights of one side, or of both, are lost, and the pieces come back.
        "r3k2r/8/8/8/8/8/8/4K1N1 w kq - 0 1",
        "4k1n1/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        // Captures in passing, possible and not.
        "4k3/2p3p1/8/1P3P2/p1p1p3/8/1P1P4/4K3 w - - 0 1",
    ];
    for fen in rows {
        known.meet_all::<Chess>(&mut fen.parse().expect("a position"), 4);
    }
    known.check();
}
