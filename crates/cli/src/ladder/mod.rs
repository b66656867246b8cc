//! `chuhe ladder`: what each technique of the search buys.

mod clock;
mod table;

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::file;
use crate::interrupt::{interrupt_flag, interrupted};
use crate::plot::PictureKind;
use crate::variant::variant;
use clap::{Args, ValueEnum};
use games::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use ladder::{Effort, Grade, Rung, RungReport, Suite, plot, shipped};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Measure what each technique of the search buys
///
/// Searches positions with known answers by plain minimax, then with one technique more at each rung, up to the engine as it
/// is shipped. The lower rungs are small searches that docs/ladder.md walks through, the upper ones the engine with some of its techniques
/// switched off. For each rung: nodes, processor time, and over the positions the medians of the depth reached, of the nodes of
/// that iteration, of its effective branching factor, and of the least leaves that a tree of that depth has (Knuth and Moore); then
/// how many positions of each grade it solved. At equal depth also how many times fewer nodes and how much faster than the
/// first rung.
///
/// Exit code 0: measured; 2: the positions cannot be used; 130: interrupted, with the rungs that were done.
#[derive(Args)]
#[command(after_help = "Examples:
  chuhe ladder                                   20,000 nodes for each position and rung
  chuhe ladder --game chess --depth 4            every rung to depth 4
  chuhe ladder --time 50 --rungs 5-12 --json     50 ms each, some rungs, as JSON
  chuhe ladder --plot ladder.png                 and a picture")]
pub struct Arguments {
    /// The game
    #[arg(long, value_name = "GAME", default_value_t, value_parser = variant())]
    game: Variant,
    /// What is equal for all rungs: depth, nodes or time [default: nodes, or what a number is given for]
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Search every position to this depth [with --mode depth: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40), conflicts_with_all = ["nodes", "time"])]
    depth: Option<u8>,
    /// Search every position for this many nodes [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: Option<u64>,
    /// Search every position for this many milliseconds [with --mode time: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// The positions: a row for each, with its grade (easy, medium or hard), the position, its answers with blanks between, and what it is
    /// about, with tabs between [default: those in the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Only positions of this grade
    #[arg(long, value_name = "GRADE", value_parser = grade)]
    grade: Option<Grade>,
    /// Only these rungs, such as 5 or 1-11
    #[arg(long, value_name = "A-B", value_parser = rung_range)]
    rungs: Option<(usize, usize)>,
    /// Print JSON, with every position
    #[arg(long)]
    json: bool,
    /// Draw a picture; the ending says what: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Overwrite the picture
    #[arg(long)]
    force: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    Depth,
    Nodes,
    Time,
}

fn grade(text: &str) -> Result<Grade, String> {
    let known = Grade::ALL.into_iter().find(|grade| grade.name() == text);
    known.ok_or_else(|| "say easy, medium or hard".to_owned())
}

fn rung_range(text: &str) -> Result<(usize, usize), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((first, last)),
        _ => Err("say the number of a rung, or the first and the last with a hyphen between, such as 1-11"
            .to_owned()),
    }
}

impl Arguments {
    fn effort(&self) -> Result<Effort, Failure> {
        let given = match (self.depth, self.nodes, self.time) {
            (Some(_), ..) => Some(Mode::Depth),
            (_, Some(_), _) => Some(Mode::Nodes),
            (.., Some(_)) => Some(Mode::Time),
            _ => None,
        };
        let mode = self.mode.or(given).unwrap_or(Mode::Nodes);
        if given.is_some_and(|given| given != mode) {
            let message = "--mode and the number do not fit together: depth goes with --depth, nodes with --nodes, time with --time";
            return Err(Failure::Input(message.to_owned()));
        }
        Ok(match mode {
            Mode::Depth => Effort::Depth(self.depth.unwrap_or(4).into()),
            Mode::Nodes => Effort::Nodes(self.nodes.unwrap_or(20_000)),
            Mode::Time => Effort::Time(Duration::from_millis(self.time.unwrap_or(100))),
        })
    }
}

/// Everything, as JSON.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    effort: Effort,
    positions: usize,
    rungs: &'a [RungReport],
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let effort = arguments.effort()?;
    let name = arguments.game.name();
    let suite = suite(arguments)?;
    let rungs = rungs(arguments, &suite)?;
    // What cannot be drawn is refused before minutes are spent.
    let picture =
        arguments.plot.as_deref().map(|path| PictureKind::of(path).map(|kind| (path, kind))).transpose()?;
    let inputs: Vec<PathBuf> = arguments.positions.iter().cloned().collect();
    let draft = picture.map(|(path, _)| Draft::begin(path, arguments.force, &inputs)).transpose()?;
    let stop = interrupt_flag()?;
    let course = suite.course(effort, &clock::processor_time, &stop).map_err(Failure::input)?;
    let counts = suite.counts();
    let mut out = std::io::stdout().lock();
    if !arguments.json {
        let [easy, medium, hard] = counts;
        writeln!(out, "{}: {} positions ({easy} easy, {medium} medium, {hard} hard)", name, suite.len())?;
        writeln!(out, "{}", table::header(effort))?;
    }
    let progress = progress(arguments.quiet, rungs.len() * suite.len());
    let mut reports: Vec<RungReport> = Vec::new();
    for rung in &rungs {
        progress.set_message(rung.name);
        let Some(mut report) = course.measure(rung, &mut |_| progress.inc(1)) else { break };
        if table::is_comparable(effort) {
            let first = reports.first().unwrap_or(&report).clone();
            report.compare(&first);
        }
        if !arguments.json {
            let written = progress.suspend(|| writeln!(out, "{}", table::row(effort, &report)));
            written.and_then(|()| out.flush())?;
        }
        reports.push(report);
    }
    progress.finish_and_clear();
    if arguments.json {
        let report = Report { game: name, effort, positions: suite.len(), rungs: &reports };
        serde_json::to_writer_pretty(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    if let Some(((path, kind), (draft, mut file))) = picture.zip(draft).filter(|_| !reports.is_empty()) {
        let content = kind.draw(&plot(name, effort, counts, &reports))?;
        let failed = |error| Failure::File(path.into(), error);
        file.write_all(&content).and_then(|()| file.flush()).map_err(failed)?;
        drop(file);
        draft.keep()?;
    }
    Ok(if stop.load(Ordering::Relaxed) { interrupted() } else { ExitCode::SUCCESS })
}

fn suite(arguments: &Arguments) -> Result<Suite, Failure> {
    match &arguments.positions {
        None => Suite::read(arguments.game, shipped(arguments.game), arguments.grade).map_err(Failure::input),
        Some(path) => Suite::read(arguments.game, &file::read_text(path)?, arguments.grade)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display()))),
    }
}

/// The rungs that are wanted.
fn rungs(arguments: &Arguments, suite: &Suite) -> Result<Vec<Rung>, Failure> {
    let all = suite.rungs();
    let (first, last) = arguments.rungs.unwrap_or((1, all.len()));
    if last > all.len() {
        let message = format!("there is no rung {last}; the ladder of {} has {}", arguments.game, all.len());
        return Err(Failure::Input(message));
    }
    Ok(all[first - 1..last].to_vec())
}

fn progress(is_quiet: bool, length: usize) -> ProgressBar {
    if is_quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent}%  {msg}  {elapsed} elapsed") {
        bar.set_style(style);
    }
    bar
}
