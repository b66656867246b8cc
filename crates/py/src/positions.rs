//! Many positions at once: what the functions for batches take, read once and kept without Python objects.

use crate::board::{Board, read_fen};
use crate::errors::value_error;
use learn::datagen::PackedBoard;
use learn::datagen::packed::PACKED_SIZE;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;
use xiangqi::{Fen, Position};

/// Positions without their past, for the functions that work on many: made from FENs, boards, or packed positions.
#[pyclass(module = "chuhe", frozen, sequence)]
pub struct Positions(pub Arc<[xiangqi::Board]>);

/// Room is made at once for as many positions at most.
const MAX_ROOM: usize = 1 << 12;

/// A board as a position without a past.
pub fn position_of(board: &xiangqi::Board) -> Position {
    Position::from(Fen { board: board.clone(), quiet_plies: 0, move_number: 1 })
}

fn of_packed(packed: &PyReadonlyArray2<'_, u8>) -> PyResult<Vec<xiangqi::Board>> {
    let [_, width] = packed.shape() else { return Ok(Vec::new()) };
    if *width < PACKED_SIZE {
        let message =
            format!("rows of {width} bytes; a packed position has {PACKED_SIZE}, a record of a data set 32");
        return Err(value_error(message));
    }
    let rows = packed.as_array();
    let boards = rows.outer_iter().enumerate().map(|(row, bytes)| {
        let mut packed = [0; PACKED_SIZE];
        packed.iter_mut().zip(bytes.iter()).for_each(|(to, from)| *to = *from);
        let board = PackedBoard::from_bytes(packed).unpack();
        board.map_err(|error| value_error(format!("row {row} is not a position: {error}")))
    });
    boards.collect()
}

/// What the functions for batches take: [`Positions`], packed positions in an array of bytes, or a sequence of boards or FENs.
pub fn boards_of(given: &Bound<'_, PyAny>) -> PyResult<Arc<[xiangqi::Board]>> {
    if let Ok(positions) = given.cast::<Positions>() {
        return Ok(Arc::clone(&positions.get().0));
    }
    if let Ok(packed) = given.cast::<PyArray2<u8>>() {
        return of_packed(&packed.try_readonly()?).map(Into::into);
    }
    if given.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("one text; give a sequence of FENs or boards"));
    }
    // What a sequence says of its length is not relied on.
    let mut boards = Vec::with_capacity(given.len().unwrap_or_default().min(MAX_ROOM));
    for (index, item) in given.try_iter()?.enumerate() {
        let item = item?;
        if let Ok(board) = item.cast::<Board>() {
            boards.push(board.borrow().0.board().clone());
        } else if let Ok(text) = item.cast::<PyString>() {
            boards.push(read_fen(text.to_str()?)?.board().clone());
        } else {
            let kind = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "item {index} is a {kind}; it must be a Board or a FEN"
            )));
        }
    }
    Ok(boards.into())
}

#[pymethods]
impl Positions {
    #[new]
    fn new(positions: &Bound<'_, PyAny>) -> PyResult<Self> {
        boards_of(positions).map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Board> {
        let place = if index < 0 { index + self.0.len() as isize } else { index };
        let board = usize::try_from(place).ok().and_then(|place| self.0.get(place));
        let board =
            board.ok_or_else(|| PyIndexError::new_err(format!("there are {} positions", self.0.len())))?;
        Ok(Board(position_of(board)))
    }

    /// The positions as an array of bytes, 28 each, as data sets have them.
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|board| *PackedBoard::from(board).bytes()).collect();
        bytes.into_pyarray(py).reshape([self.0.len(), PACKED_SIZE])
    }

    fn __repr__(&self) -> String {
        format!("<Positions: {}>", self.0.len())
    }
}
