//! Chinese notation: `炮二平五`, `马８进７`, `前车进一`.
//!
//! Four characters as in WXF: the piece, its file, the direction (进 forward, 退 backward, 平
//! sideways), a file or a number of ranks. Red's numbers are written 一 to 九, Black's １ to ９.
//!
//! Written where a file holds several of a kind, Red to move:
//!
//! | pieces                                | written                                   |
//! |---------------------------------------|-------------------------------------------|
//! | two rooks, horses, cannons, or pawns  | 前车, 后车                                |
//! | three pawns on a file                 | 前兵, 中兵, 后兵                          |
//! | four or five pawns on a file          | 一兵 (the front), 二兵, … 五兵            |
//! | pawns in tandem on two files          | 前九, 中九, 后九: the file in place of 兵 |
//! | two advisors or elephants             | their file; the direction tells which     |
//!
//! Read besides: simplified, traditional and mixed characters, numbers of every kind for either
//! side, 上 and 下 for 进 and 退; the order behind the piece (车前进一); the file behind order and
//! piece (前兵九平八); 前 and 后 for the outermost of any number; and, for pawns in tandem on two
//! files, 一兵 to 五兵 counted from the right-hand file on, each file from the front, as xqbase does.

use crate::error::MoveError;
use crate::relative::{self, Description, Direction, Order, Tandem};
use std::fmt;
use xiangqi::{Board, Colour, Move, PieceKind, Square};

/// Which characters to write. Either style reads both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// 帅仕相马车炮兵, 将士象马车炮卒, 进退平, 前中后.
    Simplified,
    /// 帥仕相馬車炮兵, 將士象馬車砲卒, 進退平, 前中後.
    Traditional,
}

const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

pub(crate) fn write(f: &mut fmt::Formatter<'_>, board: &Board, mv: Move, style: Style) -> fmt::Result {
    let Some(name) = relative::name(board, mv) else { return write!(f, "{mv}") };
    let side = board.side();
    let piece = piece_character(side, name.kind, style);
    match &name.tandem {
        None => write!(f, "{piece}{}", numeral(side, name.file))?,
        Some(tandem) if tandem.only_file => write!(f, "{}{piece}", order_character(tandem, style))?,
        Some(tandem) => write!(f, "{}{}", order_character(tandem, style), numeral(side, name.file))?,
    }
    let direction = match (name.direction, style) {
        (Direction::Forward, Style::Simplified) => '进',
        (Direction::Forward, Style::Traditional) => '進',
        (Direction::Backward, _) => '退',
        (Direction::Sideways, _) => '平',
    };
    write!(f, "{direction}{}", numeral(side, name.number))
}

fn piece_character(side: Colour, kind: PieceKind, style: Style) -> char {
    match (kind, side, style) {
        (PieceKind::King, Colour::Red, Style::Simplified) => '帅',
        (PieceKind::King, Colour::Red, Style::Traditional) => '帥',
        (PieceKind::King, Colour::Black, Style::Simplified) => '将',
        (PieceKind::King, Colour::Black, Style::Traditional) => '將',
        (PieceKind::Advisor, Colour::Red, _) => '仕',
        (PieceKind::Advisor, Colour::Black, _) => '士',
        (PieceKind::Elephant, Colour::Red, _) => '相',
        (PieceKind::Elephant, Colour::Black, _) => '象',
        (PieceKind::Horse, _, Style::Simplified) => '马',
        (PieceKind::Horse, _, Style::Traditional) => '馬',
        (PieceKind::Rook, _, Style::Simplified) => '车',
        (PieceKind::Rook, _, Style::Traditional) => '車',
        (PieceKind::Cannon, Colour::Black, Style::Traditional) => '砲',
        (PieceKind::Cannon, _, _) => '炮',
        (PieceKind::Pawn, Colour::Red, _) => '兵',
        (PieceKind::Pawn, Colour::Black, _) => '卒',
    }
}

fn order_character(tandem: &Tandem, style: Style) -> char {
    match (tandem.index, tandem.count) {
        (index, 4..) => numeral(Colour::Red, index as u8 + 1),
        (0, _) => '前',
        (1, 3) => '中',
        _ if style == Style::Simplified => '后',
        _ => '後',
    }
}

/// The file of a square as a side counts and writes it: 一 to 九 from Red's right hand, １ to ９ from Black's.
///
/// ```
/// use xiangqi::{Colour, Move};
///
/// let square = "h2e2".parse::<Move>()?.from();
/// assert_eq!(notation::chinese_file(Colour::Red, square), '二');
/// assert_eq!(notation::chinese_file(Colour::Black, square), '８');
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chinese_file(side: Colour, square: Square) -> char {
    numeral(side, relative::file_number(side, square))
}

