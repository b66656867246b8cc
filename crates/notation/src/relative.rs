//! Moves as players say them: which piece, which way, how far.
//!
//! WXF and Chinese are two spellings of this one description. A piece is named by its file, or,
//! where a file holds several of a kind (a *tandem*), by its order from the front. Files count from
//! the mover's own right, 1 to 9; "front" is nearest the opponent.
//!
//! Advisors and elephants never need an order: of two on a file, only one can go each way.

use crate::error::{Missing, MoveError, quote};
use xiangqi::{Board, Colour, FILES, Move, PieceKind, Square};

/// Which way a piece goes, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// One of several pieces on a file, counted from the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Front,
    Middle,
    Rear,
    /// 1 is the front.
    Nth(u8),
    /// The front of two or three, the second of four or five.
    Plus,
    /// The rear of two or three, the last but one of four or five.
    Minus,
}

/// A move as a text describes it. `number` is a file, or the number of ranks for a straight move
/// forward or backward.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Description {
    pub kind: PieceKind,
    pub file: Option<u8>,
    pub order: Option<Order>,
    pub direction: Direction,
    pub number: u8,
}

/// How a move is to be written.
pub(crate) struct Name {
    pub kind: PieceKind,
    pub file: u8,
    /// Present if the file alone does not tell which piece moves.
    pub tandem: Option<Tandem>,
    pub direction: Direction,
    pub number: u8,
}

/// A place among several pieces of a kind on one file.
pub(crate) struct Tandem {
    /// 0 is the front.
    pub index: usize,
    pub count: usize,
    /// No other file holds two or more of them.
    pub only_file: bool,
}

/// The number of the file of a square for a side, 1 at its right hand.
///
/// ```
/// use xiangqi::{Colour, Move};
///
/// let square = "h2e2".parse::<Move>()?.from();
/// assert_eq!(notation::file_number(Colour::Red, square), 2);
/// assert_eq!(notation::file_number(Colour::Black, square), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn file_number(side: Colour, square: Square) -> u8 {
    match side {
        Colour::Red => (FILES - square.file()) as u8,
        Colour::Black => square.file() as u8 + 1,
    }
}

/// The files that hold pieces of this kind of the side to move, by number, each from the front.
fn files(board: &Board, kind: PieceKind) -> [Vec<Square>; FILES] {
    let side = board.side();
    let mut files: [Vec<Square>; FILES] = Default::default();
    for square in board.of(side, kind) {
        if let Some(file) = files.get_mut(usize::from(file_number(side, square)) - 1) {
            match side {
                Colour::Red => file.insert(0, square),
                Colour::Black => file.push(square),
            }
        }
    }
    files
}

fn moves_straight(kind: PieceKind) -> bool {
    !matches!(kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse)
}

/// How to write a move, if a piece of the side to move can make it.
pub(crate) fn name(board: &Board, mv: Move) -> Option<Name> {
    let piece = board.piece(mv.from()).filter(|_| board.is_pseudo_legal(mv))?;
    let (side, kind) = (piece.colour(), piece.kind());
    let (from, to) = (mv.from(), mv.to());
    let ranks = to.rank_from(side).abs_diff(from.rank_from(side)) as u8;
    let direction = match to.rank_from(side).cmp(&from.rank_from(side)) {
        std::cmp::Ordering::Greater => Direction::Forward,
        std::cmp::Ordering::Less => Direction::Backward,
        std::cmp::Ordering::Equal => Direction::Sideways,
    };
    let counts_ranks = moves_straight(kind) && direction != Direction::Sideways;
    let number = if counts_ranks { ranks } else { file_number(side, to) };
    let tandem = match kind {
        PieceKind::Advisor | PieceKind::Elephant => None,
        _ => tandem(board, kind, from),
    };
    Some(Name { kind, file: file_number(side, from), tandem, direction, number })
}

