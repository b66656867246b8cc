//! Where the games of one input go.

use crate::data::draft::Draft;
use crate::failure::Failure;
use notation::formats::Writer;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that this run has begun, for no two inputs may become one file, and none may become an input.
pub struct Begun {
    paths: Mutex<HashSet<PathBuf>>,
    inputs: Vec<PathBuf>,
}

impl Begun {
    pub fn new(inputs: Vec<PathBuf>) -> Self {
        Self { paths: Mutex::default(), inputs }
    }

    fn draft(&self, path: &Path, may_replace: bool) -> Result<(Draft, BufWriter<File>), Failure> {
        let is_new = self.paths.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into());
        if !is_new {
            return Err(Failure::Input(format!(
                "another input is written to {} already; convert it into another folder",
                path.display()
            )));
        }
        Draft::begin(path, may_replace, &self.inputs)
    }
}

/// Takes the games of an input.
pub trait Sink {
    fn take(&mut self, game: &[u8], writer: &Writer) -> Result<(), Failure>;
    /// The input is over.
    fn close(self) -> Result<(), Failure>;
}

/// All games in one file, begun with the first.
pub struct OneFile<'a> {
    path: PathBuf,
    may_replace: bool,
    begun: &'a Begun,
    draft: Option<(Draft, BufWriter<File>)>,
}

impl<'a> OneFile<'a> {
    pub fn new(path: PathBuf, may_replace: bool, begun: &'a Begun) -> Self {
        Self { path, may_replace, begun, draft: None }
    }
}

impl Sink for OneFile<'_> {
    fn take(&mut self, game: &[u8], writer: &Writer) -> Result<(), Failure> {
        let before = if self.draft.is_some() { writer.separator() } else { writer.header().to_vec() };
        if self.draft.is_none() {
            self.draft = Some(self.begun.draft(&self.path, self.may_replace)?);
        }
        let Some((draft, file)) = &mut self.draft else { return Ok(()) };
        file.write_all(&before).and_then(|()| file.write_all(game)).map_err(draft.failed())
    }

    fn close(self) -> Result<(), Failure> {
        match self.draft {
            Some((draft, file)) => finish(draft, file),
            None => Ok(()),
        }
    }
}

/// A file for each game: under the name of the input if there is one game, else numbered.
pub struct Numbered<'a> {
    /// The name without its ending.
    stem: PathBuf,
    extension: &'static str,
    may_replace: bool,
    begun: &'a Begun,
    /// The first game, until it is known whether it is the only one.
    first: Option<Vec<u8>>,
    count: usize,
}

impl<'a> Numbered<'a> {
    pub fn new(stem: PathBuf, extension: &'static str, may_replace: bool, begun: &'a Begun) -> Self {
        Self { stem, extension, may_replace, begun, first: None, count: 0 }
    }

    fn write(&self, ending: &str, game: &[u8]) -> Result<(), Failure> {
        let mut name = self.stem.as_os_str().to_os_string();
        name.push(ending);
        name.push(".");
        name.push(self.extension);
        let (draft, mut file) = self.begun.draft(Path::new(&name), self.may_replace)?;
        file.write_all(game).map_err(draft.failed())?;
        finish(draft, file)
    }
}

impl Sink for Numbered<'_> {
    fn take(&mut self, game: &[u8], _: &Writer) -> Result<(), Failure> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(game.to_vec());
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            self.write("-0001", &first)?;
        }
        self.write(&format!("-{:04}", self.count), game)
    }

    fn close(self) -> Result<(), Failure> {
        match &self.first {
            Some(game) => self.write("", game),
            None => Ok(()),
        }
    }
}

/// Closes a file that is whole, and gives it its name.
pub fn finish(draft: Draft, file: BufWriter<File>) -> Result<(), Failure> {
    let failed = draft.failed();
    file.into_inner().map_err(|error| failed(error.into_error()))?;
    draft.keep()
}
