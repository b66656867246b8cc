//! Where pieces reach.
//!
//! [`slow`] walks the board and is the definition; the functions re-exported here look the answer
//! up and are tested to give the same. All of them say what a piece *reaches*, whoever stands
//! there: taking away one's own pieces is the caller's business.
//!
//! ```
//! use xiangqi::{Board, Colour, PieceKind, Square, attacks};
//!
//! let board = Board::start();
//! let lines = board.lines();
//! let square = |text: &str| Square::parse(text.as_bytes()).unwrap();
//! // By kind, or the function of a kind.
//! assert_eq!(attacks::reach(PieceKind::Rook, Colour::Red, square("a0"), lines), attacks::rook(square("a0"), lines));
//! assert_eq!(attacks::cannon(square("h2"), lines).count(), 12);
//! assert_eq!(attacks::horse(square("h0"), lines).count(), 2);
//! assert_eq!(attacks::elephant(square("g0"), lines).count(), 2);
//! assert_eq!(attacks::advisor(square("d0")).count(), 1);
//! assert_eq!(attacks::king(square("e0")).count(), 3);
//! assert_eq!(attacks::pawn(Colour::Red, square("e3")).count(), 1);
//! // And the way back: from where something reaches a square.
//! assert!(attacks::horse_attackers(square("g2"), lines).has(square("h0")));
//! assert!(attacks::pawn_attackers(Colour::Red, square("e4")).has(square("e3")));
//! assert_eq!(attacks::between(square("e0"), square("e9")).count(), 8);
//! assert!(attacks::cannon_aim(square("h2"), lines).has(square("h9")));
//! ```

mod leapers;
mod lines;
#[doc(hidden)]
pub mod slow;

pub use leapers::{advisor, between, elephant, horse, horse_attackers, king, pawn, pawn_attackers};
pub use lines::{Lines, cannon, cannon_aim, rook};
// For evaluations and rules of our own.
#[doc(hidden)]
pub use leapers::{
    advisor_points, cross, diagonal, elephant_points, elephant_ring, eye, horse_ring, leg, near_pawn_sources,
    palace_lines, palace_surroundings,
};
#[doc(hidden)]
pub use lines::{count_cannon, count_rook, rook_and_cannon};

use crate::types::{Bitboard, Colour, PieceKind, Square};

/// Where a piece on `from` could go: all squares it reaches, whoever stands on them.
#[inline]
pub fn reach(kind: PieceKind, side: Colour, from: Square, lines: &Lines) -> Bitboard {
    match kind {
        PieceKind::King => king(from),
        PieceKind::Advisor => advisor(from),
        PieceKind::Elephant => elephant(from, lines),
        PieceKind::Horse => horse(from, lines),
        PieceKind::Rook => rook(from, lines),
        PieceKind::Cannon => cannon(from, lines),
        PieceKind::Pawn => pawn(side, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Whether a piece can stand on a square at all: the fast functions promise nothing elsewhere.
    fn can_stand(kind: PieceKind, side: Colour, square: Square) -> bool {
        match kind {
            PieceKind::King | PieceKind::Advisor => slow::is_palace_of(side)(square),
            PieceKind::Elephant => square.is_own_half(side),
            _ => true,
        }
    }

    #[test]
    fn fast_reach_equals_slow_reach() {
        let mut random = Random::new(1);
        for round in 0..if cfg!(miri) { 1 } else { 4_000 } {
            // From crowded to nearly empty boards.
            let mut occupied = Bitboard(random.next_u128() & Bitboard::ALL.0);
            for _ in 0..round % 4 {
                occupied &= Bitboard(random.next_u128());
            }
            let lines = Lines::of(occupied);
            for square in Square::all() {
                for side in Colour::ALL {
                    for kind in PieceKind::ALL {
                        if can_stand(kind, side, square) {
                            let slow = slow::reach(kind, side, square, occupied);
                            assert_eq!(reach(kind, side, square, &lines), slow, "{kind:?} on {square}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_cannon_aims_at_what_it_would_capture() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let occupied = Bitboard(random.next_u128() & random.next_u128() & Bitboard::ALL.0);
            for from in Square::all() {
                let aim = cannon_aim(from, &Lines::of(occupied));
                for to in Square::all().filter(|&to| to != from) {
                    // Put a piece there, and see whether a cannon captures it.
                    let with_piece = occupied | Bitboard::of(to);
                    let captures = slow::reach(PieceKind::Cannon, Colour::Red, from, with_piece).has(to);
                    assert_eq!(aim.has(to), captures, "{from} {to}");
                }
            }
        }
    }

    #[test]
    fn attackers_are_the_reverse_of_reach() {
        let mut random = Random::new(2);
        for _ in 0..500 {
            let occupied = Bitboard(random.next_u128() & random.next_u128() & Bitboard::ALL.0);
            let lines = Lines::of(occupied);
            for target in Square::all() {
                let reached_by = |reach: &dyn Fn(Square) -> Bitboard| -> Bitboard {
                    Square::all().filter(|&from| reach(from).has(target)).collect()
                };
                assert_eq!(horse_attackers(target, &lines), reached_by(&|from| horse(from, &lines)));
                assert_eq!(horse_ring(target), reached_by(&|from| horse(from, &Lines::EMPTY)));
                for side in Colour::ALL {
                    assert_eq!(pawn_attackers(side, target), reached_by(&|from| pawn(side, from)));
                }
            }
        }
    }

    #[test]
    fn points_and_sources_leave_nothing_out() {
        for side in Colour::ALL {
            for from in Square::all() {
                for to in pawn(side, from) {
                    assert!(near_pawn_sources(side, Bitboard::of(to)).has(from), "{from} {to}");
                }
            }
            // From where they start, and then wherever they can go.
            for (kind, start, points) in [
                (PieceKind::Elephant, 2, elephant_points(side)),
                (PieceKind::Advisor, 3, advisor_points(side)),
            ] {
                let start = Square::from_index(start);
                let mut reached = Bitboard::of(if side == Colour::Red { start } else { start.flip_rank() });
                for _ in 0..8 {
                    for from in reached {
                        reached |= slow::reach(kind, side, from, Bitboard::EMPTY);
                    }
                }
                assert_eq!(reached, points, "{side:?} {kind:?}");
            }
        }
    }

    #[test]
    fn palace_zones_hold_every_square_that_aims_at_the_palace() {
        for side in Colour::ALL {
            for point in Square::all().filter(|&square| slow::is_palace_of(side)(square)) {
                assert!(cross(point).without(palace_lines(side)).is_empty());
                let close = horse_ring(point) | pawn_attackers(!side, point);
                assert!(close.without(palace_surroundings(side)).is_empty());
            }
        }
    }

    #[test]
    fn between_and_cross_equal_their_slow_twins() {
        for a in Square::all() {
            for b in Square::all().step_by(if cfg!(miri) { 11 } else { 1 }) {
                assert_eq!(between(a, b), slow::between(a, b), "{a} {b}");
            }
            assert_eq!(cross(a), slow::reach(PieceKind::Rook, Colour::Red, a, Bitboard::EMPTY));
        }
    }
}
