//! `chuhe datagen`: the engine plays itself, and every game is kept for training.
//!
//! Games are appended to an archive one by one as they end; nothing but the games under way is lost
//! whenever the program is ended, and the same command goes on where it was.

mod output;
mod progress;

use crate::argument::BadArgument;
use crate::evaluation::EvaluationArguments;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use arena::{Variant, read_openings};
use clap::Args;
use learn::AdjudicationThresholds;
use learn::datagen::{Openings, SelfPlaySettings, generate};
use output::ArchiveOutput;
use progress::SelfPlayProgress;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use xiangqi::{Fen, RuleSet};

/// Let the engine play itself, and keep the games as training data
///
/// Games begin with random moves and end by the rules, by agreed scores or at a maximum length. Every
/// game is written as it ends, so that the program may be ended at any time; the same command goes on
/// where it was. Without --games, --positions or --time it plays until Ctrl-C. `chuhe data` reads what
/// it writes.
///
/// Exit code 0: done, or interrupted where no end was set; 2: the input cannot be used; 130: interrupted
/// before the end that was set.
#[derive(Args)]
#[command(after_help = "\
Example: two threads for an hour, then a look at what came out:
  chuhe datagen --threads 2 --time 1h --out games.chg
  chuhe data stats games.chg")]
pub struct Arguments {
    /// The archive; one that exists is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Begin no new iteration of a search after this many nodes
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// End a search at once after this many nodes [default: 8 times --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,
    /// The hash table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// The seed of the random numbers [default: the clock, or what the archive says]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Stop at this many games in the archive, earlier ones included
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop at this many positions in the archive, earlier ones included
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Stop after a time such as 90s, 30m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    #[command(flatten)]
    opening: OpeningArguments,
    #[command(flatten)]
    ending: EndingArguments,
}

/// How games begin.
#[derive(Args)]
#[command(next_help_heading = "How games begin")]
struct OpeningArguments {
    /// Random moves from the starting position
    #[arg(long, value_name = "LO..HI", default_value = "8..12")]
    random_plies: PlyRange,
    /// Positions to begin from as well: lines of FEN or EPD, or games in PGN
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The share of games that begin from them
    #[arg(long, value_name = "PERCENT", default_value_t = 50, requires = "openings",
          value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_share: u32,
    /// Random moves that follow one of them
    #[arg(long, value_name = "LO..HI", default_value = "2..6", requires = "openings")]
    opening_random_plies: PlyRange,
    /// The share of games that begin with men taken off the board at random: endings, unequal forces
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_thinned: u32,
    /// Draw another opening if a short search scores this one beyond ± this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 350, value_parser = clap::value_parser!(u16).range(50..))]
    opening_score: u16,
    /// Nodes for that search
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: u64,
}

/// How games end, other than by the rules.
#[derive(Args)]
#[command(next_help_heading = "How games end, other than by the rules")]
struct EndingArguments {
    /// A win: the score is at least this for the same side
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 2000)]
    win_score: u16,
    /// A win: for this many plies in a row; 0 for never
    #[arg(long, value_name = "N", default_value_t = 4)]
    win_plies: u32,
    /// A draw: the score is within ± this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 10)]
    draw_score: u16,
    /// A draw: for this many plies in a row; 0 for never
    #[arg(long, value_name = "N", default_value_t = 12)]
    draw_plies: u32,
    /// A draw: not before this ply
    #[arg(long, value_name = "PLY", default_value_t = 80)]
    draw_after: u32,
    /// A draw: the game reaches this ply
    #[arg(long, value_name = "PLY", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    max_plies: u32,
}

/// `8..12`, both ends included.
#[derive(Clone, Debug)]
struct PlyRange(RangeInclusive<u32>);

impl FromStr for PlyRange {
    type Err = BadArgument;
    fn from_str(text: &str) -> Result<Self, BadArgument> {
        let ends = match text.split_once("..") {
            Some((low, high)) => low.parse().ok().zip(high.parse().ok()),
            None => text.parse().ok().map(|both| (both, both)),
        };
        match ends {
            Some((low, high)) if low <= high && high <= 1000 => Ok(Self(low..=high)),
            _ => Err(BadArgument::PlyRange),
        }
    }
}