fn tandem(board: &Board, kind: PieceKind, square: Square) -> Option<Tandem> {
    let on_file = |file: usize| board.of(board.side(), kind).into_iter().filter(move |s| s.file() == file);
    let count = on_file(square.file()).count();
    if count < 2 {
        return None;
    }
    let index = on_file(square.file())
        .filter(|other| other.rank_from(board.side()) > square.rank_from(board.side()))
        .count();
    let only_file = (0..FILES).filter(|&file| on_file(file).count() >= 2).count() == 1;
    Some(Tandem { index, count, only_file })
}

impl Order {
    /// The index from the front among the pieces of the file.
    fn index(self, count: usize) -> Option<usize> {
        match self {
            Self::Front => Some(0),
            Self::Middle => (count % 2 == 1 && count >= 3).then_some(count / 2),
            Self::Rear => count.checked_sub(1),
            Self::Nth(number) => usize::from(number).checked_sub(1),
            Self::Plus => Some(usize::from(count >= 4)),
            Self::Minus => count.checked_sub(if count >= 4 { 2 } else { 1 }),
        }
    }
}

impl Description {
    /// The one legal move that fits.
    pub fn resolve(self, board: &Board, text: &str) -> Result<Move, MoveError> {
        let pieces = self.pieces(board);
        let moves =
            || pieces.iter().filter_map(|&from| Some(Move::new(from, self.target(board.side(), from)?)));
        let legal: Vec<Move> = moves().filter(|&mv| board.is_legal(mv)).collect();
        if let [mv] = legal.as_slice() {
            return Ok(*mv);
        }
        let text = quote(text);
        if !legal.is_empty() {
            return Err(MoveError::Ambiguous { text, moves: legal });
        }
        let Some(&from) = pieces.first() else {
            let place = self.file.map_or(Missing::Tandem, Missing::File);
            return Err(MoveError::NoPiece { text, side: board.side(), kind: Some(self.kind), place });
        };
        match moves().find(|&mv| board.is_pseudo_legal(mv)) {
            Some(mv) => Err(MoveError::LeavesKingInCheck { text, mv }),
            None => Err(MoveError::CannotReach { text, kind: self.kind, from }),
        }
    }

    /// The pieces that may be meant.
    fn pieces(self, board: &Board) -> Vec<Square> {
        let files = files(board, self.kind);
        let pick = |file: &Vec<Square>, order: Order| file.get(order.index(file.len())?).copied();
        match (self.file, self.order) {
            (Some(number), order) => {
                let file = files.into_iter().nth(usize::from(number).wrapping_sub(1)).unwrap_or_default();
                match order {
                    None => file,
                    Some(order) => pick(&file, order).into_iter().collect(),
                }
            }
            // Numbers run through all tandems: files from the right, each from the front.
            (None, Some(Order::Nth(number))) => files
                .iter()
                .filter(|file| file.len() >= 2)
                .flatten()
                .nth(usize::from(number).wrapping_sub(1))
                .copied()
                .into_iter()
                .collect(),
            (None, Some(order)) => {
                files.iter().filter(|file| file.len() >= 2).filter_map(|file| pick(file, order)).collect()
            }
            (None, None) => Vec::new(),
        }
    }

    /// Where a piece of this kind gets from here, if the numbers fit the way it moves.
    fn target(self, side: Colour, from: Square) -> Option<Square> {
        let number = i32::from(self.number);
        // Files are numbered from the mover's right: towards higher numbers is towards file a for Red.
        let (left, forward) = match side {
            Colour::Red => (-1, 1),
            Colour::Black => (1, -1),
        };
        let files = number - i32::from(file_number(side, from));
        let sign = match self.direction {
            Direction::Forward => 1,
            Direction::Backward => -1,
            Direction::Sideways if moves_straight(self.kind) => return from.offset(left * files, 0),
            Direction::Sideways => return None,
        };
        if moves_straight(self.kind) {
            return from.offset(0, forward * sign * number);
        }
        let ranks = match (self.kind, files.abs()) {
            (PieceKind::Advisor, 1) | (PieceKind::Horse, 2) => 1,
            (PieceKind::Elephant, 2) | (PieceKind::Horse, 1) => 2,
            _ => return None,
        };
        from.offset(left * files, forward * sign * ranks)
    }
}
