//! Training data: archives of games and files of positions, as arrays of records.
//!
//! A record is the 32 bytes that `chuhe data convert` writes; `python/chuhe/data.py` says what their fields are called.

use crate::errors::{data_error, file_error, value_error};
use crate::interrupts::interruptible;
use learn::datagen::positions::SAMPLE_SIZE;
use learn::datagen::{
    ArchiveReader, PackedSample, PositionFilter, PositionReader, PositionWriter, SampleError,
};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

fn open(path: &PathBuf) -> PyResult<BufReader<File>> {
    let file = File::open(path).map_err(|error| file_error(&error, path))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

/// How the games of an archive were made.
#[pyfunction]
pub fn archive_header(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let reader = ArchiveReader::new(open(&path)?).map_err(data_error)?;
    let header = reader.header();
    let entry = PyDict::new(py);
    entry.set_item("seed", header.seed)?;
    entry.set_item("nodes", header.nodes)?;
    entry.set_item("evaluation", &header.evaluation)?;
    entry.set_item("settings", &header.settings)?;
    Ok(entry)
}

/// The positions of the games of an archive that pass the filter, as rows of bytes, at most `limit` of them.
#[pyfunction]
pub fn archive_records(
    py: Python<'_>,
    path: PathBuf,
    min_ply: u32,
    max_score: u16,
    allow_checks: bool,
    allow_captures: bool,
    limit: Option<usize>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let filter =
        PositionFilter { min_ply, max_score, allows_checks: allow_checks, allows_captures: allow_captures };
    let reader = ArchiveReader::new(open(&path)?).map_err(data_error)?;
    let records = interruptible(py, move |stop| -> Result<Vec<u8>, SampleError> {
        let mut records = Vec::new();
        let mut left = limit.unwrap_or(usize::MAX);
        for sample in reader.samples() {
            if left == 0 || stop.load(Ordering::Relaxed) {
                break;
            }
            let sample = sample?;
            if filter.keeps(&sample) {
                records.extend(PackedSample::from(&sample).to_bytes());
                left -= 1;
            }
        }
        Ok(records)
    })?;
    let records = records.map_err(data_error)?;
    let count = records.len() / SAMPLE_SIZE;
    records.into_pyarray(py).reshape([count, SAMPLE_SIZE])
}

/// Reads a file of positions to its end and says how many there are; a damaged one is refused.
#[pyfunction]
pub fn check_positions(py: Python<'_>, path: PathBuf) -> PyResult<u64> {
    let mut reader = PositionReader::new(open(&path)?).map_err(data_error)?;
    let promised = reader.promised();
    let checked = interruptible(py, move |stop| {
        let mut block = Vec::new();
        loop {
            block.clear();
            reader.read_block(1 << 14, &mut block)?;
            if block.is_empty() || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
    })?;
    checked.map_err(|error: learn::datagen::PositionsError| data_error(error))?;
    Ok(promised)
}

/// Writes rows of 32 bytes as a file of positions, as `chuhe train` reads it.
#[pyfunction]
pub fn write_positions(
    py: Python<'_>,
    path: PathBuf,
    records: PyReadonlyArray2<'_, u8>,
    seed: u64,
) -> PyResult<u64> {
    let [count, SAMPLE_SIZE] = *records.shape() else {
        return Err(value_error(format!("the shape is {:?}; it must be n × {SAMPLE_SIZE}", records.shape())));
    };
    let rows = records.as_array();
    let mut samples = Vec::with_capacity(count);
    for (row, bytes) in rows.outer_iter().enumerate() {
        let mut record = [0; SAMPLE_SIZE];
        record.iter_mut().zip(bytes.iter()).for_each(|(to, from)| *to = *from);
        let sample = PackedSample::from_bytes(&record);
        let sample =
            sample.ok_or_else(|| data_error(format!("row {row} has a score or a result that cannot be")))?;
        sample.board.unpack().map_err(|error| data_error(format!("row {row} is not a position: {error}")))?;
        samples.push(sample);
    }
    let file = File::create(&path)?;
    let written = crate::interrupts::detached(py, move || {
        let mut writer = PositionWriter::new(BufWriter::new(file), seed)?;
        samples.iter().try_for_each(|sample| writer.push(sample))?;
        writer.finish()
    })?;
    Ok(written?)
}
