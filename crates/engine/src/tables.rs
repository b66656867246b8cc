//! Which tables of endings a search asks: those inside the program, and those in a folder of the user's.
//!
//! A folder is read when it is named: every file in it that ends in `.end` must be a sound table, or nothing of it is used.

use crate::file;
use endgame::{BadTable, Table, Tables, Value, shipped};
use search::{MAX_PLY, Score};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};
use xiangqi::Position;

/// How the name of a file with a table ends.
pub const TABLE_EXTENSION: &str = "end";

/// Why a folder of tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// The folder or a file in it cannot be read.
    #[error("tables \"{}\": {reason}", path.display())]
    File {
        /// What cannot be read.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file is not a table that can be used.
    #[error("tables \"{}\": {reason}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: BadTable,
    },
    /// There is no table in the folder.
    #[error("tables \"{}\": no file in it ends in .{TABLE_EXTENSION}; chuhe endings build makes some", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// Reads the table of a file; all of its checksums must hold.
///
/// ```
/// let error = engine::tables::read_table("no such table".as_ref()).unwrap_err();
/// assert!(error.to_string().contains("no such table"));
/// ```
///
/// # Errors
/// Says what is wrong with the file.
pub fn read_table(path: &Path) -> Result<Table, TablesError> {
    let bytes = file::read(path).map_err(|reason| TablesError::File { path: path.to_owned(), reason })?;
    let table = Table::read(bytes).and_then(|table| {
        if table.has_valid_checksums() {
            Ok(table)
        } else {
            Err(BadTable::Block(table.material().to_string()))
        }
    });
    table.map_err(|reason| TablesError::Table { path: path.to_owned(), reason })
}

/// The files of tables in a folder, in the order of their names.
///
/// ```
/// use engine::tables::{read_tables, table_files};
/// let empty = std::env::temp_dir();
/// assert!(table_files(&empty).is_ok());
/// assert!(read_tables("no such folder".as_ref()).is_err());
/// ```
///
/// # Errors
/// If the folder cannot be read.
pub fn table_files(folder: &Path) -> Result<Vec<PathBuf>, TablesError> {
    let fault = |reason| TablesError::File { path: folder.to_owned(), reason };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|extension| extension == TABLE_EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The tables of a folder.
///
/// ```
/// assert!(engine::tables::read_tables("no such folder".as_ref()).is_err());
/// ```
///
/// # Errors
/// If the folder cannot be read, has no tables, or one that cannot be used.
pub fn read_tables(folder: &Path) -> Result<Tables, TablesError> {
    let mut tables = Tables::new();
    for path in table_files(folder)? {
        tables.insert(read_table(&path)?);
    }
    if tables.is_empty() { Err(TablesError::Empty { path: folder.to_owned() }) } else { Ok(tables) }
}

/// The tables that a search asks.
#[derive(Clone, Debug, Default)]
pub(crate) enum EndingTables {
    None,
    #[default]
    Shipped,
    Own(Arc<Tables>),
}

impl EndingTables {
    /// Those inside the program and those of a folder, if one is given.
    pub fn new(folder: Option<&Path>) -> Result<Self, TablesError> {
        let Some(folder) = folder else { return Ok(Self::Shipped) };
        Ok(Self::Own(Arc::new(shipped().clone().with(&read_tables(folder)?))))
    }

    /// The score of a position that one of them has.
    #[inline]
    pub fn score(&self, position: &Position, ply: usize) -> Option<Score> {
        let few = endgame::MAX_MEN as u32 + 2;
        if position.board().occupied().count() > few { None } else { self.score_of_few(position, ply) }
    }

    #[inline(never)]
    fn score_of_few(&self, position: &Position, ply: usize) -> Option<Score> {
        let end = |plies| Some(ply + usize::from(plies)).filter(|&end| end < 2 * MAX_PLY);
        Some(match self.tables()?.probe_under_rules(position)? {
            Value::Draw => Score::DRAW,
            Value::Win(plies) => Score::mate_in(end(plies)?),
            Value::Loss(plies) => Score::mated_in(end(plies)?),
        })
    }

    /// What there is to be asked.
    pub fn tables(&self) -> Option<&Tables> {
        match self {
            Self::None => None,
            Self::Shipped => Some(shipped()),
            Self::Own(tables) => Some(tables),
        }
    }
}
