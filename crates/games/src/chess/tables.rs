//! What a piece is worth on a square, in centipawns: opening values and ending values.
//!
//! Each table is one half of the board, files a to d (e to h mirror them), ranks from the piece's own
//! side: the first row is its back rank. Round numbers by general principles: knights and bishops like
//! the centre, rooks the seventh rank, pawns to advance, the king a corner until the ending.

use cozy_chess::{Piece, Square};

type Half = [[i32; 4]; 8];

/// Opening and ending value of a piece without regard to its square.
const MATERIAL: [(i32, i32); Piece::NUM] =
    [(90, 120), (320, 300), (340, 330), (480, 540), (980, 1000), (0, 0)];

/// Opening and ending value of each piece on each square, seen from White.
pub static VALUES: [[(i32, i32); Square::NUM]; Piece::NUM] = values();

const fn values() -> [[(i32, i32); Square::NUM]; Piece::NUM] {
    let halves: [(&Half, &Half); Piece::NUM] = [
        (&PAWN_OPENING, &PAWN_ENDING),
        (&KNIGHT, &KNIGHT),
        (&BISHOP, &BISHOP),
        (&ROOK_OPENING, &ROOK_ENDING),
        (&QUEEN_OPENING, &QUEEN_ENDING),
        (&KING_OPENING, &KING_ENDING),
    ];
    let mut values = [[(0, 0); Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let (rank, file) = (square / 8, square % 8);
            let file = if file < 4 { file } else { 7 - file };
            let (opening, ending) = halves[piece];
            values[piece][square] =
                (MATERIAL[piece].0 + opening[rank][file], MATERIAL[piece].1 + ending[rank][file]);
            square += 1;
        }
        piece += 1;
    }
    values
}

const PAWN_OPENING: Half = [
    [0, 0, 0, 0],
    [0, 5, 0, -15],
    [0, 0, 5, 0],
    [-5, 0, 10, 25],
    [0, 5, 15, 30],
    [10, 20, 30, 40],
    [50, 60, 60, 60],
    [0, 0, 0, 0],
];

const PAWN_ENDING: Half = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [5, 5, 0, 0],
    [10, 10, 5, 5],
    [25, 25, 20, 20],
    [55, 50, 45, 40],
    [100, 95, 90, 85],
    [0, 0, 0, 0],
];

const KNIGHT: Half = [
    [-60, -30, -25, -20],
    [-30, -20, -5, 0],
    [-20, 0, 10, 15],
    [-15, 5, 15, 20],
    [-10, 10, 20, 30],
    [-15, 5, 20, 25],
    [-30, -10, 5, 10],
    [-60, -30, -20, -15],
];

const BISHOP: Half = [
    [-15, -5, -10, -10],
    [-5, 15, 5, 5],
    [0, 5, 10, 10],
    [0, 5, 10, 15],
    [0, 10, 10, 15],
    [0, 5, 10, 10],
    [-10, 0, 0, 0],
    [-15, -5, -5, -5],
];

const ROOK_OPENING: Half = [
    [-10, -5, 5, 10],
    [-20, -5, 0, 5],
    [-15, -5, 0, 0],
    [-15, -5, 0, 0],
    [-10, 0, 5, 5],
    [-5, 5, 10, 10],
    [15, 20, 25, 25],
    [10, 10, 10, 15],
];

const ROOK_ENDING: Half = [
    [-5, 0, 0, 0],
    [-5, 0, 0, 0],
    [0, 0, 0, 0],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [10, 10, 10, 10],
    [10, 10, 10, 10],
];

const QUEEN_OPENING: Half = [
    [-15, -10, -5, 5],
    [-10, 0, 5, 5],
    [-5, 0, 0, 0],
    [-5, -5, -5, -5],
    [-5, -5, -5, -5],
    [0, 0, 5, 5],
    [-5, -15, 5, 5],
    [0, 5, 10, 10],
];

const QUEEN_ENDING: Half = [
    [-30, -20, -15, -10],
    [-20, -10, -5, 0],
    [-10, 0, 10, 10],
    [0, 10, 20, 25],
    [0, 15, 25, 35],
    [0, 10, 20, 30],
    [-5, 10, 15, 20],
    [-10, 0, 5, 10],
];

const KING_OPENING: Half = [
    [20, 35, 10, -10],
    [20, 15, -15, -25],
    [-15, -20, -30, -40],
    [-30, -40, -50, -60],
    [-40, -50, -60, -70],
    [-50, -60, -70, -80],
    [-60, -70, -80, -90],
    [-70, -80, -90, -100],
];

const KING_ENDING: Half = [
    [-50, -30, -20, -20],
    [-25, -10, 0, 0],
    [-15, 0, 10, 15],
    [-10, 10, 20, 30],
    [-5, 15, 30, 35],
    [0, 20, 30, 35],
    [-15, 10, 15, 20],
    [-50, -20, -10, -10],
];
