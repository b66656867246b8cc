//! How the work goes, on standard error: a line that renews itself on a terminal, else one per minute.

use indicatif::{ProgressBar, ProgressStyle};
use learn::datagen::GameRecord;
use std::time::{Duration, Instant};
use xiangqi::{Colour, Outcome};

const INTERVAL: Duration = Duration::from_secs(60);

/// Counts what is played.
pub struct SelfPlayProgress {
    bar: ProgressBar,
    began: Instant,
    last_line: Instant,
    earlier: (u64, u64),
    games: u64,
    positions: u64,
    /// Won by Red, drawn, won by Black.
    results: [u64; 3],
}

impl SelfPlayProgress {
    /// Nothing has been played yet; `earlier_games` and `earlier_positions` were there before.
    pub fn new(earlier_games: u64, earlier_positions: u64) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{elapsed}  {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self {
            bar,
            began: now,
            last_line: now,
            earlier: (earlier_games, earlier_positions),
            games: 0,
            positions: 0,
            results: [0; 3],
        }
    }

    pub fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        let place = match game.outcome {
            Outcome::Win(Colour::Red) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Colour::Black) => 2,
        };
        self.results[place] += 1;
    }

    /// All games, earlier ones included.
    pub fn games(&self) -> u64 {
        self.earlier.0 + self.games
    }

    /// All positions, earlier ones included.
    pub fn positions(&self) -> u64 {
        self.earlier.1 + self.positions
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
        format!(
            "{} games, {} positions, {:.0} positions/s; Red {red:.1}% draw {draw:.1}% Black {black:.1}%; \
             {:.1} plies per game",
            self.games(),
            self.positions(),
            self.positions as f64 / self.began.elapsed().as_secs_f64().max(1e-3),
            self.positions as f64 / games,
        )
    }
}
