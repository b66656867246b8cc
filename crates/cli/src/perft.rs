//! `chuhe perft`: counts the leaves of the game tree, from one position or over a file of positions
//! with known counts.

use crate::failure::Failure;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use xiangqi::{Board, Fen, FenError, Move, perft};

/// Count the positions reached by all lines of legal moves
///
/// The usual test that moves are generated right, and a measure of speed. No table remembers
/// anything. The count goes to standard output, the timing to standard error. With --epd the exit
/// code is 1 if any count differs.
#[derive(Args)]
pub struct Arguments {
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20), required_unless_present = "epd")]
    depth: Option<u32>,
    /// The position to count from [default: the starting position]
    #[arg(long, value_name = "FEN", conflicts_with = "epd")]
    fen: Option<String>,
    /// Print the count of each first move
    #[arg(long, conflicts_with = "epd")]
    divide: bool,
    /// How many threads share the work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Check every row of a file, `FEN ;D1 n ;D2 n ...`; DEPTH, if given, is the deepest to check
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let threads = usize::from(arguments.threads);
    if let Some(path) = &arguments.epd {
        return check_file(path, arguments.depth.unwrap_or(u32::MAX), threads);
    }
    let text = arguments.fen.as_deref().unwrap_or(xiangqi::fen::START);
    let fen: Fen = text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}")))?;
    let began = Instant::now();
    let depth = arguments.depth.unwrap_or_default();
    let counts = divide(&fen.board, depth, threads, true);
    let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let mut out = std::io::stdout().lock();
    if arguments.divide {
        for (mv, nodes) in &counts {
            writeln!(out, "{mv}: {nodes}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Nodes searched: {nodes}")?;
    report_speed(nodes, began);
    Ok(ExitCode::SUCCESS)
}

fn report_speed(nodes: u64, began: Instant) {
    let seconds = began.elapsed().as_secs_f64();
    eprintln!("{seconds:.3} s, {:.1} million nodes per second", nodes as f64 / seconds / 1e6);
}

/// The count below each legal move, in the order of the moves; the threads take lines of two moves
/// from a common stock.
fn divide(board: &Board, depth: u32, threads: usize, show_progress: bool) -> Vec<(Move, u64)> {
    let mut firsts = board.legal_moves().to_vec();
    if depth == 0 {
        firsts.clear();
    }
    firsts.sort_unstable_by_key(ToString::to_string);
    let jobs = jobs(board, &firsts, depth);
    let progress = if show_progress && depth > 4 { progress_bar(jobs.len()) } else { ProgressBar::hidden() };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0; firsts.len()];
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[job.first] += perft(&mut job.board.clone(), job.depth);
            progress.inc(1);
        }
        counts
    };
    let counts = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut total = work();
        for helper in helpers {
            let counts = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
        total
    });
    progress.finish_and_clear();
    firsts.into_iter().zip(counts).collect()
}

/// A part of the tree below one first move.
struct Job {
    first: usize,
    board: Board,
    depth: u32,
}

fn jobs(board: &Board, firsts: &[Move], depth: u32) -> Vec<Job> {
    let after = |board: &Board, mv: Move| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        after
    };
    let mut jobs = Vec::new();
    for (first, &mv) in firsts.iter().enumerate() {
        let board = after(board, mv);
        // Small trees are not worth cutting further.
        if depth < 5 {
            jobs.push(Job { first, board, depth: depth - 1 });
        } else {
            let replies = board.legal_moves();
            let job = |&reply: &Move| Job { first, board: after(&board, reply), depth: depth - 2 };
            jobs.extend(replies.iter().map(job));
        }
    }
    jobs
}

/// A bar on standard error, shown if that is a terminal.
fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent}%  {elapsed} elapsed, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

fn check_file(path: &Path, deepest: u32, threads: usize) -> Result<ExitCode, Failure> {
    let text = crate::file::read_text(path)?;
    let rows: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .collect();
    let mut out = std::io::stdout().lock();
    let (mut wrong, mut nodes) = (0, 0);
    let began = Instant::now();
    for (number, line) in &rows {
        let result = line.parse::<Row>().and_then(|row| row.check(deepest, threads, &mut nodes));
        wrong += usize::from(result.is_err());
        let (word, detail) = match result {
            Ok(detail) => ("ok", detail),
            Err(error) => ("FAIL", error.to_string()),
        };
        writeln!(out, "{word:4} line {number}: {detail}")?;
    }
    writeln!(out, "{} passed, {wrong} failed", rows.len() - wrong)?;
    report_speed(nodes, began);
    if rows.is_empty() {
        return Err(Failure::Input(format!(
            "{} has no rows; a row is \"FEN ;D1 44 ;D2 1920\"",
            path.display()
        )));
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A position with its known counts by depth.
struct Row {
    text: String,
    board: Board,
    counts: Vec<(u32, u64)>,
}

/// What is wrong with a row, or with its counts.
#[derive(Debug, thiserror::Error)]
enum BadRow {
    #[error("FEN \"{text}\": {reason}")]
    Position { text: String, reason: FenError },
    #[error("\"{0}\" is not a count; write it as in \"D3 79666\"")]
    Count(String),
    #[error("\"{0}\" has no counts; a row is \"FEN ;D1 44 ;D2 1920\"")]
    NoCounts(String),
    #[error("depth {depth} has {found}, expected {expected}  {text}")]
    Differs { depth: u32, found: u64, expected: u64, text: String },
}

impl std::str::FromStr for Row {
    type Err = BadRow;

    fn from_str(line: &str) -> Result<Self, BadRow> {
        let mut fields = line.split(';');
        let text = fields.next().unwrap_or_default().trim().to_string();
        let fen: Fen = text.parse().map_err(|reason| BadRow::Position { text: text.clone(), reason })?;
        let mut counts = Vec::new();
        for field in fields.map(str::trim) {
            let Some(rest) = field.strip_prefix('D') else { continue };
            let mut words = rest.split_whitespace();
            let depth = words.next().and_then(|word| word.parse().ok());
            let count = words.next().and_then(|word| word.parse().ok());
            match (depth, count, words.next()) {
                (Some(depth), Some(count), None) => counts.push((depth, count)),
                _ => return Err(BadRow::Count(field.to_owned())),
            }
        }
        if counts.is_empty() {
            return Err(BadRow::NoCounts(line.to_owned()));
        }
        Ok(Self { text, board: fen.board, counts })
    }
}

impl Row {
    fn check(&self, deepest: u32, threads: usize, nodes: &mut u64) -> Result<String, BadRow> {
        let mut checked = 0;
        for &(depth, expected) in self.counts.iter().filter(|(depth, _)| *depth <= deepest) {
            let found: u64 = match depth {
                0 => 1,
                _ => divide(&self.board, depth, threads, false).iter().map(|(_, count)| count).sum(),
            };
            *nodes += found;
            checked = checked.max(depth);
            if found != expected {
                return Err(BadRow::Differs { depth, found, expected, text: self.text.clone() });
            }
        }
        Ok(format!("depth {checked}  {}", self.text))
    }
}
