//! The state of a match as text.

use super::report::{Encounter, EngineStanding, MatchReport, Sequential};
use arena::Performance;
use arena::elo::EloEstimate;
use arena::ratings::Rating;
use arena::sprt::Decision;
use std::fmt::Write;

/// The whole table, with a line break at its end.
pub fn text(report: &MatchReport<'_>) -> String {
    let mut text = columns(&rows(report));
    text.push('\n');
    for encounter in &report.pairings {
        line(&mut text, &encounter_text(encounter));
    }
    if report.ratings.as_ref().is_some_and(|ratings| ratings.is_regularised) {
        line(
            &mut text,
            "Ratings: somebody has won or lost everything; half a drawn game was added to each pairing.",
        );
    }
    if let Some(sequential) = &report.sequential {
        line(&mut text, &sequential_text(sequential));
    }
    if report.repeats > 0 {
        let (verb, each) = if report.repeats == 1 { ("is", "it says") } else { ("are", "they say") };
        let (repeats, games) = (report.repeats, report.games);
        line(
            &mut text,
            &format!(
                "{repeats} of {games} games {verb} move for move the same as an earlier one: {each} nothing new."
            ),
        );
    }
    text
}

/// Where a match between two engines stands, in a line that goes on after the number of games; nothing for more.
pub fn summary(report: &MatchReport<'_>) -> String {
    let [encounter] = &report.pairings[..] else { return String::new() };
    let [first, second] = encounter.names;
    let [won, drawn, lost] = encounter.pairing.games;
    let strength = encounter.estimate.map_or_else(|| "no pair finished".to_string(), |found| elo(&found));
    let ratio = report.sequential.as_ref().map_or(String::new(), |test| format!(", LLR {:.2}", test.ratio));
    format!(": {first} against {second} +{won} ={drawn} -{lost}, {strength}{ratio}")
}

fn line(text: &mut String, line: &str) {
    // A `String` takes everything.
    let _ = writeln!(text, "{line}");
}

/// A column of counts: its title, and where the count comes from.
type Column = (&'static str, fn(&Performance) -> u64);

/// What the table says of an engine, besides its name and rating.
const COUNTS: [Column; 11] = [
    ("games", Performance::games),
    ("won", |all| all.wins),
    ("drawn", |all| all.draws),
    ("lost", |all| all.losses),
    ("rep+", |all| all.repetition_wins),
    ("rep=", |all| all.repetition_draws),
    ("rep-", |all| all.repetition_losses),
    ("late", |all| all.time_losses),
    ("illegal", |all| all.illegal_moves),
    ("crashed", |all| all.crashes),
    ("hung", |all| all.hangs),
];

/// How many of the counts stand before the score.
const COUNTS_BEFORE_SCORE: usize = 4;

fn rows(report: &MatchReport<'_>) -> Vec<Vec<String>> {
    let (before, after) = COUNTS.split_at(COUNTS_BEFORE_SCORE);
    let mut head = vec!["engine".to_string()];
    head.extend(before.iter().map(|(title, _)| (*title).to_string()));
    head.push("score".to_string());
    if report.ratings.is_some() {
        head.push("rating".to_string());
    }
    head.extend(after.iter().map(|(title, _)| (*title).to_string()));
    let row = |(engine, standing): (usize, &EngineStanding<'_>)| {
        let all = &standing.performance;
        let mut row = vec![standing.name.to_string()];
        row.extend(before.iter().map(|(_, count)| count(all).to_string()));
        row.push(all.score().map_or_else(|| "-".to_string(), percent));
        if let Some(ratings) = &report.ratings {
            row.push(ratings.ratings.get(engine).copied().flatten().map_or_else(|| "-".to_string(), rating));
        }
        row.extend(after.iter().map(|(_, count)| count(all).to_string()));
        row
    };
    std::iter::once(head).chain(ranked(report).into_iter().map(row)).collect()
}

/// The engines in the order of the table: by rating where there is one.
fn ranked<'r, 'a>(report: &'r MatchReport<'a>) -> Vec<(usize, &'r EngineStanding<'a>)> {
    let mut engines: Vec<_> = report.engines.iter().enumerate().collect();
    if let Some(ratings) = &report.ratings {
        let elo = |engine: usize| {
            ratings.ratings.get(engine).copied().flatten().map_or(f64::MIN, |rating| rating.elo)
        };
        engines.sort_by(|(a, _), (b, _)| elo(*b).total_cmp(&elo(*a)));
    }
    engines
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn rating(rating: Rating) -> String {
    format!("{:+.1} ±{:.1}", rating.elo, rating.error)
}

/// Columns wide enough for everything in them; the first is flush left, the others right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let count = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        line(&mut text, cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

fn encounter_text(encounter: &Encounter<'_>) -> String {
    let [first, second] = encounter.names;
    let [won, drawn, lost] = encounter.pairing.games;
    let games = won + drawn + lost;
    let draws = if games > 0 { percent(drawn as f64 / games as f64) } else { "-".to_string() };
    let pairs = encounter.pairing.pairs.0.map(|count| count.to_string()).join(" ");
    let strength = encounter.estimate.map_or_else(|| "no pair finished".to_string(), |found| elo(&found));
    format!(
        "{first} against {second}: +{won} ={drawn} -{lost}, {strength}, draws {draws}, pairs by points 0 ½ 1 1½ 2: {pairs}"
    )
}

fn elo(found: &EloEstimate) -> String {
    let superiority = percent(found.superiority);
    match found.error() {
        Some(error) => format!("Elo {:+.1} ±{error:.1}, LOS {superiority}", found.elo),
        None => format!(
            "Elo {} (95 %: {} to {}), LOS {superiority}",
            elo_text(found.elo),
            elo_text(found.lower),
            elo_text(found.upper)
        ),
    }
}

/// An Elo difference, which is infinite where one side has won everything.
fn elo_text(elo: f64) -> String {
    if elo == f64::INFINITY {
        "+∞".to_string()
    } else if elo == f64::NEG_INFINITY {
        "-∞".to_string()
    } else {
        format!("{elo:+.1}")
    }
}

fn sequential_text(sequential: &Sequential) -> String {
    let test = &sequential.test;
    let (lower, upper) = test.bounds();
    let verdict = match sequential.decision {
        Decision::Continue => "undecided",
        Decision::AcceptH0 => "H0 accepted",
        Decision::AcceptH1 => "H1 accepted",
    };
    format!(
        "SPRT (logistic Elo, pentanomial) H0 {} against H1 {}: LLR {:.2} in ({lower:.2}, {upper:.2}), {verdict}",
        test.elo0, test.elo1, sequential.ratio
    )
}
