//! How a match goes, on standard error: a bar with the table below it on a terminal, else a line now and then.

use super::plan::MatchPlan;
use super::report::MatchReport;
use super::table;
use arena::{Crosstable, PlayedGame, Termination};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// A line at least this often, whenever a game ends …
const INTERVAL: Duration = Duration::from_secs(30);
/// … and as often as this in a whole match.
const LINES: u64 = 10;

/// What shows how a match goes.
pub struct MatchProgress {
    bar: ProgressBar,
    length: u64,
    began: Instant,
    last_line: Instant,
    /// The games there were when the last line was printed.
    last_games: u64,
}

impl MatchProgress {
    /// A match of this many games, of which some are there already.
    pub fn new(length: usize, played: usize) -> Self {
        let bar = ProgressBar::new(length as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {elapsed}\n{msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self { bar, length: length as u64, began: now, last_line: now, last_games: played as u64 }
    }

    /// Shows where the match stands.
    pub fn show(&mut self, plan: &MatchPlan, tally: &Crosstable) {
        let games = tally.games();
        if !self.bar.is_hidden() {
            self.bar.set_message(table::text(&MatchReport::new(plan, tally, false)));
            self.bar.set_position(games);
            return;
        }
        let is_tenth = games * LINES / self.length.max(1) > self.last_games * LINES / self.length.max(1);
        let is_due = is_tenth || (games > self.last_games && self.last_line.elapsed() >= INTERVAL);
        // The table follows the last game.
        if is_due && games < self.length {
            (self.last_line, self.last_games) = (Instant::now(), games);
            let report = MatchReport::new(plan, tally, false);
            let seconds = self.began.elapsed().as_secs();
            eprintln!("{games}/{} games in {seconds} s{}", self.length, table::summary(&report));
        }
    }

    /// Says at once which engine has failed, and how.
    pub fn name_failure(&self, record: &PlayedGame) {
        if matches!(
            record.ruling.termination,
            Termination::TimeLoss | Termination::IllegalMove | Termination::Crash | Termination::Hang
        ) {
            self.bar.suspend(|| eprintln!("game {}: {}", record.game.id, record.ruling.sentence));
        }
    }

    /// The match is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
