//! Moves, and the legal moves of a position.

use crate::errors::{InvalidMoveError, value_error};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use xiangqi::{Square, excerpt};

/// A move: where from, where to. It knows no position; whether it is legal, a board says.
#[pyclass(module = "chuhe", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub xiangqi::Move);

/// A square by its number.
pub fn square(number: i64) -> PyResult<Square> {
    let found = usize::try_from(number).ok().and_then(Square::new);
    found.ok_or_else(|| value_error(format!("{number} is not a square; squares are 0 (a0) to 89 (i9)")))
}

#[pymethods]
impl Move {
    #[new]
    fn new(from_square: i64, to_square: i64) -> PyResult<Self> {
        Ok(Self(xiangqi::Move::new(square(from_square)?, square(to_square)?)))
    }

    /// Reads two squares, files a to i and ranks 0 to 9, such as "h2e2". "0000" is the null move.
    #[staticmethod]
    pub fn from_uci(uci: &str) -> PyResult<Self> {
        if uci == "0000" {
            return Ok(Self(xiangqi::Move::NONE));
        }
        let mv = uci.parse();
        mv.map(Self).map_err(|error| InvalidMoveError::new_err(format!("\"{}\": {error}", excerpt(uci, 24))))
    }

    /// The move with this number of sixteen bits: the square from, and 128 times the square to.
    #[staticmethod]
    fn from_code(code: u16) -> PyResult<Self> {
        let mv = xiangqi::Move::from_code(code);
        mv.map(Self)
            .ok_or_else(|| value_error(format!("{code} is not the code of a move: squares are below 90")))
    }

    /// The move that does nothing, which is false and legal nowhere.
    #[staticmethod]
    fn null() -> Self {
        Self(xiangqi::Move::NONE)
    }

    /// The move as the protocols write it.
    pub fn uci(&self) -> String {
        if self.0 == xiangqi::Move::NONE { "0000".into() } else { self.0.to_string() }
    }

    /// Where the piece stands before the move.
    #[getter]
    fn from_square(&self) -> usize {
        self.0.from().index()
    }

    /// Where it stands afterwards.
    #[getter]
    fn to_square(&self) -> usize {
        self.0.to().index()
    }

    /// The move as a number of sixteen bits.
    #[getter]
    fn code(&self) -> u16 {
        self.0.code()
    }

    /// The same move on the board in the mirror.
    fn mirror(&self) -> Self {
        Self(self.0.flip_file())
    }

    fn __bool__(&self) -> bool {
        self.0 != xiangqi::Move::NONE
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (usize, usize)) {
        let mv = slf.get();
        (slf.get_type().into_any(), (mv.from_square(), mv.to_square()))
    }
}

/// The legal moves of a position, as they were when it was asked.
#[pyclass(module = "chuhe", frozen, sequence)]
pub struct LegalMoves(pub xiangqi::MoveList);

#[pymethods]
impl LegalMoves {
    /// How many there are.
    fn count(&self) -> usize {
        self.0.len()
    }

    /// All of them as the protocols write them.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let mut text = [0u8; 4];
        let texts = self.0.iter().map(|mv| {
            for (part, square) in text.chunks_exact_mut(2).zip([mv.from(), mv.to()]) {
                part.copy_from_slice(&[b'a' + square.file() as u8, b'0' + square.rank() as u8]);
            }
            PyString::from_bytes(py, &text)
        });
        texts.collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<Move>().is_ok_and(|mv| self.0.contains(&mv.get().0))
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let place = if index < 0 { index + self.0.len() as isize } else { index };
        let found = usize::try_from(place).ok().and_then(|place| self.0.get(place));
        found
            .copied()
            .map(Move)
            .ok_or_else(|| PyIndexError::new_err(format!("there are {} moves", self.0.len())))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let moves = PyTuple::new(py, self.0.iter().map(|&mv| Move(mv)))?;
        Ok(moves.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        format!("<LegalMoves {}>", moves.join(" "))
    }
}
