//! The pieces that step or jump, by lookup; and the squares between two squares.
//!
//! Horse and elephant can be blocked at four points, so that four bits of the neighbourhood choose
//! the entry. Looked at from the target, a horse is blocked at a *diagonal* neighbour of the
//! target: `horse_attackers` is keyed by those.

use super::lines::Lines;
use crate::types::{Bitboard, Colour, FILES, RANKS, SQUARES, Square};

type PerSquare<T> = [T; SQUARES];

/// Adds the square at an offset of `index`, if it is on the board and passes the test of its rank.
const fn step(set: u128, index: usize, files: isize, ranks: isize) -> u128 {
    let file = (index % FILES) as isize + files;
    let rank = (index / FILES) as isize + ranks;
    if file < 0 || file >= FILES as isize || rank < 0 || rank >= RANKS as isize {
        set
    } else {
        set | 1 << (rank as usize * FILES + file as usize)
    }
}

/// One of four directions; the order is that of the neighbour bits of [`Lines`].
const STRAIGHT: [(isize, isize); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
const DIAGONAL: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

static KING: PerSquare<Bitboard> = palace_steps(STRAIGHT);
static ADVISOR: PerSquare<Bitboard> = palace_steps(DIAGONAL);

const fn palace_steps(directions: [(isize, isize); 4]) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut set = 0;
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = directions[direction];
            set = step(set, index, files, ranks);
            direction += 1;
        }
        if Bitboard::PALACES.0 >> index & 1 != 0 {
            // A step cannot lead from one palace to the other.
            table[index] = Bitboard(set & Bitboard::PALACES.0);
        }
        index += 1;
    }
    table
}

static PAWN: [PerSquare<Bitboard>; 2] = [pawn_steps(true), pawn_steps(false)];

const fn pawn_steps(red: bool) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut set = step(0, index, 0, if red { 1 } else { -1 });
        if (index / FILES >= 5) == red {
            set = step(step(set, index, 1, 0), index, -1, 0);
        }
        table[index] = Bitboard(set);
        index += 1;
    }
    table
}

static PAWN_ATTACKERS: [PerSquare<Bitboard>; 2] = [reverse(&PAWN[0]), reverse(&PAWN[1])];

/// For each square the squares whose entry holds it.
const fn reverse(table: &PerSquare<Bitboard>) -> PerSquare<Bitboard> {
    let mut reversed = [Bitboard::EMPTY; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if table[from].0 >> to & 1 != 0 {
                reversed[to].0 |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    reversed
}

/// Entries by the four neighbour bits that block.
type Blockable = PerSquare<[Bitboard; 16]>;

static HORSE: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut legs = 0;
        while legs < 16 {
            let mut direction = 0;
            while direction < 4 {
                if legs >> direction & 1 == 0 {
                    let (files, ranks) = STRAIGHT[direction];
                    let set = step(table[index][legs].0, index, 2 * files + ranks, 2 * ranks + files);
                    table[index][legs] = Bitboard(step(set, index, 2 * files - ranks, 2 * ranks - files));
                }
                direction += 1;
            }
            legs += 1;
        }
        index += 1;
    }
    table
};

static HORSE_ATTACKERS: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut legs = 0;
        while legs < 16 {
            let mut direction = 0;
            while direction < 4 {
                if legs >> direction & 1 == 0 {
                    let (files, ranks) = DIAGONAL[direction];
                    let set = step(table[index][legs].0, index, 2 * files, ranks);
                    table[index][legs] = Bitboard(step(set, index, files, 2 * ranks));
                }
                direction += 1;
            }
            legs += 1;
        }
        index += 1;
    }
    table
};

static ELEPHANT: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let own_half =
            if index / FILES < 5 { Bitboard::RED_HALF.0 } else { Bitboard::ALL.0 ^ Bitboard::RED_HALF.0 };
        let mut eyes = 0;
        while eyes < 16 {
            let mut set = 0;
            let mut direction = 0;
            while direction < 4 {
                if eyes >> direction & 1 == 0 {
                    let (files, ranks) = DIAGONAL[direction];
                    set = step(set, index, 2 * files, 2 * ranks);
                }
                direction += 1;
            }
            table[index][eyes] = Bitboard(set & own_half);
            eyes += 1;
        }
        index += 1;
    }
    table
};

/// The rank and the file of a square, without the square.
static CROSS: PerSquare<Bitboard> = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let shares_line = other % FILES == index % FILES || other / FILES == index / FILES;
            if shares_line && other != index {
                table[index].0 |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    table
};

/// The four diagonal neighbours of a square.
static NEAR_DIAGONAL: PerSquare<Bitboard> = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = DIAGONAL[direction];
            table[index] = Bitboard(step(table[index].0, index, files, ranks));
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The points of Red's elephants, and of Black's: what they reach from the middle and from where they start.
const ELEPHANT_POINTS: [Bitboard; 2] = [elephant_points_around(22, 2, 6), elephant_points_around(67, 83, 87)];
/// The points of Red's advisors, and of Black's.
const ADVISOR_POINTS: [Bitboard; 2] = [Bitboard(ADVISOR[13].0 | 1 << 13), Bitboard(ADVISOR[76].0 | 1 << 76)];

const fn elephant_points_around(middle: usize, left: usize, right: usize) -> Bitboard {
    Bitboard(ELEPHANT[middle][0].0 | ELEPHANT[left][0].0 | ELEPHANT[right][0].0)
}

