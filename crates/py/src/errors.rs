//! The exceptions of the package, and how errors of the crates become them.
//!
//! Their messages are those of the crates, which quote what was wrong and say what would be right.

use notation::MoveError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::io;
use std::path::Path;

create_exception!(
    chuhe,
    ChuheError,
    PyException,
    "What goes wrong in the engine or the package; what is wrong with a value is a ValueError."
);
create_exception!(
    chuhe,
    InvalidFenError,
    PyValueError,
    "The text is not a FEN, or not of a position that can be."
);
create_exception!(chuhe, InvalidMoveError, PyValueError, "The text does not have the form of a move.");
create_exception!(chuhe, IllegalMoveError, PyValueError, "The move is not legal in the position.");
create_exception!(chuhe, AmbiguousMoveError, PyValueError, "The text fits more than one legal move.");
create_exception!(
    chuhe,
    GameFileError,
    PyValueError,
    "A game cannot be read from a file, or not be written to one."
);
create_exception!(chuhe, DataError, PyValueError, "A file of training data cannot be used, or not further.");
create_exception!(chuhe, EngineError, ChuheError, "The engine cannot do what it is asked.");
create_exception!(chuhe, InternalError, ChuheError, "A mistake of the package itself; please report it.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ChuheError", py.get_type::<ChuheError>())?;
    module.add("InvalidFenError", py.get_type::<InvalidFenError>())?;
    module.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    module.add("GameFileError", py.get_type::<GameFileError>())?;
    module.add("DataError", py.get_type::<DataError>())?;
    module.add("EngineError", py.get_type::<EngineError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}

/// A `ValueError`.
pub fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A text that is not a move of a position.
pub fn move_error(error: &MoveError) -> PyErr {
    let message = error.to_string();
    match error {
        MoveError::Syntax { .. } => InvalidMoveError::new_err(message),
        MoveError::Ambiguous { .. } => AmbiguousMoveError::new_err(message),
        _ => IllegalMoveError::new_err(message),
    }
}

/// An error of the engine.
pub fn engine_error(error: impl Display) -> PyErr {
    EngineError::new_err(error.to_string())
}

/// An error of training data.
pub fn data_error(error: impl Display) -> PyErr {
    DataError::new_err(error.to_string())
}

/// A file that cannot be used, as Python's own functions tell it.
pub fn file_error(error: &io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let told = error.to_string();
    let reason = told.split(" (os error").next().unwrap_or(&told).to_owned();
    PyOSError::new_err((number, reason, path.to_path_buf()))
}

/// A move that is not legal.
pub fn illegal(error: xiangqi::IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}