fn parse_time(text: &str) -> Result<Duration, BadArgument> {
    let digits = text.trim_end_matches(['s', 'm', 'h']);
    let unit = match &text[digits.len()..] {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => 0,
    };
    match digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)) {
        Some(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err(BadArgument::Time),
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut settings = settings(arguments)?;
    let evaluation = arguments.evaluation.load()?;
    let header = settings.header(evaluation.name());
    let (mut output, earlier) = ArchiveOutput::open(&arguments.out, &header, arguments.seed)?;
    settings.seed = output.seed();
    eprintln!("{}: seed {}", arguments.out.display(), settings.seed);
    let stop = interrupt_flag()?;
    let began = Instant::now();
    let mut progress = SelfPlayProgress::new(&earlier);
    let is_enough = |progress: &SelfPlayProgress| {
        arguments.games.is_some_and(|limit| progress.games() >= limit)
            || arguments.positions.is_some_and(|limit| progress.positions() >= limit)
            || arguments.time.is_some_and(|limit| began.elapsed() >= limit)
    };
    let mut is_done = is_enough(&progress);
    let mut failure = None;
    let threads = usize::from(arguments.threads);
    if !is_done {
        generate(&settings, earlier.next_number, threads, &stop, &evaluation, |game| {
            // Games that were finished meanwhile are beyond what was asked for.
            if let Some(game) = game.filter(|_| !is_done && failure.is_none()) {
                match output.write(&game) {
                    Ok(()) => progress.add(&game),
                    Err(error) => failure = Some(error),
                }
            }
            progress.show();
            is_done = is_done || is_enough(&progress);
            if is_done || failure.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        })
        .map_err(|error| Failure::Input(error.to_string()))?;
    }
    progress.finish();
    let has_end = arguments.games.is_some() || arguments.positions.is_some() || arguments.time.is_some();
    match failure {
        Some(failure) => Err(failure),
        None if is_done || !has_end => Ok(ExitCode::SUCCESS),
        None => Ok(interrupted()),
    }
}

fn settings(arguments: &Arguments) -> Result<SelfPlaySettings, Failure> {
    let (opening, ending) = (&arguments.opening, &arguments.ending);
    let clock = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // Never 0, which in an archive means games of several seeds.
        (now.as_nanos() as u64).max(1)
    };
    let seed = arguments.seed.unwrap_or_else(clock);
    if seed == 0 {
        return Err(Failure::Input("--seed 0 means games of several seeds; say 1 or more".to_string()));
    }
    let mut settings = SelfPlaySettings::new(arguments.nodes, seed);
    settings.hard_nodes = arguments.hard_nodes.unwrap_or(settings.hard_nodes).max(arguments.nodes);
    settings.hash = usize::from(arguments.hash);
    settings.openings = Openings {
        random_plies: opening.random_plies.0.clone(),
        positions: opening.openings.as_deref().map(opening_positions).transpose()?.unwrap_or_default(),
        percent: opening.opening_share,
        random_plies_after: opening.opening_random_plies.0.clone(),
        thinned: opening.opening_thinned,
        max_score: opening.opening_score,
        check_nodes: opening.opening_nodes,
    };
    settings.adjudication = AdjudicationThresholds {
        win_score: ending.win_score,
        win_plies: ending.win_plies,
        draw_score: ending.draw_score,
        draw_plies: ending.draw_plies,
        draw_after: ending.draw_after,
        max_plies: ending.max_plies,
    };
    Ok(settings)
}

/// The positions of a file: lines of FEN or EPD, or games in PGN.
pub fn opening_positions(path: &Path) -> Result<Vec<Fen>, Failure> {
    let bytes = crate::file::read(path)?;
    let refused = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let openings = read_openings(&notation::decode(&bytes), Variant::Xiangqi, RuleSet::Computer, None)
        .map_err(|error| refused(error.to_string()))?;
    openings
        .iter()
        .map(|opening| {
            opening.fen.parse().map_err(|error| refused(format!("FEN \"{}\": {error}", opening.fen)))
        })
        .collect()
}
