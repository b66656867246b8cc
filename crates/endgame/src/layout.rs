//! Which number a placement has in its table.
//!
//! A table is written for a strong side that is Red. Men of one side and kind are a group; a group of `c` men on a domain of `n` points
//! has `n` over `c` combinations, and the number of a placement is made of those of its groups like a number of several digits.
//!
//! | man | points |
//! |---|---|
//! | king | 9, the palace |
//! | advisor | 5 |
//! | elephant | 7 |
//! | pawn | 55: ten before the river, 45 beyond |
//! | rook, horse, cannon | 90 |
//!
//! The strong king is the first digit and goes file by file, d, e, f: placements with it on d or e are the first two thirds, and mirror
//! images of the rest. Attackers are the last digits. Numbers in which men share a point, or the kings face each other, belong to no
//! position.

use crate::material::{Material, ORDER};
use xiangqi::{Bitboard, Colour, Piece, PieceKind, SQUARES, Square, attacks};

/// Kings and men together.
pub(crate) const MAX_SLOTS: usize = crate::MAX_MEN + 2;
/// Where the kings are among the men.
pub(crate) const STRONG_KING: usize = 0;
pub(crate) const WEAK_KING: usize = 1;
/// A point that a man cannot stand on.
const NOWHERE: u8 = u8::MAX;

/// The squares of all men, by their slots; those behind the last slot mean nothing.
pub(crate) type Squares = [Square; MAX_SLOTS];

/// Men of one side and kind.
#[derive(Debug)]
struct Group {
    first_slot: usize,
    count: usize,
    /// Where a square is in the domain.
    place: [u8; SQUARES],
    /// The squares of each combination, in the order of their numbers.
    combinations: Vec<[Square; crate::MAX_MEN]>,
    stride: usize,
}

/// How placements of an ending are numbered.
#[derive(Debug)]
pub(crate) struct Layout {
    groups: Vec<Group>,
    /// The men by their slots.
    pub pieces: Vec<Piece>,
    /// How many numbers there are.
    pub size: usize,
}

/// The points that a man can stand on. A king's go file by file.
fn domain(piece: Piece) -> Vec<Square> {
    let side = piece.colour();
    let points = match piece.kind() {
        PieceKind::King => Bitboard::PALACES & Bitboard::half(side),
        PieceKind::Advisor => attacks::advisor_points(side),
        PieceKind::Elephant => attacks::elephant_points(side),
        PieceKind::Pawn => {
            let is_near =
                |square: &Square| (3..5).contains(&square.rank_from(side)) && square.file().is_multiple_of(2);
            Bitboard::half(!side) | Square::all().filter(is_near).collect()
        }
        _ => Bitboard::ALL,
    };
    let mut points: Vec<Square> = points.into_iter().collect();
    if piece.kind() == PieceKind::King {
        points.sort_by_key(|square| (square.file(), square.rank()));
    }
    points
}

/// All ways to choose some of the points, the one with the least greatest point first.
fn combinations(points: &[Square], count: usize) -> Vec<[Square; crate::MAX_MEN]> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..count).collect();
    loop {
        let mut squares = [Square::from_index(0); crate::MAX_MEN];
        for (square, &place) in squares.iter_mut().zip(&chosen) {
            *square = points[place];
        }
        all.push(squares);
        // The first that can go on does, and those before it start again.
        let Some(next) = (0..count).find(|&at| {
            let limit = chosen.get(at + 1).copied().unwrap_or(points.len());
            chosen[at] + 1 < limit
        }) else {
            return all;
        };
        chosen[next] += 1;
        for (at, place) in chosen.iter_mut().enumerate().take(next) {
            *place = at;
        }
    }
}

/// `n` over `k`, for the few that are asked for.
fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, step| product * n.saturating_sub(step) / (step + 1))
}

impl Layout {
    pub fn new(material: Material) -> Self {
        let mut layout = Self { groups: Vec::new(), pieces: Vec::new(), size: 1 };
        let mut kinds = vec![(Piece::RedKing, 1), (Piece::BlackKing, 1)];
        // Defenders before attackers: values change least when an attacker goes to the next point.
        for is_defender in [true, false] {
            for is_weak in [true, false] {
                for (place, kind) in ORDER.into_iter().enumerate() {
                    let defends = matches!(kind, PieceKind::Advisor | PieceKind::Elephant);
                    let count = material.count(is_weak, place);
                    if count > 0 && defends == is_defender {
                        let side = if is_weak { Colour::Black } else { Colour::Red };
                        kinds.push((Piece::new(side, kind), count));
                    }
                }
            }
        }
        for (piece, count) in kinds {
            let points = domain(piece);
            let mut place = [NOWHERE; SQUARES];
            for (number, square) in points.iter().enumerate() {
                place[square.index()] = number as u8;
            }
            let first_slot = layout.pieces.len();
            layout.pieces.extend(core::iter::repeat_n(piece, count));
            let combinations = combinations(&points, count);
            layout.groups.push(Group { first_slot, count, place, combinations, stride: 0 });
        }
        for group in layout.groups.iter_mut().rev() {
            group.stride = layout.size;
            layout.size *= group.combinations.len();
        }
        layout
    }

