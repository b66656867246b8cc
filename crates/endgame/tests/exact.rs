//! Every position of some tables against a solver that knows nothing but the rules.

mod slow;

use endgame::{Material, Tables, Value, build, shipped, verify};
use std::ops::ControlFlow;
use xiangqi::{Board, Piece};

/// Compares every board of an ending and of all that captures make of it, from both sides. How many boards there were.
fn compare(men: &[Piece], tables: &Tables) -> usize {
    let boards = slow::boards(men);
    let values = slow::solve(&boards);
    let mut compared = 0;
    for board in &boards {
        let value = values[&board.key()];
        if Material::of(board).is_none() {
            // Nobody can attack.
            assert_eq!(value, Value::Draw, "{board:?}");
            continue;
        }
        for image in [board.clone(), board.mirror(), board.swap_sides()] {
            assert_eq!(tables.probe(&image), Some(value), "{image:?}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn rook_against_advisor() {
    let men = [Piece::RedKing, Piece::BlackKing, Piece::RedRook, Piece::BlackAdvisor];
    assert_eq!(compare(&men, shipped()), 18_507 + 22_806 + 3_834 + 4_914);
}

#[test]
fn horse_against_elephant() {
    compare(&[Piece::RedKing, Piece::BlackKing, Piece::RedHorse, Piece::BlackElephant], shipped());
}

#[test]
fn cannon_with_advisor_against_nothing() {
    compare(&[Piece::RedKing, Piece::BlackKing, Piece::RedCannon, Piece::RedAdvisor], shipped());
}

#[test]
fn pawn_against_two_advisors() {
    let men = [Piece::RedKing, Piece::BlackKing, Piece::RedPawn, Piece::BlackAdvisor, Piece::BlackAdvisor];
    compare(&men, shipped());
}

/// Two men of a kind on one side, and a table that is built here.
#[test]
fn two_pawns() {
    let mut tables = Tables::new();
    for material in "KPPvK".parse::<Material>().unwrap().family() {
        tables.insert(build(material, &tables, |_| ControlFlow::Continue(())).unwrap());
    }
    compare(&[Piece::RedKing, Piece::BlackKing, Piece::RedPawn, Piece::RedPawn], &tables);
}

#[test]
fn best_play_ends_in_mate_or_stalemate_after_as_many_plies_as_promised() {
    let mut lines = 0;
    for board in slow::boards(&[Piece::RedKing, Piece::BlackKing, Piece::RedHorse, Piece::BlackAdvisor])
        .iter()
        .step_by(53)
    {
        let Some(plies) = shipped().probe(board).and_then(Value::plies) else { continue };
        let line = shipped().line(board).unwrap();
        assert_eq!(line.len(), usize::from(plies), "{board:?}");
        let mut end: Board = board.clone();
        for &mv in &line {
            assert!(end.is_legal(mv), "{board:?}");
            end.play_unchecked(mv);
        }
        assert!(!end.has_legal_move(), "{board:?}");
        lines += 1;
    }
    assert!(lines > 500, "{lines}");
}

/// Every shipped table agrees with the legal moves, on a sample of its positions.
#[test]
fn every_table_agrees_with_the_rules() {
    for table in shipped().iter() {
        let stride = table.unpacked_size() / 1500 + 1;
        // A stride that has a factor in common with the layout would see the same squares again and again.
        let stride = (stride..stride + 2310)
            .find(|stride| [2, 3, 5, 7, 11].iter().all(|prime| stride % prime != 0))
            .unwrap();
        let positions = verify(table.material(), shipped(), stride, |_, _| ControlFlow::Continue(()));
        assert!(positions.unwrap() > 100, "{table:?}");
    }
}
