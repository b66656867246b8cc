//! How the work goes, on standard error: a bar on a terminal, else a line per minute.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use xiangqi::counted;

const INTERVAL: Duration = Duration::from_secs(60);

/// Counts games and positions.
pub struct AnalysisProgress {
    bar: ProgressBar,
    began: Instant,
    last_line: Instant,
    games: usize,
    done: usize,
}

impl AnalysisProgress {
    /// How often the bar is drawn.
    pub const PAUSE: Duration = Duration::from_millis(250);

    /// Games and positions that are to be analysed; `earlier` games are done already.
    pub fn new(games: usize, positions: usize, earlier: usize) -> Self {
        if earlier > 0 {
            eprintln!("{} done already", counted(earlier, "game"));
        }
        let bar = ProgressBar::new(positions as u64);
        let template = "{elapsed_precise} [{bar:30}] {pos}/{len} positions, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(format!("0/{games} games"));
        let now = Instant::now();
        Self { bar, began: now, last_line: now, games, done: 0 }
    }

    /// Counts a position, from any thread.
    pub fn ticker(&self) -> impl Fn() + Sync + use<> {
        let bar = self.bar.clone();
        move || bar.inc(1)
    }

    pub fn finish_game(&mut self) {
        self.done += 1;
    }

    pub fn show(&mut self) {
        self.bar.set_message(format!("{}/{} games", self.done, self.games));
        if self.bar.is_hidden() && self.last_line.elapsed() >= INTERVAL {
            self.last_line = Instant::now();
            eprintln!("{}, {} left", self.text(), HumanDuration(self.left()));
        }
    }

    /// How long the rest will take, by what has been done.
    fn left(&self) -> Duration {
        let done = self.bar.position().max(1) as f64;
        let rest = self.bar.length().unwrap_or(0) as f64 - done;
        self.began.elapsed().mul_f64((rest / done).max(0.0))
    }

    pub fn finish(&self) {
        // A bar that is finished counts everything as done.
        let text = self.text();
        self.bar.finish_and_clear();
        if self.games > 0 {
            eprintln!("{text} in {:.1} s", self.began.elapsed().as_secs_f64());
        }
    }

    fn text(&self) -> String {
        let (games, positions) = (counted(self.games, "game"), counted(self.bar.position(), "position"));
        format!("{} of {games}, {positions}", self.done)
    }
}
