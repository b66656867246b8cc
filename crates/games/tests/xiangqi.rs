//! Xiangqi behind the seam: the promises of [`search::Game`], and the symmetries of the evaluation.

use games::Xiangqi;
use games::xiangqi::Classical;
use search::{Evaluator, Game, Score, contract};
use xiangqi::{Board, Fen, Position, Random};

/// Published positions and stress tests: checks, double checks, pins, cannons, bare kings, no moves.
const ROWS: usize = 20;
const PERFT: &str = include_str!("../../../testdata/perft.epd");

fn positions() -> impl Iterator<Item = Position> {
    PERFT.lines().take(ROWS).map(|row| {
        let fen = row.split(';').next().unwrap_or_default().trim();
        fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
    })
}

fn evaluate(position: &Position) -> i32 {
    let mut evaluator = Classical::new();
    evaluator.refresh(position);
    evaluator.evaluate(position)
}

fn position_of(board: Board) -> Position {
    Position::from(Fen { board, quiet_plies: 0, move_number: 1 })
}

#[test]
fn the_contract_holds() {
    for position in positions() {
        contract::check::<Xiangqi, Classical>(&position, 1, &Classical::new, &|p| p.fen().to_string());
    }
}

#[test]
fn evaluation_is_symmetric() {
    let mut random = Random::new(1);
    for start in positions() {
        let mut board = start.board().clone();
        for _ in 0..100 {
            let score = evaluate(&position_of(board.clone()));
            let name = position_of(board.clone());
            assert_eq!(evaluate(&position_of(board.swap_sides())), score, "sides of {name:?}");
            assert_eq!(evaluate(&position_of(board.mirror())), score, "mirror image of {name:?}");
            let Some(mv) = random.choose(&board.legal_moves()) else { break };
            board.play_unchecked(mv);
        }
    }
}

#[test]
fn a_repetition_inside_the_tree_is_judged() {
    let mut position = Position::start();
    for text in ["b0c2", "b9c7", "c2b0"] {
        Xiangqi::play(&mut position, text.parse().expect("a move"));
        assert_eq!(Xiangqi::verdict(&position, 3), None);
    }
    Xiangqi::play(&mut position, "c7b9".parse().expect("a move"));
    assert_eq!(Xiangqi::verdict(&position, 5), Some(Score::DRAW));
}

#[test]
fn no_moves_is_a_loss() {
    // The bare king's two steps are both watched: stalemate, which loses in xiangqi.
    let position: Position = "3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1".parse().expect("a position");
    let mut count = 0;
    Xiangqi::generate(&position, search::Which::Noisy, |_| count += 1);
    Xiangqi::generate(&position, search::Which::Quiet, |_| count += 1);
    assert!(!Xiangqi::is_check(&position));
    assert_eq!(count, 0);
    assert_eq!(Xiangqi::no_moves(&position, 4), Score::mated_in(4));
}
