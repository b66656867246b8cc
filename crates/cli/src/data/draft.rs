//! A file that appears under its name only when it is whole.

use crate::failure::Failure;
use std::fs::{self, File, TryLockError};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// A file under a working name. Dropped without [`Draft::keep`], it goes.
pub struct Draft {
    path: PathBuf,
    working: PathBuf,
    is_kept: bool,
}

impl Draft {
    /// Begins the file; one that is there already is refused unless it may be replaced.
    pub fn begin(path: &Path, may_replace: bool) -> Result<(Self, BufWriter<File>), Failure> {
        if !may_replace && path.exists() {
            return Err(Failure::Input(format!(
                "{} exists already; name another file, or replace it with --force",
                path.display()
            )));
        }
        // What another process is writing, such as an archive, would be lost to it.
        if let Ok(file) = File::open(path)
            && matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
        {
            let message = "another process is writing it; name another file";
            return Err(Failure::Input(format!("{}: {message}", path.display())));
        }
        Self::create(path.into(), named(path, ".part"))
    }

    /// A file beside another that is needed for a while only.
    pub fn scratch(path: &Path, number: usize) -> Result<(Self, BufWriter<File>), Failure> {
        let working = named(path, &format!(".part{number}"));
        Self::create(working.clone(), working)
    }

    fn create(path: PathBuf, working: PathBuf) -> Result<(Self, BufWriter<File>), Failure> {
        let file = File::create(&working).map_err(|error| Failure::File(working.clone(), error))?;
        Ok((Self { path, working, is_kept: false }, BufWriter::with_capacity(1 << 18, file)))
    }

    /// Where it is while it is written.
    pub fn working(&self) -> &Path {
        &self.working
    }

    /// Says which file an error is about.
    pub fn failed(&self) -> impl Fn(std::io::Error) -> Failure + use<> {
        let path = self.working.clone();
        move |error| Failure::File(path.clone(), error)
    }

    /// Gives the file, which must be closed, its name.
    pub fn keep(mut self) -> Result<(), Failure> {
        fs::rename(&self.working, &self.path).map_err(|error| Failure::File(self.path.clone(), error))?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_kept {
            // If it cannot be removed, there is nothing better to do than leave it.
            let _ = fs::remove_file(&self.working);
        }
    }
}

fn named(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}
