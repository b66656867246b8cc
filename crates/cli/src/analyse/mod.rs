//! `chuhe analyse`: games reviewed move by move, kept as annotated PGN, JSON and pages to look at.
//!
//! Each game is written as it ends, whole or not at all, so that the program may be ended at any time; the same command goes on where
//! it was and comes to the same bytes as if it had never stopped. A game that cannot be read is named, and the others go on.

mod folder;
mod input;
mod progress;
mod results;
mod work;

use crate::convert::plan::files_of;
use crate::evaluation::EvaluationArguments;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use crate::judge::{Tongue, rule_set};
use clap::{Args, ValueEnum};
use folder::{Folder, Manifest};
use input::Input;
use notation::{Notation, Style};
use service::report::{AnalysisSettings, SearchLimit};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use xiangqi::RuleSet;

/// Review games of any format: scores, mistakes, better moves, accuracy; annotated PGN, JSON and HTML
///
/// Every position of a game is searched, and every move is called by the points of a hundred that it gave away. The folder gets for each game
/// an annotated PGN, a JSON file and a page that works without a network, and for all of them games.pgn, summary.json and index.html.
///
/// A game is written as it ends; Ctrl-C keeps what is done, and the same command goes on from there. At a limit in nodes or depth
/// the results are the same every time, on any number of threads.
///
/// Comments, glyphs and variations of an earlier analysis by this program are replaced; those of others stay.
///
/// Exit code 0: all games are analysed; 1: some could not be read, or not as a whole; 2: the input cannot be used; 130: interrupted.
#[derive(Args)]
#[command(after_help = "\
Example: two games at a time, then a look at them:
  chuhe analyse --threads 2 --out review games.pgn
  xdg-open review/index.html")]
pub struct Arguments {
    /// Files of games: PGN, move lists and what else can be read
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where the results go; a folder of the same analysis is continued
    #[arg(long, value_name = "DIR", default_value = "analysis")]
    out: PathBuf,
    /// Analyse the legal part of a game with a bad move, with a comment where it was cut
    #[arg(long)]
    salvage: bool,
    /// Throw away the analysis that is in the folder if it is of other files or settings
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limit: LimitArguments,
    /// How many lines to find in each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    multipv: u8,
    /// Games analysed at once, each by an engine with one thread [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// The hash table of each engine in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// The rules of the games
    #[arg(long, value_name = "RULES", default_value = "asian", value_parser = rule_set())]
    rule: RuleSet,
    /// How the moves of the annotated PGN are written
    #[arg(long, value_enum, default_value_t)]
    notation: Moves,
    /// The language of comments in the annotated PGN; JSON and pages have both
    #[arg(long, value_enum, default_value_t)]
    language: Tongue,
    #[command(flatten)]
    judging: EvaluationArguments,
}

#[derive(Args)]
#[group(multiple = false)]
struct LimitArguments {
    /// Search each position for this many nodes [default: 200000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Option<u8>,
    /// Search each position for this many milliseconds; then results differ from run to run
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: Option<u64>,
}

/// The nodes for a position, if nothing is said: a third of a second or so.
const NODES: u64 = 200_000;
impl LimitArguments {
    fn limit(&self) -> SearchLimit {
        match (self.depth, self.movetime) {
            (Some(depth), _) => SearchLimit::Depth(usize::from(depth)),
            (_, Some(millis)) => SearchLimit::Movetime(millis),
            _ => SearchLimit::Nodes(self.nodes.unwrap_or(NODES)),
        }
    }
}

/// A notation on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Moves {
    /// H2-E2
    #[default]
    Iccs,
    /// C2=5
    Wxf,
    /// 炮二平五
    Chinese,
}

impl From<Moves> for Notation {
    fn from(moves: Moves) -> Self {
        match moves {
            Moves::Iccs => Self::Iccs,
            Moves::Wxf => Self::Wxf,
            Moves::Chinese => Self::Chinese(Style::Simplified),
        }
    }
}

/// What reports name as their maker.
pub const PROGRAM: &str = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut inputs = Vec::new();
    for path in &arguments.files {
        for file in files_of(path)? {
            folder::refuse_own_input(&arguments.out, &file)?;
            inputs.push(Input::read(&file, arguments.salvage)?);
        }
    }
    if !inputs.iter().flat_map(Input::games).any(Result::is_ok) {
        inputs.iter().flat_map(Input::faults).for_each(|fault| eprintln!("{fault}"));
        return Err(Failure::Input("there is no game to analyse".into()));
    }
    let evaluation = arguments.judging.load()?;
    let settings = AnalysisSettings {
        limit: arguments.limit.limit(),
        lines: usize::from(arguments.multipv),
        rules: arguments.rule.into(),
        evaluation: evaluation.name().into(),
        hash: usize::from(arguments.hash),
    };
    let manifest = Manifest::new(&settings, arguments, &inputs)?;
    let folder = Folder::open(&arguments.out, &manifest, arguments.force)?;
    let stop = interrupt_flag()?;
    let job = work::GameJob {
        inputs: &inputs,
        folder: &folder,
        settings: &settings,
        evaluation: &evaluation,
        language: arguments.language.into(),
        notation: arguments.notation.into(),
        stop: &stop,
    };
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let failed = job.run(threads.map_or(1, NonZeroUsize::get))?;
    let unread: Vec<_> = inputs.iter().flat_map(Input::faults).chain(failed).collect();
    let mut is_whole = unread.is_empty();
    for fault in inputs.iter().flat_map(Input::cuts).chain(&unread) {
        is_whole = false;
        eprintln!("{fault}");
    }
    let games: usize = inputs.iter().map(|input| input.games().len()).sum();
    if stop.load(Ordering::Relaxed) {
        let done = folder.finished(&inputs).len();
        eprintln!(
            "interrupted: {done} of {games} games are done and kept in {}; the same command goes on from there",
            folder.path().display()
        );
        return Ok(interrupted());
    }
    results::write(&folder, &inputs, &unread)?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
