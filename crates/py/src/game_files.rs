//! Game files of every format, read game by game and written.
//!
//! A file is read as it is needed, in pieces; a game that cannot be read is an exception in its place, and the reader goes on with the
//! next. What a format cannot hold is told by whoever writes.

use crate::errors::{GameFileError, file_error};
use crate::interrupts::detached;
use crate::names;
use crate::records::{Game, locked};
use notation::formats::{ReadError, Reader, Writer};
use notation::{Salvaged, pgn};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many bytes are read at once.
const CHUNK: usize = 1 << 16;

/// The pieces of a file. What goes wrong is kept where the reader finds it.
struct Chunks {
    source: Box<dyn Read + Send>,
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl Iterator for Chunks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut chunk = vec![0; CHUNK];
        match self.source.read(&mut chunk) {
            Ok(0) => None,
            Ok(count) => {
                chunk.truncate(count);
                Some(chunk)
            }
            Err(error) => {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                None
            }
        }
    }
}

/// What becomes of a game that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Faulty {
    Raise,
    Skip,
    Salvage,
}

/// The games of a file, one after the other.
#[pyclass(module = "chuhe", frozen)]
pub struct GameReader {
    state: Mutex<ReaderState>,
    failure: Arc<Mutex<Option<io::Error>>>,
    faulty: Faulty,
}

struct ReaderState {
    reader: Reader<Chunks>,
    /// How many games have been seen, the faulty ones among them.
    seen: usize,
    problems: Vec<(usize, String)>,
}

/// What the next game is.
enum Next {
    Game(Box<notation::Game>),
    Refused(usize, ReadError),
    End,
}

impl ReaderState {
    fn advance(&mut self, faulty: Faulty) -> Next {
        loop {
            let Some(read) = self.reader.next() else { return Next::End };
            self.seen += 1;
            let error = match read {
                Ok(game) => return Next::Game(Box::new(game)),
                Err(error) => error,
            };
            if faulty == Faulty::Raise {
                return Next::Refused(self.seen, error);
            }
            self.problems.push((self.seen, error.to_string()));
            if faulty == Faulty::Salvage
                && let Some(Salvaged { game, .. }) = self.reader.salvage()
            {
                return Next::Game(Box::new(game));
            }
        }
    }
}

impl GameReader {
    fn state(&self) -> MutexGuard<'_, ReaderState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl GameReader {
    /// Reads a file by its path, or bytes.
    #[new]
    #[pyo3(signature = (source, errors = "raise"))]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>, errors: &str) -> PyResult<Self> {
        let faulty = match errors {
            "raise" => Faulty::Raise,
            "skip" => Faulty::Skip,
            "salvage" => Faulty::Salvage,
            other => {
                let other = xiangqi::excerpt(other, 24);
                let message = format!("errors is \"{other}\"; it must be \"raise\", \"skip\" or \"salvage\"");
                return Err(crate::errors::value_error(message));
            }
        };
        let source: Box<dyn Read + Send> = if let Ok(bytes) = source.cast::<PyBytes>() {
            Box::new(Cursor::new(bytes.as_bytes().to_vec()))
        } else {
            let path: PathBuf = source.extract()?;
            Box::new(File::open(&path).map_err(|error| file_error(&error, &path))?)
        };
        let failure = Arc::new(Mutex::new(None));
        let chunks = Chunks { source, failure: Arc::clone(&failure) };
        let reader = detached(py, || Reader::new(chunks))?;
        let state = Mutex::new(ReaderState { reader, seen: 0, problems: Vec::new() });
        Ok(Self { state, failure, faulty })
    }

    /// The format that the content has, or None.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.state().reader.format().map(names::format_name)
    }

    /// The games that could not be read as a whole so far, by number (from 1) and with what was wrong.
    #[getter]
    fn problems(&self) -> Vec<(usize, String)> {
        self.state().problems.clone()
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = detached(py, || self.state().advance(self.faulty))?;
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(error) = failure {
            return Err(error.into());
        }
        match next {
            Next::Game(game) => Ok(Some((*game).into())),
            Next::Refused(number, error) => Err(GameFileError::new_err(format!("game {number}: {error}"))),
            Next::End => Ok(None),
        }
    }
}

/// How games are to be written.
pub struct Written {
    pub writer: Writer,
}

impl Written {
    pub fn new(format: &str, notation: &str, dialect: &str, encoding: &str) -> PyResult<Self> {
        let refused = |error: notation::formats::WriteError| GameFileError::new_err(error.to_string());
        let dialect = match dialect {
            "xqbase" => pgn::Dialect::Xqbase,
            "winboard" => pgn::Dialect::Winboard,
            other => {
                let other = xiangqi::excerpt(other, 24);
                let message = format!("there is no dialect \"{other}\"; there are xqbase and winboard");
                return Err(crate::errors::value_error(message));
            }
        };
        let style = pgn::Format { notation: names::notation(notation)?, dialect, ..pgn::Format::default() };
        let mut writer =
            Writer::new(names::format(format)?).map_err(refused)?.with_style(style).map_err(refused)?;
        if !encoding.eq_ignore_ascii_case("utf-8") {
            writer = writer.with_encoding(names::encoding(encoding)?).map_err(refused)?;
        }
        Ok(Self { writer })
    }
}

/// The bytes of a file, and what was lost of its games.
type Exported<'py> = (Bound<'py, PyBytes>, Vec<(usize, Vec<String>)>);

/// Games as the bytes of a file, and what of each the format cannot hold: by number from 1, in words.
#[pyfunction]
pub fn export_games<'py>(
    py: Python<'py>,
    games: Vec<Py<Game>>,
    format: &str,
    notation: &str,
    dialect: &str,
    encoding: &str,
) -> PyResult<Exported<'py>> {
    let Written { writer } = Written::new(format, notation, dialect, encoding)?;
    if games.len() > 1 && !writer.format().holds_many() {
        let name = writer.format().name();
        return Err(GameFileError::new_err(format!("{} games: a file of {name} holds one", games.len())));
    }
    let trees: Vec<_> = games.iter().map(|game| Arc::clone(&game.get().0)).collect();
    let (bytes, losses) = detached(py, move || {
        let mut bytes = writer.header().to_vec();
        let mut losses = Vec::new();
        for (tree, number) in trees.iter().zip(1..) {
            if number > 1 {
                bytes.extend(writer.separator());
            }
            let (file, lost) = writer.write(&locked(tree));
            bytes.extend(file);
            if !lost.is_empty() {
                losses.push((number, lost.iter().map(ToString::to_string).collect()));
            }
        }
        (bytes, losses)
    })?;
    Ok((PyBytes::new(py, &bytes), losses))
}
