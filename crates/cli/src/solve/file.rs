//! Solving every row of a file, several at a time, and what came of it.

use super::row::{BadRow, MateRow};
use super::{Arguments, FalseProof, Report};
use crate::failure::Failure;
use crate::interrupt::interrupted;
use serde::Serialize;
use solve::{Limits, MateAnswer, Solver};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// A line of JSON for a row.
#[derive(Serialize)]
struct Line<'a> {
    row: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    dm: Option<u32>,
    #[serde(flatten)]
    report: Option<&'a Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// What came of a row.
struct Solved {
    distance: Option<u32>,
    report: Report,
    nodes: u64,
}

impl Solved {
    /// Why the row does not hold, if it does not.
    fn complaint(&self) -> Option<String> {
        let distance = self.distance?;
        match self.report.moves {
            None => Some(format!("{}, but dm {distance}", self.report.result)),
            Some(moves) if self.report.result == "mate" && moves > distance => {
                Some(format!("no mate in fewer than {moves}, but dm {distance}"))
            }
            Some(_) => None,
        }
    }
}

pub fn run(
    path: &Path,
    arguments: &Arguments,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let text = crate::file::read_text(path)?;
    let rows: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .collect();
    if rows.is_empty() {
        let example = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1 bm b1b9; dm 1;";
        return Err(Failure::Input(format!("{} has no rows; a row is \"{example}\"", path.display())));
    }
    let endings = arguments.endings()?;
    let began = Instant::now();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<(usize, Result<Solved, Unsolved>)>| {
        let mut solver = Solver::new(limits).with_endings(&endings);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, line)) = rows.get(index) else { break };
            let solved = solve_row(line, arguments, &mut solver, stop);
            // A row that was broken off says nothing.
            if stop.load(Ordering::Relaxed) || sender.send((index, solved)).is_err() {
                break;
            }
        }
    };
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut out = std::io::stdout().lock();
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (index, solved) in receiver {
            waiting.insert(index, solved);
            while let Some(solved) = waiting.remove(&due) {
                let (number, line) = rows[due];
                tally.add(&solved);
                print(&mut out, number, line, &solved, arguments.json)?;
                due += 1;
            }
        }
        Ok::<_, Failure>(())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let summary = tally.describe();
    if arguments.json {
        eprint!("{summary}");
    } else {
        std::io::stdout().lock().write_all(summary.as_bytes())?;
    }
    eprintln!("{seconds:.3} s, {} positions looked at", tally.nodes);
    if tally.rows < rows.len() {
        eprintln!("interrupted: {} of {} rows are left", rows.len() - tally.rows, rows.len());
        return Ok(interrupted());
    }
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Why a row says nothing.
#[derive(Debug, thiserror::Error)]
enum Unsolved {
    #[error(transparent)]
    Row(#[from] BadRow),
    #[error(transparent)]
    Proof(#[from] FalseProof),
}

fn solve_row(
    line: &str,
    arguments: &Arguments,
    solver: &mut Solver,
    stop: &AtomicBool,
) -> Result<Solved, Unsolved> {
    let row: MateRow = line.parse()?;
    let outcome = solver.solve(&row.position, arguments.within, stop);
    let report = Report::new(&row.position, &outcome, arguments.within)?;
    debug_assert_eq!(
        report.moves.is_some(),
        !matches!(outcome.answer, MateAnswer::None | MateAnswer::Unknown)
    );
    Ok(Solved { distance: row.distance, report, nodes: outcome.nodes })
}

fn print(
    out: &mut impl Write,
    number: usize,
    text: &str,
    solved: &Result<Solved, Unsolved>,
    is_json: bool,
) -> Result<(), Failure> {
    let complaint = match solved {
        Ok(solved) => solved.complaint(),
        Err(error) => Some(error.to_string()),
    };
    if is_json {
        let report = solved.as_ref().ok().map(|solved| &solved.report);
        let dm = solved.as_ref().ok().and_then(|solved| solved.distance);
        let line = Line { row: number, dm, report, error: complaint.as_deref() };
        serde_json::to_writer(&mut *out, &line).map_err(|error| Failure::Output(error.into()))?;
        writeln!(out)?;
        return Ok(out.flush()?);
    }
    let fen: Vec<&str> = text.split_whitespace().take(2).collect();
    match (solved, complaint) {
        (Ok(solved), None) => {
            let Report { result, moves, .. } = &solved.report;
            let moves = moves.map(|moves| format!(" {moves}")).unwrap_or_default();
            writeln!(out, "ok   line {number}: {}{moves}  {}", result.replace('_', " "), fen.join(" "))?;
        }
        (_, complaint) => {
            let complaint = complaint.unwrap_or_default();
            writeln!(out, "FAIL line {number}: {complaint}  {}", fen.join(" "))?;
        }
    }
    Ok(out.flush()?)
}

/// The rows with one known distance.
#[derive(Default)]
struct Group {
    rows: usize,
    solved: usize,
    shortest: usize,
    shorter: usize,
    longer: usize,
}

#[derive(Default)]
struct Tally {
    rows: usize,
    failed: usize,
    nodes: u64,
    groups: BTreeMap<Option<u32>, Group>,
}

impl Tally {
    fn add(&mut self, solved: &Result<Solved, Unsolved>) {
        self.rows += 1;
        let Ok(solved) = solved else {
            self.failed += 1;
            return;
        };
        self.failed += usize::from(solved.complaint().is_some());
        self.nodes += solved.nodes;
        let group = self.groups.entry(solved.distance).or_default();
        group.rows += 1;
        if let Some(moves) = solved.report.moves {
            group.solved += 1;
            group.shortest += usize::from(solved.report.result == "mate");
            group.shorter += usize::from(solved.distance.is_some_and(|distance| moves < distance));
            group.longer += usize::from(solved.distance.is_some_and(|distance| moves > distance));
        }
    }

    fn describe(&self) -> String {
        let line = |name: &str, group: &Group| {
            let Group { rows, solved, shortest, shorter, longer } = group;
            format!("{name:>5}{rows:>7}{solved:>8}{shortest:>10}{shorter:>9}{longer:>8}\n")
        };
        let mut text = format!(
            "{:>5}{:>7}{:>8}{:>10}{:>9}{:>8}\n",
            "dm", "rows", "solved", "shortest", "shorter", "longer"
        );
        let mut all = Group::default();
        for (distance, group) in &self.groups {
            text += &line(&distance.map_or("-".into(), |distance| distance.to_string()), group);
            all.rows += group.rows;
            all.solved += group.solved;
            all.shortest += group.shortest;
            all.shorter += group.shorter;
            all.longer += group.longer;
        }
        text += &line("all", &all);
        text + &format!("{} solved of {}, {} failed\n", all.solved, self.rows, self.failed)
    }
}
