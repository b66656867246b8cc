//! `chuhe data stats`: what is in archives of games.

use super::inputs::{Interrupt, archive, for_each_game};
use super::{Completion, FilterArguments};
use crate::failure::Failure;
use clap::Args;
use learn::datagen::record::EndReason;
use learn::datagen::statistics::{LENGTH_STEP, SCORE_LIMITS, ScoreClass, Statistics};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// Count games, positions, results, reasons, lengths and scores
#[derive(Args)]
pub struct Arguments {
    /// Archives of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArguments,
}

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let mut text = String::new();
    for path in &arguments.files {
        let header = archive(path)?.header().clone();
        let seed =
            if header.seed == 0 { "several seeds".to_string() } else { format!("seed {}", header.seed) };
        let nodes =
            if header.nodes == 0 { "several numbers of".to_string() } else { header.nodes.to_string() };
        line(&mut text, format!("{}: {}, {nodes} nodes, {seed}", path.display(), header.evaluation));
        line(&mut text, format!("  {}", header.settings));
    }
    let filter = arguments.filter.filter();
    let mut statistics = Statistics::default();
    let ending = for_each_game(&arguments.files, interrupt, |game| {
        let counted = statistics.add(game, filter);
        Ok(counted.err().map(|error| format!("{error}; its earlier positions are counted")))
    })?;
    if ending != Completion::Interrupted {
        describe(&mut text, &statistics);
        std::io::stdout().write_all(text.as_bytes())?;
    }
    Ok(ending)
}

fn line(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref());
    text.push('\n');
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn describe(text: &mut String, all: &Statistics) {
    let Statistics { games, positions, kept, .. } = *all;
    let mean = positions as f64 / games.max(1) as f64;
    line(text, format!("\ngames      {games}, from {} different positions", all.beginnings()));
    line(text, format!("positions  {positions}, {mean:.1} per game"));
    line(text, format!("kept       {kept}, {:.1}% by the filter", percent(kept, positions)));
    let [checks, captures] = [all.checks, all.captures].map(|count| percent(count, positions));
    line(text, format!("left out   in check {checks:.1}%, capture played {captures:.1}%, and others"));
    let [red, draw, black] = all.results.map(|count| percent(count, games));
    line(text, format!("results    Red {red:.1}%, draw {draw:.1}%, Black {black:.1}%"));
    let ends = EndReason::ALL.iter().zip(all.ends).filter(|(_, count)| *count > 0);
    let ends: Vec<String> =
        ends.map(|(end, count)| format!("{} {:.1}%", end.name(), percent(count, games))).collect();
    line(text, format!("ended by   {}", ends.join(", ")));

    line(text, "\nplies          games");
    let largest = all.lengths.iter().copied().max().unwrap_or_default();
    for (class, &count) in all.lengths.iter().enumerate() {
        let from = class * LENGTH_STEP;
        row(text, &format!("{from:>4} - {:<4}", from + LENGTH_STEP - 1), count, games, largest, "");
    }
    line(text, "\nscore          positions            mean result");
    let largest = all.scores.iter().map(|class| class.count).max().unwrap_or_default();
    for (name, class) in score_names().iter().zip(&all.scores) {
        row(text, name, class.count, positions, largest, &mean_result(class));
    }
    line(text, "\npieces         positions");
    let largest = all.pieces.iter().copied().max().unwrap_or_default();
    for (class, &count) in all.pieces.iter().enumerate() {
        let from = 2 + 4 * class;
        row(text, &format!("{from:>4} - {:<4}", (from + 3).min(32)), count, positions, largest, "");
    }
}

/// A class with its count, its share and a bar.
fn row(text: &mut String, name: &str, count: u64, whole: u64, largest: u64, note: &str) {
    let bar = "#".repeat((30 * count).div_ceil(largest.max(1)) as usize);
    // A `String` takes everything.
    let _ = write!(text, "{name:<14} {count:>9} {:>5.1}%  {note}{bar}", percent(count, whole));
    text.truncate(text.trim_end().len());
    text.push('\n');
}

fn mean_result(class: &ScoreClass) -> String {
    if class.count == 0 { " ".repeat(7) } else { format!("{:.3}  ", class.mean()) }
}

/// What the classes of scores are called.
fn score_names() -> Vec<String> {
    let mut names = vec!["mated".to_string()];
    for limits in SCORE_LIMITS.windows(2) {
        names.push(match (limits[0], limits[1] - 1) {
            (low, high) if low == 1 - learn::datagen::MATE_SCORE => format!("to {high}"),
            (low, high) if high == learn::datagen::MATE_SCORE - 1 => format!("from {low}"),
            (low, high) => format!("{low} to {high}"),
        });
    }
    names.push("mates".to_string());
    names
}
