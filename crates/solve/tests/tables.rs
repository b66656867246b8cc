//! The solver with tables of endings: as exact as they are, and its proofs need no table to be checked.

use endgame::{Material, Value, shipped};
use solve::{Limits, MateAnswer, Solver, check};
use std::sync::atomic::AtomicBool;
use xiangqi::{BoardBuilder, Fen, Piece, Position, Random, Square};

/// A random position with these men.
fn position(men: &[Piece], random: &mut Random) -> Position {
    loop {
        let mut builder = BoardBuilder::new();
        for &piece in men {
            builder.place(piece, Square::from_index(random.below(90)));
        }
        if let Ok(board) = builder.build()
            && board.occupied().count() as usize == men.len()
        {
            return Position::from(Fen { board, quiet_plies: 0, move_number: 1 });
        }
    }
}

#[test]
fn mates_in_endings_are_the_shortest_and_proved() {
    use Piece::{BlackAdvisor, BlackElephant, BlackKing, RedHorse, RedKing, RedPawn, RedRook};
    let endings: [&[Piece]; 4] = [
        &[RedKing, BlackKing, RedRook, BlackAdvisor, BlackElephant],
        &[RedKing, BlackKing, RedHorse, BlackAdvisor],
        &[RedKing, BlackKing, RedHorse, BlackElephant],
        &[RedKing, BlackKing, RedPawn, RedPawn],
    ];
    let mut random = Random::new(27);
    let mut solver =
        Solver::new(Limits { nodes: Some(3_000_000), hash: 16, ..Limits::default() }).with_endings(shipped());
    let (mut mates, mut none) = (0, 0);
    for men in endings {
        for _ in 0..6 {
            let position = position(men, &mut random);
            assert!(Material::of(position.board()).is_some());
            let known = shipped().probe(position.board()).unwrap();
            let outcome = solver.solve(&position, None, &AtomicBool::new(false));
            match (known, &outcome.answer) {
                (Value::Win(plies), MateAnswer::Mate(proof)) => {
                    assert_eq!(check(&position, proof), Ok(u32::from(plies).div_ceil(2)), "{position:?}");
                    mates += 1;
                }
                (Value::Draw, MateAnswer::None) => none += 1,
                (known, answer) => panic!("{position:?}: {known:?}, but {answer:?}"),
            }
        }
    }
    assert!(mates > 12 && none > 2, "{mates} mates, {none} without");
}

/// A position with more men, whose mate leads through an ending.
#[test]
fn mates_beyond_the_horizon_are_found_through_endings() {
    // The rook takes the cannon, and what is left takes long.
    let position: Position = "3aka3/9/9/9/c8/9/9/9/R8/3K5 w".parse().unwrap();
    let limits = Limits { nodes: Some(2_000_000), hash: 16, any: true, ..Limits::default() };
    let outcome = Solver::new(limits).with_endings(shipped()).solve(&position, None, &AtomicBool::new(false));
    let proof = outcome.answer.proof().expect("a mate");
    assert!(proof.moves() >= 5, "{}", proof.moves());
    assert_eq!(check(&position, proof), Ok(proof.moves()));
}
