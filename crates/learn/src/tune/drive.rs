//! Keeps players busy with the trials of a tuning.
//!
//! Trials are handed out as they are proposed and may end in any order; the tuner is told in the order
//! of their numbers. A player that fails ends the tuning: the others finish what they play, and what
//! follows without a gap is still learnt from.

use crate::tune::{Trial, TrialOutcome, Tuner};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Compares two settings by playing games between them.
pub trait TrialPlayer: Send {
    /// Why games cannot be played.
    type Error: Send;

    /// Plays the games of a trial; nothing if the tuning has been called off.
    ///
    /// # Errors
    /// The games cannot be played.
    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, Self::Error>;
}

impl<P: TrialPlayer + ?Sized> TrialPlayer for Box<P> {
    type Error = P::Error;

    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, P::Error> {
        (**self).play(trial)
    }
}

/// Tunes to the end, or until a player gives up. After every trial `on_trial` sees the tuner and the
/// outcome it has just learnt from, in order, and says whether to go on.
///
/// # Errors
/// That of the first player that failed.
pub fn run<P: TrialPlayer>(
    tuner: &mut Tuner,
    players: &mut [P],
    mut on_trial: impl FnMut(&Tuner, TrialOutcome) -> bool,
) -> Result<(), P::Error> {
    let (hand_out, trials) = channel();
    let (report, reports) = channel();
    let (trials, is_over) = (Mutex::new(trials), AtomicBool::new(tuner.is_done()));
    for trial in tuner.pending() {
        // The receiver lives as long as this function.
        let _ = hand_out.send(trial.clone());
    }
    thread::scope(|scope| {
        for player in players {
            let (trials, is_over, report) = (&trials, &is_over, report.clone());
            scope.spawn(move || work(player, trials, is_over, &report));
        }
        drop(report);
        let mut hand_out = Some(hand_out).filter(|_| !tuner.is_done());
        let mut waiting = BTreeMap::new();
        let mut result = Ok(());
        for (number, played) in reports {
            let mut goes_on = true;
            match played {
                Ok(Some(outcome)) => drop(waiting.insert(number, outcome)),
                Ok(None) => goes_on = false,
                Err(error) => {
                    result = result.and(Err(error));
                    goes_on = false;
                }
            }
            while let Some(outcome) = waiting.remove(&(tuner.finished() + 1)) {
                if let (Some(trial), Some(hand_out)) = (tuner.learn(outcome), &hand_out) {
                    let _ = hand_out.send(trial.clone());
                }
                goes_on &= on_trial(tuner, outcome);
            }
            if !goes_on || tuner.is_done() {
                // Idle players wake up, busy ones stop after their trial.
                is_over.store(true, Ordering::Relaxed);
                hand_out = None;
            }
        }
        result
    })
}

/// What a player says of a trial.
type Played<P> = Result<Option<TrialOutcome>, <P as TrialPlayer>::Error>;

/// What one player does: trials until there are no more.
fn work<P: TrialPlayer>(
    player: &mut P,
    trials: &Mutex<Receiver<Trial>>,
    is_over: &AtomicBool,
    report: &Sender<(u32, Played<P>)>,
) {
    while let Some(trial) = next(trials, is_over) {
        // A failed trial ends the tuning soon, but the others may still finish theirs.
        if report.send((trial.number, player.play(&trial))).is_err() {
            return;
        }
    }
}

/// The next trial in order. It is taken and found to be wanted under one lock, so that no trial is
/// dropped whose successor is played: the end of the tuning leaves no gap.
fn next(trials: &Mutex<Receiver<Trial>>, is_over: &AtomicBool) -> Option<Trial> {
    let trials = trials.lock().ok()?;
    trials.recv().ok().filter(|_| !is_over.load(Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{SpsaSchedule, read_parameters};
    use std::time::Duration;

    /// Likes large values; takes its time at random; fails at some trial.
    #[derive(Default)]
    struct Mock {
        fails_at: u32,
        is_called_off_at: u32,
    }

    impl TrialPlayer for Mock {
        /// The number of the trial that cannot be played.
        type Error = u32;

        fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, u32> {
            if trial.number == self.fails_at {
                return Err(trial.number);
            }
            if trial.number == self.is_called_off_at {
                return Ok(None);
            }
            thread::sleep(Duration::from_micros(trial.seed % 300));
            let is_better = trial.plus.iter().sum::<i32>() > trial.minus.iter().sum();
            Ok(Some(if is_better {
                TrialOutcome { wins: 1, draws: 1, losses: 0 }
            } else {
                TrialOutcome { wins: 0, draws: 1, losses: 1 }
            }))
        }
    }

    fn tuner(trials: u32) -> Tuner {
        let parameters = read_parameters("a, 20, 0, 100, 5\nb, 50, 0, 1000, 40").unwrap();
        Tuner::new(parameters, SpsaSchedule { trials, rate: 0.05, ahead: 8, seed: 5 })
    }

    #[test]
    fn the_number_of_players_does_not_matter() {
        let results: Vec<Tuner> = [1, 2, 5]
            .into_iter()
            .map(|players| {
                let mut tuner = tuner(400);
                let mut players: Vec<Mock> = (0..players).map(|_| Mock::default()).collect();
                let mut seen = 0;
                run(&mut tuner, &mut players, |tuner, _| {
                    seen += 1;
                    assert_eq!(tuner.finished(), seen);
                    true
                })
                .unwrap();
                assert!(tuner.is_done() && seen == 400);
                tuner
            })
            .collect();
        assert!(results[0].values()[1] > 100.0, "{:?}", results[0].values());
        assert!(results.iter().all(|result| *result == results[0]));
    }

    #[test]
    fn stopping_and_going_on_changes_nothing() {
        let mut whole = tuner(300);
        run(&mut whole, &mut [Mock::default()], |_, _| true).unwrap();
        let mut parts = tuner(300);
        let mut rounds = 0;
        while !parts.is_done() {
            rounds += 1;
            let limit = parts.finished() + 70;
            let mut players = [Mock::default(), Mock::default()];
            run(&mut parts, &mut players, |tuner, _| tuner.finished() < limit).unwrap();
        }
        assert!(rounds > 1);
        assert_eq!(parts, whole);
    }

    #[test]
    fn a_failing_player_ends_it() {
        let mut tuner = tuner(300);
        let mut players = [40, 40].map(|fails_at| Mock { fails_at, ..Mock::default() });
        assert_eq!(run(&mut tuner, &mut players, |_, _| true), Err(40));
        assert_eq!(tuner.finished(), 39);
    }

    #[test]
    fn calling_it_off_wakes_idle_players() {
        let mut tuner = tuner(300);
        let mut players: Vec<Mock> =
            (0..12).map(|_| Mock { is_called_off_at: 20, ..Mock::default() }).collect();
        run(&mut tuner, &mut players, |_, _| true).unwrap();
        assert_eq!(tuner.finished(), 19);
        run(&mut tuner, &mut [Mock::default()], |_, _| true).unwrap();
        assert!(tuner.is_done());
    }
}
