//! The laws of the search on xiangqi and chess: with nothing left out it finds what plain negamax finds, and every
//! technique by itself keeps a mate that is there.

use games::{Chess, Xiangqi, chess, xiangqi as xq};
use search::contract::laws;
use search::{Evaluator, Game, Limits, Searcher, Techniques};
use std::fs;
use xiangqi::Position;

/// Quiet and sharp, with few pieces and many, near the rule on moves without a capture, and near a repetition.
const XIANGQI: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "2b1ka3/3ca4/2R6/N7p/4N4/6P2/P2pP3P/5A3/2n1AK3/2r3B2 w - - 0 1",
    "5k3/9/9/9/9/4p4/9/9/4R4/3K5 b - - 10 40",
    "4k4/9/9/9/9/9/4r4/9/4A4/3AK4 w - - 117 90",
    "3k5/9/4P4/9/9/9/9/9/4p4/5K3 w - - 0 60",
    "2bak4/4a4/4b4/C3n1N1p/P3p4/2B6/4Pn2P/3AB4/4A4/4K4 w - - 0 1",
];

const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/2P1k3/8/8/8/8/2p1K3/8 w - - 0 1",
    "7k/8/4Q1K1/8/8/8/8/8 w - - 97 90",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
];

/// Techniques that save work and never change a score.
const EXACT: Techniques = Techniques {
    aspiration_windows: true,
    mate_distance_pruning: true,
    fail_high_blending: true,
    main_history: true,
    continuation_history: true,
    killers: true,
    early_checks: true,
    early_escapes: true,
    capture_history: true,
    ..Techniques::NONE
};
/// The same, and captures are followed below the last ply.
const SETTLED: Techniques = Techniques { quiescence: true, quiet_checks: true, ..EXACT };

fn keeps_the_laws<G: Game, E: Evaluator<G> + 'static>(position: &G::Position, fresh: fn() -> E, name: &str) {
    for techniques in [Techniques::NONE, EXACT] {
        laws::equals_negamax(position, techniques, 3, fresh, name);
        laws::null_windows_agree(position, techniques, 2, fresh, name);
    }
    for techniques in [Techniques::NONE, EXACT, SETTLED] {
        for depth in 1..=3 {
            laws::variation_ends_in_its_score(position, techniques, depth, fresh, name);
        }
    }
}

#[test]
fn xiangqi_keeps_the_laws() {
    for fen in XIANGQI {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        keeps_the_laws::<Xiangqi, _>(&position, xq::Classical::new, fen);
    }
}

#[test]
fn chess_keeps_the_laws() {
    for fen in CHESS {
        let position: chess::Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        keeps_the_laws::<Chess, _>(&position, chess::Classical::new, fen);
    }
}

/// A mate in `moves` needs `2 * moves` plies to be seen without quiescence, and a few more where moves are reduced.
#[test]
fn every_technique_keeps_mates() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/search/mates.tsv");
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<(Position, i32)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(fen, moves)| (fen.parse().unwrap(), moves.parse().unwrap()))
        .filter(|&(_, moves)| moves <= 2)
        .collect();
    assert_eq!(rows.len(), 40);
    let mut searcher = Searcher::<Xiangqi, _>::new(4, 1, xq::Classical::new);
    for name in Techniques::NAMES {
        let mut techniques = Techniques::NONE;
        techniques.set(name, true);
        for (position, moves) in &rows {
            let limits =
                Limits { depth: Some(2 * *moves as usize + 8), mate: Some(*moves), ..Limits::default() };
            let score = laws::deepen(&mut searcher, techniques, position, &limits);
            let found = score.mate_distance();
            assert!(
                found.is_some_and(|found| (1..=*moves).contains(&found)),
                "{score:?}, not a mate in {moves} with {name} in {}",
                position.fen()
            );
        }
    }
}
