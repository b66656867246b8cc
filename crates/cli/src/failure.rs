//! What can stop a command.

use std::{fmt, io, path::PathBuf};

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What was given makes no sense: the message says what, and what would.
    Input(String),
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// Standard output or input is gone.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
