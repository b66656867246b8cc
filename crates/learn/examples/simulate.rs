//! What a tuning can be expected to achieve: the tuner on parameters whose best values are known.
//!
//! `simulate TRIALS RATE ELO` tunes twenty parameters that begin two steps from their best values,
//! where being off by `d` steps costs ELO · d². Games are decided at random, a fifth of them drawn.
//! Prints how far from the best the parameters end, and what that costs, averaged over ten tunings.

use learn::tune::{Parameter, SpsaSchedule, Trial, TrialOutcome, Tuner};
use std::process::ExitCode;
use xiangqi::Random;

const PARAMETERS: usize = 20;
const TUNINGS: u64 = 10;
const STEP: f64 = 100.0;
const START: f64 = 2.0;
const DRAWS: f64 = 0.2;

fn main() -> ExitCode {
    let arguments: Vec<f64> = std::env::args().skip(1).map_while(|text| text.parse().ok()).collect();
    let &[trials, rate, cost] = &arguments[..] else {
        eprintln!("usage: simulate TRIALS RATE ELO, such as simulate 20000 0.004 1");
        return ExitCode::from(2);
    };
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 1..=TUNINGS {
        for value in tuned(trials as u32, rate, cost, seed) {
            let distance = value / STEP;
            sum += distance;
            squares += distance * distance;
        }
    }
    let count = (PARAMETERS as u64 * TUNINGS) as f64;
    let (mean, square) = (sum / count, squares / count);
    println!(
        "off by {mean:.2} steps on average, scattered by {:.2}; Elo lost: {:.1} before, {:.1} after",
        (square - mean * mean).sqrt(),
        cost * START * START * PARAMETERS as f64,
        cost * square * PARAMETERS as f64
    );
    ExitCode::SUCCESS
}

/// The values after a tuning; 0 is the best for each.
fn tuned(trials: u32, rate: f64, cost: f64, seed: u64) -> Vec<f64> {
    let parameter = |number| Parameter {
        name: format!("parameter {number}"),
        value: START * STEP,
        low: -1_000_000,
        high: 1_000_000,
        step: STEP,
    };
    let schedule = SpsaSchedule { trials, rate, ahead: 8, seed };
    let mut tuner = Tuner::new((0..PARAMETERS).map(parameter).collect(), schedule);
    while let Some(outcome) = tuner.pending().next().map(|trial| play(trial, cost)) {
        tuner.learn(outcome);
    }
    tuner.tuned().map(|parameter| parameter.value).collect()
}

/// A pair of games.
fn play(trial: &Trial, cost: f64) -> TrialOutcome {
    let loss = |setting: &[i32]| setting.iter().map(|&value| (f64::from(value) / STEP).powi(2)).sum::<f64>();
    let elo = cost * (loss(&trial.minus) - loss(&trial.plus));
    let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let mut random = Random::new(trial.seed);
    let mut outcome = TrialOutcome::default();
    for _ in 0..2 {
        let chance = random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
        if chance < expected - DRAWS / 2.0 {
            outcome.wins += 1;
        } else if chance < expected + DRAWS / 2.0 {
            outcome.draws += 1;
        } else {
            outcome.losses += 1;
        }
    }
    outcome
}
