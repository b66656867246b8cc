//! Pieces, and the numbers that stand for kinds and colours.
//!
//! Colours are `True` for Red and `False` for Black, as python-chess has White and Black; kinds are 1 (king) to 7 (pawn).

use crate::errors::value_error;
use pyo3::prelude::*;
use xiangqi::{Colour, PieceKind, excerpt};

/// A piece: its kind and its colour.
#[pyclass(module = "chuhe", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(pub xiangqi::Piece);

/// The colour that a truth value stands for.
pub fn colour(is_red: bool) -> Colour {
    if is_red { Colour::Red } else { Colour::Black }
}

/// The kind that a number stands for.
pub fn kind(number: i64) -> PyResult<PieceKind> {
    let kind = usize::try_from(number - 1).ok().and_then(|index| PieceKind::ALL.get(index));
    kind.copied().ok_or_else(|| {
        value_error(format!(
            "{number} is not a kind of piece: 1 king, 2 advisor, 3 elephant, 4 horse, 5 rook, 6 cannon, 7 pawn"
        ))
    })
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: i64, color: bool) -> PyResult<Self> {
        Ok(Self(xiangqi::Piece::new(colour(color), kind(piece_type)?)))
    }

    /// The piece that a letter of a FEN stands for; capitals are Red's.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<Self> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(xiangqi::Piece::from_letter).filter(|_| letters.next().is_none());
        piece.map(Self).ok_or_else(|| {
            let text = excerpt(symbol, 24);
            value_error(format!(
                "\"{text}\" is not a piece; there are K A B N R C P, and k a b n r c p for Black"
            ))
        })
    }

    /// 1 king, 2 advisor, 3 elephant, 4 horse, 5 rook, 6 cannon, 7 pawn.
    #[getter]
    fn piece_type(&self) -> usize {
        self.0.kind().index() + 1
    }

    /// True for Red.
    #[getter]
    fn color(&self) -> bool {
        self.0.colour() == Colour::Red
    }

    /// Its letter in a FEN.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Its Chinese character.
    fn unicode_symbol(&self) -> char {
        self.0.glyph()
    }

    /// Its English name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.kind().name()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (usize, bool)) {
        (slf.get_type().into_any(), (slf.get().piece_type(), slf.get().color()))
    }
}
