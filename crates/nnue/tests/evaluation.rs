//! The evaluation against the formula, and sums that follow the moves against sums from nothing.

mod common;

use common::{for_each_position, random_deep_network, random_network, slow_score};
use nnue::Neural;
use nnue::features::KingBuckets;
use nnue::kernels::Kernels;
use xiangqi::{Fen, PieceKind, Position, Random};

const SIZES: [(KingBuckets, usize); 3] =
    [(KingBuckets::One, 64), (KingBuckets::Three, 128), (KingBuckets::Six, 192)];

fn fresh(evaluator: &Neural, position: &Position) -> i32 {
    let mut fresh = Neural::new(evaluator.network().clone());
    fresh.refresh(position);
    fresh.evaluate(position)
}

#[test]
fn the_formula() {
    let networks = SIZES.into_iter().flat_map(|(buckets, hidden)| {
        [random_network, random_deep_network].map(|network| network(hidden as u64, buckets, hidden))
    });
    for network in networks {
        let evaluator = Neural::new(network.clone());
        let mut scores = Vec::new();
        for_each_position(2, 4, 150, |position| {
            let score = fresh(&evaluator, position);
            assert_eq!(score, slow_score(&network, position), "{position:?}");
            scores.push(score);
        });
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 100, "the random network tells positions apart");
    }
}

#[test]
fn sums_that_follow_the_moves_are_right() {
    for kernels in Kernels::all() {
        let mut evaluator = Neural::with_kernels(random_deep_network(3, KingBuckets::Six, 128), kernels);
        let mut random = Random::new(4);
        let mut king_moves = 0;
        for _ in 0..30 {
            let mut position = Position::start();
            evaluator.refresh(&position);
            let mut depth = 0_u32;
            for _ in 0..300 {
                match random.below(10) {
                    0..3 if depth > 0 => {
                        position.undo();
                        evaluator.pop();
                        depth -= 1;
                    }
                    3 if !position.is_check() => {
                        position.pass();
                        evaluator.push_pass();
                        depth += 1;
                    }
                    _ => {
                        let moves = position.board().legal_moves();
                        // Kings move far more often than chance would have it.
                        let is_king = |mv: &xiangqi::Move| {
                            position
                                .board()
                                .piece(mv.from())
                                .is_some_and(|piece| piece.kind() == PieceKind::King)
                        };
                        let of_king: Vec<_> = moves.iter().copied().filter(is_king).collect();
                        let wants_king = random.below(4) == 0 && !of_king.is_empty();
                        let chosen = if wants_king { random.choose(&of_king) } else { random.choose(&moves) };
                        let Some(mv) = chosen else { break };
                        king_moves += usize::from(wants_king);
                        evaluator.push(&position, mv);
                        position.play_unchecked(mv);
                        depth += 1;
                    }
                }
                // Not every position is asked about, so that several moves are caught up with at once.
                if random.below(3) == 0 {
                    assert_eq!(evaluator.evaluate(&position), fresh(&evaluator, &position), "{position:?}");
                }
            }
        }
        assert!(king_moves > 500, "{king_moves} moves of kings are too few to test refreshing");
    }
}

#[test]
fn both_sides_are_judged_alike() {
    for network in [random_network, random_deep_network] {
        let evaluator = Neural::new(network(7, KingBuckets::One, 64));
        for_each_position(8, 10, 100, |position| {
            let swapped =
                Position::from(Fen { board: position.board().swap_sides(), quiet_plies: 0, move_number: 1 });
            assert_eq!(fresh(&evaluator, position), fresh(&evaluator, &swapped), "{position:?}");
        });
    }
}
