//! `chuhe collisions`: how often hash keys mistake positions for each other, beside what chance predicts.
//!
//! Every run begins with a reference that cannot collide: keys of 128 bits whose entries are refused unless two more keys of 64 bits agree, 256 bits in
//! all. What the other rows find differently is counted against it.

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use crate::plot::{self, PictureKind};
use crate::variant::variant;
use clap::Args;
use engine::{Census, Confirmation, EngineGame, Keys, Survey, Surveyed, SurveyedSearch};
use games::{Chess, Variant, Xiangqi};
use indicatif::{ProgressBar, ProgressStyle};
use picture::{COLOURS, Mark, Panel, Scale, Series, chart};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Count how often hash keys of each width mistake positions for each other
///
/// Searches the bench positions with keys of each width, once with an entry of another position used as a table without confirmations would, and once
/// with it refused. A collision is an entry whose key fits and whose confirming keys do not; `expected` is how many chance predicts for
/// the comparisons that were made, exactly where entries are refused, and at most where they are used: there a position takes the place of the one that it
/// met. The first row is a reference that cannot collide. `changed` counts the searches whose best
/// move or score differs from the reference; `illegal` those whose best move cannot be played, which must be none.
///
/// Exit code 0: counted; 1: an illegal move was found; 2: the input cannot be used; 130: interrupted, with the rows that were done.
#[derive(Args)]
#[command(after_help = "Examples:
  chuhe collisions                                 widths of 64, 32 and 16 bits
  chuhe collisions --bits 32 --seeds 20 --json     twenty key sets, each search by itself
  chuhe collisions --bits 40,36,32,28,24 --plot collisions.png
  chuhe collisions --bits 64 --probes 1000000000   deeper and deeper, until the table was asked so often")]
pub struct Arguments {
    /// How deep to search each position
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=40))]
    depth: u8,
    /// The game
    #[arg(long, value_name = "GAME", default_value_t, value_parser = variant())]
    game: Variant,
    /// The widths to try, in bits
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "64,32,16",
        value_parser = clap::value_parser!(u32).range(1..=128))]
    bits: Vec<u32>,
    /// Where the keys come from: the same seed gives the same counts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many seeds to try, this one and those after it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: u64,
    /// How many entries the table has
    #[arg(long, value_name = "N", default_value_t = 1 << 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    entries: u64,
    /// Go through the positions again and again, a ply deeper each time, until the table was asked this often; without the reference, and entries are
    /// refused
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    probes: Option<u64>,
    /// Print JSON, with every search
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

/// A row: keys of one width from one seed.
#[derive(Serialize, Clone, Debug)]
struct Row {
    bits: u32,
    seed: u64,
    /// `used` or `refused`: what happens to an entry of another position.
    entry: &'static str,
    is_reference: bool,
    nodes: u64,
    probes: u64,
    hits: u64,
    compared: u64,
    collisions: u64,
    expected: f64,
    unnoticed: u64,
    filled: usize,
    capacity: usize,
    /// Searches whose result differs from the reference; none without a reference.
    changed: Option<usize>,
    illegal: usize,
    searches: Vec<SearchRow>,
}

