//! How the work goes, on standard error: a line that renews itself on a terminal, else one per minute.

use super::output::{ArchiveContents, result_place};
use indicatif::{ProgressBar, ProgressStyle};
use learn::datagen::GameRecord;
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_secs(60);

/// Counts what is played.
pub struct SelfPlayProgress {
    bar: ProgressBar,
    began: Instant,
    last_line: Instant,
    /// What the archive holds, earlier games included.
    games: u64,
    positions: u64,
    /// Won by Red, drawn, won by Black.
    results: [u64; 3],
    /// What it held before.
    earlier_positions: u64,
}

impl SelfPlayProgress {
    /// Nothing has been played yet beside what the archive holds.
    pub fn new(earlier: &ArchiveContents) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{elapsed}  {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self {
            bar,
            began: now,
            last_line: now,
            games: earlier.games,
            positions: earlier.positions,
            results: earlier.results,
            earlier_positions: earlier.positions,
        }
    }

    pub fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[result_place(game)] += 1;
    }

    /// All games, earlier ones included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// All positions, earlier ones included.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    pub fn show(&mut self) {
        if !self.bar.is_hidden() {
            self.bar.set_message(self.text());
            self.bar.tick();
        } else if self.last_line.elapsed() >= INTERVAL {
            self.last_line = Instant::now();
            eprintln!("{}", self.text());
        }
    }

    /// The last word.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        eprintln!("{}", self.text());
    }

    fn text(&self) -> String {
        let games = self.games.max(1) as f64;
        let [red, draw, black] = self.results.map(|count| 100.0 * count as f64 / games);
        let played = self.positions - self.earlier_positions;
        let speed = match played {
            0 => String::new(),
            _ => format!(", {:.0} positions/s", played as f64 / self.began.elapsed().as_secs_f64().max(1e-3)),
        };
        format!(
            "{} games, {} positions{speed}; Red {red:.1}% draw {draw:.1}% Black {black:.1}%; {:.1} plies per game",
            self.games,
            self.positions,
            self.positions as f64 / games,
        )
    }
}