    /// How many numbers there are, without making tables of combinations.
    pub fn size_of(material: Material) -> usize {
        let mut size = 81;
        for is_weak in [false, true] {
            for (place, kind) in ORDER.into_iter().enumerate() {
                let points = domain(Piece::new(Colour::Red, kind)).len();
                size *= binomial(points, material.count(is_weak, place));
            }
        }
        size
    }

    /// How many of the numbers a table keeps: those with the strong king on files d and e.
    pub fn stored(&self) -> usize {
        self.size / 9 * 6
    }

    /// Whether the man of a slot can ever stand on a square.
    #[inline]
    pub fn can_stand(&self, slot: usize, square: Square) -> bool {
        self.pieces[slot].kind() != PieceKind::Pawn || {
            let group = self.groups.iter().rev().find(|group| group.first_slot <= slot);
            group.is_some_and(|group| group.place[square.index()] != NOWHERE)
        }
    }

    /// The squares of a number below the size.
    #[inline]
    pub fn squares(&self, index: usize) -> Squares {
        let mut squares = [Square::from_index(0); MAX_SLOTS];
        let mut rest = index;
        for group in &self.groups {
            let number = rest / group.stride;
            rest -= number * group.stride;
            let places = &group.combinations[number];
            squares[group.first_slot..group.first_slot + group.count].copy_from_slice(&places[..group.count]);
        }
        squares
    }

    /// The number of a placement; men of a group may be in any order. They must stand where they can.
    #[inline]
    pub fn index(&self, squares: &Squares) -> usize {
        let mut index = 0;
        for group in &self.groups {
            let place = |slot: usize| usize::from(group.place[squares[slot].index()]);
            let number = match group.count {
                1 => place(group.first_slot),
                2 => {
                    let (a, b) = (place(group.first_slot), place(group.first_slot + 1));
                    let (low, high) = (a.min(b), a.max(b));
                    low + high * high.saturating_sub(1) / 2
                }
                count => {
                    let mut places = [0; crate::MAX_MEN];
                    let places = &mut places[..count];
                    for (offset, at) in places.iter_mut().enumerate() {
                        *at = place(group.first_slot + offset);
                    }
                    places.sort_unstable();
                    places.iter().enumerate().map(|(order, &at)| binomial(at, order + 1)).sum()
                }
            };
            index += number * group.stride;
        }
        index
    }

    /// The number under which a table keeps a placement: its own or that of its mirror image, whichever is less.
    pub fn stored_index(&self, squares: &Squares) -> usize {
        let index = self.index(squares);
        let mirrored = || self.index(&squares.map(Square::flip_file));
        match squares[STRONG_KING].file() {
            3 => index,
            5 => mirrored(),
            _ => index.min(mirrored()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_agree() {
        for name in ["KRvK", "KPvKAB", "KNNvKA", "KPPvKBB", "KCAvKAA", "KPPPvK"] {
            let material: Material = name.parse().unwrap();
            let layout = Layout::new(material);
            assert_eq!(Layout::size_of(material), layout.size, "{name}");
            for index in (0..layout.size).step_by(7) {
                let squares = layout.squares(index);
                assert_eq!(layout.index(&squares), index, "{name}");
                let mut turned = squares;
                turned[2..layout.pieces.len()].reverse();
                if layout.groups.len() == 3 {
                    assert_eq!(layout.index(&turned), index, "{name}");
                }
                let mirror = squares.map(Square::flip_file);
                assert_eq!(layout.stored_index(&squares), layout.stored_index(&mirror), "{name}");
                assert!(layout.stored_index(&squares) < layout.stored(), "{name}");
            }
        }
    }

    #[test]
    fn domains_are_where_boards_allow_men() {
        use xiangqi::BoardBuilder;
        for piece in Piece::all() {
            let points = domain(piece);
            let sizes = [9, 5, 7, 90, 90, 90, 55];
            assert_eq!(points.len(), sizes[piece.kind().index()], "{piece:?}");
            for square in Square::all().filter(|_| piece.kind() != PieceKind::King) {
                let mut builder = BoardBuilder::new();
                builder.place(Piece::RedKing, Square::parse(b"d0").unwrap());
                builder.place(Piece::BlackKing, Square::parse(b"f9").unwrap());
                let is_free = builder.piece(square).is_none();
                let misplaced = builder.place(piece, square).build();
                let can_stand = !matches!(misplaced, Err(xiangqi::InvalidBoard::Misplaced { .. }));
                if is_free {
                    assert_eq!(points.contains(&square), can_stand, "{piece:?} on {square}");
                }
            }
        }
    }
}
