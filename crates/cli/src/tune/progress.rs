//! What is reported while a tuning runs: a bar where standard error is a terminal, else a line now and then.

use indicatif::{ProgressBar, ProgressStyle};
use learn::tune::{TrialOutcome, Tuner};
use std::time::Instant;

/// How many parameters are named: those that have moved most.
const NAMED: usize = 5;

/// Counts games and reports.
pub struct TuningProgress {
    bar: ProgressBar,
    began: Instant,
    every: u32,
    games: u64,
    draws: u64,
}

impl TuningProgress {
    pub fn new(tuner: &Tuner, every: u32) -> Self {
        let bar = ProgressBar::new(tuner.schedule().trials.into());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} iterations  {elapsed}\n{msg}") {
            bar.set_style(style);
        }
        bar.set_position(tuner.finished().into());
        bar.reset_eta();
        Self { bar, began: Instant::now(), every, games: 0, draws: 0 }
    }

    /// Takes note of an outcome that the tuner has just learnt from.
    pub fn show(&mut self, tuner: &Tuner, outcome: TrialOutcome) {
        self.games += u64::from(outcome.games());
        self.draws += u64::from(outcome.draws);
        self.bar.set_position(tuner.finished().into());
        if tuner.finished().is_multiple_of(self.every) || tuner.is_done() {
            self.report(tuner);
        }
    }

    fn report(&self, tuner: &Tuner) {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let text = format!(
            "{} games, {:.2} a second, {:.0} % drawn; moved most: {}",
            self.games,
            self.games as f64 / seconds,
            100.0 * self.draws as f64 / self.games.max(1) as f64,
            largest_moves(tuner)
        );
        if self.bar.is_hidden() {
            eprintln!("iteration {}/{}: {text}", tuner.finished(), tuner.schedule().trials);
        } else {
            self.bar.set_message(text);
        }
    }

    /// Leaves what was learnt on the screen.
    pub fn finish(&self, tuner: &Tuner) {
        self.bar.finish_and_clear();
        eprintln!(
            "after {} of {} iterations, {} games in this run:",
            tuner.finished(),
            tuner.schedule().trials,
            self.games
        );
        let width = tuner.parameters().iter().map(|parameter| parameter.name.len()).max().unwrap_or_default();
        for ((old, now), new) in tuner.parameters().iter().zip(tuner.values()).zip(tuner.tuned()) {
            let moved = (new.value - old.value) / old.step;
            eprintln!(
                "  {:width$}  {:>8} -> {:>10.2}  ({moved:+.2} steps; in the end {now:.2})",
                old.name, old.value, new.value
            );
        }
    }
}

/// The parameters that have moved most, in steps.
fn largest_moves(tuner: &Tuner) -> String {
    let mut moves: Vec<(&str, f64, f64)> = tuner
        .parameters()
        .iter()
        .zip(tuner.values())
        .map(|(old, &value)| (old.name.as_str(), value, (value - old.value) / old.step))
        .collect();
    moves.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let named =
        moves.iter().take(NAMED).map(|(name, value, moved)| format!("{name} {value:.1} ({moved:+.2})"));
    named.collect::<Vec<_>>().join(", ")
}
