//! How the pieces go, written to be read: step by step, with no table.
//!
//! These functions are the definition. The fast ones beside them are tested to be equal.

use crate::types::{Bitboard, Colour, PieceKind, Square};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Where a piece on `from` could go: all squares it reaches, whoever stands on them.
///
/// A cannon reaches the empty squares before its screen, and the first piece behind it.
pub fn reach(kind: PieceKind, side: Colour, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::King => steps(from, STRAIGHT, is_palace_of(side)),
        PieceKind::Advisor => steps(from, DIAGONAL, is_palace_of(side)),
        PieceKind::Elephant => elephant(side, from, occupied),
        PieceKind::Horse => horse(from, occupied),
        PieceKind::Rook => rook(from, occupied),
        PieceKind::Cannon => cannon(from, occupied),
        PieceKind::Pawn => pawn(side, from),
    }
}

/// Whether a square belongs to the palace of a side.
pub fn is_palace_of(side: Colour) -> impl Fn(Square) -> bool {
    move |square| (3..=5).contains(&square.file()) && square.rank_from(side) <= 2
}

fn steps(from: Square, directions: [(i32, i32); 4], allowed: impl Fn(Square) -> bool) -> Bitboard {
    let target = |(files, ranks)| from.offset(files, ranks).filter(|&to| allowed(to));
    directions.into_iter().filter_map(target).collect()
}

fn elephant(side: Colour, from: Square, occupied: Bitboard) -> Bitboard {
    let target = |(files, ranks)| {
        let eye = from.offset(files, ranks)?;
        let to = from.offset(2 * files, 2 * ranks)?;
        (!occupied.has(eye) && to.is_own_half(side)).then_some(to)
    };
    DIAGONAL.into_iter().filter_map(target).collect()
}

fn horse(from: Square, occupied: Bitboard) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for (files, ranks) in STRAIGHT {
        let Some(leg) = from.offset(files, ranks) else { continue };
        if occupied.has(leg) {
            continue;
        }
        // One more step outward, to either side of the direction of travel.
        for side in [-1, 1] {
            let to = leg.offset(files + side * ranks, ranks + side * files);
            targets |= to.map_or(Bitboard::EMPTY, Bitboard::of);
        }
    }
    targets
}

/// The squares from `from` to the edge in one direction, nearest first.
fn ray(from: Square, (files, ranks): (i32, i32)) -> impl Iterator<Item = Square> {
    core::iter::successors(from.offset(files, ranks), move |square| square.offset(files, ranks))
}

fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for direction in STRAIGHT {
        for to in ray(from, direction) {
            targets |= Bitboard::of(to);
            if occupied.has(to) {
                break;
            }
        }
    }
    targets
}

fn cannon(from: Square, occupied: Bitboard) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for direction in STRAIGHT {
        let mut squares = ray(from, direction);
        for to in squares.by_ref() {
            if occupied.has(to) {
                break; // the screen
            }
            targets |= Bitboard::of(to);
        }
        targets |= squares.find(|&to| occupied.has(to)).map_or(Bitboard::EMPTY, Bitboard::of);
    }
    targets
}

fn pawn(side: Colour, from: Square) -> Bitboard {
    let forward = if side == Colour::Red { 1 } else { -1 };
    let sideways = !from.is_own_half(side);
    let directions = [Some((0, forward)), sideways.then_some((1, 0)), sideways.then_some((-1, 0))];
    directions.into_iter().flatten().filter_map(|(files, ranks)| from.offset(files, ranks)).collect()
}

/// The squares strictly between two squares of one line; none if they share no line.
pub fn between(a: Square, b: Square) -> Bitboard {
    for direction in STRAIGHT {
        let on_the_way: Bitboard = ray(a, direction).take_while(|&square| square != b).collect();
        if ray(a, direction).any(|square| square == b) {
            return on_the_way;
        }
    }
    Bitboard::EMPTY
}
