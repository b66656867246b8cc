//! Random positions for the laws: from random play and from random placement, weighted toward what
//! goes wrong most easily: checks, pins, cannons without a screen, bare kings.

use xiangqi::{Bitboard, Board, BoardBuilder, Colour, Fen, Move, Piece, PieceKind, Random, Square};

/// How many positions to try: `CHUHE_ORACLE_POSITIONS`, or the number given.
#[allow(dead_code)]
pub fn budget(usual: usize) -> usize {
    let wanted = std::env::var("CHUHE_ORACLE_POSITIONS").ok();
    wanted.map_or(usual, |text| text.parse().expect("CHUHE_ORACLE_POSITIONS is a number"))
}

/// Calls `visit` with `count` random boards.
pub fn for_each_board(seed: u64, count: usize, mut visit: impl FnMut(&Board)) {
    let mut random = Random::new(seed);
    let mut left = count;
    while left > 0 {
        let mut board = if random.below(3) == 0 { placed(&mut random) } else { Board::start() };
        for _ in 0..=random.below(200) {
            visit(&board);
            left -= 1;
            let moves = board.legal_moves();
            if moves.is_empty() || left == 0 {
                break;
            }
            board.play_unchecked(choose(&board, &moves, &mut random));
        }
    }
}

/// A legal move: half of the time any, else a capture or a check if there is one.
fn choose(board: &Board, moves: &[Move], random: &mut Random) -> Move {
    let wanted: Vec<Move> = match random.below(6) {
        0 => moves.iter().copied().filter(|&mv| board.is_capture(mv)).collect(),
        1 | 2 => moves.iter().copied().filter(|&mv| board.gives_check(mv)).collect(),
        _ => Vec::new(),
    };
    random.choose(&wanted).or_else(|| random.choose(moves)).expect("there is a move")
}

/// A valid board with few to many pieces dropped where they can stand, many of them on the lines and
/// in the neighbourhood of a king.
fn placed(random: &mut Random) -> Board {
    loop {
        let mut builder = BoardBuilder::new();
        for side in Colour::ALL {
            place(&mut builder, Piece::new(side, PieceKind::King), random);
        }
        for _ in 0..random.below(20) {
            let side = Colour::ALL[random.below(2)];
            let kind = PieceKind::ALL[1 + random.below(6)];
            place(&mut builder, Piece::new(side, kind), random);
        }
        builder.side(Colour::ALL[random.below(2)]);
        if let Ok(board) = builder.build() {
            return board;
        }
    }
}

fn place(builder: &mut BoardBuilder, piece: Piece, random: &mut Random) {
    let on_board = |square: &Square| builder.piece(*square).is_none();
    let wanted: Vec<Square> = homes(piece).into_iter().filter(on_board).collect();
    let central: Vec<Square> = wanted.iter().copied().filter(|s| (2..=6).contains(&s.file())).collect();
    let pool = if random.below(2) == 0 && !central.is_empty() { central } else { wanted };
    if let Some(square) = random.choose(&pool) {
        builder.place(piece, square);
    }
}

/// The squares on which a piece can stand.
fn homes(piece: Piece) -> Bitboard {
    Square::all().filter(|&square| can_stand(piece, square)).collect()
}

fn can_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank_from(piece.colour()));
    match piece.kind() {
        PieceKind::King => (3..=5).contains(&file) && rank <= 2,
        PieceKind::Advisor => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(file, rank)),
        PieceKind::Elephant => {
            [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(file, rank))
        }
        PieceKind::Pawn => rank > 4 || (rank > 2 && file % 2 == 0),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

/// The board as text, for messages.
#[allow(dead_code)]
pub fn text(board: &Board) -> String {
    Fen { board: board.clone(), quiet_plies: 0, move_number: 1 }.to_string()
}
