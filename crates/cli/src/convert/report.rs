//! What was converted, skipped and lost.

use crate::failure::Failure;
use crate::salvage::{RefusedGame, what_is_kept};
use indicatif::ProgressBar;
use notation::Salvaged;
use notation::formats::{Loss, Losses, ReadError};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xiangqi::counted;

/// How many bad games of a file are shown one by one.
pub const SHOWN: usize = 50;

/// Gathers what happens to the games.
pub struct ConversionReport<'a> {
    bar: &'a ProgressBar,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    games: usize,
    skipped_games: usize,
    cut_games: usize,
    skipped_files: usize,
    /// What was lost, and in how many games.
    losses: BTreeMap<Loss, usize>,
}

/// How many games an input has, and what of them is lost.
#[derive(Default)]
pub struct ConversionCounts {
    pub games: usize,
    losses: BTreeMap<Loss, usize>,
}

impl ConversionCounts {
    /// One more game, with its losses.
    pub fn add(&mut self, losses: &Losses) {
        self.games += 1;
        for loss in losses.iter() {
            *self.losses.entry(loss.clone()).or_default() += 1;
        }
    }
}

impl<'a> ConversionReport<'a> {
    pub fn new(bar: &'a ProgressBar) -> Self {
        Self { bar, counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// More bytes have been read.
    pub fn read(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
    }

    /// The games of a file are written.
    pub fn converted(&self, tally: ConversionCounts) {
        let mut counts = self.counts();
        counts.games += tally.games;
        for (loss, games) in tally.losses {
            *counts.losses.entry(loss).or_default() += games;
        }
    }

    /// A game of a file cannot be read; `before` were skipped in it already.
    pub fn skipped_game(&self, path: &Path, number: usize, before: usize, refused: &RefusedGame) {
        self.counts().skipped_games += 1;
        if before < SHOWN {
            self.bar.suspend(|| eprintln!("{}: game {number}: {refused}", path.display()));
        }
    }

    /// A game of a file is kept without what is bad in it; `before` were bad already.
    pub fn cut_game(&self, path: &Path, number: usize, before: usize, salvaged: &Salvaged<ReadError>) {
        self.counts().cut_games += 1;
        if before < SHOWN {
            let kept = what_is_kept(salvaged);
            self.bar.suspend(|| {
                for cut in salvaged.cuts.iter().take(SHOWN) {
                    eprintln!("{}: game {number}: {cut}; {kept}", path.display());
                }
            });
        }
    }

    /// All games of a file have been seen, and some of them may have been bad.
    pub fn end_of_file(&self, path: &Path, bad: usize) {
        if bad > SHOWN {
            self.bar.suspend(|| {
                eprintln!("{}: {} more games cannot be read as a whole", path.display(), bad - SHOWN);
            });
        }
    }

    /// A file gives no game, or cannot be read to its end.
    pub fn skipped_file(&self, path: &Path, trouble: &dyn std::fmt::Display) {
        self.counts().skipped_files += 1;
        self.bar.suspend(|| eprintln!("{}: {trouble}; skipped", path.display()));
    }

    /// Says what was done.
    pub fn finish(&self, files: usize, out: &Path) -> Result<ExitCode, Failure> {
        use std::io::Write;
        let counts = self.counts();
        for (loss, games) in &counts.losses {
            eprintln!("not in the output: {loss} ({})", counted(*games, "game"));
        }
        let read = files - counts.skipped_files.min(files);
        let written = format!(
            "{} of {} written to {}",
            counted(counts.games, "game"),
            counted(read, "file"),
            out.display()
        );
        let skipped = |count: usize, what| format!(", {} skipped", counted(count, what));
        let cut = counts.cut_games;
        let cut = (cut > 0).then(|| format!(", {cut} of them with something left out"));
        let games = (counts.skipped_games > 0).then(|| skipped(counts.skipped_games, "game"));
        let files = (counts.skipped_files > 0).then(|| skipped(counts.skipped_files, "file"));
        let line = [Some(written), cut, games, files].into_iter().flatten().collect::<String>();
        if counts.games == 0 {
            return Err(Failure::Input("no game could be converted".into()));
        }
        writeln!(std::io::stdout(), "{line}")?;
        let is_whole = counts.skipped_games == 0 && counts.cut_games == 0 && counts.skipped_files == 0;
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