/// A number from 1 to 9 in the digits of a side.
fn numeral(side: Colour, number: u8) -> char {
    let digits = match side {
        Colour::Red => RED_DIGITS,
        Colour::Black => BLACK_DIGITS,
    };
    usize::from(number).checked_sub(1).and_then(|index| digits.get(index)).copied().unwrap_or('?')
}

/// What a character can stand for.
#[derive(Clone, Copy)]
enum Sign {
    Piece(PieceKind),
    Number(u8),
    Order(Order),
    Direction(Direction),
}

/// What a character stands for in a move, in either script, of full width or not, and with the old forms that books still print.
fn sign(character: char) -> Option<Sign> {
    let number = |digits: [char; 9]| digits.iter().position(|&digit| digit == character);
    if let Some(index) = number(RED_DIGITS).or_else(|| number(BLACK_DIGITS)) {
        return Some(Sign::Number(index as u8 + 1));
    }
    Some(match character {
        '1'..='9' => Sign::Number(character as u8 - b'0'),
        '帅' | '帥' | '将' | '將' => Sign::Piece(PieceKind::King),
        '仕' | '士' => Sign::Piece(PieceKind::Advisor),
        '相' | '象' => Sign::Piece(PieceKind::Elephant),
        '马' | '馬' | '傌' => Sign::Piece(PieceKind::Horse),
        '车' | '車' | '俥' => Sign::Piece(PieceKind::Rook),
        '炮' | '砲' | '包' => Sign::Piece(PieceKind::Cannon),
        '兵' | '卒' => Sign::Piece(PieceKind::Pawn),
        '前' => Sign::Order(Order::Front),
        '中' => Sign::Order(Order::Middle),
        '后' | '後' => Sign::Order(Order::Rear),
        '进' | '進' | '上' => Sign::Direction(Direction::Forward),
        '退' | '下' => Sign::Direction(Direction::Backward),
        '平' => Sign::Direction(Direction::Sideways),
        _ => return None,
    })
}

pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    describe(text)?.resolve(board, text)
}

/// Reads the text without looking at a board.
fn describe(text: &str) -> Result<Description, MoveError> {
    // One sign more than the longest move has, so that a longer text is seen to be too long.
    const ENOUGH: usize = 6;
    let mut signs = Vec::with_capacity(ENOUGH);
    for (offset, character) in text.char_indices().take(ENOUGH) {
        let expected = "a character of a move, such as 炮二平五, 马８进７ or 前车进一";
        signs.push(sign(character).ok_or_else(|| MoveError::syntax(text, offset, expected))?);
    }
    let fault = |index: usize, expected| {
        let offset = text.char_indices().nth(index).map_or(text.len(), |(offset, _)| offset);
        Err(MoveError::syntax(text, offset, expected))
    };

    let direction = signs.iter().enumerate().find_map(|(index, sign)| match sign {
        Sign::Direction(direction) => Some((index, *direction)),
        _ => None,
    });
    let Some((split, direction)) = direction else {
        return fault(2, "进, 退 or 平, such as 炮二平五");
    };
    let Some((kind, file, order)) = signs.get(..split).and_then(piece) else {
        return fault(0, "the piece and its file, or 前, 中 or 后 and the piece");
    };
    match signs.get(split + 1..).unwrap_or_default() {
        [Sign::Number(number)] => Ok(Description { kind, file, order, direction, number: *number }),
        [Sign::Number(_), ..] => fault(split + 2, "nothing more"),
        _ => fault(split + 1, "a number from 一 to 九 or 1 to 9"),
    }
}

/// The signs that say which piece moves.
fn piece(signs: &[Sign]) -> Option<(PieceKind, Option<u8>, Option<Order>)> {
    use Sign::{Number, Order as Place, Piece};
    Some(match *signs {
        [Piece(kind), Number(file)] => (kind, Some(file), None),
        [Piece(kind), Place(order)] | [Place(order), Piece(kind)] => (kind, None, Some(order)),
        [Number(number), Piece(kind)] => (kind, None, Some(Order::Nth(number))),
        [Place(order), Piece(kind), Number(file)] => (kind, Some(file), Some(order)),
        [Number(number), Piece(kind), Number(file)] => (kind, Some(file), Some(Order::Nth(number))),
        [Place(order), Number(file)] => (PieceKind::Pawn, Some(file), Some(order)),
        [Number(number), Number(file)] => (PieceKind::Pawn, Some(file), Some(Order::Nth(number))),
        _ => return None,
    })
}
