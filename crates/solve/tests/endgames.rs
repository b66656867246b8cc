//! Small endgames solved backwards from their ends, position by position, against the solver: its shortest mates
//! are the shortest, its bounds are bounds, and where it finds no mate there is none.

use solve::{Limits, MateAnswer, Solver, check};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use xiangqi::{Board, Colour, Fen, Position};

/// Everything that can arise from a position, and in how many moves Red mates.
struct Endgame {
    boards: Vec<Board>,
    distances: Vec<Option<u32>>,
}

impl Endgame {
    fn new(fen: &str) -> Self {
        let start: Fen = fen.parse().expect(fen);
        let mut numbers = HashMap::from([(start.board.key(), 0)]);
        let mut boards = vec![start.board];
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while let Some(board) = boards.get(successors.len()).cloned() {
            let mut after = Vec::new();
            for &mv in &board.legal_moves() {
                let mut next = board.clone();
                next.play_unchecked(mv);
                let new = boards.len();
                let number = *numbers.entry(next.key()).or_insert(new);
                if number == new {
                    boards.push(next);
                }
                after.push(number);
            }
            successors.push(after);
            assert!(boards.len() < 400_000, "{fen} has too many positions");
        }
        let mut distances: Vec<Option<u32>> = vec![None; boards.len()];
        // In each round what is decided in the same number of moves: Red's positions, then Black's that lead to them.
        for round in 0.. {
            let mut is_over = round > 0;
            for side in [Colour::Red, Colour::Black] {
                for number in 0..boards.len() {
                    if distances[number].is_some() || boards[number].side() != side {
                        continue;
                    }
                    let mut after = successors[number].iter().map(|&next| distances[next]);
                    let distance = match side {
                        Colour::Red => after.flatten().min().map(|least| least + 1),
                        Colour::Black => after.try_fold(0, |most, next| next.map(|next| most.max(next))),
                    };
                    if distance == Some(round) {
                        distances[number] = distance;
                        is_over = false;
                    }
                }
            }
            if is_over {
                break;
            }
        }
        Self { boards, distances }
    }
}

#[test]
fn the_solver_agrees_with_retrograde_analysis() {
    let endgames = [
        "4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 0 1",
        "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/4a4/9/4P4/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/4p4/4P4/9/9/9/9/3K5 w - - 0 1",
        "3k5/9/9/9/9/9/9/4C4/4A4/4K4 w - - 0 1",
    ];
    let mut solver = Solver::new(Limits { nodes: Some(60_000), hash: 8, ..Limits::default() });
    let (mut mates, mut bounds, mut none, mut open) = (0, 0, 0, 0);
    for fen in endgames {
        let endgame = Endgame::new(fen);
        let stride = endgame.boards.len() / 60 + 1;
        for number in (0..endgame.boards.len()).step_by(stride) {
            let board = endgame.boards[number].clone();
            if board.side() == Colour::Black {
                continue;
            }
            let position = Position::from(Fen { board, quiet_plies: 0, move_number: 1 });
            let name = position.fen().to_string();
            let distance = endgame.distances[number];
            let outcome = solver.solve(&position, None, &AtomicBool::new(false));
            assert!(distance.is_none_or(|distance| outcome.refuted < distance), "{name}");
            match &outcome.answer {
                MateAnswer::Mate(proof) => {
                    mates += 1;
                    assert_eq!(
                        (check(&position, proof).ok(), Some(proof.moves())),
                        (distance, distance),
                        "{name}"
                    );
                }
                MateAnswer::AtMost(proof) => {
                    bounds += 1;
                    assert_eq!(check(&position, proof), Ok(proof.moves()), "{name}");
                    assert!(distance.is_some_and(|distance| distance <= proof.moves()), "{name}");
                }
                MateAnswer::None => {
                    none += 1;
                    assert_eq!(distance, None, "{name}");
                }
                MateAnswer::Unknown => open += 1,
            }
        }
    }
    assert!(mates > 50 && none > 10, "{mates} mates, {bounds} bounds, {none} without a mate, {open} open");
}
