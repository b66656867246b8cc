//! The state of a match as JSON. Numbers without an end are `null`.

use super::report::{Encounter, EngineStanding, MatchReport, Sequential};
use crate::failure::Failure;
use arena::sprt::Decision;
use serde_json::{Value, json};
use std::io::Write;

/// Writes the report as one line.
pub fn write(out: &mut impl Write, report: &MatchReport<'_>) -> Result<(), Failure> {
    let engines: Vec<Value> = report
        .engines
        .iter()
        .enumerate()
        .map(|(engine, standing)| engine_value(report, engine, standing))
        .collect();
    let value = json!({
        "games": report.games,
        "repeated_games": report.repeats,
        "finished": report.is_whole,
        "engines": engines,
        "pairings": report.pairings.iter().map(pairing_value).collect::<Vec<_>>(),
        "ratings_regularised": report.ratings.as_ref().map(|ratings| ratings.is_regularised),
        "sprt": report.sequential.as_ref().map(sequential_value),
    });
    Ok(writeln!(out, "{value}")?)
}

fn engine_value(report: &MatchReport<'_>, engine: usize, standing: &EngineStanding<'_>) -> Value {
    let all = &standing.performance;
    let rating = report.ratings.as_ref().and_then(|ratings| ratings.ratings.get(engine).copied().flatten());
    json!({
        "name": standing.name,
        "games": all.games(),
        "wins": all.wins,
        "draws": all.draws,
        "losses": all.losses,
        "score": all.score(),
        "repetition": {
            "wins": all.repetition_wins,
            "draws": all.repetition_draws,
            "losses": all.repetition_losses,
        },
        "time_losses": all.time_losses,
        "illegal_moves": all.illegal_moves,
        "crashes": all.crashes,
        "hangs": all.hangs,
        "rating": rating.map(|rating| json!({ "elo": rating.elo, "error": rating.error })),
    })
}

fn pairing_value(encounter: &Encounter<'_>) -> Value {
    let [wins, draws, losses] = encounter.pairing.games;
    json!({
        "engines": encounter.names,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pairs": encounter.pairing.pairs.0,
        "score": encounter.estimate.map(|found| found.score),
        "elo": encounter.estimate.map(|found| found.elo),
        "elo_lower": encounter.estimate.map(|found| found.lower),
        "elo_upper": encounter.estimate.map(|found| found.upper),
        "los": encounter.estimate.map(|found| found.superiority),
    })
}

fn sequential_value(sequential: &Sequential) -> Value {
    let test = &sequential.test;
    let (lower, upper) = test.bounds();
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "elo_model": "logistic",
        "llr": sequential.ratio,
        "lower": lower,
        "upper": upper,
        "decision": match sequential.decision {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0",
            Decision::AcceptH1 => "H1",
        },
    })
}
