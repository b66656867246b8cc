//! Algebraic notation: long, `Ch2-e2` and `Ra0xa9`, and short, `Che2` and `Rxa9`. Ranks count from 0.
//!
//! Written: the piece in upper case, a pawn's P included; in the short form the file it comes from where another piece
//! of the kind could go there too, the whole square where the file does not tell them apart. Read besides: a pawn
//! without its letter (`e4`, `dxe5`), the rank it comes from alone (`R2a5`), `x` and `-` left out, `+` and `#` at
//! the end.

use crate::Letters;
use crate::error::{Missing, MoveError, quote};
use crate::letters::kind_of;
use std::fmt;
use xiangqi::{Board, Move, PieceKind, Square};

/// Whether a text has the form of such a move and of no other notation.
pub(crate) fn looks_like(text: &str) -> bool {
    // A piece, a rank and a file that begin with a file letter look like two squares, too.
    Parts::of(text).is_some_and(|parts| {
        parts.letter.is_some_and(|letter| !is_clash(text, letter)) || parts.is_bare_pawn()
    })
}

/// Whether a text may be a square and a square as well as a piece, a rank and a square: `H2e3`.
pub(crate) fn looks_like_squares(text: &str) -> bool {
    Parts::of(text).and_then(|parts| parts.letter).is_some_and(|letter| is_clash(text, letter))
}

fn is_clash(text: &str, letter: u8) -> bool {
    text.as_bytes().get(1).is_some_and(u8::is_ascii_digit) && matches!(letter, b'A'..=b'I')
}

/// The parts of a move.
struct Parts {
    letter: Option<u8>,
    file: Option<usize>,
    rank: Option<usize>,
    to: Square,
}

impl Parts {
    fn of(text: &str) -> Option<Self> {
        let body = text.trim_end_matches(['+', '#']).as_bytes();
        let (letter, body) = match body {
            [letter @ b'A'..=b'Z', rest @ ..] => (Some(*letter), rest),
            _ => (None, body),
        };
        if letter.is_some_and(|letter| kind_of(letter).is_none()) {
            return None;
        }
        let (origin, to) = body.split_last_chunk::<2>()?;
        let is_file = |byte: u8| matches!(byte, b'a'..=b'i');
        let to = Square::parse(to).filter(|_| to.first().copied().is_some_and(is_file))?;
        let origin = match origin {
            [rest @ .., b'x' | b'-'] => rest,
            _ => origin,
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [file] if is_file(file) => (Some(file), None),
            [rank] if rank.is_ascii_digit() => (None, Some(rank)),
            [file, rank] if is_file(file) && rank.is_ascii_digit() => (Some(file), Some(rank)),
            _ => return None,
        };
        let (file, rank) =
            (file.map(|file| usize::from(file - b'a')), rank.map(|rank| usize::from(rank - b'0')));
        Some(Self { letter, file, rank, to })
    }

    /// A pawn without its letter, and without a rank: with both squares it is any piece.
    fn is_bare_pawn(&self) -> bool {
        self.letter.is_none() && self.rank.is_none()
    }

    fn kind(&self) -> PieceKind {
        self.letter.and_then(kind_of).unwrap_or(PieceKind::Pawn)
    }
}

pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    let Some(parts) = Parts::of(text) else {
        return Err(MoveError::syntax(text, 0, "a piece and a square, such as Che2, Rxa9 or Ch2-e2"));
    };
    if parts.letter.is_none() && !parts.is_bare_pawn() {
        return crate::coordinates::parse(board, text.trim_end_matches(['+', '#']));
    }
    let kind = parts.kind();
    let fits = |square: &Square| {
        parts.file.is_none_or(|file| square.file() == file)
            && parts.rank.is_none_or(|rank| square.rank() == rank)
    };
    let pieces: Vec<Square> = board.of(board.side(), kind).into_iter().filter(fits).collect();
    let moves = || pieces.iter().filter(|&&from| from != parts.to).map(|&from| Move::new(from, parts.to));
    let legal: Vec<Move> = moves().filter(|&mv| board.is_legal(mv)).collect();
    if let [mv] = legal.as_slice() {
        return Ok(*mv);
    }
    let text = quote(text);
    if !legal.is_empty() {
        return Err(MoveError::Ambiguous { text, moves: legal });
    }
    let Some(&from) = pieces.first() else {
        let place = match (parts.file, parts.rank) {
            (Some(file), Some(rank)) => Square::at(file, rank).map_or(Missing::Anywhere, Missing::Square),
            (Some(file), None) => Missing::FileLetter(char::from(b'a' + file as u8)),
            (None, Some(rank)) => Missing::Rank(rank),
            (None, None) => Missing::Anywhere,
        };
        return Err(MoveError::NoPiece { text, side: board.side(), kind: Some(kind), place });
    };
    match moves().find(|&mv| board.is_pseudo_legal(mv)) {
        Some(mv) => Err(MoveError::LeavesKingInCheck { text, mv }),
        None => Err(MoveError::CannotReach { text, kind, from }),
    }
}

/// Which form to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Short,
    Long,
}

pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    mv: Move,
    letters: Letters,
    form: Form,
) -> fmt::Result {
    let Some(piece) = board.piece(mv.from()).filter(|_| board.is_pseudo_legal(mv)) else {
        return write!(f, "{mv}");
    };
    let kind = piece.kind();
    let (from, to) = (mv.from(), mv.to());
    write!(f, "{}", letters.letter(kind))?;
    let is_capture = board.piece(to).is_some();
    if form == Form::Long {
        return write!(f, "{from}{}{to}", if is_capture { 'x' } else { '-' });
    }
    let others = || {
        let pieces = board.of(board.side(), kind).into_iter();
        pieces.filter(move |&other| other != from && other != to && board.is_legal(Move::new(other, to)))
    };
    if others().any(|other| other.file() == from.file()) {
        write!(f, "{from}")?;
    } else if others().next().is_some() {
        write!(f, "{}", char::from(b'a' + from.file() as u8))?;
    }
    if is_capture {
        f.write_str("x")?;
    }
    write!(f, "{to}")
}
