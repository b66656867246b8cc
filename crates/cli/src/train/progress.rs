//! How training goes, on standard error: a bar on a terminal, else a line per minute; and a line for each epoch.

use indicatif::{ProgressBar, ProgressStyle};
use learn::train::Trainer;
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_secs(60);

/// Shows it.
pub struct TrainingProgress {
    bar: ProgressBar,
    last_line: Instant,
    began: Instant,
    first_step: u64,
}

impl TrainingProgress {
    pub fn new(trainer: &Trainer<'_>) -> Self {
        let bar = ProgressBar::new(trainer.steps());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} steps, {eta} left  {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self { bar, last_line: now, began: now, first_step: trainer.step_number() }
    }

    /// After a step.
    pub fn show(&mut self, trainer: &Trainer<'_>) {
        self.bar.set_position(trainer.step_number());
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("error {:.6}, {}", trainer.training_loss(), self.speed(trainer)));
        } else if self.last_line.elapsed() >= INTERVAL {
            self.last_line = Instant::now();
            let (step, steps) = (trainer.step_number(), trainer.steps());
            eprintln!(
                "step {step} of {steps}: error {:.6}, {}",
                trainer.training_loss(),
                self.speed(trainer)
            );
        }
    }

    /// After an epoch.
    pub fn show_epoch(&mut self, trainer: &Trainer<'_>) {
        let held_out =
            trainer.held_out_loss().map_or_else(String::new, |loss| format!(", held out {loss:.6}"));
        let text = format!(
            "epoch {:3}: error {:.6}{held_out}; rate {:.1e}, {}",
            trainer.epochs_done(),
            trainer.training_loss(),
            trainer.rate(),
            self.speed(trainer)
        );
        self.bar.suspend(|| eprintln!("{text}"));
        self.last_line = Instant::now();
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn speed(&self, trainer: &Trainer<'_>) -> String {
        let steps = trainer.step_number() - self.first_step;
        let positions = steps as f64 * trainer.settings().batch as f64;
        format!("{:.0} positions/s", positions / self.began.elapsed().as_secs_f64().max(1e-3))
    }
}
