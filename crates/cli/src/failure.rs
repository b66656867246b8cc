//! What can stop a command.

use std::{io, path::PathBuf};

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was given makes no sense: the message says what, and what would.
    #[error("{0}")]
    Input(String),
    /// A file is there already, and was not to be replaced.
    #[error("{path} exists already; name another file, or replace it with --force", path = .0.display())]
    Exists(PathBuf),
    /// A file could not be read or written.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// Standard output or input is gone.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl Failure {
    /// What was given makes no sense, as an error says.
    pub fn input(error: impl std::error::Error) -> Self {
        Self::Input(error.to_string())
    }
}