/// The lines through Red's palace, and through Black's.
const PALACE_LINES: [Bitboard; 2] = [near_palace(0, 2, 3, 5, true), near_palace(7, 9, 3, 5, true)];
/// The squares up to two ranks and files away from Red's palace, and from Black's.
const PALACE_SURROUNDINGS: [Bitboard; 2] = [near_palace(0, 4, 1, 7, false), near_palace(5, 9, 1, 7, false)];

/// The squares within a range of ranks and (or) a range of files.
const fn near_palace(low: usize, high: usize, left: usize, right: usize, either: bool) -> Bitboard {
    let mut set = 0;
    let mut index = 0;
    while index < SQUARES {
        let on_rank = low <= index / FILES && index / FILES <= high;
        let on_file = left <= index % FILES && index % FILES <= right;
        if (on_rank && on_file) || (either && (on_rank || on_file)) {
            set |= 1 << index;
        }
        index += 1;
    }
    Bitboard(set)
}

#[allow(long_running_const_eval)]
static BETWEEN: PerSquare<PerSquare<Bitboard>> = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = STRAIGHT[direction];
            let mut passed = 0;
            let mut distance = 1;
            loop {
                let next = step(0, from, files * distance, ranks * distance);
                if next == 0 {
                    break;
                }
                table[from][next.trailing_zeros() as usize] = Bitboard(passed);
                passed |= next;
                distance += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// What a king on `square` reaches inside its palace.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// What an advisor on `square` reaches inside its palace.
#[inline(always)]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// What an elephant on `square` reaches on that half of the board.
#[inline(always)]
pub fn elephant(square: Square, lines: &Lines) -> Bitboard {
    ELEPHANT[square.index()][lines.diagonal_neighbours(square) % 16]
}

/// What an elephant on `square` would reach on an empty board.
#[inline(always)]
pub fn elephant_ring(square: Square) -> Bitboard {
    ELEPHANT[square.index()][0]
}

/// The point at which an elephant can be stopped on its way to a square an elephant's move away: the middle.
#[inline(always)]
pub fn eye(elephant: Square, target: Square) -> Square {
    Square::from_bits((elephant.index() + target.index()) as u32 / 2)
}

/// What a horse on `square` reaches.
#[inline(always)]
pub fn horse(square: Square, lines: &Lines) -> Bitboard {
    HORSE[square.index()][lines.straight_neighbours(square) % 16]
}

/// The squares from which a horse reaches `square`.
#[inline(always)]
pub fn horse_attackers(square: Square, lines: &Lines) -> Bitboard {
    HORSE_ATTACKERS[square.index()][lines.diagonal_neighbours(square) % 16]
}

/// The squares from which a horse would reach `square` on an empty board.
#[inline(always)]
pub fn horse_ring(square: Square) -> Bitboard {
    HORSE_ATTACKERS[square.index()][0]
}

/// What a pawn on `square` reaches.
#[inline(always)]
pub fn pawn(side: Colour, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// The squares from which a pawn of `side` reaches `square`.
#[inline(always)]
pub fn pawn_attackers(side: Colour, square: Square) -> Bitboard {
    PAWN_ATTACKERS[side.index()][square.index()]
}

/// The squares from which a pawn of `side` could reach one of `targets`, and some from which it could not: edges and the
/// river are not looked at.
#[inline(always)]
pub fn near_pawn_sources(side: Colour, targets: Bitboard) -> Bitboard {
    let behind = match side {
        Colour::Red => targets.0 >> FILES,
        Colour::Black => targets.0 << FILES,
    };
    Bitboard((behind | targets.0 << 1 | targets.0 >> 1) & Bitboard::ALL.0)
}

/// The points that elephants of a side can stand on.
#[inline(always)]
pub fn elephant_points(side: Colour) -> Bitboard {
    ELEPHANT_POINTS[side.index()]
}

/// The points that advisors of a side can stand on.
#[inline(always)]
pub fn advisor_points(side: Colour) -> Bitboard {
    ADVISOR_POINTS[side.index()]
}

/// The rank and the file of a square, without the square itself.
#[inline(always)]
pub fn cross(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// The diagonal neighbours of a square, wherever it lies.
#[inline(always)]
pub fn diagonal(square: Square) -> Bitboard {
    NEAR_DIAGONAL[square.index()]
}

/// The squares from which a rook or a cannon could aim at a point of a side's palace.
#[inline(always)]
pub fn palace_lines(side: Colour) -> Bitboard {
    PALACE_LINES[side.index()]
}

/// The squares from which a horse or a pawn could aim at a point of a side's palace.
#[inline(always)]
pub fn palace_surroundings(side: Colour) -> Bitboard {
    PALACE_SURROUNDINGS[side.index()]
}

/// The squares strictly between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The point at which a horse can be stopped on its way to a square a horse's move away.
///
/// Seen from the horse it is a straight step, seen from the target a diagonal one.
#[inline(always)]
pub fn leg(horse: Square, target: Square) -> Square {
    let files = (horse.file() as i32 - target.file() as i32).signum();
    let ranks = (horse.rank() as i32 - target.rank() as i32).signum();
    Square::from_bits((target.index() as i32 + files + ranks * FILES as i32) as u32)
}