/// One search of a row.
#[derive(Serialize, Clone, Debug)]
struct SearchRow {
    depth: usize,
    nodes: u64,
    probes: u64,
    hits: u64,
    compared: u64,
    collisions: u64,
    expected: f64,
    filled: usize,
    score: i32,
    is_legal: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    depth: u8,
    entries: u64,
    rows: &'a [Row],
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    // What cannot be drawn is refused before minutes are spent.
    if let Some(path) = &arguments.plot {
        PictureKind::of(path)?;
        drop(Draft::begin(path, arguments.force, &[])?);
    }
    let stop = interrupt_flag()?;
    let rows = match arguments.game {
        Variant::Xiangqi => survey::<Xiangqi>(arguments, &stop)?,
        Variant::Chess => survey::<Chess>(arguments, &stop)?,
    };
    if arguments.json {
        let mut out = std::io::stdout().lock();
        let (game, depth, entries) = (arguments.game.name(), arguments.depth, arguments.entries);
        let report = Report { game, depth, entries, rows: &rows };
        serde_json::to_writer_pretty(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    if let Some(path) = &arguments.plot {
        plot::write(path, arguments.force, &[], &picture_of(arguments, &rows))?;
    }
    Ok(match () {
        () if stop.load(Ordering::Relaxed) => interrupted(),
        () if rows.iter().any(|row| row.illegal > 0) => ExitCode::FAILURE,
        () => ExitCode::SUCCESS,
    })
}

/// The rows to be counted: the reference first, unless a number of probes is all that is wanted.
fn keys(arguments: &Arguments) -> Vec<(Keys, bool)> {
    let seeds = || (0..arguments.seeds).map(|number| arguments.seed.wrapping_add(number));
    let keys = |bits, seed, confirmation| Keys { bits, seed: Some(seed), confirmation };
    if arguments.probes.is_some() {
        let refused =
            |seed| arguments.bits.iter().map(move |&bits| (keys(bits, seed, Confirmation::Refuses), false));
        return seeds().flat_map(refused).collect();
    }
    let both = [Confirmation::Counts, Confirmation::Refuses];
    let of_seed = |seed| {
        let reference = (keys(128, seed, Confirmation::Refuses), true);
        let others =
            arguments.bits.iter().flat_map(move |&bits| both.map(|choice| (keys(bits, seed, choice), false)));
        std::iter::once(reference).chain(others)
    };
    seeds().flat_map(of_seed).collect()
}

fn survey<G: EngineGame>(arguments: &Arguments, stop: &AtomicBool) -> Result<Vec<Row>, Failure> {
    let entries = arguments.entries;
    let evaluation = G::Evaluation::default();
    let mut out = std::io::stdout().lock();
    if !arguments.json {
        writeln!(out, "{}, depth {}, {entries} entries", arguments.game, arguments.depth)?;
        writeln!(out, "{}", header())?;
    }
    let progress = progress(arguments.quiet);
    let mut reference = Vec::new();
    let mut rows = Vec::new();
    for (keys, is_reference) in keys(arguments) {
        let survey = Survey {
            keys,
            entries: usize::try_from(entries).unwrap_or(usize::MAX),
            depth: arguments.depth.into(),
            probes: arguments.probes,
        };
        let no_room = || Failure::Input(format!("there is no room for {entries} entries; ask for fewer"));
        let each = |search: &SurveyedSearch<G::Move>, census: &Census| {
            progress.set_message(format!(
                "{} bits, seed {}: depth {}, {} probes, {} collisions",
                keys.bits,
                keys.seed.unwrap_or(0),
                search.depth,
                census.probes,
                census.collisions
            ));
            progress.tick();
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let surveyed = survey.run::<G>(&evaluation, stop, each).ok_or_else(no_room)?;
        if is_reference {
            reference = surveyed.searches.iter().map(|search| search.found).collect();
        }
        let is_cut = stop.load(Ordering::Relaxed);
        let found: Vec<_> = surveyed.searches.iter().map(|search| search.found).collect();
        let has_reference = arguments.probes.is_none() && !is_cut;
        let changed =
            has_reference.then(|| reference.iter().zip(&found).filter(|(one, other)| one != other).count());
        // A row that was cut short is counted as far as it got only where that is what was asked for.
        if is_cut && arguments.probes.is_none() {
            break;
        }
        let row = row(keys, is_reference, changed, &surveyed);
        if !arguments.json {
            progress.suspend(|| writeln!(out, "{}", line(&row)).and_then(|()| out.flush()))?;
        }
        rows.push(row);
        if is_cut {
            break;
        }
    }
    progress.finish_and_clear();
    Ok(rows)
}

fn row<M>(keys: Keys, is_reference: bool, changed: Option<usize>, surveyed: &Surveyed<M>) -> Row {
    let (census, capacity) = (&surveyed.census, surveyed.capacity);
    let searches = surveyed.searches.iter().map(|search| SearchRow {
        depth: search.depth,
        nodes: search.nodes,
        probes: search.census.probes,
        hits: search.census.hits,
        compared: search.census.compared,
        collisions: search.census.collisions,
        expected: search.census.expected(keys.bits, capacity),
        filled: search.filled,
        score: search.found.1,
        is_legal: search.is_legal,
    });
    Row {
        bits: keys.bits,
        seed: keys.seed.unwrap_or(0),
        entry: if keys.confirmation == Confirmation::Refuses { "refused" } else { "used" },
        is_reference,
        nodes: surveyed.nodes(),
        probes: census.probes,
        hits: census.hits,
        compared: census.compared,
        collisions: census.collisions,
        expected: census.expected(keys.bits, capacity),
        unnoticed: census.unnoticed,
        filled: surveyed.searches.last().map_or(0, |search| search.filled),
        capacity,
        changed,
        illegal: surveyed.searches.iter().filter(|search| !search.is_legal).count(),
        searches: searches.collect(),
    }
}

fn header() -> String {
    format!(
        "{:>4} {:>5}  {:9}{:>11}{:>11}{:>10}{:>11}{:>14}{:>11}{:>8}{:>9}{:>9}",
        "bits",
        "seed",
        "entry is",
        "nodes",
        "probes",
        "hits",
        "collisions",
        "expected",
        "unnoticed",
        "fill",
        "changed",
        "illegal"
    )
}

fn line(row: &Row) -> String {
    let entry = if row.is_reference { "reference" } else { row.entry };
    let bound = if row.entry == "used" { "<=" } else { "" };
    let expected = match row.expected {
        value if value >= 0.01 || value == 0.0 => format!("{bound}{value:.2}"),
        value => format!("{bound}{value:.1e}"),
    };
    format!(
        "{:>4} {:>5}  {entry:9}{:>11}{:>11}{:>10}{:>11}{expected:>14}{:>11}{:>7.1}%{:>9}{:>9}",
        row.bits,
        row.seed,
        row.nodes,
        row.probes,
        row.hits,
        row.collisions,
        row.unnoticed,
        100.0 * row.filled as f64 / row.capacity.max(1) as f64,
        row.changed.map_or_else(|| "-".into(), |count| count.to_string()),
        row.illegal
    )
}

fn progress(is_quiet: bool) -> ProgressBar {
    if is_quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Counts by width beside what chance predicts, and counts by how full the table was.
fn picture_of(arguments: &Arguments, rows: &[Row]) -> String {
    let series = |name: &str, colour: usize, mark, points: Vec<(f64, f64)>| Series {
        name: name.into(),
        points,
        mark,
        colour: Some(COLOURS[colour]),
    };
    let of = |entry: &str, value: &dyn Fn(&Row) -> f64| {
        let mut points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| !row.is_reference && row.entry == entry)
            .map(|row| (f64::from(row.bits), value(row)))
            .collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        points
    };
    let by_width = Panel {
        title: "collisions by the width of the keys; what is zero has no place on this scale".into(),
        across: "bits".into(),
        scale: Scale::Logarithmic,
        series: vec![
            series("predicted, refused", 1, Mark::Line, of("refused", &|row| row.expected)),
            series("counted, refused", 1, Mark::Dots, of("refused", &|row| row.collisions as f64)),
            series("predicted at most, used", 0, Mark::Line, of("used", &|row| row.expected)),
            series("counted, used", 0, Mark::Dots, of("used", &|row| row.collisions as f64)),
        ],
    };
    // The row with the most collisions that chance can still be seen in.
    let telling = rows.iter().filter(|row| row.entry == "refused" && !row.is_reference && row.collisions > 0);
    let telling = telling.min_by_key(|row| (row.collisions.abs_diff(100), row.bits));
    let mut panels = vec![by_width];
    if let Some(row) = telling {
        let (mut found, mut expected) = (0.0, 0.0);
        let mut sums = vec![(0.0, 0.0, 0.0)];
        for search in &row.searches {
            found += search.collisions as f64;
            expected += search.expected;
            sums.push((search.filled as f64, found, expected));
        }
        let line = |name: &str, colour, value: &dyn Fn(&(f64, f64, f64)) -> f64| {
            series(name, colour, Mark::Line, sums.iter().map(|sum| (sum.0, value(sum))).collect())
        };
        panels.push(Panel {
            title: format!(
                "collisions so far, {} bits, seed {}, by entries in the table",
                row.bits, row.seed
            ),
            across: "entries".into(),
            scale: Scale::Linear,
            series: vec![
                line("counted", 0, &|sum| sum.1),
                line("predicted", 1, &|sum| sum.2),
                line("Poisson, +2 deviations", 5, &|sum| sum.2 + 2.0 * sum.2.sqrt()),
                line("Poisson, -2 deviations", 5, &|sum| sum.2 - 2.0 * sum.2.sqrt()),
            ],
        });
    }
    let title = format!("{}: {} entries, depth {}", arguments.game, arguments.entries, arguments.depth);
    chart(&title, &panels)
}
