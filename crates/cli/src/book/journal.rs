//! What a check has found so far, in a file beside the book that is being made, so that nothing is lost by Ctrl-C.
//!
//! The first line says how positions were searched; a file that says something else is begun anew. Every other line is
//! a position: its key, the score of its best move, its moves with their scores. A line that is cut off is left out.

use crate::data::draft::Draft;
use crate::failure::Failure;
use ::book::CheckedScores;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

pub struct CheckJournal {
    path: PathBuf,
    file: File,
    known: HashMap<u64, CheckedScores>,
}

impl CheckJournal {
    /// Goes on with the file for a book, or begins it.
    pub fn open(out: &Path, settings: &str) -> Result<Self, Failure> {
        let mut path = out.as_os_str().to_os_string();
        path.push(".checks");
        let path = PathBuf::from(path);
        let failed = |error| Failure::File(path.clone(), error);
        let header = format!("checks of an opening book: {settings}");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let known: HashMap<u64, CheckedScores> =
            if lines.next() == Some(&header) { lines.filter_map(read).collect() } else { HashMap::new() };
        // Written anew, so that what was cut off goes; whole or not at all, so that nothing else does.
        let mut whole = format!("{header}\n");
        for (key, judged) in &known {
            whole.push_str(&write(*key, judged));
        }
        Draft::write(&path, true, &[], whole.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok(Self { path, file, known })
    }

    /// What an earlier run has found.
    pub fn take_known(&mut self) -> HashMap<u64, CheckedScores> {
        std::mem::take(&mut self.known)
    }

    /// Keeps a result.
    pub fn add(&mut self, key: u64, judged: &CheckedScores) -> Result<(), Failure> {
        self.file
            .write_all(write(key, judged).as_bytes())
            .map_err(|error| Failure::File(self.path.clone(), error))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The book is written, and this is needed no more.
    pub fn remove(self) {
        // If it cannot be removed, it does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

fn write(key: u64, judged: &CheckedScores) -> String {
    let mut line = format!("{key:016x} {}", judged.best);
    for (mv, score) in &judged.moves {
        // A `String` takes everything.
        let _ = write!(line, " {mv} {score}");
    }
    line.push('\n');
    line
}

fn read(line: &str) -> Option<(u64, CheckedScores)> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let best = words.next()?.parse().ok()?;
    let mut moves = Vec::new();
    while let Some(mv) = words.next() {
        moves.push((mv.parse().ok()?, words.next()?.parse().ok()?));
    }
    Some((key, CheckedScores { best, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_there_and_back() {
        let moves = [("h2e2", 30), ("b0c2", -12)].map(|(mv, score)| (mv.parse().ok(), score));
        let moves = moves.into_iter().filter_map(|(mv, score)| Some((mv?, score))).collect();
        let judged = CheckedScores { best: 30, moves };
        let line = write(0xABC, &judged);
        assert_eq!(line, "0000000000000abc 30 h2e2 30 b0c2 -12\n");
        assert_eq!(read(line.trim_end()), Some((0xABC, judged)));
        for bad in ["", "xyz 3", "abc", "abc 3 h2e2", "abc 3 h2e2 many", "abc 3 z2e2 4"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
