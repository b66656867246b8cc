//! The fitter finds weights that it was not told.

use games::xiangqi::{Classical, Weights};
use learn::fit::{FitSamples, FitSettings, Target, fit, tidy};
use search::Evaluator;
use std::sync::Arc;
use xiangqi::{Fen, Position, Random};

const SCALE: f64 = 1000.0;

/// Positions of random games.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start();
        for _ in 0..150 {
            let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
            position.play_unchecked(mv);
            positions.push(Position::from(Fen {
                board: position.board().clone(),
                quiet_plies: 0,
                move_number: 1,
            }));
        }
    }
    positions
}

fn evaluate(weights: &Weights, position: &Position) -> i32 {
    let mut evaluator = Classical::with(Arc::new(weights.clone()));
    evaluator.refresh(position);
    evaluator.evaluate(position)
}

fn samples(teacher: &Weights, positions: &[Position]) -> FitSamples {
    let mut samples = FitSamples::default();
    for position in positions {
        let score = f64::from(evaluate(teacher, position));
        samples.push(position.board(), Target { result: 0.5, score, blend: 0.0 }, SCALE);
    }
    samples
}

#[test]
fn a_pupil_learns_to_judge_like_its_teacher() {
    let teacher = Weights::tuned();
    let start = Weights::named("conventional").expect("a named set");
    let training = samples(&teacher, &positions(20_000, 1));
    let unseen = positions(2_000, 2);
    let held_out = samples(&teacher, &unseen);
    let settings = FitSettings { epochs: 30, batch: 512, prior: 1.0, ..FitSettings::default() };
    let mut losses = Vec::new();
    let pupil = fit(&training, &held_out, &start, SCALE, &settings, |progress| {
        losses.push(progress.held_out);
        true
    });
    let error = |weights: &Weights| {
        let sum: i32 = unseen.iter().map(|p| (evaluate(weights, p) - evaluate(&teacher, p)).abs()).sum();
        sum / unseen.len() as i32
    };
    let (before, after) = (error(&start), error(&pupil));
    assert!(after * 5 < before, "mean difference {before} before, {after} after");
    assert!(losses.last() < losses.first());
    // Tidying changes no judgement beyond rounding.
    let tidied = error(&tidy(&pupil, &training));
    assert!((tidied - after).abs() <= 3, "{after} before tidying, {tidied} after");
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    let teacher = Weights::tuned();
    let start = Weights::named("conventional").expect("a named set");
    let training = samples(&teacher, &positions(1_000, 3));
    let settings = FitSettings { epochs: 2, batch: 128, ..FitSettings::default() };
    let run = || fit(&training, &training, &start, SCALE, &settings, |_| true);
    assert_eq!(run(), run());
}
