//! `chuhe solve`: proves that the side to move mates, for one position or every row of a file.
//!
//! A mate is printed only after the checker has gone through its proof.

mod file;
mod row;

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use clap::Args;
use endgame::Tables;
use serde::Serialize;
use solve::{Flaw, Limits, MateAnswer, Proof, Solution, Solver};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xiangqi::{Colour, Position};

/// Prove a mate, and find the shortest
///
/// Says "mates in N" where every shorter mate was ruled out, "in at most N" where a mate is proved and there was no
/// time for that, and that there is none only where everything was tried. Leaving the opponent without a legal
/// move wins, in check or not. Every proof is checked, by code that shares nothing with the search but the rules, before
/// it is printed. The limit on moves without a capture is not taken into account.
///
/// Exit code 0: answered (with --epd: every row with a known distance is solved); 1: not answered within the
/// limits; 2: the input cannot be used; 130: interrupted, what was found until then is printed.
#[derive(Args)]
#[allow(clippy::struct_excessive_bools)] // switches of a command line
pub struct Arguments {
    /// The position, quoted or as separate words
    #[arg(value_name = "FEN", num_args = 1.., required_unless_present = "epd", conflicts_with = "epd")]
    fen: Vec<String>,
    /// Solve every row of a file, `FEN bm h2e2; dm 3; id "name";`, of the FEN the board and the side at least
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Print the answer as JSON, one line for each position
    #[arg(long)]
    json: bool,
    /// At most this many seconds for each position [default: 10, or no limit if --nodes is given]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Look at no more than this many positions, which makes the answer the same every time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Memory for the tables, of each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Only look for mates in at most this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    within: Option<u32>,
    /// Accept the first mate found, however long
    #[arg(long)]
    any: bool,
    /// Write the whole proof: a line for each position, with the move and the number of the answer to each defence
    #[arg(long, value_name = "FILE", conflicts_with = "epd")]
    tree: Option<PathBuf>,
    /// Replace the file of --tree if it exists
    #[arg(long)]
    force: bool,
    /// A folder with tables of endings, besides those inside the program; a mate that reaches a table is proved there
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Ask no tables of endings
    #[arg(long, conflicts_with = "tables")]
    no_tables: bool,
    /// How many rows of a file to solve at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

const USUAL_TIME: Duration = Duration::from_secs(10);

/// The text is not a time.
#[derive(Debug, thiserror::Error)]
#[error("seconds are a number from 0 up, such as 2.5")]
struct BadSeconds;

/// A time that is not negative and not without end.
fn parse_seconds(text: &str) -> Result<Duration, BadSeconds> {
    let seconds: f64 = text.parse().map_err(|_| BadSeconds)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| BadSeconds)
}

impl Arguments {
    fn limits(&self) -> Limits {
        let time = self.time.or(self.nodes.is_none().then_some(USUAL_TIME));
        Limits { nodes: self.nodes, time, hash: self.hash as usize, any: self.any }
    }

