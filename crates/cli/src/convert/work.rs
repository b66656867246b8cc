//! Converts inputs, several at once.

use super::output::{Begun, Numbered, OneFile, Sink, finish};
use super::plan::InputFile;
use super::report::{ConversionCounts, ConversionReport, SHOWN};
use crate::data::draft::Draft;
use crate::data::inputs::Interrupt;
use crate::failure::Failure;
use crate::file::Source;
use crate::salvage::next_game;
use notation::formats::{ReadError, Reader, Writer};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many bytes are read at once.
const BLOCK: usize = 1 << 18;

/// What all inputs have in common.
pub struct Conversion<'a> {
    pub writer: &'a Writer,
    pub may_replace: bool,
    /// Bad games are kept as far as they are legal.
    pub salvages: bool,
    pub report: &'a ConversionReport<'a>,
    pub interrupt: &'a Interrupt,
}

impl Conversion<'_> {
    /// Each input into a file of its own.
    pub fn write_folder(&self, inputs: &[InputFile], folder: &Path, threads: usize) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::File(folder.into(), error))?;
        let begun = Begun::new(inputs.iter().map(|input| input.path.clone()).collect());
        let extension = self.writer.format().extension();
        for_each(inputs, threads, |_, InputFile { path: input, place }| {
            let stem = folder.join(place);
            if let Some(parent) = stem.parent() {
                fs::create_dir_all(parent).map_err(|error| Failure::File(parent.into(), error))?;
            }
            let done = if self.writer.format().holds_many() {
                let mut path = stem.into_os_string();
                path.push(".");
                path.push(extension);
                self.convert(input, OneFile::new(path.into(), self.may_replace, &begun))
            } else {
                self.convert(input, Numbered::new(stem, extension, self.may_replace, &begun))
            };
            match done {
                // An output that cannot be written for this input alone does not hold up the others.
                Err(trouble @ (Failure::Input(_) | Failure::Exists(_))) => {
                    self.report.skipped_file(input, &trouble.to_string());
                    Ok(())
                }
                done => done.map(|_| ()),
            }
        })
    }

    /// All inputs into one file, in their order.
    pub fn write_file(&self, inputs: &[InputFile], path: &Path, threads: usize) -> Result<(), Failure> {
        let (draft, mut file) = Draft::begin(path, self.may_replace, &[])?;
        let parts: Vec<Mutex<Option<Part>>> = inputs.iter().map(|_| Mutex::default()).collect();
        let total = AtomicUsize::new(0);
        for_each(inputs, threads, |index, input| {
            let (scratch, file) = Draft::scratch(path)?;
            let sink = PartFile { file, scratch: &scratch, games: 0, total: &total, path };
            let games = self.convert(&input.path, sink)?;
            let part = Part { scratch, games };
            if let Some(place) = parts.get(index) {
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(part);
            }
            Ok(())
        })?;
        if self.interrupt.is_interrupted() || total.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        file.write_all(self.writer.header()).map_err(draft.failed())?;
        let mut is_first = true;
        for part in parts {
            let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
            let Some(part) = part.filter(|part| part.games > 0) else { continue };
            if !is_first {
                file.write_all(&self.writer.separator()).map_err(draft.failed())?;
            }
            is_first = false;
            let working = part.scratch.working();
            let mut games = File::open(working).map_err(part.scratch.failed())?;
            io::copy(&mut games, &mut file).map_err(draft.failed())?;
        }
        finish(draft, file)
    }

    /// Hands the games of an input to a sink, and says how many there were.
    fn convert(&self, input: &Path, mut sink: impl Sink) -> Result<usize, Failure> {
        let file = match Source::open(input) {
            Ok(file) => file,
            Err(error) => {
                self.report.skipped_file(input, &error);
                return Ok(0);
            }
        };
        let trouble = RefCell::new(None);
        let blocks = Blocks { file, trouble: &trouble, report: self.report };
        let (mut tally, mut bad, mut number) = (ConversionCounts::default(), 0, 0);
        let mut reader = Reader::new(blocks);
        while let Some(game) = next_game(&mut reader, self.salvages, bad < SHOWN) {
            if self.interrupt.is_interrupted() {
                return Ok(0);
            }
            number += 1;
            match game {
                Ok(salvaged) => {
                    if !salvaged.cuts.is_empty() {
                        self.report.cut_game(input, number, bad, &salvaged);
                        bad += 1;
                    }
                    let (bytes, losses) = self.writer.write(&salvaged.game);
                    sink.take(&bytes, self.writer)?;
                    tally.add(&losses);
                }
                Err(refused) => match refused.error {
                    ReadError::Unknown(_)
                    | ReadError::OldLibrary
                    | ReadError::Empty
                    | ReadError::TooLarge(_) => {
                        self.report.skipped_file(input, &refused.error);
                    }
                    _ => {
                        self.report.skipped_game(input, number, bad, &refused);
                        bad += 1;
                    }
                },
            }
        }
        self.report.end_of_file(input, bad);
        if let Some(error) = trouble.take() {
            self.report.skipped_file(input, &format!("cannot be read to its end: {error}"));
        }
        sink.close()?;
        let games = tally.games;
        self.report.converted(tally);
        Ok(games)
    }
}

/// The games of one input on their way into the file of all.
struct Part {
    scratch: Draft,
    games: usize,
}

struct PartFile<'a> {
    file: BufWriter<File>,
    scratch: &'a Draft,
    games: usize,
    /// How many games there are from all inputs.
    total: &'a AtomicUsize,
    path: &'a Path,
}

impl Sink for PartFile<'_> {
    fn take(&mut self, game: &[u8], writer: &Writer) -> Result<(), Failure> {
        let others = self.total.fetch_add(1, Ordering::Relaxed);
        if others > 0 && !writer.format().holds_many() {
            return Err(Failure::Input(format!(
                "{} can hold one game, and there are several; name a folder, such as games/ --to {}",
                self.path.display(),
                writer.format().extension()
            )));
        }
        let before = if self.games == 0 { Vec::new() } else { writer.separator() };
        self.games += 1;
        let written = self.file.write_all(&before).and_then(|()| self.file.write_all(game));
        written.map_err(self.scratch.failed())
    }

    fn close(self) -> Result<(), Failure> {
        let failed = self.scratch.failed();
        self.file.into_inner().map(|_| ()).map_err(|error| failed(error.into_error()))
    }
}

/// A file in blocks. Where it cannot be read it ends, and the trouble is noted.
struct Blocks<'a> {
    file: Source,
    trouble: &'a RefCell<Option<io::Error>>,
    report: &'a ConversionReport<'a>,
}

impl Iterator for Blocks<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut block = vec![0; BLOCK];
        match self.file.read(&mut block) {
            Ok(0) => None,
            Ok(length) => {
                block.truncate(length);
                self.report.read(length);
                Some(block)
            }
            Err(error) => {
                *self.trouble.borrow_mut() = Some(error);
                None
            }
        }
    }
}

/// Does something with every input, on several threads; the first failure ends it.
fn for_each(
    inputs: &[InputFile],
    threads: usize,
    work: impl Fn(usize, &InputFile) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(inputs.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(index) else { return };
                    if let Err(error) = work(index, input) {
                        next.store(inputs.len(), Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return;
                    }
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
