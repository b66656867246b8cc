//! What a piece is worth on a square, in centipawns: opening values and ending values.
//!
//! Each table is one half of the board, files a to e (f to i mirror them), ranks from the piece's own
//! side: the first row is its back rank. Round numbers by general principles: rooks like open ranks
//! beyond the river, horses the centre of the enemy's half, cannons distance and the central file,
//! pawns the squares around the enemy's palace, defenders their formation.

use xiangqi::PieceKind;

type Half = [[i16; 5]; 10];

/// Opening and ending value of a piece without regard to its square.
pub const MATERIAL: [(i16, i16); 7] =
    [(0, 0), (120, 130), (120, 130), (430, 470), (980, 1020), (460, 440), (60, 90)];

/// Added to [`MATERIAL`], the same in opening and ending but for the pawns.
pub fn square_value(kind: PieceKind, rank: usize, file: usize) -> (i16, i16) {
    let file = file.min(8 - file);
    let at = |half: &Half| half[rank][file];
    match kind {
        PieceKind::King => (at(&KING), 0),
        PieceKind::Advisor => (at(&ADVISOR), at(&ADVISOR) / 2),
        PieceKind::Elephant => (at(&ELEPHANT), at(&ELEPHANT) / 2),
        PieceKind::Horse => (at(&HORSE), at(&HORSE)),
        PieceKind::Rook => (at(&ROOK), at(&ROOK) / 2),
        PieceKind::Cannon => (at(&CANNON), at(&CANNON) / 2),
        PieceKind::Pawn => (at(&PAWN), at(&PAWN) + at(&PAWN) / 4),
    }
}

const NOTHING: [i16; 5] = [0; 5];

const KING: Half = [
    [0, 0, 0, 5, 15],
    [0, 0, 0, -15, -10],
    [0, 0, 0, -30, -30],
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
];

const ADVISOR: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 8],
    [0, 0, 0, -8, 0],
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
];

const ELEPHANT: Half = [
    [0, 0, 0, 0, 0],
    NOTHING,
    [-12, 0, 0, 0, 12],
    NOTHING,
    [0, 0, -4, 0, 0],
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
];

const HORSE: Half = [
    [-30, -25, -15, -15, -30],
    [-20, -10, 0, 0, -40],
    [-5, 5, 20, 10, 5],
    [0, 5, 15, 15, 20],
    [5, 20, 25, 30, 30],
    [10, 30, 30, 40, 35],
    [10, 30, 40, 45, 40],
    [10, 40, 45, 50, 45],
    [5, 25, 55, 40, 10],
    [0, 5, 15, 10, 5],
];

const ROOK: Half = [
    [-30, -5, -10, 10, -10],
    [-10, 10, 5, 20, 0],
    [-15, 10, 0, 20, 10],
    [-5, 10, 5, 20, 15],
    [5, 20, 15, 30, 25],
    [5, 25, 20, 30, 30],
    [5, 15, 15, 35, 35],
    [0, 15, 10, 35, 35],
    [10, 25, 20, 45, 45],
    [0, 15, 10, 30, 30],
];

const CANNON: Half = [
    [0, 0, 5, 10, 10],
    [0, 5, 10, 10, 10],
    [5, 5, 15, 15, 25],
    [0, 0, 5, 5, 15],
    [0, 0, 5, 5, 20],
    [0, 0, 5, 5, 20],
    [0, 5, 5, 5, 20],
    [5, 5, 0, -5, 5],
    [10, 10, 0, -15, -10],
    [15, 15, 5, -15, -20],
];

const PAWN: Half = [
    NOTHING,
    NOTHING,
    NOTHING,
    [0, 0, 0, 0, 10],
    [5, 0, 15, 0, 20],
    [45, 60, 70, 80, 80],
    [55, 75, 95, 110, 115],
    [60, 85, 110, 140, 140],
    [60, 85, 110, 140, 130],
    [0, 5, 15, 25, 30],
];