    /// The tables of endings that are asked.
    fn endings(&self) -> Result<Tables, Failure> {
        match &self.tables {
            _ if self.no_tables => Ok(Tables::new()),
            None => Ok(endgame::shipped().clone()),
            Some(folder) => {
                let own = engine::tables::read_tables(folder).map_err(Failure::input)?;
                Ok(endgame::shipped().clone().with(&own))
            }
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.limits();
    let stop = interrupt_flag()?;
    match &arguments.epd {
        Some(path) => file::run(path, arguments, limits, &stop),
        None => solve_one(&arguments.fen.join(" "), arguments, limits, &stop),
    }
}

fn solve_one(
    text: &str,
    arguments: &Arguments,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let position: Position =
        text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}")))?;
    if let Some(path) = &arguments.tree {
        // Said before the work, and tried again when there is something to write.
        Draft::begin(path, arguments.force, &[])?;
    }
    let began = Instant::now();
    let endings = arguments.endings()?;
    let solver = Solver::try_new(limits).map_err(Failure::input)?;
    let outcome = solver.with_endings(&endings).solve(&position, arguments.within, stop);
    let seconds = began.elapsed().as_secs_f64();
    let report = match Report::new(&position, &outcome, arguments.within) {
        Ok(report) => report,
        Err(flaw) => {
            eprintln!("error: {flaw}");
            return Ok(ExitCode::from(1));
        }
    };
    if let (Some(path), Some(proof)) = (&arguments.tree, outcome.answer.proof()) {
        write_tree(path, arguments.force, &position, proof)?;
    }
    let mut out = std::io::stdout().lock();
    if arguments.json {
        report.write_json(&mut out)?;
    } else {
        writeln!(out, "{}", report.words(&position, &outcome, arguments.within))?;
        if let Some(line) = &report.line {
            writeln!(out, "{}", numbered(line))?;
        }
    }
    eprintln!("{seconds:.3} s, {} positions looked at", outcome.nodes);
    Ok(match outcome.answer {
        MateAnswer::Unknown if stop.load(Ordering::Relaxed) => interrupted(),
        MateAnswer::Unknown => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

fn write_tree(path: &Path, may_replace: bool, position: &Position, proof: &Proof) -> Result<(), Failure> {
    let head = "# step\tposition\tmove\tdefence:step that answers it\n";
    let text = format!("{head}{}", proof.describe(position));
    Draft::write(path, may_replace, &[], text.as_bytes())
}

/// A proof that does not hold: a mistake of the solver.
#[derive(Debug, thiserror::Error)]
#[error("the proof found for {fen} does not hold: {flaw}")]
struct FalseProof {
    fen: String,
    flaw: Flaw,
}

/// What is printed of an answer.
#[derive(Serialize)]
struct Report {
    result: &'static str,
    /// How many moves a mate could take to be looked for, if not any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// Whether the line ends in check, in mate then.
    #[serde(skip)]
    is_check: bool,
}

impl Report {
    /// Checks the proof, if there is one.
    fn new(position: &Position, outcome: &Solution, within: Option<u32>) -> Result<Self, FalseProof> {
        let result = match outcome.answer {
            MateAnswer::Mate(_) => "mate",
            MateAnswer::AtMost(_) => "at_most",
            MateAnswer::None => "none",
            MateAnswer::Unknown => "unknown",
        };
        let Some(proof) = outcome.answer.proof() else {
            return Ok(Self { result, within, moves: None, line: None, is_check: false });
        };
        let moves = solve::check(position, proof)
            .map_err(|flaw| FalseProof { fen: position.fen().to_string(), flaw })?;
        let line = proof.line();
        let mut board = position.board().clone();
        for &mv in &line {
            board.play_unchecked(mv);
        }
        let line = line.iter().map(ToString::to_string).collect();
        Ok(Self { result, within, moves: Some(moves), line: Some(line), is_check: board.is_check() })
    }

    fn write_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        serde_json::to_writer(&mut *out, self).map_err(|error| Failure::Output(error.into()))?;
        Ok(writeln!(out)?)
    }

    /// The answer as a sentence.
    fn words(&self, position: &Position, outcome: &Solution, within: Option<u32>) -> String {
        let side = match position.side() {
            Colour::Red => "Red",
            Colour::Black => "Black",
        };
        let moves = self.moves.unwrap_or_default();
        let plural = if moves == 1 { "" } else { "s" };
        match outcome.answer {
            MateAnswer::Mate(_) => format!("{side} {} in {moves} move{plural}.", self.deed()),
            MateAnswer::AtMost(_) => format!(
                "{side} {} in at most {moves} move{plural}; there is no mate in {} or fewer.",
                self.deed(),
                outcome.refuted
            ),
            MateAnswer::None if !position.board().has_legal_move() => {
                format!("{side} has no legal move and has lost already.")
            }
            MateAnswer::None => match within {
                Some(most) => format!("{side} has no mate in {most} or fewer."),
                None => format!("{side} has no forced mate."),
            },
            MateAnswer::Unknown => format!(
                "Unknown: no mate was found, and none in {} or fewer moves exists. More --time may help.",
                outcome.refuted
            ),
        }
    }

    fn deed(&self) -> &'static str {
        if self.is_check { "mates" } else { "stalemates, which wins," }
    }
}

/// A line with the numbers of its moves.
fn numbered(line: &[String]) -> String {
    let pair = |(number, pair): (usize, &[String])| format!("{}. {}", number + 1, pair.join(" "));
    line.chunks(2).enumerate().map(pair).collect::<Vec<_>>().join("  ")
}
