//! Records of games with what was counted in their searches, as `chuhe play --record` and `chuhe match --record` write them.

use crate::errors::data_error;
use pyo3::prelude::*;
use record::GameRecord;

/// A record as JSON with every field, after its moves have been played; a DataError says what is wrong with it.
#[pyfunction]
pub fn checked_record(py: Python<'_>, text: String) -> PyResult<String> {
    crate::interrupts::detached(py, move || GameRecord::read(&text).map(|record| record.write()))?
        .map_err(data_error)
}
